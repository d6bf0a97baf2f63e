import { generatePath } from 'react-router';
import type { UnitRef } from './paths.ts';

/** The addresses of what waits in a unit and of the files and copies of this device. */
export const WAITING_ROUTES = {
  waiting: '/children/waiting/:stakeDB/:stakeName',
  choose: '/children/waiting/:stakeDB/:stakeName/:recordId',
  backup: '/children/backup',
  localCopy: '/children/local/:stakeDB/:stakeName',
} as const;

const paramsOf = ({ stakeDB, stakeName }: UnitRef) => ({ stakeDB, stakeName });

/** All that waits for a person in a unit. */
export const waitingPath = (unit: UnitRef) => generatePath(WAITING_ROUTES.waiting, paramsOf(unit));

/** The question about one record: which value is right, or whether it stays. */
export const choosePath = (unit: UnitRef, recordId: string) =>
  generatePath(WAITING_ROUTES.choose, { ...paramsOf(unit), recordId });

/** The backup file; of one unit when it is named, else of all of this device. */
export const backupPath = (stakeDB?: string) =>
  stakeDB === undefined
    ? WAITING_ROUTES.backup
    : `${WAITING_ROUTES.backup}?${new URLSearchParams({ stakeDB })}`;

/** A unit's copy on this device: its size, and its removal. */
export const localCopyPath = (unit: UnitRef) =>
  generatePath(WAITING_ROUTES.localCopy, paramsOf(unit));
