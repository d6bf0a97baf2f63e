import type { Damaged } from './changes.ts';
import type { WriteContext } from './context.ts';
import { writeHead } from './head.ts';
import type { SequencedStore, Transaction } from './key-value.ts';
import { type Damage, readBlocks, readDocs } from './lookup.ts';
import { counted, LOST, randomId } from './making-head.ts';
import type { LostRange, UnreadEntry } from './unit-records.ts';

function keyOf({ last }: LostRange): string {
  return LOST + last;
}

const UNREAD = 'unread:';

/**
 * Takes damaged blocks out, and entries of `docs` that cannot be read. A block is deleted, because
 * the server has its rows; of an entry nobody knows that, so it is kept as it was found,
 * under a key that no other one gets. Notes which ids were lost, so that they are fetched again. Returns the
 * context after that.
 */
export function setAside(context: WriteContext, damages: readonly Damage[]): WriteContext {
  if (damages.length === 0) return context;
  const { transaction } = context;
  const gone = new Set<string>();
  for (const { store, key, lost, raw } of damages) {
    transaction.delete(store, key);
    transaction.put('meta', keyOf(lost), lost);
    const unread: UnreadEntry = { id: key, raw };
    if (store === 'blocks') gone.add(key);
    else transaction.put('meta', `${UNREAD}${key}:${randomId()}`, unread);
  }
  if (gone.size === 0) return context;
  const keys = context.directory.keys.filter((key) => !gone.has(key));
  const head = counted({ ...context.head, blocks: context.head.blocks + 1 }, keys);
  writeHead(transaction, head);
  return { ...context, head, directory: { version: head.blocks, keys } };
}

/** Entries of `docs` that were set aside, in the order in which they were found. */
export async function readUnread(transaction: Transaction): Promise<UnreadEntry[]> {
  const keys = await transaction.keys('meta', { from: UNREAD, to: `${UNREAD}\uffff` });
  const values = await Promise.all(keys.map((key) => transaction.get('meta', key)));
  return values.map((value) => value as UnreadEntry);
}

/** The keys under which unreadable entries of these records were set aside, also just now. */
export async function unreadKeys(
  transaction: Transaction,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const keys = await transaction.keys('meta', { from: UNREAD, to: `${UNREAD}\uffff` });
  const idIn = (key: string) => key.slice(UNREAD.length, key.lastIndexOf(':'));
  return keys.filter((key) => ids.has(idIn(key)));
}

/** Lost ranges that were not yet reported as fetched. */
export async function readLost(transaction: Transaction): Promise<LostRange[]> {
  const keys = await transaction.keys('meta', { from: LOST, to: `${LOST}\uffff` });
  const values = await Promise.all(keys.map((key) => transaction.get('meta', key)));
  return values.map((value) => value as LostRange);
}

export function forgetLost(transaction: Transaction, range: LostRange): void {
  transaction.delete('meta', keyOf(range));
}

/**
 * Checks what a read found damaged, and sets aside what still is. Returns how much that was.
 */
export async function setAsideStillDamaged(
  context: WriteContext,
  damaged: readonly Damaged[],
): Promise<number> {
  const keysIn = (wanted: SequencedStore): string[] =>
    damaged.flatMap(({ store, key }) => (store === wanted ? [key] : []));
  const present = keysIn('blocks').filter((key) => context.directory.keys.includes(key));
  const [inBlocks, inDocs] = await Promise.all([
    readBlocks(context.transaction, context.directory, present),
    readDocs(context.transaction, keysIn('docs')),
  ]);
  const damages = [...inDocs.damages, ...inBlocks.damages];
  setAside(context, damages);
  return damages.length;
}
