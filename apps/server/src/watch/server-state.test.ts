import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATHS, type ServerStateBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { noteBackup } from '../base/last-backup.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import { manyRecords } from '../gateway/testing/many-records.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import { openDataStores } from '../start/data-folder.ts';
import { aFolder, anApp, aStores } from '../testing/test-app.ts';
import { aSignedIn, call, saidBy } from '../testing/test-people.ts';

async function open(different: { mail?: MailConfig } = {}) {
  const dataDir = aFolder();
  const app = await anApp({
    config: { dataDir, ...different },
    stores: await aStores(join(dataDir, 'databases')),
  });
  const { token } = await aSignedIn(app, { roles: ['user', 'admin'] });
  const ask = () => call(app, 'GET', API_PATHS.serverState, undefined, { token });
  return { app, dataDir, ask, state: async () => (await ask()).json<ServerStateBody>() };
}

describe('GET /api/admin/server', () => {
  it('tells an administrator without a scope which build runs, and that all is well', async () => {
    const { app, dataDir, state, ask } = await open();
    const at = new Date('2026-06-10T12:00:00.000Z');
    await noteBackup(dataDir, { at, file: '/mnt/a.backup' });
    expect(await state()).toMatchObject({
      ...{ version: VERSION, commit: COMMIT, damagedUnits: [], mails: null, isCouch: false },
      backup: at.toISOString(),
    });
    const ahead = new Date('2100-01-01T02:00:00.000Z');
    await noteBackup(dataDir, { at: ahead, file: '/mnt/a.backup' });
    expect(await state()).toMatchObject({ backup: null });
    expect((await state()).disk.total).toBeGreaterThan(0);
    expect((await ask()).headers['cache-control']).toBe('no-store');
    const scope = { countries: ['GTM'] };
    const limited = await aSignedIn(app, { username: 'eva', roles: ['user', 'admin'], scope });
    const refused = await call(app, 'GET', API_PATHS.serverState, undefined, {
      token: limited.token,
    });
    expect(saidBy(refused)).toBe('403 forbidden');
  });

  it('says whether a mail server is set', async () => {
    const without = await open();
    expect((await without.state()).sendsMail).toBe(false);
    const from = { name: 'Crece', address: 'crece@example.org' };
    const set = await open({ mail: { smtpUrl: 'smtp://mail.example.org:2525', from } });
    expect((await set.state()).sendsMail).toBe(true);
  });

  it('names a damaged unit once somebody has read it, and mails that wait', async () => {
    const { app, dataDir, state } = await open();
    const own = await openDataStores(dataDir);
    await manyRecords(await own.open('unit_coban_stake_gtm'), 500);
    await own.close();
    const file = join(dataDir, 'databases/units/coban_stake_gtm.sqlite');
    writeSync(openSync(file, 'r+'), Buffer.alloc(64 * 4_096, 'noise'), 0, 64 * 4_096, 10 * 4_096);
    mkdirSync(join(dataDir, 'outbox'), { recursive: true });
    const mail = '2026-06-10T11-29-59-000Z-0123456789abcdef.json';
    writeFileSync(join(dataDir, 'outbox', mail), '{}');
    const store = await app.services.stores.open('unit_coban_stake_gtm');
    await expect(
      (async () => {
        for await (const document of store.list()) expect(document._id).toBeTruthy();
      })(),
    ).rejects.toThrow('damaged');
    const told = await state();
    expect(told.damagedUnits).toMatchObject([{ stakeDB: 'coban_stake_gtm' }]);
    expect(told.mails).toEqual({ count: 1, since: '2026-06-10T11:29:59.000Z' });
    expect(told.warnings).toEqual(expect.arrayContaining(['unit', 'mail', 'backup']));
  });
});
