import { timeLimit } from '../base/signals.ts';
import { StorageError } from '../base/storage-error.ts';
import type { OpenDevice } from '../unit/device/open-device.ts';
import { forgetUnit } from '../unit/device/seen-unit.ts';
import { readKnown } from '../unit/known/known.ts';
import { databaseNameOf } from '../unit/open/opened-unit.ts';
import { hasLocks, LET_GO_MS, lockOf, Tabs } from '../unit/open/tabs.ts';
import { ProjectionFeed } from '../unit/projection/feed.ts';
import { forgetRows } from '../unit/projection/kept-rows.ts';
import { countLoss } from './backup/unsent.ts';

interface RemoveOptions {
  device: OpenDevice;
  /** Number of lost records that the person has agreed to. */
  expectedLoss: number;
  /**
   * After this time, a tab that still has the unit open is frozen or hangs: the removal is then
   * given up.
   */
  letGoMs?: number;
}

/** Removes a unit's records from this device; see `removeLocalCopy` of the package. */
export async function removeCopy(
  stakeDB: string,
  { device, expectedLoss, letGoMs = LET_GO_MS }: RemoveOptions,
): Promise<void> {
  const name = databaseNameOf(device, stakeDB);
  await refuseLoss(stakeDB, device, expectedLoss);
  await alone(name, letGoMs, async () => {
    // A person may have typed until the last moment.
    await refuseLoss(stakeDB, device, expectedLoss);
    const database = device.units.database(name);
    await database.open();
    await database.destroy();
    await forget(stakeDB, name, device);
  });
}

/** Counts the loss again on its own connection; throws when it exceeds the expected number. */
async function refuseLoss(stakeDB: string, device: OpenDevice, expected: number): Promise<void> {
  const database = device.units.database(databaseNameOf(device, stakeDB));
  try {
    const instance = await database.open();
    const readAll = () => readKnown(database, device.id);
    const feed = new ProjectionFeed({
      database,
      stakeDB,
      instance,
      store: device.store,
      // The time zone does not affect which records are pending.
      timeZone: 'UTC',
      clock: () => new Date(),
      known: await readAll(),
      readKnown: readAll,
      onChange: () => undefined,
    });
    await feed.catchUp();
    const loss = await countLoss({
      ledger: feed.known.ledger,
      store: database,
      pending: feed.projection?.pending.size ?? 0,
    });
    feed.stop();
    if (loss > expected) {
      throw new StorageError('refused', { message: `${loss} records exist only on this device` });
    }
  } finally {
    await database.close();
  }
}

/**
 * Runs the work while no tab has the unit open. Afterwards the other tabs continue, or find the
 * unit removed.
 */
async function alone(name: string, letGoMs: number, work: () => Promise<void>): Promise<void> {
  const tabs = new Tabs(name);
  const signal = timeLimit(letGoMs);
  try {
    if (!hasLocks()) {
      tabs.say('let-go');
      // Without locks, the browser waits until the last connection is closed.
      return await work();
    }
    const working = navigator.locks.request(lockOf(name), { signal }, work);
    // The other tabs request their lock again when they release it; after this query, our request
    // is ahead of theirs.
    await Promise.race([working, navigator.locks.query()]);
    tabs.say('let-go');
    await working;
  } catch (error) {
    if (signal.aborted && !(error instanceof StorageError)) {
      throw new StorageError('failed', { cause: error, message: 'another tab holds the unit' });
    }
    throw error;
  } finally {
    tabs.close();
  }
}

async function forget(stakeDB: string, name: string, device: OpenDevice): Promise<void> {
  await forgetRows(device.store, name);
  await forgetUnit(device, name);
  for (const key of await device.drafts.list()) {
    if (key.split(':').some((part) => isOfUnit(part, stakeDB))) await device.drafts.discard(key);
  }
  await device.forgetUnitOpened(stakeDB);
}

/**
 * Whether a part of a draft's key names the unit or one of its records; compares whole parts, not
 * substrings.
 */
function isOfUnit(part: string, stakeDB: string): boolean {
  if (part === stakeDB) return true;
  const [kind = '', ...rest] = part.split('_');
  // `chld_<stakeDB>_<milliseconds>_<random>`
  return ['chld', 'scr', 'mthr'].includes(kind) && rest.slice(0, -2).join('_') === stakeDB;
}
