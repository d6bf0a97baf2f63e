import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteBackup, noteRestore } from '../base/last-backup.ts';
import { StoreUnavailable } from '../store/document-store.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { type ReadinessParts, readinessOf } from './readiness.ts';

const NOW = new Date('2026-06-10T12:00:00.000Z');
const GIGABYTE = 1024 ** 3;
const ROOMY = { free: 50 * GIGABYTE, total: 100 * GIGABYTE };
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

async function parts(different: Partial<ReadinessParts> = {}): Promise<ReadinessParts> {
  const dataDir = different.config?.dataDir ?? aFolder();
  await noteBackup(dataDir, { at: before(1), file: '/mnt/crece.backup' });
  return {
    config: { dataDir, couch: null, backup: null },
    stores: await aStores(dataDir),
    mayDropOld: async () => true,
    clock: () => NOW,
    damaged: { list: () => [] },
    disk: async () => ROOMY,
    ...different,
  };
}

describe('a server is ready', () => {
  it('where nothing is amiss', async () => {
    expect(await readinessOf(await parts())).toEqual({ ready: true, problems: [], warnings: [] });
  });

  it.each([
    [{ free: 49 * 1024 ** 2, total: GIGABYTE }, ['disk'], ['disk']],
    [{ free: 900 * 1024 ** 2, total: 2 * GIGABYTE }, [], ['disk']],
    [{ free: 9 * GIGABYTE, total: 100 * GIGABYTE }, [], ['disk']],
    [{ free: 11 * GIGABYTE, total: 100 * GIGABYTE }, [], []],
  ])(
    'a server is ready unless its disk is full, and says when it is scarce: %o',
    async (disk, problems, warnings) => {
      const found = await readinessOf(await parts({ disk: async () => disk }));
      expect(found).toEqual({ ready: problems.length === 0, problems, warnings });
    },
  );

  it('a server whose databases cannot be read is not ready; nothing is said of the clock then', async () => {
    const away = async () => {
      throw new StoreUnavailable('the database cannot be read');
    };
    const stores = { check: away, open: away };
    const found = await readinessOf(await parts({ stores, mayDropOld: async () => false }));
    expect(found).toEqual({ ready: false, problems: ['store'], warnings: [] });
  });

  it('a server whose clock is not plausible is not ready', async () => {
    const found = await readinessOf(await parts({ mayDropOld: async () => false }));
    expect(found).toEqual({ ready: false, problems: ['clock'], warnings: [] });
  });

  it('with a damaged unit, of which it warns', async () => {
    const damaged = { list: () => [{ stakeDB: 'coban_stake_gtm', since: NOW }] };
    const found = await readinessOf(await parts({ damaged }));
    expect(found).toEqual({ ready: true, problems: [], warnings: ['unit'] });
  });

  it.each([
    ['2026-06-10T11-29-59-000Z-0123456789abcdef.json', ['mail']],
    ['2026-06-10T11-31-00-000Z-0123456789abcdef.json', []],
    ['a-note.txt', []],
  ])('with a mail that waits, of which it warns after half an hour: %s', async (name, warnings) => {
    const made = await parts();
    mkdirSync(join(made.config.dataDir, 'outbox'));
    writeFileSync(join(made.config.dataDir, 'outbox', name), '{}');
    expect(await readinessOf(made)).toEqual({ ready: true, problems: [], warnings });
  });

  it('without a backup of last night, of which it warns where units are files', async () => {
    const made = await parts();
    const { dataDir } = made.config;
    await noteBackup(dataDir, { at: before(25.9), file: '/mnt/crece.backup' });
    expect((await readinessOf(made)).warnings).toEqual([]);
    await noteBackup(dataDir, { at: before(26.1), file: '/mnt/crece.backup' });
    expect((await readinessOf(made)).warnings).toEqual(['backup']);
    rmSync(join(dataDir, 'last-backup.json'));
    expect((await readinessOf(made)).warnings).toEqual(['backup']);
    await noteRestore(dataDir, { at: before(25.9), backupOf: before(900) });
    expect((await readinessOf(made)).warnings).toEqual([]);
    await noteRestore(dataDir, { at: before(26.1), backupOf: before(900) });
    expect((await readinessOf(made)).warnings).toEqual(['backup']);
    const onCouch = { ...made, config: { dataDir, couch: {}, backup: null } };
    expect((await readinessOf(onCouch)).warnings).toEqual([]);
    const ours = { ...made, config: { dataDir, couch: {}, backup: {} } };
    expect((await readinessOf(ours)).warnings).toEqual(['backup']);
  });
});
