import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { verifyBackup } from '../backup/read-backup.ts';
import { aDataFolder } from '../backup/testing/a-data-folder.ts';
import { DATA_VERSION, readDataState } from '../settings/data-version.ts';
import { openDataStores } from '../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';
import { beginUpgrade, roomForBackup } from './begin-upgrade.ts';
import { RunningUpgrade, type RunningUpgradeOptions } from './running-upgrade.ts';
import { STEPS } from './steps.ts';
import { undoSteps } from './take-steps.ts';

const DAY_MS = 24 * 3_600_000;

/** Data of a build before the steps, whose server of this build has just been started. */
async function started(
  different: Partial<RunningUpgradeOptions> & {
    backup?: { folder: string; recipients: string[] };
  } = {},
) {
  const dataDir = await aDataFolder();
  const stores = await openDataStores(dataDir);
  const store = await stores.open(ACCOUNTS_DATABASE);
  const time = aClock();
  const { backup = null, ...options } = different;
  const config = { dataDir, couch: null, backup, upgradeWithoutBackup: false };
  await beginUpgrade({ store, config });
  const lines: string[] = [];
  const line = (_fields: object, text: string) => void lines.push(text);
  const make = () =>
    new RunningUpgrade({
      ...{ stores, config, clock: time.clock, mayDropOld: async () => true },
      log: { info: line, error: line } as never,
      ...options,
    });
  const state = async () => (await readDataState(store))?.state;
  return { dataDir, stores, store, config, lines, make, upgrade: make(), state, ...time };
}

describe('an upgrade while the server serves', () => {
  it('ends after seven days by a clock that can be believed, and not a moment before', async () => {
    let isBelieved = false;
    const { upgrade, state, pass, stores } = await started({ mayDropOld: async () => isBelieved });
    await upgrade.look();
    expect(await state()).toMatchObject({ version: DATA_VERSION, since: null });
    // What was written under a wrong clock does not count.
    pass(400 * DAY_MS);
    isBelieved = true;
    await upgrade.look();
    expect((await state())?.before).toHaveLength(1);
    pass(7 * DAY_MS - 1);
    await upgrade.look();
    expect((await state())?.before).toHaveLength(1);
    isBelieved = false;
    pass(1);
    await upgrade.look();
    expect((await state())?.before).toHaveLength(1);
    isBelieved = true;
    await upgrade.look();
    expect((await state())?.before).toEqual([]);
    await stores.close();
  });

  it('takes no step until the backup is made, and tries again', async () => {
    const { upgrade, state, lines, dataDir, stores } = await started();
    // A folder in the place of a unit's file cannot be read.
    const broken = join(dataDir, 'databases/units/broken_stake_gtm.sqlite');
    mkdirSync(broken);
    writeFileSync(
      join(dataDir, 'databases/units/other_stake_gtm.sqlite'),
      'this is no database, it is noise',
    );
    await upgrade.look();
    expect(lines).toEqual(['the backup before the upgrade failed']);
    expect(await state()).toMatchObject({ version: 0, mayStep: false });
    expect(readdirSync(join(dataDir, 'upgrades'))).toEqual([]);
    rmSync(broken, { recursive: true });
    rmSync(join(dataDir, 'databases/units/other_stake_gtm.sqlite'));
    await upgrade.look();
    expect(await state()).toMatchObject({ version: DATA_VERSION, mayStep: true });
    await stores.close();
  });

  it('makes the backup where the nightly ones are, for the same recipients', async () => {
    const identity = await generateIdentity();
    const folder = aFolder();
    const recipients = [await identityToRecipient(identity)];
    const { upgrade, dataDir, stores } = await started({ backup: { folder, recipients } });
    await upgrade.look();
    const [name = ''] = readdirSync(folder);
    expect(name).toBe('crece-2025-06-01-080000.backup.age');
    expect(await verifyBackup(join(folder, name), { identities: [identity] })).toMatchObject({
      accounts: 1,
    });
    expect(readdirSync(dataDir)).not.toContain('upgrades');
    await stores.close();
  });

  it('makes another backup when an upgrade is taken again in the second of the first', async () => {
    const { upgrade, state, store, config, dataDir, clock, lines, make, stores } = await started();
    await upgrade.look();
    const parts = { ...{ stores, dataDir, steps: STEPS, clock }, say: () => undefined };
    await undoSteps(parts);
    await beginUpgrade({ store, config });
    await make().look();
    expect(lines).not.toContain('the backup before the upgrade failed');
    expect(await state()).toMatchObject({ version: DATA_VERSION, mayStep: true });
    expect(readdirSync(join(dataDir, 'upgrades')).sort()).toEqual([
      'crece-2025-06-01-080000.backup',
      'crece-2025-06-01-080001.backup',
    ]);
    await stores.close();
  });

  it('keeps the newest two in the data folder, and removes what a kill left of one six hours ago', async () => {
    const { upgrade, dataDir, clock, stores } = await started();
    const folder = join(dataDir, 'upgrades');
    for (const name of [
      'crece-2024-01-01-000000.backup',
      'crece-2024-02-01-000000.backup',
      // Made while the clock was wrong.
      'crece-2100-01-01-000000.backup',
      'crece-2100-01-02-000000.backup',
      'a-note.txt',
    ]) {
      writeFileSync(join(folder, name), 'old');
    }
    const cut = ['part', 'copy2', 'copy'].map((kind) => `crece-2025-05-30-000000.backup.${kind}`);
    for (const [place, name] of cut.entries()) {
      writeFileSync(join(folder, name), 'cut off');
      const age = 6 * 3_600_000 + (place < 2 ? 1_000 : -1_000);
      const at = new Date(clock().getTime() - age);
      utimesSync(join(folder, name), at, at);
    }
    await upgrade.look();
    expect(readdirSync(folder).sort()).toEqual([
      'a-note.txt',
      'crece-2024-02-01-000000.backup',
      'crece-2025-05-30-000000.backup.copy',
      'crece-2025-06-01-080000.backup',
      'crece-2100-01-01-000000.backup',
      'crece-2100-01-02-000000.backup',
    ]);
    await stores.close();
  });

  it('is not waited for when the server stops, and goes on after the next start', async () => {
    const { upgrade, make, state, dataDir, stores, lines } = await started();
    upgrade.start();
    await soon(async () => expect(readdirSync(join(dataDir, 'upgrades'))).not.toEqual([]));
    await upgrade.stop();
    expect(readdirSync(join(dataDir, 'upgrades'))).toEqual([]);
    expect([await state(), lines]).toMatchObject([{ version: 0, mayStep: false }, []]);
    await make().look();
    expect(await state()).toMatchObject({ version: DATA_VERSION });
    await stores.close();
  });
});

describe('the first start of a new version', () => {
  it.each([0, 1])(
    'is refused with the figure where %s bytes are missing for the backup',
    async (missing) => {
      const dataDir = await aDataFolder();
      const stores = await openDataStores(dataDir);
      const store = await stores.open(ACCOUNTS_DATABASE);
      const config = { dataDir, couch: null, backup: null, upgradeWithoutBackup: false };
      const freeBytes = async () => (await roomForBackup(dataDir)) - missing;
      const begun = beginUpgrade({ store, config, freeBytes });
      if (missing === 0) await expect(begun).resolves.toMatchObject({ mayStep: false });
      else {
        await expect(begun).rejects.toThrow(
          /^The first start of a new version makes a backup, for which .+upgrades needs 3\d MB; 3\d MB are free\. Make room, .+ CRECE_BACKUP_DIR, or start with CRECE_UPGRADE_WITHOUT_BACKUP=1/,
        );
        expect(await readDataState(store)).toBeNull();
      }
      await stores.close();
    },
  );

  it('makes none where it is told so, also after one that failed', async () => {
    const { store, config, stores, state, upgrade, dataDir } = await started();
    expect(await state()).toMatchObject({ mayStep: false });
    const without = { ...config, upgradeWithoutBackup: true };
    await beginUpgrade({ store, config: without, freeBytes: async () => 0 });
    expect(await state()).toMatchObject({ mayStep: true });
    await upgrade.look();
    expect(await state()).toMatchObject({ version: DATA_VERSION });
    expect(readdirSync(join(dataDir, 'upgrades'))).toEqual([]);
    await stores.close();
  });

  it('is only the first: the same build changes nothing at its next start', async () => {
    const { store, config, stores, state } = await started();
    const before = await readDataState(store);
    await beginUpgrade({ store, config, freeBytes: async () => 0 });
    expect(await readDataState(store)).toEqual(before);
    expect((await state())?.before).toHaveLength(1);
    await stores.close();
  });
});
