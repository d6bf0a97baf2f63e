import { describe, expect, it } from 'vitest';
import type { CarriedDocument } from '../records/carried-document.ts';
import { askedFields, takenFromOther } from './asked-fields.ts';
import { examine, type VersionQuestion } from './examine.ts';
import { taskOf, taskRefOf } from './tasks.ts';

const CHILD = 'chld_test_stake_gtm_1746878400000_0a1b2c';
const SCREENING = 'scr_test_stake_gtm_1746878700000_3d4e5f';
const MOTHER = 'mthr_test_stake_gtm_1746879000000_6g7h8i';

const titleOf = (childId: string): string => (childId === CHILD ? 'Marisol Xicay' : '');

/** A leaf given by its ancestry, newest first: `leaf(id, ['2-b', '1-a'], …)`. */
function leaf(id: string, ancestry: readonly string[], fields: object): CarriedDocument {
  const [rev = ''] = ancestry;
  const ids = ancestry.map((each) => each.slice(each.indexOf('-') + 1));
  const start = Number.parseInt(rev, 10);
  return { ...fields, _id: id, _rev: rev, _revisions: { start, ids } };
}

const NAMES = { firstName: 'Marisol', lastName: 'Xicay' };

/** Two versions that both changed the phone number after `1-a`. */
const CONTESTED = [
  leaf(CHILD, ['2-c', '1-a'], {
    ...NAMES,
    phone: '2',
    stamp: { phone: 2 },
    updatedBy: 'José',
    updatedAt: '2025-05-11T00:00:00.000Z',
    device: 'there',
  }),
  leaf(CHILD, ['2-b', '1-a'], {
    ...NAMES,
    phone: '1',
    stamp: { phone: 2 },
    updatedBy: 'Ana',
    updatedAt: '2025-05-12T00:00:00.000Z',
    device: 'here',
  }),
];

const REMOVED = {
  ...NAMES,
  why: 'removed',
  removedAt: '2025-05-13T00:00:00.000Z',
  removedBy: 'Eva',
};

describe('taskRefOf', () => {
  it('names the fields that two versions changed to different values', () => {
    expect(taskRefOf(CONTESTED, titleOf)).toEqual({
      id: CHILD,
      kind: 'values',
      childId: CHILD,
      title: 'Marisol Xicay',
      fields: ['phone'],
    });
  });

  it('the task does not depend on the order in which the leaves come', () => {
    expect(taskRefOf(CONTESTED.toReversed(), titleOf)).toEqual(taskRefOf(CONTESTED, titleOf));
  });

  it('returns null for one version, equal versions, or what merging settles', () => {
    const [first, second] = CONTESTED;
    if (first === undefined || second === undefined) throw new Error('two leaves');
    expect(taskRefOf([], titleOf)).toBeNull();
    expect(taskRefOf([first], titleOf)).toBeNull();
    expect(taskRefOf([first, { ...second, phone: '2' }], titleOf)).toBeNull();
    expect(taskRefOf([first, { ...second, phone: '9', stamp: { phone: 1 } }], titleOf)).toBeNull();
    const ended = leaf(CHILD, ['3-d', '2-b', '1-a'], { _deleted: true, why: 'merged' });
    expect(taskRefOf([first, ended], titleOf)).toBeNull();
  });

  it('asks whether to keep a record removed on one side and changed on the other', () => {
    const living = leaf(CHILD, ['2-b', '1-a'], { ...NAMES, phone: '1', stamp: { phone: 2 } });
    const removed = leaf(CHILD, ['2-c', '1-a'], { ...REMOVED, _deleted: true });
    // Even with a higher hash or more edits, a removal does not win against a living version.
    const further = leaf(CHILD, ['3-e', '2-c', '1-a'], { ...REMOVED, _deleted: true });
    for (const other of [removed, further]) {
      expect(taskRefOf([living, other], titleOf)).toMatchObject({ kind: 'removed', fields: [] });
    }
  });

  it('returns null when a record is removed in every version', () => {
    const one = leaf(CHILD, ['2-c', '1-a'], { ...REMOVED, _deleted: true });
    const two = leaf(CHILD, ['2-b', '1-a'], { ...REMOVED, removedBy: 'Ana', _deleted: true });
    expect(taskRefOf([one, two], titleOf)).toBeNull();
  });

  it('names no field when the other version was erased and has no values to choose from', () => {
    const living = leaf(CHILD, ['2-b', '1-a'], { ...NAMES, phone: '1', stamp: { phone: 2 } });
    const erased = leaf(CHILD, ['2-c', '1-a'], { _deleted: true, why: 'erased' });
    expect(taskRefOf([living, erased], titleOf)).toMatchObject({ kind: 'removed', fields: [] });
  });

  it('names a screening by its child, and a mother by her own name', () => {
    const both = (id: string, fields: object): CarriedDocument[] => [
      leaf(id, ['2-c', '1-a'], { ...fields, comments: 'x', stamp: { comments: 2 } }),
      leaf(id, ['2-b', '1-a'], { ...fields, comments: 'y', stamp: { comments: 2 } }),
    ];
    expect(taskRefOf(both(SCREENING, { owner: CHILD }), titleOf)).toMatchObject({
      childId: CHILD,
      title: 'Marisol Xicay',
    });
    const mother = taskRefOf(both(MOTHER, { firstName: 'Rosa', lastName: 'Tzul' }), titleOf);
    expect(mother).toMatchObject({ title: 'Rosa Tzul' });
    expect(mother).not.toHaveProperty('childId');
  });
});

describe('taskOf', () => {
  it('shows both versions, who wrote them, when, and which one was written here', () => {
    const task = taskOf(CONTESTED, titleOf, new Set(['here', 'before']));
    expect(task).toMatchObject({
      first: { rev: '2-c', isHere: false, writtenBy: 'José', document: { phone: '2' } },
      second: {
        rev: '2-b',
        isHere: true,
        writtenBy: 'Ana',
        writtenAt: '2025-05-12T00:00:00.000Z',
        document: { phone: '1' },
      },
      more: 0,
    });
    expect(task?.first.document).not.toHaveProperty('_revisions');
    expect(task?.first).not.toHaveProperty('removed');
  });

  it('says who removed the record and when, and includes its content for display', () => {
    const living = leaf(CHILD, ['2-b', '1-a'], { ...NAMES, phone: '1', stamp: { phone: 2 } });
    const removed = leaf(CHILD, ['2-c', '1-a'], { ...REMOVED, _deleted: true });
    expect(taskOf([living, removed], titleOf, new Set())?.second).toMatchObject({
      document: { firstName: 'Marisol' },
      removed: { by: 'Eva', at: '2025-05-13T00:00:00.000Z' },
    });
  });

  it('asks about values before removals, and counts the remaining questions', () => {
    const removed = leaf(CHILD, ['5-f', '4-e', '3-d', '2-d', '1-a'], {
      ...REMOVED,
      _deleted: true,
    });
    const task = taskOf([...CONTESTED, removed], titleOf, new Set());
    expect(task).toMatchObject({ kind: 'values', first: { rev: '2-c' }, more: 1 });
  });
});

describe('askedFields', () => {
  const question = (
    id: string,
    contested: readonly string[],
    other: object = { x: 1 },
  ): VersionQuestion => ({
    kind: 'values',
    winner: { _id: id, _rev: '2-c' },
    other: { ...other, _id: id, _rev: '2-b' },
    common: 1,
    contested,
  });

  it("include a screening's figures and its age, but never whether they were confirmed", () => {
    const contested = ['ageOverride', 'height', 'zScoreConfirmed'];
    expect(askedFields(question(SCREENING, contested))).toEqual(['ageOverride', 'height']);
    // On a child, this name is an unknown field and is shown.
    expect(askedFields(question(CHILD, ['zScoreConfirmed']))).toEqual(['zScoreConfirmed']);
  });

  it('include one field of a group that belongs together, and a field that is contested alone', () => {
    expect(askedFields(question(CHILD, ['birthDate', 'birthDateEstimated']))).toEqual([
      'birthDate',
    ]);
    expect(askedFields(question(CHILD, ['birthDateEstimated']))).toEqual(['birthDateEstimated']);
    expect(askedFields(question(MOTHER, ['childsBirthDate', 'deliveryDate']))).toEqual([
      'deliveryDate',
    ]);
    expect(askedFields(question(SCREENING, ['latitude', 'longitude']))).toEqual(['latitude']);
  });

  it('decide the dependent fields by the choice for the asked field', () => {
    const dates = question(CHILD, ['birthDate', 'birthDateEstimated', 'phone']);
    expect(takenFromOther(dates, new Set(['birthDate']))).toEqual([
      'birthDate',
      'birthDateEstimated',
    ]);
    expect(takenFromOther(dates, new Set(['phone']))).toEqual(['phone']);
    const measures = question(SCREENING, ['height', 'weight', 'zScoreConfirmed']);
    expect(takenFromOther(measures, new Set(['height']))).toEqual(['height']);
    expect(takenFromOther(measures, new Set(['height', 'weight']))).toEqual([
      'height',
      'weight',
      'zScoreConfirmed',
    ]);
  });
});

describe('examine', () => {
  it('plans one step at a time: the first leaf that can be merged', () => {
    const winner = leaf(CHILD, ['3-c', '2-c', '1-a'], {
      ...NAMES,
      ward: 'Sur',
      stamp: { ward: 2 },
    });
    const phone = leaf(CHILD, ['2-e', '1-a'], { ...NAMES, phone: '1', stamp: { phone: 2 } });
    const city = leaf(CHILD, ['2-b', '1-a'], { ...NAMES, city: 'Tecpán', stamp: { city: 2 } });
    const examined = examine([winner, phone, city]);
    expect(examined?.questions).toEqual([]);
    expect(examined?.step).toEqual({
      body: {
        ...NAMES,
        _id: CHILD,
        _rev: '3-c',
        phone: '1',
        ward: 'Sur',
        stamp: { phone: 4, ward: 2 },
      },
      deleteOther: { _id: CHILD, _rev: '2-e', _deleted: true, why: 'merged' },
    });
  });

  it('merges uncontested fields while the question stays open', () => {
    const [winner, other] = CONTESTED;
    if (winner === undefined || other === undefined) throw new Error('two leaves');
    const more = { ...other, city: 'Tecpán', stamp: { phone: 2, city: 2 } };
    const examined = examine([winner, more]);
    expect(examined?.step).toMatchObject({
      body: { phone: '2', city: 'Tecpán' },
      deleteOther: null,
    });
    expect(examined?.questions).toHaveLength(1);
  });
});
