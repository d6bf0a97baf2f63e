import type { Child, Mother, Screening } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import type { RefusedRecord, Task, TaskSide } from '@crece/storage';

/** A girl of 22 months on 14 March 2026. */
export const LUZ: Child = aChild({
  _id: 'chld_test_stake_gtm_1746878400009_luz001',
  firstName: 'Luz',
  lastName: 'Mamani',
  birthDate: '2024-05-08',
});

/** Her screening of December: 76.2 cm, 8.3 kg, MUAC 12.0. */
export const DECEMBER: Screening = aScreening({
  _id: 'scr_test_stake_gtm_1765540800001_dddddd',
  owner: LUZ._id,
  surveyDate: '2025-12-12',
  monthAge: 19,
  height: 76.2,
  weight: 8.3,
  muac: 12,
  created: '2025-12-12T15:00:00.000Z',
});

/** Her screening of March, which two phones changed: 77.9 cm, MUAC 13. */
export const MARCH: Screening = aScreening({
  _id: 'scr_test_stake_gtm_1773500000001_mmmmmm',
  owner: LUZ._id,
  surveyDate: '2026-03-14',
  monthAge: 22.2,
  height: 77.9,
  weight: 8.1,
  muac: 13,
  created: '2026-03-14T15:00:00.000Z',
});

/** The two people of every task; the times are on this device's clock in the tests. */
export const BY_ANA = {
  isHere: true,
  writtenBy: 'Ana L.',
  writtenAt: '2026-03-14T10:42:00.000Z',
} as const;
export const BY_MARCO = {
  isHere: false,
  writtenBy: 'Marco T.',
  writtenAt: '2026-03-14T11:05:00.000Z',
} as const;

function side(rev: string, document: object, by: Partial<TaskSide>): TaskSide {
  return { rev, document: { ...document, _rev: rev }, isHere: false, ...by };
}

/** A conflict between two values for fields of March's screening. */
export function screeningTask(
  first: Partial<Screening>,
  second: Partial<Screening>,
  different: Partial<Task> = {},
): Task {
  return {
    id: MARCH._id,
    kind: 'values',
    childId: LUZ._id,
    title: 'Luz Mamani',
    fields: Object.keys({ ...first, ...second }).sort(),
    first: side('3-a', { ...MARCH, ...first }, BY_ANA),
    second: side('3-b', { ...MARCH, ...second }, BY_MARCO),
    more: 0,
    ...different,
  };
}

/** A conflict between two values for fields of the child. */
export function childTask(
  first: Partial<Child>,
  second: Partial<Child>,
  different: Partial<Task> = {},
): Task {
  return {
    id: LUZ._id,
    kind: 'values',
    childId: LUZ._id,
    title: 'Luz Mamani',
    fields: Object.keys({ ...first, ...second }).sort(),
    first: side('2-a', { ...LUZ, ...first }, BY_ANA),
    second: side('2-b', { ...LUZ, ...second }, BY_MARCO),
    more: 0,
    ...different,
  };
}

export const ROSA: Mother = aMother({ firstName: 'Rosa', lastName: 'Tzul' });

/** A conflict between two values for fields of a woman's entry. */
export function motherTask(first: Partial<Mother>, second: Partial<Mother>): Task {
  return {
    id: ROSA._id,
    kind: 'values',
    title: 'Rosa Tzul',
    fields: Object.keys({ ...first, ...second }).sort(),
    first: side('2-a', { ...ROSA, ...first }, BY_MARCO),
    second: side('2-b', { ...ROSA, ...second }, BY_ANA),
    more: 0,
  };
}

/** Luz was removed by Marco and changed by Ana. */
export function removedTask(different: Partial<Task> = {}): Task {
  const { first, second } = childTask({}, {});
  return {
    ...childTask({}, {}),
    kind: 'removed',
    first,
    second: {
      ...second,
      document: { ...second.document, _deleted: true },
      removed: { by: 'Marco T.', at: '2026-03-14T11:05:00.000Z' },
    },
    ...different,
  };
}

/** March's screening was removed by Marco and changed by Ana. */
export function removedScreeningTask(): Task {
  const { first, second, ...task } = screeningTask({}, {});
  return {
    ...task,
    kind: 'removed',
    first,
    second: {
      ...second,
      document: { ...second.document, _deleted: true },
      removed: { by: 'Marco T.', at: '2026-03-14T11:05:00.000Z' },
    },
  };
}

/** A record that the server refused. */
export function aRefusal(different: Partial<RefusedRecord> = {}): RefusedRecord {
  return {
    id: MARCH._id,
    rev: '2-a',
    reason: 'unreadable',
    details: [],
    removal: false,
    refusedAt: '2026-03-14T12:00:00.000Z',
    childId: LUZ._id,
    title: 'Luz Mamani',
    ...different,
  };
}
