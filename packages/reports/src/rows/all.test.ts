import { aChild, aScreening } from '@crece/domain/testing';
import { exactZScores } from '@crece/growth/exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectUnit } from '../base/report-records.ts';
import { aUnitOf, cellsOf, monthsAgo, UNIT } from '../testing/records.ts';

const records = (...documents: object[]) => collectUnit(UNIT, documents);
const entry = (different: object = {}) => ({ ...aScreening(), ...different });
const rowsOf = (...documents: object[]) => cellsOf('all', records(aChild(), ...documents));

/** The figures of `aScreening` by WHO's exact method, which is tested in the growth package. */
const EXACT = exactZScores({ sex: 'Girl', ageDays: 426, height: 68.5, weight: 7.1, muac: 11.9 });

describe('the line of a child that moved to another unit', () => {
  it('is the last one, with its old id, where it moved and when, and nothing else', () => {
    const id = 'chld_coban_stake_gtm_1746878400000_0a1b2c';
    const movedAway = [
      { id, to: 'Coro', date: '2026-11-28' },
      { id: 'chld_x', to: 'Tela' },
    ];
    const rows = cellsOf('all', { ...records(aChild(), entry()), movedAway });
    expect(rows).toHaveLength(3);
    const filled = rows.map((row) => Object.entries(row).filter(([, cell]) => cell !== null));
    const place = {
      Country: 'Guatemala',
      Stake: 'Cobán Stake',
      'stake db name': 'coban_stake_gtm',
    };
    expect(Object.fromEntries(filled[1] ?? [])).toEqual({
      ...place,
      id,
      departure: 'moved to Coro',
      departureDate: '2026-11-28',
    });
    expect(Object.fromEntries(filled[2] ?? [])).toEqual({
      ...place,
      id: 'chld_x',
      departure: 'moved to Tela',
    });
  });
});

describe('the row of each screening in the all report', () => {
  it('contains the child, its measures and the reassessed figures', () => {
    expect(rowsOf(entry())).toEqual([
      {
        Country: 'Guatemala',
        Stake: 'Cobán Stake',
        'child Index': 1,
        'stake db name': 'coban_stake_gtm',
        'screen Count': 1,
        id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
        gender: 'Girl',
        firstName: 'Marisol',
        lastName: 'Xicay',
        birthdate: '2024-03-10',
        idGroup: 'A7',
        mother: 'Elena Xicay',
        father: 'Tomás Xicay',
        phone: '5550 1234',
        address: '4a calle 2-15',
        city: 'Patzicía',
        ward: 'El Centro',
        lds: 'Yes',
        screenId: 'scr_test_stake_gtm_1746878700000_3d4e5f',
        screenDate: '2025-05-10',
        weight: 7.1,
        height: 68.5,
        age: 14,
        obese: false,
        ha: -2.94,
        wa: -2.35,
        wh: -1.13,
        status: 'Acute: supplements required',
        muac: 11.9,
        FamilyHealthPlan: true,
        FollowFamilyHealthPlan: false,
        VisitedDoctorOrHealthClinic: false,
        supType: 'sup',
        muacBand: 'yellow',
        zConfirmed: null,
        who_zlen: EXACT.zlen.z,
        who_zwei: EXACT.zwei.z,
        who_zwfl: EXACT.zwfl.z,
        who_zbmi: EXACT.zbmi.z,
        who_zac: EXACT.zac.z,
        who_flags: null,
        latitude: null,
        longitude: null,
        interviewer: 'Ana Morales',
        comments: null,
        created: '2025-05-10T12:00:00.000Z',
        birthDateEstimated: null,
        childComments: 'Lives with her grandmother',
        childInterviewer: 'Ana Morales',
        screenCreated: '2025-05-10T12:05:00.000Z',
        ageOverride: null,
        measured: null,
        oedema: null,
        alert: 'yellow MUAC',
        statusTold: null,
        referralOutcome: null,
        referralDate: null,
        referralNote: null,
        outsideHeight: null,
        outsideWeight: null,
        departure: null,
        departureDate: null,
        consent: null,
        consentDay: null,
        consentBy: null,
        mayMessage: null,
        mayMessageDay: null,
        mayMessageBy: null,
        language: null,
        cardNumber: null,
        landmark: null,
      },
    ]);
  });

  it('a row has what became of its referral, and figures outside the limits that were kept', () => {
    const followUp = { referralDate: '2025-05-12', referralNote: 'By bus' } as const;
    const [row] = rowsOf(
      entry({ referralOutcome: 'not-found', ...followUp, outsideLimits: { weight: 2.2 } }),
    );
    expect(row).toMatchObject({
      referralOutcome: 'not found',
      ...followUp,
      outsideHeight: null,
      outsideWeight: 2.2,
    });
  });

  it('a row of a child of several records has the last departure that any of them says', () => {
    const lead = aChild({ departure: 'moved-away', departureDate: '2025-05-12' });
    const behind = (id: string, departureDate: string) =>
      aChild({
        _id: `${lead._id}${id}`,
        departure: 'died',
        departureDate,
        sameAs: [{ id: lead._id, decided: 1 }],
      });
    const said = (departureDate: string) =>
      cellsOf('all', records(lead, behind('x', departureDate), entry()))[0];
    expect(said('2025-05-13')).toMatchObject({ departure: 'died', departureDate: '2025-05-13' });
    expect(said('2025-05-11')).toMatchObject({ departureDate: '2025-05-12' });
  });

  it("a row is next to the child's other screenings, newest first, future ones included", () => {
    const rows = rowsOf(
      entry({ _id: 'scr_a', surveyDate: '2025-01-10' }),
      entry({ _id: 'scr_b', surveyDate: '2030-01-10' }),
      entry({ _id: 'scr_c', surveyDate: '2025-06-10' }),
    );
    expect(rows.map((row) => row['screenId'])).toEqual(['scr_b', 'scr_c', 'scr_a']);
    expect(rows.map((row) => row['screen Count'])).toEqual([3, 3, 3]);
    expect(rows.map((row) => row['child Index'])).toEqual([1, 1, 1]);
  });

  it("a row has the supplement at the screening, whatever today's date is", () => {
    const old = entry({ surveyDate: '2025-05-10' });
    const [row] = cellsOf('all', records(aChild(), old), { today: '2036-01-01' });
    expect(row?.['supType']).toBe('sup');
  });

  it('shows an implausible stored measure, without an exact score for it', () => {
    const [row] = rowsOf(entry({ height: 685, weight: 7100, muac: 119 }));
    expect([row?.['height'], row?.['weight'], row?.['muac'], row?.['muacBand']]).toEqual([
      685,
      7100,
      119,
      'yellow',
    ]);
    for (const name of ['zlen', 'zwei', 'zwfl']) expect(row?.[`who_${name}`]).toBeNull();
    expect(row?.['who_zac']).toBeNull();
  });

  it('lists the scores that WHO flags', () => {
    const [row] = rowsOf(entry({ height: 45, weight: 17 }));
    expect(row?.['who_flags']).toContain('zlen');
  });

  it('shows an age override, and not a declined one', () => {
    const override = (different: object) => rowsOf(entry(different))[0]?.['ageOverride'];
    expect(override({ ageOverride: 20 })).toBe(20);
    expect(override({ comments: 'age=20,5' })).toBe(20.5);
    expect(override({ comments: 'age=20', ageOverride: false })).toBeNull();
  });

  it('only questions that were asked have answers', () => {
    const [row] = rowsOf(entry({ oedema: false, visitedDoctor: undefined, measured: 'lying' }));
    expect([row?.['oedema'], row?.['VisitedDoctorOrHealthClinic'], row?.['measured']]).toEqual([
      false,
      null,
      'lying',
    ]);
  });
});

describe('statusTold', () => {
  const told = (different: object) => rowsOf(entry(different))[0]?.['statusTold'];
  const figures = { ha: 0, wa: 0, wl: -3.5 };
  const empty = { ha: null, wa: null, wl: null };

  it('the stored status is told when it differs from the shown one', () => {
    expect(told({ zScore: figures })).toBe('Acute: sam supplements required');
    expect(told({})).toBeNull();
  });

  it('the first assessment is told when the stored one was rewritten', () => {
    expect(told({ told: { zScore: figures, actions: [] } })).toBe(
      'Acute: sam supplements required',
    );
  });

  it('the told status is blank when nothing is stored', () => {
    expect(told({ zScore: empty, muac: 11 })).toBeNull();
  });

  it('the told status is blank when the stored figures replace missing measures', () => {
    expect(told({ zScore: figures, height: undefined, weight: undefined })).toBeNull();
  });
});

describe('children in the all report', () => {
  it('without a screening have one row with empty screening cells', () => {
    const [row] = cellsOf('all', records(aChild()));
    expect([row?.['screen Count'], row?.['screenId'], row?.['supType'], row?.['alert']]).toEqual([
      0,
      null,
      null,
      null,
    ]);
  });

  it('children are numbered in the order of the rows', () => {
    const rows = cellsOf(
      'all',
      aUnitOf([
        { firstName: 'Zoe', entries: [{ ago: 1 }, { ago: 2 }] },
        { firstName: 'Ana' },
        { firstName: 'ángel', entries: [{ ago: 1 }] },
      ]),
    );
    expect(rows.map((row) => [row['firstName'], row['child Index']])).toEqual([
      ['Ana', 1],
      ['ángel', 2],
      ['Zoe', 3],
      ['Zoe', 3],
    ]);
  });
});

describe('an unreadable record in the all report', () => {
  const broken = fc.constantFrom<unknown>(
    null,
    7,
    { _id: 'chld_x' },
    { ...aChild(), _id: 'chld_x', birthDate: 'ayer' },
    { ...aScreening(), _id: 'scr_x', surveyDate: 'garbage' },
    { ...aScreening(), _id: 'scr_x', owner: 'chld_gone' },
    { ...aScreening(), _id: 'scr_x', height: {}, weight: 'much' },
  );

  it('removes no other row, whatever its kind and position', () => {
    const good = [aChild(), entry(), entry({ _id: 'scr_old', surveyDate: monthsAgo(15) })];
    const expected = cellsOf('all', collectUnit(UNIT, good));
    fc.assert(
      fc.property(fc.array(broken, { maxLength: 4 }), fc.nat(3), (others, place) => {
        const documents = [...good.slice(0, place), ...others, ...good.slice(place)];
        const unit = collectUnit(UNIT, documents);
        const rows = cellsOf('all', unit);
        expect(rows).toEqual(expected);
        expect(unit.unreadable.length + unit.withoutChild.length).toBe(others.length);
      }),
      { numRuns: 100 },
    );
  });
});
