import { expect } from 'vitest';
import { decodeBlock } from '../block.ts';
import { carriedLeaves, decodeEntry, type Entry, leafRevisions } from '../entry.ts';
import { findHead } from '../head.ts';
import type { KeyValueStore } from '../key-value.ts';

interface Everything {
  last: number;
  blocks: { key: string; rows: Entry[] | null; from: number; to: number }[];
  docs: Entry[];
}

function readEverything(store: KeyValueStore): Promise<Everything> {
  return store.read(async (transaction) => {
    const head = await findHead(transaction);
    const keys = await transaction.keys('blocks', {});
    const blocks = await Promise.all(
      keys.map(async (key) => {
        const value = (await transaction.get('blocks', key)) as { from: number; to: number };
        return { key, rows: decodeBlock(key, value), from: value.from, to: value.to };
      }),
    );
    const ids = await transaction.keys('docs', {});
    const docs = await Promise.all(
      ids.map(async (id) => decodeEntry(id, await transaction.get('docs', id))),
    );
    return { last: head?.sequence ?? 0, blocks, docs };
  });
}

function kindOf(id: string): string {
  return id.split('_')[0] ?? '';
}

/**
 * Fails unless the stored content is consistent: blocks whole, in order, without overlap and of one
 * kind; each sequence used once and none above the last; a covering document newer than the row it
 * covers; content for each leaf, the winner first.
 */
export async function expectSound(store: KeyValueStore): Promise<void> {
  const { last, blocks, docs } = await readEverything(store);
  const sequences = docs.map(({ sequence }) => sequence);
  const rowsById = new Map<string, Entry>();
  let before = '';
  for (const { key, rows, from, to } of blocks) {
    expect(rows, `block ${key} can be read`).not.toBeNull();
    const [first = ''] = (rows ?? []).map(({ id }) => id);
    expect(before < first, `block ${key} begins behind ${before}`).toBe(true);
    expect(kindOf(first)).toBe(kindOf(key));
    before = key;
    for (const row of rows ?? []) rowsById.set(row.id, row);
    for (let sequence = from; sequence <= to; sequence += 1) sequences.push(sequence);
  }
  expect(new Set(sequences).size, 'sequences are given once').toBe(sequences.length);
  expect(Math.max(0, ...sequences)).toBeLessThanOrEqual(last);
  for (const entry of docs) {
    const row = rowsById.get(entry.id);
    if (row !== undefined) expect(entry.sequence).toBeGreaterThan(row.sequence);
    const leaves = carriedLeaves(entry);
    expect(leaves.map(({ _rev }) => _rev)).toEqual(leafRevisions(entry));
    expect(leaves[0]).toMatchObject({ _rev: entry.rev });
    expect(leaves[0]?._deleted === true).toBe(entry.deleted);
    expect(entry.others.size).toBe(leaves.length - 1);
  }
}
