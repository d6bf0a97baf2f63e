const COUNTED = /^\d+$/;

/**
 * Whether a sequence counts the writes of one copy of the data: then a lower one means that writes
 * are gone. Those of a CouchDB (`12-g1AAAA…`) add up what whichever copies answered have counted,
 * each for itself: a little lower means nothing.
 */
export function isCounted(sequence: string): boolean {
  return COUNTED.test(sequence);
}
