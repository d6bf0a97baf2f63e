import { backup } from '../../features/backup/feature.ts';
import { children } from '../../features/children/feature.ts';
import { conflicts } from '../../features/conflicts/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

const paramsOf = ({ stakeDB, stakeName }: UnitRef) => ({ stakeDB, stakeName });

/** The conflicts and refusals of a unit. */
export const waitingPath = (unit: UnitRef) => pathTo(conflicts.pages.waiting, paramsOf(unit));

/** The conflict about one record: which value is right, or whether the record stays. */
export const choosePath = (unit: UnitRef, recordId: string) =>
  pathTo(conflicts.pages.choose, { ...paramsOf(unit), recordId });

/** The backup file of one unit, or of all units on this device. */
export const backupPath = (stakeDB?: string) =>
  stakeDB === undefined
    ? backup.pages.backup.at
    : `${backup.pages.backup.at}?${new URLSearchParams({ stakeDB })}`;

/** A unit's copy on this device: its size and deletion. */
export const localCopyPath = (unit: UnitRef) => pathTo(backup.pages.localCopy, paramsOf(unit));

/** Gives a unit's unsent records to another phone. */
export const handOverPath = (unit: UnitRef) => pathTo(backup.pages.handOver, paramsOf(unit));

/** The records of a unit that were removed lately. */
export const removedPath = (unit: UnitRef) => pathTo(children.pages.removed, paramsOf(unit));

/** Takes over the records that another phone hands over. */
export const receivePath = ({ stakeDB }: UnitRef) =>
  `${backup.pages.receive.at}?${new URLSearchParams({ stakeDB })}`;
