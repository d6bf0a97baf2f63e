import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { ChildMatch } from './child-match.ts';
import { MAX_ROWS_OF_CHILD } from './plan-child.ts';
import { readRow } from './row.ts';
import {
  aRow,
  CHILD_ID,
  codes,
  MARISOL,
  outcomes,
  plan,
  SCREEN_ID,
  storedAfter,
  UNIT,
  VISIT,
} from './testing/rows.ts';

describe('importing a child that is not in the unit', () => {
  it('registers it with its reassessed screenings in one write', () => {
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

  it('registers it without a screening for a row without measures', () => {
    const act = plan([aRow(2, { ...MARISOL, surveyDate: '2025-05-10', muac: 0 })]);
    expect(outcomes(act)).toEqual(['created']);
    expect(act.writes?.screenings).toEqual([]);
  });

  it.each(['-', '–', 'n/a', 'N/D', 's/d', 'NA'])(
    'takes %s for a blank cell, not for a wrong one',
    (nothing) => {
      const read = aRow(2, { ...MARISOL, ...VISIT, muac: nothing, oedema: nothing, comments: '-' });
      expect(read.findings).toEqual([]);
      expect(read.entry).not.toHaveProperty('muac');
      expect(read.entry).not.toHaveProperty('oedema');
      expect(read.entry).toMatchObject({ height: 68.5, comments: '-' });
    },
  );

  it('keeps id, instants and stored figures of a row with record ids', () => {
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

  it('calculates the birth date from an age in months on the survey date, with a warning', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, birthDate: '', ageMonths: 14 })]);
    expect(act.writes?.child).toMatchObject({ birthDate: '2024-03-10', birthDateEstimated: true });
    expect(codes(plan([aRow(2, { ...MARISOL, birthDate: '', ageMonths: 14 })]))).toEqual([
      'reject age-without-survey-date',
    ]);
    for (const [ageMonths, code] of [
      [0, 'age-out-of-range'],
      [61, 'age-out-of-range'],
      ['24,5', 'age-not-whole'],
    ] as const) {
      expect(codes(plan([aRow(2, { ...MARISOL, ...VISIT, birthDate: '', ageMonths })]))).toEqual([
        `reject ${code}`,
      ]);
    }
  });
});

describe('rows that an import refuses', () => {
  it("refused rows have code and column, and do not affect the child's other rows", () => {
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

  it('register no child when all its rows are refused', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, height: 20 })]);
    expect(outcomes(act)).toEqual(['rejected']);
    expect(act.writes).toBeNull();
    const nameless = plan([aRow(2, { ...MARISOL, ...VISIT, lastName: '' })]);
    expect(codes(nameless)).toEqual(['reject last-name-required']);
    expect(codes(plan([aRow(2, { ...MARISOL, birthDate: '2026-03-01' })]))).toEqual([
      'reject birth-date-in-future',
    ]);
  });

  it('include rows with ids or the name of another unit, and with invalid ids', () => {
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

  it('include a row whose screening belongs to another child', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, screenId: SCREEN_ID })], null, {
      ownerOf: () => 'chld_somebody',
    });
    expect(codes(act)).toEqual(['reject screening-of-another-child']);
    expect(act.writes).toBeNull();
  });

  it('include all rows of a child with too many of them', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_none, place) => aRow(place + 2, MARISOL));
    expect(outcomes(plan(rows(MAX_ROWS_OF_CHILD)))).not.toContain('rejected');
    expect(new Set(outcomes(plan(rows(MAX_ROWS_OF_CHILD + 1))))).toEqual(new Set(['rejected']));
  });

  it('take a figure with the unit of its column, and convert none that names another', () => {
    const said = aRow(2, { ...MARISOL, ...VISIT, weight: '7,1kg', height: '68.5 cm' });
    expect(said.entry).toMatchObject({ weight: 7.1, height: 68.5, muac: 11.9 });
    const { entry, findings } = aRow(2, { ...MARISOL, ...VISIT, muac: '119 mm' });
    expect(entry).not.toHaveProperty('muac');
    const params = { text: '119 mm', unit: 'cm' };
    expect(findings).toEqual([
      { code: 'figure-in-other-unit', level: 'reject', field: 'muac', params },
    ]);
  });

  it('name what is missing, and say that a negative figure is impossible', () => {
    const without = (cells: object) => codes(plan([aRow(2, { ...MARISOL, ...VISIT, ...cells })]));
    expect(without({ gender: '' })).toEqual(['reject gender-required']);
    expect(without({ birthDate: '' })).toEqual(['reject age-required']);
    expect(without({ weight: '-10,5' })).toEqual(['reject figure-impossible']);
    expect(without({ weight: 0, height: 0 })).toEqual([]);
  });

  it('include a row with more cells than headings: a comma in a number moves all that follow', () => {
    const cells = ['Ana', 'Xol', 'F', '2024-03-10', '2025-05-10', 10, 5, 81, 5, 11, 6];
    const fields = [
      'firstName',
      'lastName',
      'gender',
      'birthDate',
      'surveyDate',
      'weight',
      'height',
      'muac',
    ] as const;
    const read = (all: typeof cells) => readRow(2, all, { unit: UNIT, answers: {}, fields });
    expect(codes(plan([read(cells)]))).toEqual(['reject more-cells-than-headings']);
    expect(read([...cells.slice(0, 8), '', ' ', '']).findings).toEqual([]);
  });

  it('exclude implausible figures of a row with record ids, which get warnings', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID, muac: 108, height: 685 }),
    ]);
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toEqual(['warn height-out-of-range', 'warn muac-out-of-range']);
    expect(act.writes?.screenings[0]).toMatchObject({ muac: 108, height: 685 });
  });

  it('exclude screenings of graduated children, which get warnings', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, birthDate: '2020-01-01', height: 100, weight: 15 }),
    ]);
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toContain('warn child-graduated');
  });
});

describe('importing a child that is in the unit', () => {
  const stored: ChildMatch = {
    by: 'names',
    stored: { child: aChild(), screenings: [aScreening()] },
  };

  it('a row without new content is a duplicate, with or without ids', () => {
    expect(plan([aRow(2, { ...MARISOL, ...VISIT })], stored)).toMatchObject({
      writes: null,
      rows: [{ outcome: 'duplicate', findings: [] }],
    });
    const named = aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID });
    expect(plan([named], { by: 'id', stored: stored.stored }).writes).toBeNull();
  });

  it('the same file imported twice is a duplicate in all rows', () => {
    const rows = [
      aRow(2, { ...MARISOL, ...VISIT }),
      aRow(3, { ...MARISOL, ...VISIT }),
      aRow(4, { ...MARISOL, ...VISIT, surveyDate: '2025-06-10' }),
    ];
    const first = plan(rows);
    expect(outcomes(first)).toEqual(['created', 'duplicate', 'created']);
    expect(plan(rows, storedAfter(first))).toMatchObject({ writes: null });
  });

  it('takes over filled cells; a blank cell removes nothing', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, phone: '7777', oedema: 'yes' })], stored);
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.writes?.child).toMatchObject({ ...aChild(), phone: '7777' });
    expect(act.writes?.screenings).toEqual([{ ...aScreening(), oedema: true }]);
  });

  it('takes consent with a child that the file brings, and never over what a person typed', () => {
    const given = { consent: 'yes', consentDay: '2025-05-10', consentBy: 'Ana' };
    const brought = plan([aRow(2, { ...MARISOL, ...VISIT, ...given })]).writes?.child;
    expect(brought?.consent).toEqual({ given: true, day: '2025-05-10', who: 'Ana' });
    const refused = { given: false, day: '2025-04-01', who: 'Eva' };
    const child = { ...stored.stored.child, consent: refused };
    const match = { ...stored, stored: { ...stored.stored, child } };
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, ...given, phone: '7' })], match);
    expect(act.writes?.child).toMatchObject({ phone: '7', consent: refused });
  });

  it.each(['2025-02-10', '2025-05-10'])(
    'keeps a refusal in the row of %s where the other row agrees, each answer for itself',
    (refusedOn) => {
      const rows = ['2025-02-10', '2025-05-10'].map((surveyDate, at) => {
        const answer = surveyDate === refusedOn ? 'no' : 'yes';
        const answers = { consent: answer, consentDay: '2025-01-01', mayMessage: 'yes' };
        return aRow(2 + at, { ...MARISOL, ...VISIT, surveyDate, ...answers });
      });
      const child = plan(rows).writes?.child;
      expect(child?.consent).toEqual({ given: false, day: '2025-01-01', who: '' });
      expect(child?.mayMessage).toMatchObject({ given: true });
    },
  );

  it('takes an answer that only an older row has beside one that only the newest has', () => {
    const older = { ...MARISOL, ...VISIT, surveyDate: '2025-02-10', consent: 'no' };
    const rows = [aRow(2, older), aRow(3, { ...MARISOL, ...VISIT, mayMessage: 'no' })];
    expect(plan(rows).writes?.child).toMatchObject({
      consent: { given: false },
      mayMessage: { given: false },
    });
  });

  it('refuses a card number that is longer than the form takes, and keeps a stored one', () => {
    const [fits, long] = ['7'.repeat(32), '7'.repeat(33)];
    const brought = plan([aRow(2, { ...MARISOL, ...VISIT, cardNumber: fits })]);
    expect(brought.writes?.child.cardNumber).toBe(fits);
    const refused = plan([aRow(2, { ...MARISOL, ...VISIT, cardNumber: long })]);
    expect(refused.rows).toMatchObject([
      { outcome: 'rejected', findings: [{ code: 'card-number-too-long', field: 'cardNumber' }] },
    ]);
    const child = { ...stored.stored.child, cardNumber: long };
    const match = { ...stored, stored: { ...stored.stored, child } };
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, cardNumber: long, phone: '7' })], match);
    expect(act.writes?.child).toMatchObject({ cardNumber: long, phone: '7' });
  });

  it('refuses a row with an answer about consent that is none, or a day that is no date', () => {
    const act = plan([
      aRow(2, { ...MARISOL, ...VISIT, consent: 'perhaps' }),
      aRow(3, { ...MARISOL, ...VISIT, consent: 'no', consentDay: 'spring' }),
    ]);
    expect(outcomes(act)).toEqual(['rejected', 'rejected']);
  });

  it('takes no result of a referral over: it may have been taken back since', () => {
    const result = { referralOutcome: 'admitted', referralDate: '2025-05-12' };
    const row = { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID, ...result };
    expect(outcomes(plan([aRow(2, row)], { by: 'id', stored: stored.stored }))).toEqual([
      'duplicate',
    ]);
  });

  it.each([
    ['referralOutcome', 'cured'],
    ['referralDate', 'soon'],
    ['departure', 'seen'],
  ] as const)('refuses a row whose %s is "%s"', (field, text) => {
    const row = { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: SCREEN_ID, [field]: text };
    const act = plan([aRow(2, row)], { by: 'id', stored: stored.stored });
    expect(act.rows).toMatchObject([{ outcome: 'rejected', findings: [{ field }] }]);
  });

  it("corrects the screening with the row's id, and keeps its earlier assessment", () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, weight: 8, id: CHILD_ID, screenId: SCREEN_ID });
    const act = plan([row], { by: 'id', stored: stored.stored });
    expect(outcomes(act)).toEqual(['updated']);
    const [screening] = act.writes?.screenings ?? [];
    expect(screening?.weight).toBe(8);
    expect(screening?.told?.zScore).toEqual(aScreening().zScore);
    expect(screening?.zScore.wa).not.toBe(aScreening().zScore.wa);
  });

  it('reassesses every screening when the birth date is corrected', () => {
    const row = aRow(2, { ...MARISOL, birthDate: '2023-03-10', id: CHILD_ID });
    const act = plan([row], { by: 'id', stored: stored.stored });
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.writes?.screenings[0]).toMatchObject({ monthAge: 26, told: { monthAge: 14 } });
  });

  it('warns when a row with an unknown id was matched by names', () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, id: 'chld_test_stake_gtm_1746878400000_zzzzzz' });
    const act = plan([row], stored);
    expect([outcomes(act), codes(act)]).toEqual([['duplicate'], ['warn matched-by-names']]);
  });

  it('a row with an unknown id changes neither names nor birth date by an estimate, and is no child of another mother', () => {
    const id = 'chld_test_stake_gtm_1746878400000_zzzzzz';
    const { birthDate: _exact, ...unborn } = MARISOL;
    const cells = { ...unborn, ...VISIT, id, firstName: 'MARISOL', ageMonths: 13 };
    expect(plan([aRow(2, cells)], stored)).toMatchObject({ writes: null });
    const child = { ...stored.stored.child, mother: 'Rosa Caal' };
    const match = { ...stored, stored: { ...stored.stored, child } };
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, id, mother: 'Eva Tut' })], match);
    expect(codes(act)).toEqual(['warn matched-by-names', 'reject which-child']);
  });

  it('keeps a screening with its own id apart from one with the same content', () => {
    const row = aRow(2, { ...MARISOL, ...VISIT, id: CHILD_ID, screenId: `${SCREEN_ID}x` });
    const act = plan([row], { by: 'id', stored: stored.stored }, { isNamedScreening: () => true });
    expect(act.writes?.screenings.map(({ _id }) => _id)).toContain(`${SCREEN_ID}x`);
  });
});

describe('a comment "age=N" in an import', () => {
  const comments = 'age=30';
  it('a blank cell declines "age=N" if the file has the column for it', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments })]);
    expect(act.writes?.screenings[0]).toMatchObject({ ageOverride: false, monthAge: 14 });
  });

  it('gives way to the number in the override column', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments, ageOverride: '20,5' })]);
    expect(act.writes?.screenings[0]).toMatchObject({ ageOverride: 20.5, monthAge: 20.5 });
  });

  it('a file without that column applies "age=N" as in an older record, with a warning', () => {
    const act = plan([aRow(2, { ...MARISOL, ...VISIT, comments }, ['ageOverride'])]);
    expect(codes(act)).toEqual(['warn age-override-to-confirm']);
    expect(act.writes?.screenings[0]).not.toHaveProperty('ageOverride');
    expect(act.writes?.screenings[0]?.monthAge).toBe(30);
  });
});
