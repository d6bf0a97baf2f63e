import { gzipSync } from 'node:zlib';

/** Gzip and not something newer: every system unpacks it, and a cut at any byte is noticed. */
const LEVEL = 1;
/** So much is packed at a time: enough that the smaller parts cost no room. */
export const PACKED_AT_ONCE = 1024 * 1024;

/**
 * Packs what passes as members of one gzip file (RFC 1952, 2.2), in the thread that calls it: a stream of
 * zlib packs in the pool of the process, whose threads have the priority of those that serve phones.
 */
export function packing(): TransformStream<Uint8Array, Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const packed = (): Uint8Array => {
    const member = gzipSync(Buffer.concat(waiting), { level: LEVEL });
    waiting = [];
    bytes = 0;
    return member;
  };
  return new TransformStream({
    transform(chunk, to) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= PACKED_AT_ONCE) to.enqueue(packed());
    },
    flush(to) {
      if (bytes > 0) to.enqueue(packed());
    },
  });
}
