import { createHash } from 'node:crypto';

/** Our own namespace: a random UUID that must never change. */
const NAMESPACE = Buffer.from('5f0d4c7a5e1b4b0e9b8e2f6a1c3d7e90', 'hex');
const NAME_BASED = 0x50;
const VARIANT = 0x80;

/**
 * The UUID of a name (RFC 9562, version 5): the same name gives the same UUID on every server and
 * in every export.
 */
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | NAME_BASED;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
