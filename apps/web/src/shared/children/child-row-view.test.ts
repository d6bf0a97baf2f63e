import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { viewRow } from './child-row-view.ts';

const TODAY = '2025-06-10';
/** Measurements of a girl of 14 months with HAZ, WAZ and WHZ near 0. */
const NORMAL = { height: 77, weight: 9.6, muac: 14 };
const NONE = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };

function view(screening: Partial<Screening> | null, child: Partial<Child> = {}, today = TODAY) {
  const screenings = screening === null ? [] : [aScreening(screening)];
  return viewRow(rowOf(aChild(child), screenings, today), today);
}

/** A row whose newest screening has only MUAC, plus the given differences. */
function muacOnly(muac: number, different: Partial<Screening> = {}, child: Partial<Child> = {}) {
  const { height: _cm, weight: _kg, ...rest } = aScreening();
  const screening: Screening = { ...rest, muac, zScore: NONE, ...different };
  return viewRow(rowOf(aChild(child), [screening], TODAY), TODAY);
}

describe('viewRow', () => {
  it('a child that was never screened is grey', () => {
    expect(view(null)).toMatchObject({
      mark: { sign: 'none', colour: 'grey' },
      newest: undefined,
      lastScreening: null,
      supplement: null,
      isOverdue: false,
    });
  });

  it('a screening without a result is grey', () => {
    const shown = muacOnly(11.2, {}, { birthDate: '2025-01-10' });
    expect(shown).toMatchObject({ mark: { sign: 'none', colour: 'grey' }, muacBadge: null });
  });

  it.each([
    [{ height: 76, weight: 7 }, 'severe', 'red'],
    [{ height: 76, weight: 7.6 }, 'moderate', 'red'],
    [{ height: 70, weight: 8.4 }, 'red', 'red'],
    [{ height: 76, weight: 8.2 }, 'yellow', 'amber'],
    [{ height: 77, weight: 9.6 }, 'green', 'green'],
  ] as const)('marks %j as %s, in %s', (measures, sign, colour) => {
    expect(view({ ...measures, muac: 14 }).mark).toMatchObject({ sign, colour });
  });

  it.each([
    [11.4, 'muac-red', 'red'],
    [11.5, 'muac-yellow', 'amber'],
    [12.4, 'muac-yellow', 'amber'],
    [12.5, 'green', 'green'],
    [114, 'muac-red', 'red'],
    [124, 'muac-yellow', 'amber'],
  ] as const)('marks MUAC %s with normal weight and height as %s, in %s', (muac, sign, colour) => {
    const shown = view({ ...NORMAL, muac });
    expect(shown.mark).toMatchObject({ sign, colour });
    // The leading sign shows the figure, so the badge does not repeat it.
    expect(shown.muacBadge).toBeNull();
  });

  it('shows a low MUAC in a badge when a worse sign leads', () => {
    expect(view({ height: 76, weight: 7, muac: 11 })).toMatchObject({
      mark: { sign: 'severe', colour: 'red' },
      muacBadge: { band: 'red', muac: 11 },
    });
    expect(view({ ...NORMAL, muac: 11, oedema: true })).toMatchObject({
      mark: { sign: 'swelling' },
      muacBadge: { band: 'red', muac: 11 },
    });
  });

  it('MUAC marks the row, in red, when height for age is red and MUAC is yellow', () => {
    expect(view({ height: 70, weight: 8.4, muac: 12 }).mark).toMatchObject({
      sign: 'muac-yellow',
      colour: 'red',
    });
  });

  it('uses MUAC as the result when height and weight are unknown', () => {
    expect(muacOnly(11.2)).toMatchObject({
      mark: { sign: 'severe', colour: 'red' },
      supplement: 'SAM',
    });
  });

  it('puts oedema before all other signs and removes the green mark', () => {
    expect(view({ ...NORMAL, oedema: true }).mark).toMatchObject({
      sign: 'swelling',
      colour: 'red',
    });
    expect(view({ ...NORMAL, oedema: false }).mark).toMatchObject({ sign: 'green' });
  });

  it('shows no green mark for a height that is impossible for a child', () => {
    expect(muacOnly(13.5, { height: 7.7, weight: 9.6 }).mark).toMatchObject({
      sign: 'measure-again',
      colour: 'grey',
    });
  });

  it('marks a screening whose result differs from the one given at the screening', () => {
    expect(view({}).isWorkedOutAnew).toBe(false);
    expect(view({ height: 69 }).isWorkedOutAnew).toBe(true);
    expect(view({}, { birthDate: '2023-03-10' }).isWorkedOutAnew).toBe(true);
  });

  it.each([
    ['2024-12-10', 'sup', false, 'six months after the screening'],
    ['2024-11-11', 'sup', false, 'the last day before the lapse'],
    ['2024-11-10', null, true, 'from seven completed months'],
  ] as const)('screened on %s asks for %s: %s', (surveyDate, supplement, isOverdue, _why) => {
    const shown = view(
      { surveyDate, height: 63, weight: 6.8, muac: 14 },
      { birthDate: '2024-03-10' },
    );
    expect(shown.supplement).toBe(supplement);
    expect(shown.isOverdue).toBe(isOverdue);
  });

  it('asks for micronutrients from 36 months today although the screening was earlier', () => {
    // 84 cm at 34 and 35 months: only HAZ is below −2.
    const screening = { height: 84, weight: 11.5, muac: 14 };
    expect(view(screening, { birthDate: '2022-06-10' }).supplement).toBe('mic');
    expect(view(screening, { birthDate: '2022-06-11' }).supplement).toBe('sup');
  });

  it('asks for no food under 6 months', () => {
    // 56 cm at 5 months: HAZ below −2.
    const screening = { height: 56, weight: 4.8 };
    expect(view(screening, { birthDate: '2024-12-11' }).supplement).toBe('under6');
    expect(view(screening, { birthDate: '2024-12-10' }).supplement).toBe('sup');
  });

  it.each([
    [{ height: 0, weight: 0, muac: 12.9 }, 'not-measured-again', 'grey', true],
    [{ height: 0, weight: 0, muac: 12.4 }, 'moderate', 'red', true],
    [{ height: 0, weight: 0, muac: 11.4 }, 'severe', 'red', true],
    [{ height: 76, weight: 7 }, 'severe', 'red', false],
    [{ ...NORMAL }, 'green', 'green', false],
  ] as const)(
    'after a severe weight, with %j: %s, %s, badge "Referred" %s',
    (last, sign, colour, is) => {
      const child = aChild();
      const severe = { height: 76, weight: 7, surveyDate: '2025-05-20' };
      const visits = [
        anAssessedScreening(child, { _id: 'scr_1', ...severe }),
        anAssessedScreening(child, { _id: 'scr_2', ...last, surveyDate: '2025-06-09' }),
      ];
      const shown = viewRow(rowOf(child, visits, TODAY), TODAY);
      expect(shown.mark).toMatchObject({ sign, colour, isReferred: is });
      expect(shown.isReferred).toBe(sign !== 'green');
    },
  );

  it.each([
    ['2025-06-01', 'sup', 'red'],
    // A green mark would say that all is well.
    ['2024-10-01', null, 'grey'],
  ] as const)(
    'asks nothing for a child that died, screened on %s',
    (surveyDate, supplement, colour) => {
      const low = { height: 68, weight: 8.4, muac: 14, surveyDate };
      expect(view(low)).toMatchObject({ supplement, isOverdue: supplement === null });
      const departed = { departure: 'died', departureDate: '2025-06-05' } as const;
      expect(view(low, departed)).toMatchObject({ supplement: null, isOverdue: false });
      expect(view(low, departed)).toMatchObject({ departed: 'died', mark: { colour } });
      // Said of the day of the screening after it: the child is here.
      expect(view({ ...low, surveyDate: '2025-06-09' }, departed).supplement).toBe('sup');
    },
  );

  it('asks no screening of a child over five', () => {
    const last = { ...NORMAL, surveyDate: '2024-10-01' };
    expect(view(last, { birthDate: '2020-06-11' }).isOverdue).toBe(true);
    expect(view(last, { birthDate: '2020-06-10' }).isOverdue).toBe(false);
  });

  it('marks a screening dated in the future and ignores its result', () => {
    const shown = view({ surveyDate: '2025-06-12', height: 76, weight: 7 });
    const sign = 'date-to-check';
    expect(shown).toMatchObject({ dateToCheck: true, lastScreening: null, mark: { sign } });
    const well = view({ surveyDate: '2025-06-12', ...NORMAL });
    expect(well).toMatchObject({ dateToCheck: true, mark: { sign: 'none', colour: 'grey' } });
    expect(view({ surveyDate: '2025-06-11', ...NORMAL }).dateToCheck).toBe(false);
  });

  it('shows the age today: "about" when estimated or of two birth dates, none before birth', () => {
    expect(view(null, { birthDate: '2024-03-10' })).toMatchObject({
      ageMonths: 15,
      isAboutAge: false,
    });
    expect(view(null, { birthDate: '2024-03-11', birthDateEstimated: true })).toMatchObject({
      ageMonths: 14,
      isAboutAge: true,
    });
    const row = rowOf(aChild({ birthDate: '2024-03-10' }), [], TODAY);
    const contested = { ...row, standing: { ...row.standing, youngest: '2024-09-10' } };
    expect(viewRow(contested, TODAY)).toMatchObject({ ageMonths: 9, isAboutAge: true });
    expect(view(null, { birthDate: '2025-06-11' }).ageMonths).toBeNull();
    expect(view({ ageOverride: 30, surveyDate: '2025-05-10' }).ageMonths).toBe(31);
  });

  it('a kept weight below the limits is red in its row, as on its page, until it is measured again', () => {
    const young = { birthDate: '2025-05-20' };
    const { weight: _kg, muac: _cm, ...rest } = aScreening({ height: 48, zScore: NONE });
    const light: Screening = { ...rest, outsideLimits: { weight: 2.2 }, surveyDate: '2025-06-09' };
    const rowOn = (day: string, ...more: Screening[]) =>
      viewRow(rowOf(aChild(young), [light, ...more], day), day).mark;
    expect(rowOn(TODAY)).toEqual({ sign: 'low-weight', colour: 'red', isReferred: false });
    const arm = aScreening({ _id: 'scr_2', surveyDate: '2025-12-09', muac: 14, zScore: NONE });
    const { height: _h, weight: _w, ...armOnly } = arm;
    expect(rowOn('2025-12-10', armOnly)).toMatchObject({ sign: 'low-weight', colour: 'red' });
    expect(rowOn('2025-12-10', { ...armOnly, muac: 11 })).toMatchObject({ sign: 'severe' });
    const grown = { height: 62, weight: 6.5, muac: 14 };
    expect(rowOn('2025-12-10', { ...arm, ...grown })).not.toMatchObject({ sign: 'low-weight' });
  });

  it('marks confirmed z-scores', () => {
    expect(view({ zScoreConfirmed: true }).isConfirmed).toBe(true);
    expect(view({}).isConfirmed).toBe(false);
  });
});
