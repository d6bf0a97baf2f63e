import { decodeBlock } from '../block.ts';
import { carriedLeaves, type Entry, leafRevisions } from '../entry.ts';
import { findHead, type Head } from '../head.ts';
import type { KeyValueStore, Transaction } from '../key-value.ts';
import { readDocs } from '../lookup.ts';

interface ReadBlock {
  key: string;
  rows: readonly Entry[] | null;
  from: number;
  to: number;
}

async function readBlock(transaction: Transaction, key: string): Promise<ReadBlock> {
  const value = (await transaction.get('blocks', key)) as { from: number; to: number };
  return { key, rows: decodeBlock(key, value), from: value.from, to: value.to };
}

function kindOf(id: string): string {
  return id.split('_')[0] ?? '';
}

/** Blocks must be readable, in the order of ids, without overlap, and of one kind of record. */
function faultsOfBlocks(blocks: readonly ReadBlock[]): string[] {
  const faults: string[] = [];
  let before = '';
  for (const { key, rows } of blocks) {
    const first = rows?.[0]?.id;
    if (first === undefined) faults.push(`block ${key} cannot be read`);
    else if (first <= before) faults.push(`block ${key} begins at ${first}, before ${before} ends`);
    else if (kindOf(first) !== kindOf(key)) faults.push(`block ${key} begins at ${first}`);
    before = key;
  }
  return faults;
}

/** Each sequence must be given once, and none above the last. */
function faultsOfSequences(sequences: readonly number[], last: number): string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const sequence of sequences) {
    if (seen.has(sequence)) faults.push(`sequence ${sequence} is given twice`);
    if (sequence > last) faults.push(`sequence ${sequence} is above the last, ${last}`);
    seen.add(sequence);
  }
  return faults;
}

/** A document must have the content of each leaf, and be newer than the row that it covers. */
function faultsOfEntry(entry: Entry, row: Entry | undefined): string[] {
  const faults: string[] = [];
  if (row !== undefined && entry.sequence <= row.sequence) faults.push('is older than its row');
  const [winner, ...others] = carriedLeaves(entry);
  const revs = [winner, ...others].map((leaf) => leaf?._rev);
  if (revs.join() !== leafRevisions(entry).join()) faults.push('has other leaves than its tree');
  if (winner?._rev !== entry.rev) faults.push('has another winner than it says');
  if ((winner?._deleted === true) !== entry.deleted) faults.push('is wrong about its removal');
  if (entry.others.size !== others.length) faults.push('has content without a leaf');
  return faults.map((fault) => `document ${entry.id} ${fault}`);
}

/** The head must know how many blocks there are. */
function faultsOfCount(head: Head | null, keys: readonly string[]): string[] {
  if (head?.count === undefined) return [];
  const { at, blocks } = head.count;
  return at === head.blocks && blocks === keys.length ? [] : ['the head counts other blocks'];
}

/**
 * Every inconsistency of the stored content; empty when it is sound: blocks whole, in order, without
 * overlap and of one kind; each sequence given once and none above the last; a covering document newer
 * than the row it covers; content for each leaf, the winner first.
 */
export function findUnsound(store: KeyValueStore): Promise<string[]> {
  return store.read(async (transaction) => {
    const head = await findHead(transaction);
    const keys = await transaction.keys('blocks', {});
    const blocks = await Promise.all(keys.map((key) => readBlock(transaction, key)));
    const ids = await transaction.keys('docs', {});
    const { entries, damages } = await readDocs(transaction, ids);
    const docs = [...entries.values()];
    const inBlocks = blocks.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, place) => from + place),
    );
    const sequences = [...docs.map(({ sequence }) => sequence), ...inBlocks];
    const rows = new Map(blocks.flatMap((block) => block.rows ?? []).map((row) => [row.id, row]));
    return [
      ...faultsOfBlocks(blocks),
      ...damages.map(({ key }) => `document ${key} cannot be read`),
      ...faultsOfCount(head, keys),
      ...faultsOfSequences(sequences, head?.sequence ?? 0),
      ...docs.flatMap((entry) => faultsOfEntry(entry, rows.get(entry.id))),
    ];
  });
}
