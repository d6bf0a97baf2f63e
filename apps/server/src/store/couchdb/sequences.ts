/**
 * `17-g1AAAA…` of CouchDB, where the number is only informative; compatible servers use the number
 * alone.
 */
const SEQUENCE = /^(\d{1,15})(?:-[\w~=.+/-]+)?$/;

/** Whether this can be a sequence. */
export function isSequence(text: string): boolean {
  return SEQUENCE.test(text);
}

/**
 * The number at the beginning of a sequence, 0 for an invalid one. On one server it grows with
 * every change; in a cluster it depends a little on which copies answered.
 */
export function sequenceNumber(sequence: string): number {
  return Number(SEQUENCE.exec(sequence)?.[1] ?? 0);
}
