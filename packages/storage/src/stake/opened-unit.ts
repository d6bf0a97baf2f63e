import { type OpenDevice, UNIT_DATABASE } from '../device/open-device.ts';
import type { Known } from '../ledger/known.ts';
import type { OpenStakeOptions } from '../types.ts';
import type { UnitDatabase } from '../unit/unit-database.ts';
import type { Tabs } from './tabs.ts';

export interface OpenLocalStakeOptions extends OpenStakeOptions {
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
  database: UnitDatabase;
  tabs: Tabs;
  instance: string;
  known: Known;
}

/** Name of a unit's database on a device. */
export function databaseNameOf(device: OpenDevice, stakeDb: string): string {
  return device.units.prefix + UNIT_DATABASE + stakeDb;
}
