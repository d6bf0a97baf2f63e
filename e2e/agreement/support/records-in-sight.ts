import { createHash } from 'node:crypto';
import {
  assessStored,
  type Child,
  homesAfter,
  MOVED,
  mustFollow,
  type Screening,
  type ScreeningFields,
} from '@crece/domain';
import {
  carryVersion,
  generationOf,
  type VersionWithAncestry,
} from '../../../packages/replication/src/index.ts';
import type { CarriedDocument } from '../../../packages/storage/src/unit/records/carried-document.ts';
import { ancestryCarried, bodyCarried } from '../../../packages/storage/src/unit/tasks/examine.ts';

export const STAKE = 'test_stake_gtm';

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

const contentOf = (document: object) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('_')));

/** The deletions that a move leaves of a record, and its versions when it has come back. */
export function thereAndBack(leaves: readonly CarriedDocument[]): CarriedDocument[] {
  const written: CarriedDocument[] = [];
  const here: VersionWithAncestry[] = leaves.map((leaf) => ({
    document: bodyCarried(leaf),
    ancestry: ancestryCarried(leaf),
  }));
  for (const version of here.filter(({ document }) => mustFollow(document, { moves: 99 }))) {
    const { _id: id, _rev } = version.document;
    const way = homesAfter(version.document, { stakeDB: STAKE, id });
    const home = { stakeDB: 'test_stake_hnd', id: id.replace(STAKE, 'test_stake_hnd') };
    const moved = { ...contentOf(version.document), movedFrom: way };
    const there = carryVersion(version, moved, { id: home.id, there: [] }, md5);
    const rev = `${generationOf(_rev) + 1}-${md5(_rev)}`;
    const deletion = {
      document: { ...version.document, _rev: rev, _deleted: true, why: MOVED, movedTo: home },
      ancestry: [rev, ...version.ancestry],
    };
    here.push(deletion);
    if (there === null) continue;
    const fields = { ...moved, movedFrom: homesAfter(there.document, home) };
    const known = here.filter((each) => each !== version);
    const back = carryVersion(there, fields, { id, there: known }, md5);
    if (back !== null) here.push(back);
    for (const { document, ancestry } of [deletion, ...(back === null ? [] : [back])]) {
      const ids = ancestry.map((each) => each.slice(each.indexOf('-') + 1));
      written.push({ ...document, _revisions: { start: generationOf(document._rev), ids } });
    }
  }
  return written;
}

/** A record as the store takes it. */
export function asDocument(record: Child | Screening): Record<string, unknown> & { _id: string } {
  return { ...record };
}

/** What a person has typed about a child. */
export function typed({ firstName, lastName, gender, birthDate, memberStatus, ward }: Child) {
  return { firstName, lastName, gender, birthDate, memberStatus, ...(ward ? { ward } : {}) };
}

const EMPTY = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };

/** What a form would hand to the store, also past its limits. */
export function measured(child: Child, others: readonly Screening[], fields: ScreeningFields) {
  const screening: Screening = {
    ...fields,
    _id: `scr_${STAKE}_0`,
    owner: child._id,
    gender: child.gender,
    zScore: EMPTY,
    actions: [],
    rules: '2.0',
  };
  return { fields, assessment: assessStored(screening, child, others) };
}
