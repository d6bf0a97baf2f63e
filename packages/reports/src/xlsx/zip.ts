/** One file of a zip, its bytes in pieces. */
export interface ZipEntry {
  /** ASCII only. */
  readonly path: string;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** What the directory at the end says of an entry. */
interface WrittenEntry {
  readonly path: Uint8Array;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
}

const LOCAL_SIGNATURE = 0x04034b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const VERSION = 20;
/** Sizes and checksum stand behind the entry's bytes, when they are known. */
const SIZES_BEHIND = 0x0008;
const DEFLATED = 8;
/** 1980-01-01, the first day that a zip can name: the same rows give the same bytes. */
const DAY_ONE = 0x0021;
/** Sizes and offsets are written in 32 bits. */
const MOST_BYTES = 0xffff_ffff;

const POLYNOMIAL = 0xedb8_8320;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The CRC-32 of bytes that follow others; `before` is 0 for the first. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Numbers of 2 or 4 bytes behind one another, as zip writes them: the lowest byte first. */
function record(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (value > MOST_BYTES) throw new RangeError('a zip of more than 4 GiB');
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function directoryRecord({ path, offset, crc, packed, unpacked }: WrittenEntry): Uint8Array {
  return record(
    ...([
      [4, DIRECTORY_SIGNATURE],
      [2, VERSION],
      [2, VERSION],
    ] as const),
    ...([
      [2, SIZES_BEHIND],
      [2, DEFLATED],
      [2, 0],
      [2, DAY_ONE],
    ] as const),
    ...([
      [4, crc],
      [4, packed],
      [4, unpacked],
      [2, path.length],
    ] as const),
    // No extra field, no comment, the first disk, no attributes.
    ...([
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const),
  );
}

/** Bytes packed by the platform, which does it beside what else there is to do. */
async function* deflated(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let isLeft = false;
  const pumped = (async () => {
    try {
      for await (const piece of bytes) {
        await writer.ready;
        // Not every platform tells the writer that nobody reads any more.
        if (isLeft) break;
        await writer.write(piece);
      }
      await writer.close();
    } catch (error) {
      // Whoever reads gets the error; where nobody reads any more, there is nobody to tell.
      await writer.abort(error).catch(() => undefined);
    }
  })();
  try {
    for (;;) {
      const read = await reader.read();
      if (read.done) break;
      yield read.value;
    }
  } finally {
    isLeft = true;
    await reader.cancel().catch(() => undefined);
    await pumped;
  }
}

/**
 * A zip as a stream: each entry is packed while its bytes come, so memory does not grow with its
 * size. No entry and not the whole may exceed 4 GiB (`RangeError`).
 */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const written: WrittenEntry[] = [];
  let at = 0;
  const counted = (bytes: Uint8Array) => {
    at += bytes.length;
    return bytes;
  };
  for await (const entry of entries) {
    const path = encoder.encode(entry.path);
    const offset = at;
    let crc = 0;
    let unpacked = 0;
    yield counted(
      record(
        ...([
          [4, LOCAL_SIGNATURE],
          [2, VERSION],
          [2, SIZES_BEHIND],
          [2, DEFLATED],
        ] as const),
        ...([
          [2, 0],
          [2, DAY_ONE],
          [4, 0],
          [4, 0],
          [4, 0],
          [2, path.length],
          [2, 0],
        ] as const),
      ),
    );
    yield counted(path);
    const start = at;
    const checked = async function* () {
      for await (const piece of entry.bytes) {
        crc = crc32(piece, crc);
        unpacked += piece.length;
        yield new Uint8Array(piece);
      }
    };
    for await (const piece of deflated(checked())) yield counted(piece);
    const packed = at - start;
    yield counted(record([4, DESCRIPTOR_SIGNATURE], [4, crc], [4, packed], [4, unpacked]));
    written.push({ path, offset, crc, packed, unpacked });
  }
  const directory = at;
  for (const entry of written) {
    yield counted(directoryRecord(entry));
    yield counted(entry.path);
  }
  const count = written.length;
  yield record(
    ...([
      [4, END_SIGNATURE],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, at - directory],
      [4, directory],
      [2, 0],
    ] as const),
  );
}
