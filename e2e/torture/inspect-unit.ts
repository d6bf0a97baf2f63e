// Runs inside a page that has not opened a unit: reads what is stored of it, past the application.

import { UNIT_DATABASE } from '../../packages/storage/src/unit/device/open-device.ts';
import { LEDGER_ID } from '../../packages/storage/src/unit/known/ledger-state.ts';
import {
  IndexedDbStore,
  isStored,
} from '../../packages/storage/src/unit/records/indexeddb-store.ts';
import { StoredRecords } from '../../packages/storage/src/unit/records/stored-records.ts';
import { findUnsound } from '../../packages/storage/src/unit/records/testing/find-unsound.ts';
import type { Document } from '../../packages/storage/src/unit/records/unit-records.ts';
import { contentOf, type Leaves } from './driver.ts';

/** What is stored of a unit. */
export interface Inspected {
  /** False when the browser has no database of the unit. */
  isStored: boolean;
  /** Inconsistencies; see `findUnsound`. */
  unsound: string[];
  /** Number of ranges that were lost with damaged blocks. */
  lost: number;
  leaves: Leaves;
  /** The body of each leaf, in the form of `contentOf`. */
  contents: string[];
  /** The living records. */
  records: Document[];
  /** The ledger's note of the first download. */
  download: unknown;
}

declare global {
  interface Window {
    unitToInspect: string;
    unitInspected: Promise<Inspected>;
  }
}

const NOTHING: Inspected = {
  isStored: false,
  unsound: [],
  lost: 0,
  leaves: [],
  contents: [],
  records: [],
  download: null,
};

/** More records than any test has. */
const ALL = 1_000_000;

async function inspect(name: string): Promise<Inspected> {
  if (!(await isStored(name))) return NOTHING;
  const store = new IndexedDbStore(name);
  const unsound = await findUnsound(store);
  const records = new StoredRecords(store);
  const { changes } = await records.changesSince(0, ALL);
  const leaves = await records.leavesOfMany(changes.map(({ id }) => id));
  const lost = await records.lost();
  const ledger = await records.readLocal(LEDGER_ID);
  await records.close();
  return {
    isStored: true,
    unsound,
    lost: lost.length,
    leaves: changes
      .map((change) => [change.id, [...change.leaves].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    contents: leaves.flat().map(contentOf),
    records: changes.flatMap(({ deleted, document }) => (deleted ? [] : [document])),
    download: (ledger as { ledger?: { download?: unknown } } | null)?.ledger?.download ?? null,
  };
}

window.unitInspected = inspect(UNIT_DATABASE + window.unitToInspect);
