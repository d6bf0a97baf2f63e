import type { OpenDevice } from '../device/open-device.ts';
import { readKnown } from '../ledger/known.ts';
import { ProjectionFeed } from '../projection/feed.ts';
import { StorageError } from '../storage-error.ts';
import { databaseNameOf } from './local-stake.ts';
import { forgetUnit } from './seen-unit.ts';
import { lockOf, Tabs } from './tabs.ts';

/** A tab that has not let go by then is frozen or hangs: its records are not taken away from it. */
const LET_GO_MS = 10_000;

interface RemoveOptions {
  device: OpenDevice;
  /** Records whose loss the person has agreed to. */
  expectedLoss: number;
}

/** Removes a unit's records from this device; see `removeLocalCopy` of the package. */
export async function removeCopy(
  stakeDb: string,
  { device, expectedLoss }: RemoveOptions,
): Promise<void> {
  const name = databaseNameOf(device, stakeDb);
  await refuseLoss(stakeDb, device, expectedLoss);
  const tabs = new Tabs(name, () => undefined, { isUser: false });
  try {
    tabs.say('let-go');
    await alone(name, async () => {
      // Somebody may have typed until the last moment.
      await refuseLoss(stakeDb, device, expectedLoss);
      const database = device.units.database(name);
      await database.open();
      await database.destroy();
      await forget(stakeDb, name, device);
    });
  } finally {
    tabs.close();
  }
}

/** Counts by what is known now, on a connection of its own. */
async function refuseLoss(stakeDb: string, device: OpenDevice, expected: number): Promise<void> {
  const database = device.units.database(databaseNameOf(device, stakeDb));
  try {
    const instance = await database.open();
    const readAll = () => readKnown(database, device.id);
    const feed = new ProjectionFeed({
      database,
      stakeDb,
      instance,
      store: device.store,
      // What is pending depends on no day.
      timeZone: 'UTC',
      clock: () => new Date(),
      known: await readAll(),
      readKnown: readAll,
      onChange: () => undefined,
    });
    await feed.catchUp();
    const loss = feed.projection?.pending.size ?? 0;
    feed.stop();
    if (loss > expected) {
      throw new StorageError('refused', { message: `${loss} records exist only on this device` });
    }
  } finally {
    await database.close();
  }
}

/** Does the work when no tab has the unit open any more. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  // Without locks (plain http) the browser itself waits until the last connection is closed.
  if (locks === undefined) return work();
  const signal = AbortSignal.timeout(LET_GO_MS);
  try {
    await locks.request(lockOf(name), { signal }, work);
  } catch (error) {
    if (signal.aborted && !(error instanceof StorageError)) {
      throw new StorageError('failed', { cause: error, message: 'another tab holds the unit' });
    }
    throw error;
  }
}

async function forget(stakeDb: string, name: string, device: OpenDevice): Promise<void> {
  await device.store.delete('projections', name);
  await forgetUnit(device.store, name);
  for (const { key } of await device.drafts.list()) {
    if (key.split(':').some((part) => isOfUnit(part, stakeDb))) await device.drafts.discard(key);
  }
  await device.forgetUnitOpened(stakeDb);
}

/** Whether a part of a draft's key names the unit or one of its records; never by a substring. */
function isOfUnit(part: string, stakeDb: string): boolean {
  if (part === stakeDb) return true;
  const [kind = '', ...rest] = part.split('_');
  // `chld_<stakeDb>_<milliseconds>_<random>`
  return ['chld', 'scr', 'mthr'].includes(kind) && rest.slice(0, -2).join('_') === stakeDb;
}
