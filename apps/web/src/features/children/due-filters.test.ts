import { type Child, DEFAULT_PROGRAMME_RULES as RULES, type Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Arrived, ChildRow } from '@crece/storage';
import { childRow, screeningsInRow } from '@crece/storage/testing/rows';
import { describe, expect, it } from 'vitest';
import { rowStanding } from '../../data/row-standing.ts';
import { viewRow } from '../../shared/children/child-row-view.ts';
import type { ColorFilter } from '../../shared/children/list-filters.ts';
import { viewChildren } from '../../shared/children/list-view.ts';
import { rowOf } from '../../testing/rows.ts';
import { noteAllDue, noteFewDue, noteReferred } from './due-filters.ts';

const TODAY = '2025-06-10';
const WELL = { height: 77, weight: 9.6, muac: 14 };
const LOW_FOR_AGE = { height: 68, weight: 8.4, muac: 14 };

let made = 0;
function row(
  firstName: string,
  screening: Partial<Screening> | null,
  child: Partial<Child> = {},
): ChildRow {
  made += 1;
  const record = aChild({ _id: `chld_${made}`, firstName, birthDate: '2024-03-10', ...child });
  const visit = screening && anAssessedScreening(record, { _id: `scr_${made}`, ...screening });
  return rowOf(record, visit === null ? [] : [visit], TODAY);
}

function shown(rows: readonly ChildRow[], filter: ColorFilter, arrived?: Arrived) {
  noteReferred(rows, TODAY, RULES);
  noteFewDue(rows, TODAY, RULES);
  const view = viewChildren(
    rows,
    { search: '', filter, ward: '', today: TODAY, isDueKnown: true },
    arrived,
  );
  expect(view.counts[filter]).toBe(view.rows.length);
  return view.rows.map(({ firstName }) => firstName);
}

it.each([
  ['2025-05-11', false, 'a day before the month is over'],
  ['2025-05-10', false, 'on the day of the next visit'],
  ['2025-05-09', true, 'a day after it'],
] as const)('shows a moderate child screened on %s as overdue: %s, %s', (surveyDate, is, _why) => {
  const rows = [row('Ana', { height: 0, weight: 0, muac: 12, surveyDate })];
  expect(shown(rows, 'o')).toHaveLength(is ? 1 : 0);
});

it('a referred child, one never screened, and a lapsed supplement are not shown as overdue', () => {
  const severe = { height: 0, weight: 0, muac: 11 };
  const rows = [
    row('Ana', { ...severe, surveyDate: '2024-11-11' }),
    row('Beto', { ...severe, surveyDate: '2024-11-10' }),
    row('Cira', null),
  ];
  expect(shown(rows, 'o')).toEqual([]);
  expect(shown(rows, 'm')).toEqual(['Ana', 'Beto']);
});

it.each([
  ['2024-11-11', '2023-09-10', true, 'a day before it lapses'],
  ['2024-11-10', '2023-09-10', false, 'on the day it lapses'],
  ['2025-06-10', '2024-12-10', true, 'at 6 months'],
  ['2025-06-10', '2024-12-11', false, 'a day under 6 months: no food is named'],
] as const)(
  'shows a supplement as due: screened %s, born %s: %s, %s',
  (surveyDate, birthDate, is, _why) => {
    const measures = birthDate === '2023-09-10' ? LOW_FOR_AGE : { height: 60, weight: 6, muac: 14 };
    const rows = [row('Ana', { ...measures, surveyDate }, { birthDate })];
    expect(shown(rows, 's')).toHaveLength(is ? 1 : 0);
  },
);

it.each(['died', 'moved-away'] as const)('a child that %s is on no supplement', (departure) => {
  const gone = { departure, departureDate: '2025-06-05' };
  const low = { ...LOW_FOR_AGE, surveyDate: '2025-06-01' };
  const rows = [row('Ana', low), row('Beto', low, gone)];
  expect(shown(rows, 's')).toEqual(['Ana']);
});

it('shows a well child under neither, and a graduate only under its own filter', () => {
  const rows = [
    row('Ana', { ...WELL, surveyDate: '2025-06-01' }),
    row('Beto', { ...LOW_FOR_AGE, surveyDate: '2024-03-01' }, { birthDate: '2020-06-10' }),
  ];
  expect(shown(rows, 'o')).toEqual([]);
  expect(shown(rows, 's')).toEqual([]);
  expect(shown(rows, 'g')).toEqual(['Beto']);
});

it('says nothing of overdue while more screenings of a child may arrive', () => {
  const rows = [row('Ana', { ...WELL, surveyDate: '2024-01-01' })];
  expect(shown(rows, 'o', { arrival: 'arriving', madeHere: [] })).toEqual([]);
  expect(shown(rows, 'o')).toEqual(['Ana']);
});

it('answers a long list in idle moments, and only the changed rows at once afterwards', async () => {
  const rows = Array.from({ length: 300 }, () => row('Ana', { ...WELL, surveyDate: '2024-01-01' }));
  expect(noteFewDue(rows, TODAY, RULES)).toBe(false);
  const stop = new AbortController();
  expect(await noteAllDue(rows, TODAY, RULES, stop.signal)).toBe(true);
  expect(shown(rows, 'o')).toHaveLength(300);
  const changed = rows.with(0, row('Beto', { ...WELL, surveyDate: TODAY }));
  expect(noteFewDue(changed, TODAY, RULES)).toBe(true);
  expect(shown(changed, 'o')).toHaveLength(299);
  // Another table of next visits asks anew.
  expect(noteFewDue(rows, TODAY, { ...RULES })).toBe(false);
  stop.abort();
  expect(await noteAllDue(rows, TODAY, { ...RULES }, stop.signal)).toBe(false);
});

describe('an open referral', () => {
  const SEVERE = { height: 81, weight: 7.5 };
  const ARM = { height: 0, weight: 0, muac: 12.9 };
  const ANSWER = { referralOutcome: 'seen', referralDate: '2025-06-05' } as const;
  /** A child found severely malnourished, then measured at the arm alone. */
  function referred(
    firstName: string,
    first: Partial<Screening>,
    last: Partial<Screening> = {},
    child: Partial<Child> = {},
  ): ChildRow {
    made += 1;
    const record = aChild({ _id: `chld_${made}`, firstName, birthDate: '2023-03-10', ...child });
    const visits = [
      { _id: `scr_${made}1`, ...SEVERE, surveyDate: '2025-05-20', ...first },
      { _id: `scr_${made}2`, ...ARM, surveyDate: '2025-06-09', ...last },
    ].map((visit) => anAssessedScreening(record, visit));
    return rowOf(record, visits, TODAY);
  }

  it('an open referral is under "refer" and "undernourished", never under "normal" or "at risk"', () => {
    const rows = [referred('Ana', {}), referred('Beto', {}, { muac: 12 })];
    for (const filter of ['m', 'r'] as const) expect(shown(rows, filter)).toEqual(['Ana', 'Beto']);
    for (const filter of ['n', 'w', 'u', 'o'] as const) expect(shown(rows, filter)).toEqual([]);
  });

  it('an answered referral stays under "undernourished" and leaves "refer" meanwhile', () => {
    const rows = [referred('Ana', ANSWER)];
    expect(shown(rows, 'm')).toEqual([]);
    expect(shown(rows, 'r')).toEqual(['Ana']);
    expect(shown(rows, 'n')).toEqual([]);
  });

  it('a lapsed referral is under "overdue"', () => {
    const rows = [
      referred('Ana', { surveyDate: '2024-12-10' }),
      referred('Beto', { surveyDate: '2024-12-11' }),
    ];
    expect(shown(rows, 'o')).toEqual(['Ana']);
    expect(shown(rows, 'm')).toEqual(['Beto']);
  });

  it('keeps a graduate under "refer" until the clinic has taken the child over', () => {
    const old = { birthDate: '2020-06-10' };
    const rows = [referred('Ana', {}, {}, old), referred('Beto', ANSWER, {}, old)];
    expect(shown(rows, 'm')).toEqual(['Ana']);
    expect(shown(rows, 'g')).toEqual(['Ana', 'Beto']);
    expect(shown(rows, 'a')).toEqual([]);
  });

  it('an open referral is shown and counted under "refer" whatever ward is chosen', () => {
    const rows = [
      referred('Ana', {}, {}, { ward: 'Sur' }),
      referred('Beto', {}),
      referred('Cira', {}, {}, { ward: 'Norte' }),
      row('Dora', { ...WELL, surveyDate: TODAY }, { ward: 'Sur' }),
    ];
    noteReferred(rows, TODAY, RULES);
    const query = { search: '', ward: 'Norte', today: TODAY, isDueKnown: true } as const;
    const view = viewChildren(rows, { ...query, filter: 'm' });
    expect(view.rows.map(({ firstName }) => firstName)).toEqual(['Ana', 'Beto', 'Cira']);
    expect(view.counts).toMatchObject({ m: 3, a: 1, r: 1, n: 0 });
    expect(view.inOtherWards).toBe(0);
    expect(viewChildren(rows, { ...query, filter: 'a' }).rows).toHaveLength(1);
  });

  it('a referral is under "refer" before the answers are read: nobody is missing meanwhile', () => {
    const rows = [referred('Ana', ANSWER), referred('Beto', {})];
    const view = viewChildren(rows, { search: '', filter: 'm', ward: '', today: TODAY });
    expect(view.rows.map(({ firstName }) => firstName)).toEqual(['Ana', 'Beto']);
  });
});

it('a child whose birth date waits for a choice leaves the list at five only by every version of it', () => {
  const child = aChild({ _id: 'chld_two', firstName: 'Ana', birthDate: '2020-01-10' });
  const other = { ...child, birthDate: '2023-01-10' };
  const visit = anAssessedScreening(other, { _id: 'scr_two', ...WELL, surveyDate: '2024-11-01' });
  const versions = { child: () => [other], screening: () => [] };
  const rows = [
    childRow(child, screeningsInRow([visit], child, TODAY, versions), false, TODAY, versions),
  ];
  expect(rowStanding(rows[0] as ChildRow, TODAY, RULES).isGraduate).toBe(false);
  expect(shown(rows, 'g')).toEqual([]);
  expect(shown(rows, 'a')).toEqual(['Ana']);
  expect(shown(rows, 'o')).toEqual(['Ana']);
  expect(viewRow(rows[0] as ChildRow, TODAY).ageMonths).toBe(29);
});

it('the row of a child of two birth dates names the supplement that its page names', () => {
  const child = aChild({ _id: 'chld_two', firstName: 'Ana', birthDate: '2022-05-10' });
  const other = { ...child, birthDate: '2023-01-10' };
  const short = { height: 80, weight: 10.3, surveyDate: '2025-05-01' };
  const visit = anAssessedScreening(child, { _id: 'scr_two', ...short });
  const versions = { child: () => [other], screening: () => [] };
  const row = childRow(
    child,
    screeningsInRow([visit], child, TODAY, versions),
    false,
    TODAY,
    versions,
  );
  expect(rowStanding(row, TODAY, RULES).supplement.supType).toBe('sup');
  expect(viewRow(row, TODAY).supplement).toBe('sup');
});
