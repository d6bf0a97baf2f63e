import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { noteBackup } from '../../base/last-backup.ts';
import { startSmtpSink } from '../../mail/testing/smtp-sink.ts';
import type { Config } from '../../start/config.ts';
import { databasesFolder, openDataStores } from '../../start/data-folder.ts';
import { lockDataFolder } from '../../start/data-folder-lock.ts';
import { leaveNote, runningServer } from '../../start/running-note.ts';
import { aConfig, aFolder, anApp } from '../../testing/test-app.ts';
import { anAccount, listen } from '../../testing/test-people.ts';
import type { DoctorParts } from '../finding.ts';
import { AProxy } from './a-proxy.ts';

const GIGABYTE = 1024 ** 3;

/** A server behind a proxy with which nothing is amiss, for a test that spoils one thing. */
export async function aHealthyServer(different: Partial<Config> = {}, { isTls = false } = {}) {
  const dataDir = aFolder();
  writeFileSync(join(dataDir, 'secret'), 'a secret of the tests that is long enough', {
    mode: 0o600,
  });
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const proxy = new AProxy();
  const publicUrl = await proxy.listen(isTls);
  const config = aConfig({
    ...{ dataDir, publicUrl, trustProxy: ['127.0.0.1'] },
    mail: { smtpUrl: sink.url, from: { name: 'Crece', address: 'crece@example.org' } },
    ...different,
  });
  const stores = await openDataStores(dataDir);
  onTestFinished(() => stores.close());
  let giveUpLock: (() => void) | null = lockDataFolder(dataDir);
  const unlock = (): void => {
    giveUpLock?.();
    giveUpLock = null;
  };
  onTestFinished(unlock);
  const server = await anApp({ config, stores });
  const address = await listen(server);
  proxy.target = Number(new URL(address).port);
  const { run, localSecret } = server.services;
  await leaveNote(dataDir, { run, address, publicUrl, localSecret });
  for (const username of ['ana', 'eva']) {
    await anAccount(server, { username, roles: ['user', 'admin'] });
  }
  await (await stores.open('unit_coban_stake_gtm')).write([{ _id: 'chld_1' }]);
  await noteBackup(dataDir, { at: new Date(), file: '/mnt/crece.backup' });
  const parts: DoctorParts = {
    ...{ config, stores, environment: {}, clock: () => new Date(), ntp: null },
    server: await runningServer(dataDir),
    uid: process.getuid?.() ?? null,
    disk: async () => ({ free: 50 * GIGABYTE, total: 100 * GIGABYTE }),
  };
  const unitFile = join(databasesFolder(dataDir), 'units', 'coban_stake_gtm.sqlite');
  return { parts, config, dataDir, stores, server, proxy, sink, unlock, unitFile };
}

export type HealthyServer = Awaited<ReturnType<typeof aHealthyServer>>;
