import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { zipped } from './zip.ts';

const text = new TextEncoder();

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return new Uint8Array(Buffer.concat(read));
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a streamed zip', () => {
  const entries = () => [
    { path: 'a.xml', bytes: [text.encode('<a>'), text.encode('</a>')] },
    { path: 'b/empty.xml', bytes: [] },
  ];

  it('contains each entry completely', async () => {
    const files = unzipSync(await allOf(zipped(entries())));
    expect(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
      ['a.xml', '<a></a>'],
      ['b/empty.xml', ''],
    ]);
  });

  it('a zip is byte-for-byte the same for the same entries on another day', async () => {
    const today = await allOf(zipped(entries()));
    vi.useFakeTimers({ now: new Date('2031-05-06T07:08:09Z'), toFake: ['Date'] });
    expect(await allOf(zipped(entries()))).toEqual(today);
  });

  it('returns compressed bytes before an entry ends, and reads no more than is consumed', async () => {
    let given = 0;
    const bytes = function* () {
      for (; given < 1000; given += 1) {
        yield crypto.getRandomValues(new Uint8Array(60_000));
      }
    };
    const pieces = zipped([{ path: 'large.bin', bytes: bytes() }]);
    for (let read = 0; read < 10; read += 1) await pieces.next();
    expect(given).toBeLessThan(50);
    await pieces.return(undefined);
  });

  it('passes on the error of an unreadable entry', async () => {
    const broken = async function* () {
      yield text.encode('<a>');
      throw new Error('the unit cannot be read');
    };
    await expect(allOf(zipped([{ path: 'a.xml', bytes: broken() }]))).rejects.toThrow(
      'the unit cannot be read',
    );
  });
});
