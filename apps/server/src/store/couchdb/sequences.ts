/** `17-g1AAAA…` of CouchDB, where the number is for people; other servers of its kind have the number alone. */
const SEQUENCE = /^(\d{1,15})(?:-[\w~=.+/-]+)?$/;

/** Whether this can be a sequence. */
export function isSequence(text: string): boolean {
  return SEQUENCE.test(text);
}

/**
 * The number in front of a sequence, 0 for what is none. Of one server it grows with every change; in
 * a cluster it depends a little on which copies answered.
 */
export function numberOf(sequence: string): number {
  return Number(SEQUENCE.exec(sequence)?.[1] ?? 0);
}
