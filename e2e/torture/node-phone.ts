/// <reference path="../../packages/storage/src/testing/pouchdb-memory.d.ts" />
import { openSync, type UnitSync } from '@crece/storage/sync';
import { newDisk, openPhone, type Phone as StoredPhone } from '@crece/storage/testing';
import memoryAdapter from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { startFaultProxy } from '../../packages/storage/src/testing/node/fault-proxy.ts';
import { digestUtf8 } from '../../packages/storage/src/testing/utf8-md5.ts';
import { PouchRecords } from '../../packages/storage/src/unit/records/testing/pouch-records.ts';
import type { UnitRecords } from '../../packages/storage/src/unit/records/unit-records.ts';
import { createDriver, type Driver } from './driver.ts';
import type { Phone } from './phone.ts';
import { seeded, withChance } from './random.ts';
import { RETRY_POLICY, UNIT, UNIT_ZONE } from './scene.ts';
import { credentialsOf, type Member } from './unit-server.ts';

PouchDB.plugin(memoryAdapter);

function pouchRecords(name: string): UnitRecords {
  digestUtf8();
  return new PouchRecords(name, { adapter: 'memory' });
}

interface Options {
  label: string;
  serverUrl: string;
  member: Member;
  clock: () => Date;
  /** Whether it stores records in published PouchDB: phones of both kinds must end with the same records. */
  inPouchDb?: boolean;
  /** Its unit; absent: that of the run. */
  stakeDB?: string;
}

/** A phone with its data in memory; they survive its crashes. */
export async function openNodePhone({
  label,
  serverUrl,
  member,
  clock,
  inPouchDb = false,
  stakeDB = UNIT,
}: Options): Promise<Phone> {
  const proxy = await startFaultProxy(serverUrl);
  const disk = newDisk();
  let phone: StoredPhone;
  let sync: UnitSync;
  let driver: Driver;

  const newSync = (): UnitSync =>
    openSync(
      phone.unit,
      {
        async credentials() {
          const { entity } = await credentialsOf(proxy, member);
          return { entity, url: `${proxy.url}/sync` };
        },
      },
      { clock, random: seeded(1), retryPolicy: RETRY_POLICY },
    );
  async function open(): Promise<void> {
    const deviceId = `device-of-${label}`;
    phone = await openPhone({
      stakeDB,
      disk,
      deviceId,
      timeZone: UNIT_ZONE,
      clock,
      ...(inPouchDb ? { records: pouchRecords } : {}),
    });
    await phone.unit.ready();
    sync = newSync();
    driver = await createDriver({ unit: phone.unit, sync, author: { name: label }, clock });
  }
  await open();

  return {
    label,
    proxy,
    member,
    act: (act, seed) => withChance(seed, () => driver.act(act)),
    sync: () => driver.sync(),
    syncInTwoTabs: () => Promise.all([driver.sync(), newSync().run()]),
    leaves: () => driver.leaves(),
    contents: () => driver.contents(),
    missing: (asked) => driver.missing(asked),
    conflictsWithoutTask: () => driver.conflictsWithoutTask(),
    pending: () => driver.pending(),
    pendingIds: () => driver.pendingIds(),
    listed: () => driver.listed(),
    refused: () => driver.refused(),
    sequence: () => driver.sequence(),
    async crash() {
      phone.crash();
      await open();
    },
    async close() {
      await phone.close();
      await proxy.close();
    },
  };
}
