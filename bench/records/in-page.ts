// Runs inside a page of an empty origin: the records of a unit in the product's store, and in
// published PouchDB, each in its own database.
import { demoRecords } from '@crece/domain/demo';
import idbAdapter from 'pouchdb-adapter-idb';
import PouchDB from 'pouchdb-core';
import { inSmallBatches } from '../../packages/storage/src/unit/records/batch-size.ts';
import type { CarriedDocument } from '../../packages/storage/src/unit/records/carried-document.ts';
import { IndexedDbStore } from '../../packages/storage/src/unit/records/indexeddb-store.ts';
import { StoredRecords } from '../../packages/storage/src/unit/records/stored-records.ts';
import { PouchRecords } from '../../packages/storage/src/unit/records/testing/pouch-records.ts';
import type { UnitRecords } from '../../packages/storage/src/unit/records/unit-records.ts';

export type Way = 'own' | 'stock';

export interface RecordsBench {
  /** Milliseconds to store this many records, as in a first download. */
  take: (way: Way, count: number) => Promise<number>;
  /** Milliseconds of each of this many durable saves, one record each. */
  saves: (way: Way, count: number) => Promise<number[]>;
  /** Milliseconds to open the database and read the last sequence. */
  open: (way: Way) => Promise<number>;
  /** Milliseconds to read each of this many children with their screenings. */
  files: (way: Way, count: number) => Promise<number[]>;
  /** Milliseconds to read every document in pages of 500 changes. */
  readAll: (way: Way) => Promise<number>;
}

declare global {
  interface Window {
    recordsBench: RecordsBench;
  }
}

type Place = Pick<UnitRecords, 'lastSequence' | 'readMany' | 'changesSince' | 'write'> & {
  take(documents: readonly CarriedDocument[]): Promise<unknown>;
};

function open(way: Way): Place {
  const name = `bench_${way}`;
  if (way === 'stock') {
    PouchDB.plugin(idbAdapter);
    return new PouchRecords(name, { adapter: 'idb' });
  }
  const records = new StoredRecords(new IndexedDbStore(name));
  return {
    lastSequence: () => records.lastSequence(),
    readMany: (ids) => records.readMany(ids),
    changesSince: (since, limit) => records.changesSince(since, limit),
    write: (documents, durability) => records.write(documents, durability),
    take: (documents) => records.take(documents, { isOnServer: true, durability: 'relaxed' }),
  };
}

function hexOf(place: number): string {
  const part = (Math.imul(place + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return part.repeat(4);
}

/** Invented records ordered by id, as in a snapshot; the same in each round. */
function invented(count: number): CarriedDocument[] {
  const { children, screenings, mothers } = demoRecords({
    stakeDB: 'test_stake_gtm',
    today: '2026-06-01',
    children: Math.ceil(count / 3),
  });
  return [...children, ...screenings, ...mothers]
    .slice(0, count)
    .sort((a, b) => (a._id < b._id ? -1 : 1))
    .map((record, place) => ({
      ...record,
      device: 'another-phone-of-the-bench',
      updatedBy: 'Ana Morales',
      updatedAt: '2026-06-01T12:00:00.000Z',
      rules: '1',
      _rev: `1-${hexOf(place)}`,
      _revisions: { start: 1, ids: [hexOf(place)] },
    }));
}

let documents: readonly CarriedDocument[] = [];
const COUNT = 40_000;

function unit(): readonly CarriedDocument[] {
  if (documents.length === 0) documents = invented(COUNT);
  return documents;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

window.recordsBench = {
  async take(way, count) {
    const place = open(way);
    const all = structuredClone(unit().slice(0, count));
    await place.lastSequence();
    const ms = await timed(() =>
      inSmallBatches(all, async (batch) => {
        await place.take(batch);
      }),
    );
    if ((await place.lastSequence()) !== count) throw new Error(`${way}: records are missing`);
    return ms;
  },
  async saves(way, count) {
    const place = open(way);
    const ids = unit()
      .filter((_, index) => index % 97 === 5)
      .slice(0, count)
      .map(({ _id }) => _id);
    const times: number[] = [];
    for (const id of ids) {
      const record = (await place.readMany([id])).get(id);
      if (record === undefined) throw new Error(`${way}: ${id} is missing`);
      times.push(await timed(() => place.write([{ ...record, comments: 'Edited' }], 'strict')));
    }
    return times;
  },
  open: (way) => timed(() => open(way).lastSequence()),
  async files(way, count) {
    const place = open(way);
    const files = new Map<string, string[]>();
    for (const { _id, owner } of unit()) {
      if (typeof owner === 'string') files.set(owner, [...(files.get(owner) ?? [owner]), _id]);
    }
    await place.lastSequence();
    const times: number[] = [];
    const step = Math.floor(files.size / count);
    for (const ids of [...files.values()].filter((_, index) => index % step === 0)) {
      times.push(await timed(() => place.readMany(ids)));
    }
    return times;
  },
  async readAll(way) {
    const place = open(way);
    let read = 0;
    const ms = await timed(async () => {
      for (let since = 0; ; ) {
        const { changes, sequence } = await place.changesSince(since, 500);
        read += changes.length;
        since = sequence;
        if (changes.length < 500) return;
      }
    });
    if (read !== COUNT) throw new Error(`${way}: ${read} records were read`);
    return ms;
  },
};
