import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { MAX_UNPACKED_BYTES, MAX_UNPACKED_TEXTS_BYTES } from './limits.ts';
import { RefusedFile } from './source-row.ts';

/** One file inside a zip, by its directory. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: Buffer;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_ENTRIES = 2_000;
const STORED = 0;
const DEFLATED = 8;

/** Sheets are read piece by piece; every other part is held in memory as a whole. */
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;

function unreadable(): RefusedFile {
  return new RefusedFile('workbook-unreadable');
}

/**
 * The offset of the end record of the directory, searched backwards past a comment of any length.
 */
function endOf(data: Buffer): number {
  const first = Math.max(0, data.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = data.length - END_BYTES; at >= first; at -= 1) {
    if (data.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw unreadable();
}

function packedBytes(data: Buffer, at: number, size: number): Buffer {
  const start = at + LOCAL_BYTES + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
  if (start + size > data.length) throw unreadable();
  return data.subarray(start, start + size);
}

function* entriesOf(data: Buffer): Generator<Entry> {
  const end = endOf(data);
  const count = data.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new RefusedFile('workbook-too-large');
  let at = data.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (data.readUInt32LE(at) !== ENTRY_SIGNATURE) throw unreadable();
    const nameBytes = data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const packed = packedBytes(data, data.readUInt32LE(at + 42), data.readUInt32LE(at + 20));
    yield { name, method: data.readUInt16LE(at + 10), packed };
    at += ENTRY_BYTES + nameBytes + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
}

/** Decompresses an entry and counts its bytes; stops when there are more than `most`. */
async function unpackedBytes({ method, packed }: Entry, most: number): Promise<number> {
  if (method === STORED) return packed.length;
  if (method !== DEFLATED) throw unreadable();
  let bytes = 0;
  const inflate = Readable.from([packed]).pipe(createInflateRaw());
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new RefusedFile('workbook-too-large');
  }
  return bytes;
}

/**
 * Measures the size of a workbook by decompressing it, because the sizes in its directory may be
 * false. Throws `RefusedFile` when it is too large or not a workbook.
 */
export async function checkUnpackedSize(data: Buffer): Promise<void> {
  let sheets = 0;
  let others = 0;
  try {
    for (const entry of entriesOf(data)) {
      if (SHEET.test(entry.name)) sheets += await unpackedBytes(entry, MAX_UNPACKED_BYTES - sheets);
      else others += await unpackedBytes(entry, MAX_UNPACKED_TEXTS_BYTES - others);
      if (sheets > MAX_UNPACKED_BYTES || others > MAX_UNPACKED_TEXTS_BYTES) {
        throw new RefusedFile('workbook-too-large');
      }
    }
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    // An offset beyond the end of the file, or broken compression.
    throw new RefusedFile('workbook-unreadable', { cause: error });
  }
}

/** The names of the files inside a workbook whose size was checked, and the text of one of them. */
export function workbookParts(data: Buffer): {
  readonly names: readonly string[];
  readonly textOf: (name: string) => string | null;
} {
  const entries = new Map([...entriesOf(data)].map((entry) => [entry.name, entry]));
  return {
    names: [...entries.keys()],
    textOf: (name) => {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const { method, packed } = entry;
      return (method === STORED ? packed : inflateRawSync(packed)).toString('utf8');
    },
  };
}
