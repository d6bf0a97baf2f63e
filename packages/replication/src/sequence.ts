const COUNTED = /^\d+$/;

/**
 * Whether a sequence counts the writes of exactly one copy of the data, one by one and without gaps, so
 * that a lower one proves that writes are gone. A sequence of CouchDB (`12-g1AAAA…`) adds up the separate
 * counts of whichever shard copies answered, so a slightly lower number proves nothing.
 */
export function isCounted(sequence: string): boolean {
  return COUNTED.test(sequence);
}
