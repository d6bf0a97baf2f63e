import { createHash } from 'node:crypto';

/** 128 bits: no two slips share one, and nobody finds the slip from it. */
const KEY_LENGTH = 32;

/**
 * What the server knows a slip by, beside the record that carries it: whoever reads this cannot answer
 * with it.
 */
export function slipKey(slip: string): string {
  return createHash('sha256').update(`slip ${slip}`, 'utf8').digest('hex').slice(0, KEY_LENGTH);
}
