import { decodeBlock } from './block.ts';
import { changeOf, decodeEntry, type Entry } from './entry.ts';
import type { Head } from './head.ts';
import type { Transaction } from './key-value.ts';
import type { Damage } from './lookup.ts';
import type { Changes } from './unit-records.ts';

/** Where something lies that could not be read. */
export type Damaged = Pick<Damage, 'store' | 'key'>;

async function changedInDocs(
  transaction: Transaction,
  since: number,
  limit: number,
  damaged: Damaged[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let end: unknown = since; typeof end === 'number'; ) {
    const wanted = limit - entries.length;
    const found = await transaction.after('docs', end, wanted);
    for (const [key, value] of found) {
      const entry = decodeEntry(key, value);
      if (entry === null) damaged.push({ store: 'docs', key });
      else entries.push(entry);
    }
    if (found.length < wanted || entries.length >= limit) break;
    // Of a wrong type the index gives it after all numbers.
    const last = found.at(-1)?.[1] as { seq: unknown } | undefined;
    end = last?.seq;
  }
  return entries;
}

/** Rows of a block that no entry in `docs` covers. */
async function uncovered(transaction: Transaction, rows: readonly Entry[]): Promise<Entry[]> {
  const [from = '', to = ''] = [rows[0]?.id, rows.at(-1)?.id];
  const covering = new Set(await transaction.keys('docs', { from, to }));
  return rows.filter(({ id }) => !covering.has(id));
}

/** Rows expected to count in each block; used to estimate how many blocks to read first. */
const ROWS_EXPECTED = 30;

async function changedInBlocks(
  transaction: Transaction,
  since: number,
  limit: number,
  damaged: Damaged[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let end = since; ; ) {
    const wanted = Math.ceil((limit - entries.length) / ROWS_EXPECTED) + 1;
    const found = await transaction.after('blocks', end, wanted);
    const read = found.map(async ([key, value]) => {
      const rows = decodeBlock(key, value);
      if (rows === null) damaged.push({ store: 'blocks', key });
      return rows === null ? [] : uncovered(transaction, rows);
    });
    for (const rows of await Promise.all(read)) {
      entries.push(...rows.filter(({ sequence }) => sequence > since));
    }
    if (found.length < wanted || entries.length >= limit) return entries;
    end = endOf(found.at(-1)?.[1]);
  }
}

/**
 * The block's last sequence. It is always a number, even in a damaged block, because the index is
 * ordered by it.
 */
function endOf(block: unknown): number {
  return (block as { to: number }).to;
}

/**
 * Documents changed after a sequence, from `docs` and from the blocks. Each source is read until it
 * has given `limit` documents or has ended, so a document that was not read comes after the `limit`
 * lowest of both. `damaged`: what could not be read.
 */
export async function readChanges(
  transaction: Transaction,
  head: Head,
  since: number,
  limit: number,
): Promise<Changes & { damaged: readonly Damaged[] }> {
  const damaged: Damaged[] = [];
  if (limit < 1 || since >= head.sequence) {
    return { changes: [], sequence: limit < 1 ? since : Math.max(since, head.sequence), damaged };
  }
  const [docs, blocks] = await Promise.all([
    changedInDocs(transaction, since, limit, damaged),
    changedInBlocks(transaction, since, limit, damaged),
  ]);
  const entries = [...docs, ...blocks].sort((a, b) => a.sequence - b.sequence).slice(0, limit);
  const isFull = entries.length === limit;
  return {
    changes: entries.map(changeOf),
    sequence: isFull ? (entries.at(-1)?.sequence ?? since) : Math.max(since, head.sequence),
    damaged,
  };
}
