import { Zip, ZipDeflate } from 'fflate';

/** One file of a zip, its bytes in chunks. */
export interface ZipEntry {
  /** ASCII only. */
  readonly path: string;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Sizes and offsets have 32 bits. */
const MOST_BYTES = 0xffff_ffff;
/** Cells repeat so much text that higher levels save only some per cent for twice the time. */
const LEVEL = 4;
/** The first date that a zip can contain, always used so that the same rows give the same bytes. */
const DAY_ONE = new Date(1980, 0, 1);

/**
 * A zip as a stream: entries are compressed while their bytes arrive, so that memory does not grow
 * with their size. Neither an entry nor the whole may exceed 4 GiB (`RangeError`).
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
