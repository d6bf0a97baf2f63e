import type { Child, Mother, Screening } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { TEST_UNIT } from '../../testing/a-gateway.ts';
import { digestLike } from '../../testing/many-records.ts';

/** A revision with its ancestry as a phone sends it. */
export interface Carried {
  _id: string;
  _rev: string;
  _deleted?: boolean;
  _revisions: { start: number; ids: string[] };
  [field: string]: unknown;
}

/** The id of a record of the test unit; `place` makes it unique. */
export function idOf(kind: 'chld' | 'scr' | 'mthr', place: number): string {
  return `${kind}_${TEST_UNIT}_${1_748_880_000_000 + place}_aaaaaa`;
}

/**
 * A record at the end of a path of revisions, each named by one part of it: `['a', 'b']` is the
 * second generation, `b` on `a`.
 */
export function carried(
  record: { _id: string; [field: string]: unknown } | Child | Screening | Mother,
  path: readonly string[],
  different: object = {},
): Carried {
  // The digest of a revision includes its parents, as a real one does.
  const ids = path
    .map((_, i) => digestLike(`${record._id} ${path.slice(0, i + 1).join('/')}`))
    .toReversed();
  return {
    ...record,
    ...different,
    _id: record._id,
    _rev: `${path.length}-${ids[0] ?? ''}`,
    _revisions: { start: path.length, ids },
  };
}

/** The deletion that a removal writes: its body keeps the record. */
export function removal(record: { _id: string }, path: readonly string[]): Carried {
  return carried(record, path, {
    _deleted: true,
    why: 'removed',
    removedAt: '2025-06-02T10:00:00.000Z',
    removedBy: 'Ana López',
  });
}

export const childOf = (place: number, different: object = {}) =>
  aChild({ _id: idOf('chld', place), ...different });

export const screeningOf = (place: number, different: object = {}) =>
  aScreening({ _id: idOf('scr', place), ...different });

export const motherOf = (place: number, different: object = {}) =>
  aMother({ _id: idOf('mthr', place), ...different });

/** The body of a push as our phones send it. */
export function pushBody(docs: readonly unknown[]): { new_edits: false; docs: readonly unknown[] } {
  return { new_edits: false, docs };
}
