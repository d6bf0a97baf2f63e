import { type OpenDevice, UNIT_DATABASE } from '../device/open-device.ts';
import type { Known } from '../known/known.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import type { Tabs } from './tabs.ts';
import type { OpenUnitOptions } from './types.ts';

export interface OpenLocalUnitOptions extends OpenUnitOptions {
  device: OpenDevice;
}

/** How the opener of a unit learns that it is released. */
export interface Release {
  /** Called when one user has closed it; returns whether it was the last. */
  one(): boolean;
  /** Called when the unit cannot be used any more. */
  all(): void;
}

/** The parts with which a unit's records are read and written. */
export interface OpenedUnit {
  database: UnitRecords;
  tabs: Tabs;
  instance: string;
  known: Known;
  /** The kept first rows; the read starts before the records are opened. */
  first: Promise<unknown>;
}

/** Name of a unit's database on a device. */
export function databaseNameOf(device: OpenDevice, stakeDB: string): string {
  return device.units.prefix + UNIT_DATABASE + stakeDB;
}
