import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteInCouch, noteRestoreBegun } from '../start/cut-restore.ts';
import { aConfig, aFolder, aStores } from '../testing/test-app.ts';
import { CHECKS, examineServer } from './doctor.ts';
import type { DoctorParts } from './finding.ts';
import { aCouchDb } from './testing/a-couchdb.ts';

const parts = (different: Partial<DoctorParts>): DoctorParts => ({
  ...{ config: aConfig(), stores: null, clock: () => new Date(), environment: {}, server: null },
  ...{ uid: null, ntp: null, disk: async () => ({ free: 1, total: 1 }), ...different },
});
const only = (...names: string[]) => CHECKS.filter(({ name }) => names.includes(name));

it('a folder that a killed restore left is that alone: its half files are no damage to mend', async () => {
  const dataDir = aFolder();
  const units = join(dataDir, 'databases', 'units');
  mkdirSync(units, { recursive: true });
  writeFileSync(join(units, 'coban_stake_gtm.sqlite'), 'the beginning of a file');
  noteRestoreBegun(dataDir);
  const checks = only('database files', 'one server');
  expect(await examineServer(parts({ config: aConfig({ dataDir }) }), checks)).toEqual([
    {
      ...{ check: 'one server', level: 'fault' },
      says: `A restore into ${dataDir} has not ended, and no server starts on it.`,
      mend: `crece restore FILE ${dataDir}, if none is running there`,
    },
  ]);
});

it('a CouchDB that a restore filled in part is named', async () => {
  const stores = await aStores();
  const accounts = await stores.open('sys_accounts');
  const couch = { url: await aCouchDb({}), adminUrl: null };
  const look = () => examineServer(parts({ config: aConfig({ couch }), stores }), only('CouchDB'));
  expect(await look()).toEqual([]);
  await noteInCouch(accounts, { ended: false });
  expect(await look()).toEqual([
    {
      ...{ check: 'CouchDB', level: 'fault' },
      says: 'A restore into this CouchDB has not ended, and no server starts on it.',
      mend: 'crece restore FILE FOLDER --couchdb, if none is running',
    },
  ]);
  await noteInCouch(accounts, { ended: true });
  expect(await look()).toEqual([]);
});
