import { newestScreening, type Screening, withoutFields } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { ChildMatch } from './child-match.ts';
import { aRow, type Cells, codes, MARISOL, outcomes, plan, VISIT } from './testing/rows.ts';

const surveyDate = String(VISIT.surveyDate);

/** The visit with nothing but a MUAC. */
const muacOnly = (muac: number): Screening => ({
  ...withoutFields(aScreening(), ['height', 'weight']),
  muac,
});

/** The unit with Marisol and these screenings. */
const unitWith = (...screenings: Screening[]): ChildMatch => ({
  by: 'names',
  stored: { child: aChild(), screenings },
});

/** The visit with a red MUAC and swelling. */
const DANGER = aScreening({ muac: 11, oedema: true });

/** One row of the day of that visit with these measures. */
const aVisit = (measures: Cells, row = 2) => aRow(row, { ...MARISOL, surveyDate, ...measures });

describe('a row of a day that has a screening already', () => {
  it.each([
    ['without the columns MUAC and swelling', { height: 68.5, weight: 7.1 }],
    ['with one measure only', { muac: 11 }],
    ['with all of them', { height: 68.5, weight: 7.1, muac: 11, oedema: 'sí' }],
  ])('a row of the day is the stored screening, %s', (_name, measures) => {
    const act = plan([aVisit(measures)], unitWith(DANGER));
    expect(outcomes(act)).toEqual(['duplicate']);
    expect(act.writes).toBeNull();
  });

  it('adds to that screening what it lacks', () => {
    const stored = withoutFields(aScreening(), ['muac']) as Screening;
    const act = plan([aVisit({ height: 68.5, weight: 7.1, muac: 11 })], unitWith(stored));
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.rows[0]?.changes).toEqual([{ field: 'muac', from: null, to: 11 }]);
    expect(act.writes?.screenings).toHaveLength(1);
    expect(act.writes?.screenings[0]).toMatchObject({ height: 68.5, weight: 7.1, muac: 11 });
  });

  it.each([
    ['another weight', { height: 68.5, weight: 7.3 }],
    ['another MUAC alone', { muac: 14 }],
    ['no swelling where there was one', { height: 68.5, weight: 7.1, oedema: 'no' }],
  ])('a row of the day is refused without an answer: %s', (_name, measures) => {
    const act = plan([aVisit(measures)], unitWith(DANGER));
    expect(codes(act)).toEqual(['reject same-day']);
    expect(act.writes).toBeNull();
  });

  it('a row of the day is refused where no measure tells whether it is the same visit', () => {
    const stored = muacOnly(11);
    expect(codes(plan([aVisit({ height: 68.5, weight: 7.1 })], unitWith(stored)))).toEqual([
      'reject same-day',
    ]);
  });

  it('as a correction changes only the measures that it has, and tells each', () => {
    const act = plan([aVisit({ height: 68.5, weight: 7.3 })], unitWith(DANGER), {
      sameDay: 'correction',
    });
    expect(outcomes(act)).toEqual(['updated']);
    expect(act.rows[0]?.changes).toEqual([{ field: 'weight', from: 7.1, to: 7.3 }]);
    expect(act.writes?.screenings).toHaveLength(1);
    expect(act.writes?.screenings[0]).toMatchObject({
      _id: DANGER._id,
      weight: 7.3,
      muac: 11,
      oedema: true,
    });
  });

  it('a row is no correction where the day has two screenings', () => {
    const other = aScreening({ _id: `${DANGER._id}x`, weight: 7 });
    const act = plan([aVisit({ weight: 7.3, height: 68.5 })], unitWith(DANGER, other), {
      sameDay: 'correction',
    });
    expect(codes(act)).toEqual(['reject same-day-several']);
  });

  it.each([
    ['swelling', aScreening({ oedema: true })],
    ['a red MUAC', aScreening({ muac: 11 })],
    ['a yellow MUAC alone', muacOnly(12)],
    ['a weight for height below −2', aScreening({ weight: 6.5 })],
  ])('as a second visit never becomes newer than one with %s', (_name, stored) => {
    const measures = { height: 70, weight: 9.2, muac: 14 };
    const act = plan([aVisit(measures)], unitWith(stored), { sameDay: 'second' });
    expect(codes(act)).toEqual(['warn before-danger-of-that-day']);
    const [second] = act.writes?.screenings.filter(({ _id }) => _id !== stored._id) ?? [];
    expect(Date.parse(second?.created ?? '')).toBe(Date.parse(stored.created ?? '') - 1);
    expect(newestScreening([stored, second as Screening])).toBe(stored);
    expect(act.writes?.child.lastScreening).toBe(stored._id);
  });

  it('as a second visit is the newest where the first shows no danger', () => {
    const stored = aScreening({ height: 70, weight: 9.2, muac: 14 });
    const act = plan([aVisit({ muac: 13.8 })], unitWith(stored), { sameDay: 'second' });
    expect(outcomes(act)).toEqual(['created']);
    expect(codes(act)).toEqual(['warn another-visit-that-day']);
    expect(act.writes?.child.lastScreening).not.toBe(stored._id);
  });

  it('a row is compared with earlier rows of the file too', () => {
    const rows = [aVisit({ muac: 11 }), aVisit({ muac: 14 }, 3)];
    expect(outcomes(plan(rows))).toEqual(['created', 'rejected']);
    const second = plan(rows, null, { sameDay: 'second' });
    expect(second.writes?.child.lastScreening).toBe(second.writes?.screenings[0]?._id);
    expect(second.writes?.screenings[0]?.muac).toBe(11);
  });
});
