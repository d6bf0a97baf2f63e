/**
 * The outside of a backup file, all numbers big-endian:
 *
 *     8  magic "CRECEBAK"
 *     1  version
 *    16  salt
 *     4  rounds of PBKDF2-SHA-256
 *     4  bytes of content in every chunk but the last
 *
 * then the chunks, each with 4 bytes in front: the length of its content, the highest bit set on the
 * last one. Content is AES-GCM-256 with its tag of 16 bytes behind it. The nonce is the chunk's
 * number (a key is never used for two files: each has a salt of its own); header, number and the 4
 * bytes in front are authenticated with it.
 */
export const MAGIC = 'CRECEBAK';
export const BACKUP_VERSION = 1;

/** OWASP's recommendation of 2023: takes 0.2 s on a computer, about a second on a cheap phone. */
export const ROUNDS = 600_000;
/** A file may require more rounds, but not so many that a phone would hang. */
const MAX_ROUNDS = 10_000_000;

export const SALT_BYTES = 16;
export const CHUNK_BYTES = 65_536;
const CHUNK_LIMITS = { min: 1_024, max: 1_048_576 } as const;

/** Length of AES-GCM's authentication tag. */
export const TAG_BYTES = 16;
export const FRAME_BYTES = 4;
const LAST = 0x8000_0000;

const VERSION_AT = MAGIC.length;
const SALT_AT = VERSION_AT + 1;
const ROUNDS_AT = SALT_AT + SALT_BYTES;
const CHUNK_AT = ROUNDS_AT + 4;
export const HEADER_BYTES = CHUNK_AT + 4;

const NONCE_BYTES = 12;

type Bytes = Uint8Array<ArrayBuffer>;

/** The content of a file's header. */
export interface Header {
  readonly salt: Bytes;
  readonly rounds: number;
  readonly chunkBytes: number;
  /** The header's bytes, authenticated with every chunk. */
  readonly bytes: Bytes;
}

export type HeaderRefusal = 'not-a-backup' | 'newer-version' | 'damaged' | 'cut';

/** Makes the header of a new file. */
export function headerOf(salt: Bytes, chunkBytes: number = CHUNK_BYTES): Header {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  bytes[VERSION_AT] = BACKUP_VERSION;
  bytes.set(salt, SALT_AT);
  view.setUint32(ROUNDS_AT, ROUNDS);
  view.setUint32(CHUNK_AT, chunkBytes);
  return { salt, rounds: ROUNDS, chunkBytes, bytes };
}

/**
 * Reads the first bytes of a file. Refuses figures that no version of the application writes,
 * before they are used.
 */
export function readHeader(
  bytes: Bytes,
): { ok: true; header: Header } | { ok: false; code: HeaderRefusal } {
  const magic = new TextEncoder().encode(MAGIC);
  const beginning = bytes.subarray(0, magic.length);
  if (beginning.length < magic.length || beginning.some((byte, at) => byte !== magic[at])) {
    return { ok: false, code: 'not-a-backup' };
  }
  const version = bytes[VERSION_AT];
  if (version === undefined) return { ok: false, code: 'cut' };
  if (version > BACKUP_VERSION) return { ok: false, code: 'newer-version' };
  if (bytes.length < HEADER_BYTES) return { ok: false, code: 'cut' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const rounds = view.getUint32(ROUNDS_AT);
  const chunkBytes = view.getUint32(CHUNK_AT);
  const isOurs =
    version === BACKUP_VERSION &&
    rounds >= ROUNDS &&
    rounds <= MAX_ROUNDS &&
    chunkBytes >= CHUNK_LIMITS.min &&
    chunkBytes <= CHUNK_LIMITS.max;
  if (!isOurs) return { ok: false, code: 'damaged' };
  const salt = bytes.slice(SALT_AT, SALT_AT + SALT_BYTES);
  return { ok: true, header: { salt, rounds, chunkBytes, bytes: bytes.slice(0, HEADER_BYTES) } };
}

/** The content of the 4 bytes before a chunk. */
export interface Frame {
  readonly length: number;
  readonly isLast: boolean;
  readonly bytes: Bytes;
}

export function frameOf(length: number, isLast: boolean): Frame {
  const bytes = new Uint8Array(FRAME_BYTES);
  // `|` returns a signed number; `setUint32` takes it modulo 2^32.
  new DataView(bytes.buffer).setUint32(0, isLast ? length | LAST : length);
  return { length, isLast, bytes };
}

/** Decodes the 4 bytes before a chunk; null when the length is impossible. */
export function readFrame(bytes: Bytes, chunkBytes: number): Frame | null {
  const figure = new DataView(bytes.buffer, bytes.byteOffset, FRAME_BYTES).getUint32(0);
  const isLast = figure >= LAST;
  const length = isLast ? figure - LAST : figure;
  const isPossible = isLast ? length <= chunkBytes : length === chunkBytes;
  return isPossible ? { length, isLast, bytes } : null;
}

/** The nonce of a chunk, and the data authenticated with it. */
export function sealingOf(
  { bytes: header }: Header,
  index: number,
  { bytes: frame }: Frame,
): { name: 'AES-GCM'; iv: Bytes; additionalData: Bytes } {
  const iv = new Uint8Array(NONCE_BYTES);
  new DataView(iv.buffer).setUint32(NONCE_BYTES - 4, index);
  const additionalData = new Uint8Array(header.length + 4 + frame.length);
  additionalData.set(header);
  new DataView(additionalData.buffer).setUint32(header.length, index);
  additionalData.set(frame, header.length + 4);
  return { name: 'AES-GCM', iv, additionalData };
}
