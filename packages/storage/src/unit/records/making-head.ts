import type { WriteContext } from './context.ts';
import { FORMAT, findHead, type Head, REBUILT, writeHead } from './head.ts';
import { SEQUENCE_OF, type SequencedStore, type Transaction } from './key-value.ts';
import { keyOfLocal, LEDGER_ID, readLocal } from './locals.ts';
import type { LostRange } from './unit-records.ts';

/** Begins the keys of lost ranges in `meta`. */
export const LOST = 'lost:';

/** Every document: nobody knows which are missing. */
const EVERYTHING: LostRange = { first: '', last: '\uffff' };

/** A random id of 32 hexadecimal digits; `crypto.randomUUID` is missing on plain-http addresses. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The head with the number of blocks that there are now. */
export function counted(head: Head, keys: { readonly length: number }): Head {
  return { ...head, count: { at: head.blocks, blocks: keys.length } };
}

/** No unit has as many changes; a higher number is damage. */
const MOST_SEQUENCES = 2 ** 48;

/**
 * The highest sequence in a store above a given one; that one if there is none. Steps are doubled
 * and halved, so that few values are read.
 */
async function highestIn(
  transaction: Transaction,
  store: SequencedStore,
  above: number,
): Promise<number> {
  let highest = above;
  for (let step = 1; step >= 1; ) {
    const [found] = await transaction.after(store, highest + step - 1, 1);
    const value = Object(found?.[1]) as Readonly<Record<string, unknown>>;
    const sequence = value[SEQUENCE_OF[store]];
    const isFound = typeof sequence === 'number' && sequence < MOST_SEQUENCES;
    if (isFound) highest = Math.ceil(sequence);
    step = isFound ? step * 2 : step / 2;
  }
  return highest;
}

/** The highest sequence of all records above a given one. */
async function highestSequence(transaction: Transaction, above: number): Promise<number> {
  return highestIn(transaction, 'blocks', await highestIn(transaction, 'docs', above));
}

/** The highest sequence that the ledger knows as sent: no later write may get a lower one. */
async function highestSettled(transaction: Transaction): Promise<number> {
  const ledger = Object((await readLocal(transaction, LEDGER_ID))?.['ledger']) as {
    [field: string]: unknown;
  };
  const { scanned, offered, mergedTo, received } = ledger;
  const ranges = Array.isArray(received)
    ? received.map((range) => (Object(range) as readonly unknown[])[1])
    : [];
  const known = [scanned, offered, mergedTo, ...ranges].map(Number).filter(Number.isSafeInteger);
  return known.reduce((a, b) => Math.max(a, b), 0);
}

/** What an opened database needs; `isLost`: records are missing, and come with the next run. */
export interface Findings {
  /** The head as it must be; null when it is right. */
  readonly head: Head | null;
  readonly isMissing: boolean;
  readonly isLost: boolean;
}

/**
 * Looks for a block that is not there, for a head that is behind its records, and for a loss that
 * was not made good. Reads no record.
 */
export async function inspected(transaction: Transaction, head: Head): Promise<Findings> {
  const [keys, lost, sequence] = await Promise.all([
    transaction.keys('blocks', {}),
    transaction.keys('meta', { from: LOST, to: `${LOST}\uffff` }, 1),
    highestSequence(transaction, head.sequence),
  ]);
  const isCounted = head.count?.at === head.blocks;
  const isMissing = isCounted && keys.length < (head.count?.blocks ?? 0);
  const isRight = isCounted && head.count?.blocks === keys.length && sequence === head.sequence;
  return {
    head: isRight ? null : counted({ ...head, sequence }, keys),
    isMissing,
    isLost: isMissing || lost.length > 0,
  };
}

/** Writes what `inspected` found. */
export async function repair({ transaction, head }: WriteContext): Promise<Findings> {
  const found = await inspected(transaction, head);
  // With another number the lists of keys that tabs remember are read again.
  if (found.head !== null) {
    const blocks = head.blocks + 1;
    const count = { at: blocks, blocks: found.head.count?.blocks ?? 0 };
    writeHead(transaction, { ...found.head, blocks, count });
  }
  if (found.isMissing) noteEverythingLost(transaction);
  return found;
}

function noteEverythingLost(transaction: Transaction): void {
  transaction.put('meta', LOST + EVERYTHING.last, EVERYTHING);
}

/**
 * Creates the head. When two tabs open a unit for the first time at once, the second one finds the
 * first one's head. Where the head alone was lost, it is made from what is there, and everything is
 * compared with the server in the next run.
 */
export async function makeHead(transaction: Transaction): Promise<Head> {
  const found = await findHead(transaction);
  if (found !== null) return found;
  const fresh = { format: FORMAT, instance: randomId(), sequence: 0, blocks: 0 };
  const [docs, blocks] = await Promise.all([
    transaction.keys('docs', {}, 1),
    transaction.keys('blocks', {}, 1),
  ]);
  if (docs.length + blocks.length === 0) {
    // The ledger speaks of records that are not here: without it nothing looks synchronised.
    transaction.delete('meta', keyOfLocal(LEDGER_ID));
    const head = counted(fresh, blocks);
    writeHead(transaction, head);
    return head;
  }
  const keys = await transaction.keys('blocks', {});
  const sequence = await highestSequence(transaction, await highestSettled(transaction));
  const head = counted({ ...fresh, instance: REBUILT + fresh.instance, sequence }, keys);
  writeHead(transaction, head);
  noteEverythingLost(transaction);
  return head;
}
