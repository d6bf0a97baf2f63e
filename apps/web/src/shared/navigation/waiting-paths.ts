import { generatePath } from 'react-router';
import type { UnitRef } from './paths.ts';

/** The addresses of a unit's conflicts and refusals, and of this device's files and copies. */
export const WAITING_ROUTES = {
  waiting: '/children/waiting/:stakeDB/:stakeName',
  choose: '/children/waiting/:stakeDB/:stakeName/:recordId',
  backup: '/children/backup',
  localCopy: '/children/local/:stakeDB/:stakeName',
  handOver: '/children/handover/:stakeDB/:stakeName',
  receive: '/children/receive',
  removed: '/children/removed/:stakeDB/:stakeName',
} as const;

const paramsOf = ({ stakeDB, stakeName }: UnitRef) => ({ stakeDB, stakeName });

/** The conflicts and refusals of a unit. */
export const waitingPath = (unit: UnitRef) => generatePath(WAITING_ROUTES.waiting, paramsOf(unit));

/** The conflict about one record: which value is right, or whether the record stays. */
export const choosePath = (unit: UnitRef, recordId: string) =>
  generatePath(WAITING_ROUTES.choose, { ...paramsOf(unit), recordId });

/** The backup file of one unit, or of all units on this device. */
export const backupPath = (stakeDB?: string) =>
  stakeDB === undefined
    ? WAITING_ROUTES.backup
    : `${WAITING_ROUTES.backup}?${new URLSearchParams({ stakeDB })}`;

/** A unit's copy on this device: its size and deletion. */
export const localCopyPath = (unit: UnitRef) =>
  generatePath(WAITING_ROUTES.localCopy, paramsOf(unit));

/** Gives a unit's unsent records to another phone. */
export const handOverPath = (unit: UnitRef) =>
  generatePath(WAITING_ROUTES.handOver, paramsOf(unit));

/** The records of a unit that were removed lately. */
export const removedPath = (unit: UnitRef) => generatePath(WAITING_ROUTES.removed, paramsOf(unit));

/** Takes over the records that another phone hands over. */
export const receivePath = ({ stakeDB }: UnitRef) =>
  `${WAITING_ROUTES.receive}?${new URLSearchParams({ stakeDB })}`;
