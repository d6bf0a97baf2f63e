import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { IMPORT_FIELD_NAMES, type ImportField } from './fields.ts';
import { type ActContext, type ChildMatch, MAX_ROWS_OF_CHILD, planAct } from './plan-child.ts';
import { type ReadRow, readRow } from './row.ts';

const UNIT = { stakeDB: 'test_stake_gtm', timeZone: 'America/Guatemala' };
const CHILD_ID = 'chld_test_stake_gtm_1746878400000_0a1b2c';
const SCREEN_ID = 'scr_test_stake_gtm_1746878700000_3d4e5f';

type Cells = Partial<Record<ImportField, string | number>>;

/** A row of a file that has every column but those left out. */
function aRow(row: number, cells: Cells, without: readonly ImportField[] = []): ReadRow {
  const fields = IMPORT_FIELD_NAMES.filter((field) => !without.includes(field));
  const values = fields.map((field) => cells[field] ?? null);
  return readRow(row, values, { unit: UNIT, answers: {}, fields });
}

const MARISOL: Cells = {
  firstName: 'Marisol',
  lastName: 'Xicay',
  gender: 'Girl',
  birthDate: '2024-03-10',
};
const VISIT: Cells = { surveyDate: '2025-05-10', height: 68.5, weight: 7.1, muac: 11.9 };

const CONTEXT: ActContext = {
  unit: UNIT,
  today: '2026-02-28',
  now: '2026-02-28T12:00:00.000Z',
  newId: (kind, row) => `${kind}_test_stake_gtm_1000000000000_row00${row}`,
  isNamedScreening: () => false,
  ownerOf: () => null,
};

const plan = (rows: readonly ReadRow[], match: ChildMatch = null, more: Partial<ActContext> = {}) =>
  planAct(rows, match, { ...CONTEXT, ...more });
const outcomes = (act: ReturnType<typeof plan>) => act.rows.map(({ outcome }) => outcome);
const codes = (act: ReturnType<typeof plan>) =>
  act.rows.flatMap(({ findings }) => findings.map(({ code, level }) => `${level} ${code}`));

/** What is stored after an act, as the next one finds it. */
function storedAfter(act: ReturnType<typeof plan>): ChildMatch {
  if (act.writes === null) throw new Error('nothing was written');
  const { child, screenings } = act.writes;
  return { by: 'names', stored: { child, screenings } };
}

describe('a child that is not in the unit', () => {
  it('is registered with its screenings, assessed anew, in one act', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, phone: '5550' }),
      aRow(3, { ...MARISOL, ...VISIT, surveyDate: '2025-02-10', muac: 11.2 }),
    ]);
    expect(outcomes(act)).toEqual(['created', 'created']);
    expect(act.writes?.child).toMatchObject({
      _id: 'chld_test_stake_gtm_1000000000000_row002',
      memberStatus: 'Unknown',
      phone: '5550',
      monthAge: 23,
      zscoreStatus: 'Acute: supplements required',
      lastScreening: 'scr_test_stake_gtm_1000000000000_row002',
    });
    expect(
      act.writes?.screenings.map(({ zScore, status, told }) => [zScore.ha, status, told]),
    ).toEqual([
      [-2.94, 'RED_CHILD', undefined],
      [-1.69, 'ORANGE_CHILD', undefined],
    ]);
    expect(act.writes?.screenings[0]?.actions).toContain('PRIOR_RED_CONTINUE');
    expect(act.writes?.screenings[1]?.actions).toContain('ORANGE_ENROLL');
  });

  it('is registered without a screening by a row that has no measures', () => {
    const act = plan([aRow(2, { ...MARISOL, surveyDate: '2025-05-10', muac: 0 })]);
    expect(outcomes(act)).toEqual(['created']);
    expect(act.writes?.screenings).toEqual([]);
  });

  it('keeps id, instants and stored figures of a row that names its records', () => {
    const act = plan([
      aRow(2, {
        ...MARISOL,
        id: CHILD_ID,
        screenId: SCREEN_ID,
        surveyDate: '2025-05-10',
        created: '2025-05-10T12:00:00.000Z',
        ha: -3.1,
        wa: -2,
        wl: '-1,5',
      }),
    ]);
    const [screening] = act.writes?.screenings ?? [];
    expect(act.writes?.child._id).toBe(CHILD_ID);
    expect(act.writes?.child.created).toBe('2025-05-10T12:00:00.000Z');
    expect(screening?._id).toBe(SCREEN_ID);
    expect(screening).not.toHaveProperty('created');
    expect(screening?.zScore).toMatchObject({ ha: -3.1, wa: -2, wl: -1.5 });
  });

  it('has a birth date reckoned from an age in months on the survey date, and says so', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, birthDate: '', ageMonths: 14 })]);
    expect(act.writes?.child).toMatchObject({ birthDate: '2024-03-10', birthDateEstimated: true });
    expect(codes(plan([aRow(2, { ...MARISOL, birthDate: '', ageMonths: 14 })]))).toEqual([
      'reject age-without-survey-date',
    ]);
    for (const ageMonths of [0, 61, 14.5]) {
      expect(codes(plan([aRow(2, { ...MARISOL, ...VISIT, birthDate: '', ageMonths })]))).toEqual([
        'reject age-out-of-range',
      ]);
    }
  });
});

describe('rows that are refused', () => {
  it('name the code and the column, and leave the child’s other rows alone', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT }),
      aRow(3, { ...MARISOL, ...VISIT, surveyDate: '2025-06-10', weight: 'siete' }),
      aRow(4, { ...MARISOL, ...VISIT, surveyDate: '2025-07-10', weight: 2.9 }),
      aRow(5, { ...MARISOL, ...VISIT, surveyDate: '2025-08-10', height: '' }),
      aRow(6, { ...MARISOL, ...VISIT, surveyDate: '2026-03-01' }),
      aRow(7, { ...MARISOL, ...VISIT, surveyDate: '2024-03-09' }),
    ]);
    expect(outcomes(act)).toEqual(['created', ...Array<string>(5).fill('rejected')]);
    expect(
      act.rows.slice(1).map(({ findings }) => [findings[0]?.code, findings[0]?.field]),
    ).toEqual([
      ['number-invalid', 'weight'],
      ['weight-out-of-range', 'weight'],
      ['height-required-with-weight', 'height'],
      ['survey-date-in-future', 'surveyDate'],
      ['survey-date-before-birth', 'surveyDate'],
    ]);
    expect(act.writes?.screenings).toHaveLength(1);
  });

  it('register no child when nothing of it is left', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, height: 20 })]);
    expect(outcomes(act)).toEqual(['rejected']);
    expect(act.writes).toBeNull();
    const nameless = plan([aRow(2, { ...MARISOL, ...VISIT, lastName: '' })]);
    expect(codes(nameless)).toEqual(['reject last-name-required']);
    expect(codes(plan([aRow(2, { ...MARISOL, birthDate: '2026-03-01' })]))).toEqual([
      'reject birth-date-in-future',
    ]);
  });

  it('are those with ids or a unit name of another unit, and with broken ids', () => {
    const other = 'chld_quito_calderon_stake_ecu_1746878400000_0a1b2c';
    expect(codes(plan([aRow(2, { ...MARISOL, id: other })]))).toEqual([
      'reject id-of-another-unit',
    ]);
    expect(codes(plan([aRow(2, { ...MARISOL, stakeDB: 'test_stake_hnd' })]))).toEqual([
      'reject row-of-another-unit',
    ]);
    expect(codes(plan([aRow(2, { ...MARISOL, id: SCREEN_ID })]))).toEqual(['reject id-invalid']);
    expect(codes(plan([aRow(2, { ...MARISOL, id: `chld_${'x'.repeat(200)}` })]))).toEqual([
      'reject id-invalid',
    ]);
  });

  it('are those whose screening belongs to another child', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, screenId: SCREEN_ID })], null, {
      ownerOf: () => 'chld_somebody',
    });
    expect(codes(act)).toEqual(['reject screening-of-another-child']);
    expect(act.writes).toBeNull();
  });

  it('are all of a child that has more than any child can have', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_none, place) => aRow(place + 2, MARISOL));
    expect(outcomes(plan(rows(MAX_ROWS_OF_CHILD)))).not.toContain('rejected');
    expect(new Set(outcomes(plan(rows(MAX_ROWS_OF_CHILD + 1))))).toEqual(new Set(['rejected']));
  });

  it('are those that fit several children', () => {
    const act = plan([aRow(2, MARISOL)], { by: 'several', count: 2 });
    expect(codes(act)).toEqual(['reject several-children-match']);
  });

  it('are not those that a record as it was stored has; what the form would say is told', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID, muac: 108, height: 685 }),
    ]);
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toEqual(['warn height-out-of-range', 'warn muac-out-of-range']);
    expect(act.writes?.screenings[0]).toMatchObject({ muac: 108, height: 685 });
  });

  it('are not those of graduates, whose history is taken and told', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, birthDate: '2020-01-01', height: 100, weight: 15 }),
    ]);
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toContain('warn child-graduated');
  });
});

describe('a child that is there', () => {
  const stored: ChildMatch = {
    by: 'names',
    stored: { child: aChild(), screenings: [aScreening()] },
  };

  it('is a duplicate when the row says nothing new, whoever names it', () => {
    expect(plan([aRow(2, { ...MARISOL, ...VISIT })], stored)).toMatchObject({
      writes: null,
      rows: [{ outcome: 'duplicate', findings: [] }],
    });
    const named = aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID });
    expect(plan([named], { by: 'id', stored: stored.stored }).writes).toBeNull();
  });

  it('is a duplicate as a whole when the same file comes twice', () => {
    const rows = [
      aRow(2, { ...MARISOL, ...VISIT }),
      aRow(3, { ...MARISOL, ...VISIT }),
      aRow(4, { ...MARISOL, ...VISIT, surveyDate: '2025-06-10' }),
    ];
    const first = plan(rows);
    expect(outcomes(first)).toEqual(['created', 'duplicate', 'created']);
    expect(plan(rows, storedAfter(first))).toMatchObject({ writes: null });
  });

  it('takes over what is filled in, and a blank cell removes nothing', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, phone: '7777', oedema: 'yes' })], stored);
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.writes?.child).toMatchObject({ ...aChild(), phone: '7777' });
    expect(act.writes?.screenings).toEqual([{ ...aScreening(), oedema: true }]);
  });

  it('has another screening beside the one of that day when the figures differ, and that is told', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, weight: 7.3 })], stored);
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toEqual(['warn another-visit-that-day']);
  });

  it('has its screening corrected by the row that names it, and what was told is kept', () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, weight: 8, id: CHILD_ID, screenId: SCREEN_ID });
    const act = plan([row], { by: 'id', stored: stored.stored });
    expect(outcomes(act)).toEqual(['updated']);
    const [screening] = act.writes?.screenings ?? [];
    expect(screening?.weight).toBe(8);
    expect(screening?.told?.zScore).toEqual(aScreening().zScore);
    expect(screening?.zScore.wa).not.toBe(aScreening().zScore.wa);
  });

  it('has every screening assessed anew when its birth date is corrected', () => {
    const row = aRow(2, { ...MARISOL, birthDate: '2023-03-10', id: CHILD_ID });
    const act = plan([row], { by: 'id', stored: stored.stored });
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.writes?.screenings[0]).toMatchObject({ monthAge: 26, told: { monthAge: 14 } });
  });

  it('is told when a row with an id found it by names', () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, id: 'chld_test_stake_gtm_1746878400000_zzzzzz' });
    const act = plan([row], stored);
    expect([outcomes(act), codes(act)]).toEqual([['duplicate'], ['warn matched-by-names']]);
  });

  it('keeps a screening named by the file apart from one with the same content', () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: `${SCREEN_ID}x` });
    const act = plan([row], { by: 'id', stored: stored.stored }, { isNamedScreening: () => true });
    expect(act.writes?.screenings.map(({ _id }) => _id)).toContain(`${SCREEN_ID}x`);
  });
});

describe('the comment "age=N"', () => {
  const comments = 'age=30';
  it('is declined by a blank cell of a file that has the column', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments })]);
    expect(act.writes?.screenings[0]).toMatchObject({ ageOverride: false, monthAge: 14 });
  });

  it('re-ages by the column’s number', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments, ageOverride: '20,5' })]);
    expect(act.writes?.screenings[0]).toMatchObject({ ageOverride: 20.5, monthAge: 20.5 });
  });

  it('is told, and read as an older record’s, in a file without the column', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments }, ['ageOverride'])]);
    expect(codes(act)).toEqual(['warn age-override-to-confirm']);
    expect(act.writes?.screenings[0]).not.toHaveProperty('ageOverride');
    expect(act.writes?.screenings[0]?.monthAge).toBe(30);
  });
});
