// Runs inside a page of the server's origin: the product's synchronisation, and PouchDB's default
// pull as the baseline, each with new IndexedDB databases.
import { type LocalUnit, openDevice, openUnit } from '@crece/storage';
import { openSync, type UnitSync } from '@crece/storage/sync';
import httpAdapter from 'pouchdb-adapter-http';
import idbAdapter from 'pouchdb-adapter-idb';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';

export interface SyncBench {
  token: string;
  stakeDB: string;
  /** Milliseconds of the first download, list included. */
  first?: () => Promise<number>;
  /** Milliseconds of a run after this many children were registered here. */
  runAfter?: (children: number) => Promise<number>;
  /**
   * Milliseconds of the first run after an update from a build that did not take every version: it
   * reads the whole feed.
   */
  afterUpdate?: () => Promise<number>;
  /** Milliseconds of PouchDB's default pull of the same unit. */
  stock?: () => Promise<number>;
}

type Replicate = (from: object, to: object) => Promise<{ ok: boolean; docs_written: number }>;

declare global {
  interface Window {
    syncBench: SyncBench;
  }
}

const bench = window.syncBench;

async function credentials(): Promise<{ entity: string; url: string }> {
  const headers = { authorization: `JWT ${bench.token}` };
  const answer = await fetch('/api/children/sync', { headers });
  if (!answer.ok) throw new Error(`credentials: ${answer.status}`);
  return (await answer.json()) as { entity: string; url: string };
}

let opened: { unit: LocalUnit; sync: UnitSync } | null = null;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function run(sync: UnitSync): Promise<void> {
  const outcome = await sync.run();
  if (outcome.kind !== 'complete') throw new Error(JSON.stringify(outcome));
}

bench.first = async () => {
  const device = await openDevice();
  const unit = await openUnit(bench.stakeDB, { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const sync = openSync(unit, { credentials });
  opened = { unit, sync };
  return timed(async () => {
    await run(sync);
    await unit.ready();
    if (unit.snapshot().children.length === 0) throw new Error('nothing was received');
  });
};

bench.runAfter = async (children) => {
  if (opened === null) throw new Error('the first download comes first');
  const { unit, sync } = opened;
  for (let index = 0; index < children; index += 1) {
    await unit.createChild(
      {
        firstName: `Nueva${index}`,
        lastName: 'Bench',
        gender: 'Girl',
        birthDate: '2025-06-01',
        memberStatus: 'Unknown',
        monthAge: 17,
      },
      { name: 'Bench' },
      new Date(),
    );
  }
  return timed(() => run(sync));
};

bench.afterUpdate = async () => {
  if (opened === null) throw new Error('the first download comes first');
  const { unit, sync } = opened;
  await (await unit.engine()).ledger.note({ leaves: 'unasked' });
  return timed(() => run(sync));
};

bench.stock = async () => {
  PouchDB.plugin(idbAdapter);
  PouchDB.plugin(httpAdapter);
  PouchDB.plugin(replication);
  const { entity, url } = await credentials();
  const local = Reflect.construct(PouchDB, ['stock_pull', { adapter: 'idb' }]) as object;
  const remote = Reflect.construct(PouchDB, [
    `${url}/${bench.stakeDB}`,
    {
      adapter: 'http',
      skip_setup: true,
      fetch: (address: string, options: RequestInit) => {
        const headers = new Headers(options.headers);
        headers.set('authorization', `JWT ${entity}`);
        return fetch(address, { ...options, headers });
      },
    },
  ]) as object;
  const replicate = Reflect.get(PouchDB, 'replicate') as Replicate;
  return timed(async () => {
    const { ok, docs_written: written } = await replicate(remote, local);
    if (!ok || written === 0) throw new Error('the pull failed');
  });
};
