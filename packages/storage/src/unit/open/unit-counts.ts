import type { OpenDevice } from '../device/open-device.ts';
import { arrivalOf, isCountable } from '../known/arrival.ts';
import { LEDGER_ID, type LedgerState, offeredOf, readLedger } from '../known/ledger-state.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import { isStored } from '../records/indexeddb-store.ts';
import { databaseNameOf } from './opened-unit.ts';

/** What a unit holds on this device. */
export interface UnitCounts {
  readonly children: number;
  /** Records that exist only on this device. */
  readonly pending: number;
}

/** The state of a unit's database in which it was counted. */
interface Counted extends UnitCounts {
  readonly instance: string;
  readonly sequence: number;
  readonly judged: string;
}

const keyOf = (databaseName: string): string => `counts:${databaseName}`;

/** Differs whenever the ledger's judgement of what is pending, or has arrived, may differ. */
function judgementOf(ledger: LedgerState): string {
  const { lineage, scanned, received, facts, waiting } = ledger;
  const newest = facts.at(-1)?.rev ?? '';
  return [
    arrivalOf(ledger),
    lineage,
    scanned,
    offeredOf(ledger),
    received.join(' '),
    facts.length,
    newest,
    ...Object.keys(waiting),
  ].join();
}

type Store = Pick<OpenDevice['store'], 'get' | 'put'>;

/**
 * Keeps the counts of an open unit, with the state that they belong to. Keeps nothing while records may
 * still arrive, because the counts would be too small.
 */
export async function keepCounts(
  store: Store,
  databaseName: string,
  snapshot: Pick<UnitSnapshot, 'children' | 'pending' | 'sync'>,
  { ledger, ...state }: { instance: string; sequence: number; ledger: LedgerState },
): Promise<void> {
  if (!isCountable(snapshot)) return;
  const { children, pending } = snapshot;
  const kept: Counted = {
    children: children.length,
    pending,
    ...state,
    judged: judgementOf(ledger),
  };
  await store.put('values', keyOf(databaseName), kept);
}

function isCounted(value: unknown): value is Counted {
  if (typeof value !== 'object' || value === null) return false;
  const { children, pending, instance, sequence, judged } = value as Partial<Counted>;
  return (
    typeof children === 'number' &&
    typeof pending === 'number' &&
    typeof instance === 'string' &&
    typeof sequence === 'number' &&
    typeof judged === 'string'
  );
}

/**
 * What a unit holds on this device, without reading its records: the counts kept when it was open last,
 * if its database is in the same state. Null when that is not known.
 */
export async function readCounts(device: OpenDevice, stakeDB: string): Promise<UnitCounts | null> {
  const name = databaseNameOf(device, stakeDB);
  const kept = await device.store.get('values', keyOf(name));
  // To open a database that is not there would create it.
  if (!isCounted(kept) || !(await isStored(name))) return null;
  const database = device.units.database(name);
  try {
    if ((await database.open()) !== kept.instance) return null;
    const [sequence, ledger] = [
      await database.lastSequence(),
      readLedger(await database.readLocal(LEDGER_ID)),
    ];
    const { children, pending } = kept;
    const isSame = sequence === kept.sequence && judgementOf(ledger) === kept.judged;
    return isSame ? { children, pending } : null;
  } finally {
    await database.close();
  }
}
