import { describe, expect, it } from 'vitest';
import {
  type Build,
  DATA_VERSION,
  readDataState,
  refuseNewerData,
  writeDataState,
} from '../settings/data-version.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { beginUpgrade } from './begin-upgrade.ts';
import { STEPS, type UpgradeStep } from './steps.ts';
import { finishUpgrade, takeSteps, undoSteps } from './take-steps.ts';

const OLD: Build = { version: '0.1.0', commit: 'aaaaaaaaaaaa' };
const NEW: Build = { version: '0.2.0', commit: 'bbbbbbbbbbbb' };
const clock = () => new Date('2026-06-10T12:00:00.000Z');

/** Steps that write what they did; the third is what an older build cannot read. */
function plannedSteps(did: string[]): UpgradeStep[] {
  const additive = (version: number): UpgradeStep => ({
    ...{ version, name: `step ${version}`, kind: 'additive' },
    apply: async () => void did.push(`+${version}`),
    undo: async () => void did.push(`-${version}`),
  });
  return [
    additive(1),
    additive(2),
    { version: 3, name: 'step 3', kind: 'final', apply: async () => void did.push('+3') },
    additive(4),
  ];
}

async function anUpgrade() {
  const did: string[] = [];
  const stores = await aStores();
  const store = await stores.open(ACCOUNTS_DATABASE);
  const config = { dataDir: aFolder(), couch: {}, backup: null, upgradeWithoutBackup: false };
  const parts = {
    ...{ stores, dataDir: config.dataDir, clock, steps: plannedSteps(did) },
    say: () => undefined,
  };
  const state = async () => (await readDataState(store))?.state;
  const begin = (build: Build) => beginUpgrade({ store, config, build });
  return { did, store, parts, state, begin, config };
}

/** The data of a build that served it with version 0. */
async function servedBefore(upgrade: Awaited<ReturnType<typeof anUpgrade>>) {
  const state = { version: 0, build: OLD, since: null, before: [], mayStep: true };
  await writeDataState(upgrade.store, state, undefined);
  await upgrade.begin(NEW);
}

describe('the steps of an upgrade', () => {
  it('have the versions 1, 2, … up to the one that this build knows', () => {
    expect(STEPS.map(({ version }) => version)).toEqual(STEPS.map((_, place) => place + 1));
    expect(STEPS.at(-1)?.version).toBe(DATA_VERSION);
  });

  it('are none on a new folder, which there is nothing to go back from', async () => {
    const { begin, state, did, parts } = await anUpgrade();
    await begin(NEW);
    expect(await state()).toMatchObject({ version: DATA_VERSION, build: NEW, before: [] });
    await takeSteps({ ...parts, steps: STEPS }, true);
    expect(did).toEqual([]);
    expect(await undoSteps(parts)).toBeNull();
  });

  it('stop before the first that an older build cannot read, until the upgrade is finished', async () => {
    const upgrade = await anUpgrade();
    const { did, parts, state } = upgrade;
    await servedBefore(upgrade);
    await takeSteps(parts, false);
    expect([did, (await state())?.version]).toEqual([['+1', '+2'], 2]);
    await takeSteps(parts, false);
    expect(did).toEqual(['+1', '+2']);
    await finishUpgrade(parts);
    expect(did).toEqual(['+1', '+2', '+3', '+4']);
    expect(await state()).toMatchObject({ version: 4, before: [] });
    expect(await undoSteps(parts)).toBeNull();
  });

  it('are undone backwards, to the build before and to the one before that', async () => {
    const upgrade = await anUpgrade();
    const { did, parts, state, begin, store } = upgrade;
    await servedBefore(upgrade);
    const [first, second] = parts.steps as [UpgradeStep, UpgradeStep];
    await takeSteps({ ...parts, steps: [first] }, false);
    await begin({ ...NEW, commit: 'cccccccccccc' });
    await takeSteps({ ...parts, steps: [first, second] }, false);
    did.length = 0;
    expect(await undoSteps(parts)).toMatchObject({ version: 1, build: NEW });
    expect(await state()).toMatchObject({ version: 1, build: NEW, before: [{ build: OLD }] });
    expect(await undoSteps(parts)).toMatchObject({ version: 0, build: OLD });
    expect(await state()).toEqual({
      ...{ version: 0, build: OLD, since: null, before: [], mayStep: true },
    });
    // The fourth was never taken, and an additive step may be undone more than once.
    expect(did).toEqual(['-4', '-2', '-4', '-2', '-1']);
    expect(await readDataState(store)).not.toBeNull();
  });

  it('leave no note where the build before knew none', async () => {
    const { parts, begin, store } = await anUpgrade();
    await store.write([{ _id: 'sync_epoch', epoch: 'one' }]);
    await begin(NEW);
    await takeSteps(parts, false);
    expect(await undoSteps(parts)).toEqual({ version: 0, build: null, since: null });
    expect(await readDataState(store)).toBeNull();
  });

  it('a final step that was interrupted is taken again, and nobody goes back from it', async () => {
    const upgrade = await anUpgrade();
    const { did, parts, state } = upgrade;
    await servedBefore(upgrade);
    const fails = async () => {
      throw new Error('killed');
    };
    const steps = parts.steps.map((step) =>
      step.version === 3 ? { ...step, apply: fails } : step,
    );
    await expect(finishUpgrade({ ...parts, steps })).rejects.toThrow('killed');
    expect(await undoSteps(parts)).toBeNull();
    await takeSteps(parts, (await state())?.before.length === 0);
    expect(did).toEqual(['+1', '+2', '+3', '+4']);
  });
});

describe('data of a newer build', () => {
  it.each([
    [DATA_VERSION, null],
    [
      DATA_VERSION + 1,
      `Crece 0.2.0 (bbbbbbbbbbbb) has served this data and it has version ${DATA_VERSION + 1}`,
    ],
  ])('of version %s is refused with a sentence from this build on: %s', async (version, said) => {
    const { store, begin } = await anUpgrade();
    const state = { version, build: NEW, since: null, before: [], mayStep: true };
    await writeDataState(store, state, undefined);
    if (said === null) {
      await expect(refuseNewerData(store)).resolves.toBeUndefined();
      return;
    }
    await expect(refuseNewerData(store)).rejects.toThrow(said);
    await expect(begin(OLD)).rejects.toMatchObject({ code: 'newer-data' });
    expect((await readDataState(store))?.state).toEqual(state);
  });
});
