import { Zip, ZipDeflate } from 'fflate';

/** One file of a zip, its bytes in pieces. */
export interface ZipEntry {
  /** ASCII only. */
  readonly path: string;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Sizes and offsets are written in 32 bits. */
const MOST_BYTES = 0xffff_ffff;
/** Text of cells repeats itself so much that higher levels win some per cent for twice the time. */
const LEVEL = 4;
/** The first day that a zip can name: the same rows give the same bytes. */
const DAY_ONE = new Date(1980, 0, 1);

/**
 * A zip as a stream: each entry is packed while its bytes come, so memory does not grow with its
 * size. No entry and not the whole may exceed 4 GiB (`RangeError`).
 */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  let written = 0;
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    written += bytes.length;
    if (written > MOST_BYTES) throw new RangeError('a zip of more than 4 GiB');
    packed.push(bytes);
  });
  for await (const { path, bytes } of entries) {
    const file = new ZipDeflate(path, { level: LEVEL });
    file.mtime = DAY_ONE;
    zip.add(file);
    for await (const piece of bytes) {
      file.push(piece);
      yield* packed.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  zip.end();
  yield* packed.splice(0);
}
