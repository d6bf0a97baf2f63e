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
 * Deletes damaged blocks and notes which ids were lost, so that they are fetched again. Returns the
 * context after that.
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
 * Checks blocks that a read found damaged, and sets aside those that still are. Returns their
 * number.
 */
export async function setAsideStillDamaged(
  context: WriteContext,
  keys: readonly string[],
): Promise<number> {
  const present = keys.filter((key) => context.directory.keys.includes(key));
  const { damages } = await readBlocks(context.transaction, context.directory, present);
  setAside(context, damages);
  return damages.length;
}
