import type { WriteContext } from './context.ts';
import { writeHead } from './head.ts';
import type { Transaction } from './key-value.ts';
import { type Damage, readBlocks } from './lookup.ts';
import type { LostRange } from './unit-records.ts';

const LOST = 'lost:';

function keyOf({ last }: LostRange): string {
  return LOST + last;
}

/**
 * Takes damaged blocks out of the way and notes what was lost with them, so that it is fetched again.
 * Answers the context as it is then.
 */
export function setAside(context: WriteContext, damages: readonly Damage[]): WriteContext {
  if (damages.length === 0) return context;
  const { transaction } = context;
  for (const { key, lost } of damages) {
    transaction.delete('blocks', key);
    transaction.put('meta', keyOf(lost), lost);
  }
  const head = { ...context.head, blocks: context.head.blocks + 1 };
  writeHead(transaction, head);
  const gone = new Set(damages.map(({ key }) => key));
  const keys = context.directory.keys.filter((key) => !gone.has(key));
  return { ...context, head, directory: { version: head.blocks, keys } };
}

/** What was lost and is not yet reported as fetched. */
export async function readLost(transaction: Transaction): Promise<LostRange[]> {
  const keys = await transaction.keys('meta', { from: LOST, to: `${LOST}\uffff` });
  const values = await Promise.all(keys.map((key) => transaction.get('meta', key)));
  return values.map((value) => value as LostRange);
}

export function forgetLost(transaction: Transaction, range: LostRange): void {
  transaction.delete('meta', keyOf(range));
}

/** Looks at blocks that a reading found damaged, and sets those aside that still are. */
export async function setAsideStillDamaged(
  context: WriteContext,
  keys: readonly string[],
): Promise<number> {
  const present = keys.filter((key) => context.directory.keys.includes(key));
  const { damages } = await readBlocks(context.transaction, context.directory, present);
  setAside(context, damages);
  return damages.length;
}
