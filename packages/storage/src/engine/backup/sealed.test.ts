import { beforeAll, describe, expect, it } from 'vitest';
import {
  FRAME_BYTES,
  frameOf,
  HEADER_BYTES,
  type Header,
  headerOf,
  ROUNDS,
  readHeader,
  SALT_BYTES,
  sealingOf,
  TAG_BYTES,
} from './format.ts';
import { deriveKey, isTooShort } from './passphrase.ts';
import { headerOfFile, readSealed, type SealedRefusal } from './sealed-reader.ts';
import { SealedWriter } from './sealed-writer.ts';

/** The smallest chunk size that a header may have. */
const CHUNK = 1_024;
const FULL = FRAME_BYTES + CHUNK + TAG_BYTES;

interface Sealed {
  header: Header;
  key: CryptoKey;
}

async function aSeal(passphrase = 'lluvia de mayo'): Promise<Sealed> {
  const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), CHUNK);
  return { header, key: await deriveKey(passphrase, header) };
}

let seal: Sealed;
let otherSeal: Sealed;

beforeAll(async () => {
  seal = await aSeal();
  otherSeal = await aSeal();
});

/** Bytes that differ by position, so that exchanged chunks are detected. */
function content(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 251);
}

async function written(bytes: Uint8Array, { header, key }: Sealed = seal): Promise<Blob> {
  const writer = new SealedWriter(header, key);
  // Pieces that do not fit the chunk size.
  for (let start = 0; start < bytes.length; start += 700) {
    await writer.add(bytes.subarray(start, start + 700));
  }
  return writer.finish();
}

async function read(
  file: Blob,
  opened: Sealed = seal,
): Promise<{ refusal: SealedRefusal | null; bytes: number[] }> {
  const bytes: number[] = [];
  const refusal = await readSealed(file, opened, async (part) => {
    bytes.push(...part);
  });
  return { refusal, bytes };
}

async function refusalOf(...parts: readonly BlobPart[]): Promise<SealedRefusal | null> {
  return (await read(new Blob([...parts]))).refusal;
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** A copy of the file with one byte changed. */
async function altered(file: Blob, at: number): Promise<Blob> {
  const bytes = await bytesOf(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return new Blob([bytes]);
}

describe('a sealed file', () => {
  it.each([
    [0, 1],
    [1, 1],
    [CHUNK - 1, 1],
    [CHUNK, 1],
    [CHUNK + 1, 2],
    [2 * CHUNK - 1, 2],
    [2 * CHUNK, 2],
    [2 * CHUNK + 1, 3],
  ])('returns %i bytes from %i chunks', async (length, chunks) => {
    const file = await written(content(length));
    expect(file.size).toBe(HEADER_BYTES + length + chunks * (FRAME_BYTES + TAG_BYTES));
    expect(await read(file)).toEqual({ refusal: null, bytes: [...content(length)] });
  });

  it('contains no readable part of its content', async () => {
    const file = await written(new TextEncoder().encode('Marisol Xicay '.repeat(200)));
    expect(new TextDecoder('latin1').decode(await bytesOf(file))).not.toContain('Marisol');
  });

  it('never uses a nonce twice: chunks are numbered, and every file has its own key', () => {
    const frame = frameOf(CHUNK, false);
    const nonces = [0, 1, 255, 256, 65_536].map((index) =>
      sealingOf(seal.header, index, frame).iv.join(),
    );
    expect(new Set(nonces).size).toBe(5);
    expect(seal.header.salt).not.toEqual(otherSeal.header.salt);
  });

  it('reports the same for a wrong passphrase as for damage at its beginning', async () => {
    const file = await written(content(2_000));
    const wrong = { header: seal.header, key: await deriveKey('lluvia de abril', seal.header) };
    expect(await read(file, wrong)).toEqual({ refusal: 'wrong-passphrase-or-damaged', bytes: [] });
  });
});

describe('a file that is cut', () => {
  it.each([
    ['inside the first frame', HEADER_BYTES + FRAME_BYTES - 1],
    ['behind the first frame', HEADER_BYTES + FRAME_BYTES],
    ['one byte before the end of a chunk', HEADER_BYTES + FULL - 1],
    ['at the end of a chunk', HEADER_BYTES + FULL],
    ['one byte behind the end of a chunk', HEADER_BYTES + FULL + 1],
    ['at the end of the last full chunk', HEADER_BYTES + 2 * FULL],
    ['one byte before its end', HEADER_BYTES + 2 * FULL + FRAME_BYTES + 100 + TAG_BYTES - 1],
  ])('a cut file is reported as cut: %s', async (_where, at) => {
    const file = await written(content(2 * CHUNK + 100));
    expect(await refusalOf(file.slice(0, at))).toBe('cut');
  });

  it('a file is reported as cut when the last chunk, a full one, is missing', async () => {
    const file = await written(content(2 * CHUNK));
    expect(await refusalOf(file.slice(0, HEADER_BYTES + FULL))).toBe('cut');
  });
});

describe('a sealed file that was altered', () => {
  it.each([
    ['the salt', 9],
    ['the rounds', HEADER_BYTES - 5],
    ['the chunk size', HEADER_BYTES - 1],
    ['the first byte of the first chunk', HEADER_BYTES + FRAME_BYTES],
    ['the last byte of the first chunk', HEADER_BYTES + FULL - 1],
  ])('an altered file is refused for %s, as with a wrong passphrase', async (_what, at) => {
    const file = await altered(await written(content(2 * CHUNK + 100)), at);
    // The whole header is authenticated with every chunk.
    const header = { ...seal.header, bytes: await bytesOf(file.slice(0, HEADER_BYTES)) };
    const { refusal, bytes } = await read(file, { ...seal, header });
    expect({ refusal, bytes }).toEqual({ refusal: 'wrong-passphrase-or-damaged', bytes: [] });
  });

  it.each([
    ['the first byte of the second chunk', HEADER_BYTES + FULL + FRAME_BYTES],
    ['its last byte', HEADER_BYTES + 2 * FULL - 1],
    ['the length of the last chunk', HEADER_BYTES + 2 * FULL + FRAME_BYTES - 1],
    ['the first byte of the last chunk', HEADER_BYTES + 2 * FULL + FRAME_BYTES],
    ['the last byte of the file', HEADER_BYTES + 2 * FULL + FRAME_BYTES + 100 + TAG_BYTES - 1],
  ])('an altered file is reported as damaged for %s', async (_what, at) => {
    const file = await written(content(2 * CHUNK + 100));
    const refusal = await refusalOf(await altered(file, at));
    // A last chunk that claims more bytes than there are looks cut.
    expect(refusal).toBe(at === HEADER_BYTES + 2 * FULL + FRAME_BYTES - 1 ? 'cut' : 'damaged');
  });

  it('a file is damaged when the mark of the last chunk is removed or moved', async () => {
    const file = await written(content(3 * CHUNK));
    const bytes = await bytesOf(file);
    const unmarked = bytes.slice();
    unmarked[HEADER_BYTES + 2 * FULL] = 0;
    expect(await refusalOf(unmarked)).toBe('damaged');
    const marked = bytes.slice(0, HEADER_BYTES + 2 * FULL);
    marked[HEADER_BYTES + FULL] = 0x80;
    expect(await refusalOf(marked)).toBe('damaged');
  });

  it('a file is damaged when chunks are exchanged, repeated or left out', async () => {
    const file = await written(content(4 * CHUNK));
    const chunk = (index: number): Blob =>
      file.slice(HEADER_BYTES + index * FULL, HEADER_BYTES + (index + 1) * FULL);
    const head = file.slice(0, HEADER_BYTES);
    const [first, second, third, last] = [chunk(0), chunk(1), chunk(2), chunk(3)];
    expect(await refusalOf(head, first, second, third, last)).toBeNull();
    expect(await refusalOf(head, first, third, second, last)).toBe('damaged');
    expect(await refusalOf(head, first, second, second, third, last)).toBe('damaged');
    expect(await refusalOf(head, first, third, last)).toBe('damaged');
    expect(await refusalOf(head, first, last)).toBe('damaged');
    expect(await refusalOf(head, second, first, third, last)).toBe('wrong-passphrase-or-damaged');
  });

  it('a file is damaged when bytes follow the last chunk', async () => {
    const file = await written(content(CHUNK + 1));
    expect(await refusalOf(file, 'x')).toBe('damaged');
    expect(await refusalOf(file, file.slice(HEADER_BYTES))).toBe('damaged');
  });

  it('a file is damaged when a chunk comes from another file with the same passphrase', async () => {
    const mine = await written(content(3 * CHUNK));
    const other = await written(content(3 * CHUNK), otherSeal);
    const [from, to] = [HEADER_BYTES + FULL, HEADER_BYTES + 2 * FULL];
    const mixed = [mine.slice(0, from), other.slice(from, to), mine.slice(to)];
    expect(await refusalOf(...mixed)).toBe('damaged');
  });

  it('a file is damaged with an impossible chunk length, without reading that many bytes', async () => {
    const file = await bytesOf(await written(content(3 * CHUNK)));
    new DataView(file.buffer).setUint32(HEADER_BYTES + FULL, 0x7fff_ffff);
    expect(await refusalOf(file)).toBe('damaged');
    new DataView(file.buffer).setUint32(HEADER_BYTES + FULL, 0x8000_0000 + CHUNK + 1);
    expect(await refusalOf(file)).toBe('damaged');
    new DataView(file.buffer).setUint32(HEADER_BYTES + FULL, CHUNK - 1);
    expect(await refusalOf(file)).toBe('damaged');
  });
});

describe('the header of a sealed file', () => {
  /** The header with a four-byte number replaced. */
  function withFigure(at: number, figure: number): Uint8Array<ArrayBuffer> {
    const bytes = headerOf(new Uint8Array(SALT_BYTES)).bytes.slice();
    new DataView(bytes.buffer).setUint32(at, figure);
    return bytes;
  }
  const codeOf = (bytes: Uint8Array<ArrayBuffer>): string => {
    const answer = readHeader(bytes);
    return answer.ok ? 'fine' : answer.code;
  };
  const ROUNDS_AT = HEADER_BYTES - 8;
  const CHUNK_AT = HEADER_BYTES - 4;

  it('the header has 600,000 rounds', () => {
    expect(headerOf(new Uint8Array(SALT_BYTES)).rounds).toBe(600_000);
  });

  it.each([
    [ROUNDS - 1, 'damaged'],
    [ROUNDS, 'fine'],
    [ROUNDS + 1, 'fine'],
    [10_000_000, 'fine'],
    [10_000_001, 'damaged'],
    [1_000_000_000, 'damaged'],
    [0, 'damaged'],
  ])('with %i rounds is %s', (rounds, code) => {
    expect(codeOf(withFigure(ROUNDS_AT, rounds))).toBe(code);
  });

  it.each([
    [1_023, 'damaged'],
    [1_024, 'fine'],
    [1_048_576, 'fine'],
    [1_048_577, 'damaged'],
    [0xffff_ffff, 'damaged'],
    [0, 'damaged'],
  ])('with chunks of %i bytes is %s', (chunkBytes, code) => {
    expect(codeOf(withFigure(CHUNK_AT, chunkBytes))).toBe(code);
  });

  it('a header of a later version is reported as such, of version 0 as damaged', () => {
    const bytes = headerOf(new Uint8Array(SALT_BYTES)).bytes;
    expect(codeOf(bytes.with(8, 2))).toBe('newer-version');
    expect(codeOf(bytes.with(8, 2).slice(0, 9))).toBe('newer-version');
    expect(codeOf(bytes.with(8, 0))).toBe('damaged');
  });

  it('a header that ends early is cut, and one that begins differently is no backup', async () => {
    const bytes = headerOf(new Uint8Array(SALT_BYTES)).bytes;
    expect(codeOf(bytes.slice(0, 8))).toBe('cut');
    expect(codeOf(bytes.slice(0, HEADER_BYTES - 1))).toBe('cut');
    expect(codeOf(bytes.slice(0, 7))).toBe('not-a-backup');
    expect(codeOf(bytes.with(0, 0x63))).toBe('not-a-backup');
    expect(await headerOfFile(new Blob([]))).toEqual({ ok: false, code: 'not-a-backup' });
    expect(await headerOfFile(new Blob(['{"kind":"backup"}']))).toMatchObject({
      code: 'not-a-backup',
    });
  });
});

describe('the passphrase of a backup', () => {
  it.each([
    ['nueve let', true],
    ['diez letra', false],
    ['ñandúñandú', false],
    ['ñandúñand', true],
    // Four emoji of two UTF-16 units each are four characters; blanks added by a keyboard do not
    // count.
    ['🌽🌽🌽🌽🌽', true],
    ['  nueve let  ', true],
  ])('"%s" is too short: %s', (passphrase, answer) => {
    expect(isTooShort(passphrase)).toBe(answer);
  });

  it('gives the same key for every encoding of an accent, and with a blank at the end', async () => {
    const file = await written(content(10), {
      ...seal,
      key: await deriveKey('maíz y café', seal.header),
    });
    const same = await deriveKey(' maíz y café '.normalize('NFD'), seal.header);
    expect((await read(file, { ...seal, key: same })).refusal).toBeNull();
  });
});
