/**
 * Writes endlessly and prints each acknowledged revision, one JSON array per line, until it is
 * killed: `node crash-writer.ts <folder> <round>`.
 */
import { writeSync } from 'node:fs';
import type { DocumentStore, WriteResult } from '../document-store.ts';
import { openSqliteStores } from '../sqlite/open-sqlite-stores.ts';
import { BATCH_SIZE, CRASH_DATABASES } from './crash-plan.ts';

const [dir = '', round = ''] = process.argv.slice(2);
const STANDARD_OUTPUT = 1;

function acknowledge(store: DocumentStore, results: readonly WriteResult[]): void {
  for (const result of results) {
    if (!result.ok) throw new Error(`conflict on ${result.id}`);
    // Written synchronously as one piece: a printed line is an acknowledgement that was received.
    writeSync(STANDARD_OUTPUT, `${JSON.stringify([store.name, result.id, result.rev])}\n`);
  }
}

async function writeOnce(store: DocumentStore, turn: number): Promise<void> {
  const batch = `${round}_${turn}`;
  const text = 'x'.repeat(turn % 7 === 0 ? 20_000 : 300);
  const drafts = Array.from({ length: BATCH_SIZE }, (_, i) => ({
    _id: `${batch}_${i}`,
    batch,
    text,
  }));
  acknowledge(store, await store.write(drafts));
  const counter = await store.read('counter');
  const _rev = counter?._rev;
  acknowledge(
    store,
    await store.write([{ _id: 'counter', turn, text, ...(_rev === undefined ? {} : { _rev }) }]),
  );
  const last = await store.read(`${batch}_0`);
  if (last !== null) {
    acknowledge(store, await store.write([{ _id: last._id, _rev: last._rev, _deleted: true }]));
  }
  if (turn % 10 === 9) await store.compact();
}

const stores = await openSqliteStores({ dir });
const open = await Promise.all(CRASH_DATABASES.map((name) => stores.open(name)));
for (let turn = 0; ; turn += 1) {
  for (const store of open) await writeOnce(store, turn);
}
