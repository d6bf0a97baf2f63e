import { type OpenDevice, UNIT_DATABASE } from '../device/open-device.ts';
import type { Known } from '../known/known.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import type { Tabs } from './tabs.ts';
import type { OpenUnitOptions } from './types.ts';

export interface OpenLocalUnitOptions extends OpenUnitOptions {
  device: OpenDevice;
}

/** How the one who opened a unit learns that it is given up. */
export interface Release {
  /** One user is done; answers whether it was the last. */
  one(): boolean;
  /** Nobody can use it any more. */
  all(): void;
}

/** What a unit's records are read and written with. */
export interface OpenedUnit {
  database: UnitRecords;
  tabs: Tabs;
  instance: string;
  known: Known;
  /** The rows that were kept, asked for before the records were opened. */
  kept: Promise<unknown>;
}

/** Name of a unit's database on a device. */
export function databaseNameOf(device: OpenDevice, stakeDB: string): string {
  return device.units.prefix + UNIT_DATABASE + stakeDB;
}
