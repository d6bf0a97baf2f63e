import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aChild } from '@crece/domain/testing';
import { createOneUse } from '../../accounts/one-use.ts';
import { openEpoch } from '../../gateway/epoch.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { aFolder } from '../../testing/test-app.ts';
import { accountIn } from '../../testing/test-people.ts';

export const UNITS = ['coban_stake_gtm', 'peten_stake_gtm'] as const;
const CHILDREN = 40;
const clock = () => new Date('2026-06-10T12:00:00.000Z');

export const childOf = (stakeDB: string, place: number) => ({
  ...aChild({
    _id: `chld_${stakeDB}_174687840000${String(place).padStart(3, '0')}_00000a`,
    firstName: `Marisol ${place}`,
  }),
});

/**
 * A data folder as a server leaves it: two units with children, an account, a one-use link, a picture,
 * a mail on its way, the secret, and what a backup leaves out.
 */
export async function aDataFolder(): Promise<string> {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  for (const stakeDB of UNITS) {
    const store = await stores.open(`unit_${stakeDB}`);
    for (let place = 0; place < CHILDREN; place += 1) await store.write([childOf(stakeDB, place)]);
  }
  await accountIn(stores, 'ana', ['user', 'sync']);
  const accounts = await stores.open('sys_accounts');
  const payload = { accountId: '1', email: 'ana@example.org', passwordChanged: null };
  await createOneUse({ store: accounts, clock: () => new Date() }).issue(
    'password-link',
    payload,
    3_600_000,
  );
  const epoch = await openEpoch({ store: accounts, stores, clock, log: { warn: () => undefined } });
  for (const stakeDB of UNITS) {
    await epoch.opened(stakeDB, await stores.open(`unit_${stakeDB}`));
  }
  await epoch.close();
  await stores.close();
  const files = {
    'pictures/ab12/small.webp': 'a picture',
    'outbox/0001.json': 'a mail',
    'mail/sent.eml': 'a sent mail',
    'reports/all.csv': 'a report',
    'jobs/one/work.json': 'a job',
    secret: 'a secret of the tests that is long enough',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dataDir, name, '..'), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  return dataDir;
}

/** Every stored document of a unit with its versions and local ones, as text. */
export async function contentOf(dataDir: string, name: string): Promise<string[]> {
  const stores = await openDataStores(dataDir);
  try {
    const store = await stores.open(name);
    const found: string[] = [];
    for await (const { _id } of store.list()) {
      for (const { document, ancestry } of await store.readRevisions(_id, 'leaves')) {
        found.push(JSON.stringify([document, ancestry]));
      }
    }
    return found;
  } finally {
    await stores.close();
  }
}

/** The names of all files below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

export const textIn = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
