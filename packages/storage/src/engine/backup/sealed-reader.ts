import {
  FRAME_BYTES,
  HEADER_BYTES,
  type Header,
  readFrame,
  readHeader,
  sealingOf,
  TAG_BYTES,
} from './format.ts';

/** Why a file is not opened; see `BackupRefusal`. */
export type SealedRefusal =
  | 'not-a-backup'
  | 'newer-version'
  | 'wrong-passphrase-or-damaged'
  | 'damaged'
  | 'cut';

async function bytesAt(file: Blob, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
}

/** Reads the header of a file, or returns why it is not a backup. */
export async function headerOfFile(file: Blob): Promise<ReturnType<typeof readHeader>> {
  return readHeader(await bytesAt(file, 0, HEADER_BYTES));
}

/** One chunk's content and the position of the next chunk. */
interface Chunk {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
  readonly next: number;
}

async function chunkAt(
  file: Blob,
  { header, key }: { header: Header; key: CryptoKey },
  { index, at }: { index: number; at: number },
): Promise<Chunk | SealedRefusal> {
  const front = await bytesAt(file, at, FRAME_BYTES);
  if (front.length < FRAME_BYTES) return 'cut';
  const frame = readFrame(front, header.chunkBytes);
  if (frame === null) return 'damaged';
  const sealed = await bytesAt(file, at + FRAME_BYTES, frame.length + TAG_BYTES);
  if (sealed.length < frame.length + TAG_BYTES) return 'cut';
  try {
    const content = await crypto.subtle.decrypt(sealingOf(header, index, frame), key, sealed);
    const next = at + FRAME_BYTES + sealed.length;
    return { content: new Uint8Array(content), isLast: frame.isLast, next };
  } catch {
    // A wrong key and damaged content look alike; after one opened chunk, the key is known to be
    // right.
    return index === 0 ? 'wrong-passphrase-or-damaged' : 'damaged';
  }
}

/**
 * Opens a file chunk by chunk and passes on the contents in order. Returns why it stopped, or null
 * when the file is complete. Content is passed on only after its chunk was authenticated.
 */
export async function readSealed(
  file: Blob,
  opened: { header: Header; key: CryptoKey },
  take: (content: Uint8Array<ArrayBuffer>, read: number) => Promise<void>,
): Promise<SealedRefusal | null> {
  let at = HEADER_BYTES;
  for (let index = 0; ; index += 1) {
    const chunk = await chunkAt(file, opened, { index, at });
    if (typeof chunk === 'string') return chunk;
    await take(chunk.content, chunk.next);
    at = chunk.next;
    // Nothing may follow the last chunk.
    if (chunk.isLast) return at === file.size ? null : 'damaged';
  }
}
