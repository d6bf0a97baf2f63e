import { type Child, NEXT_VISIT, type Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Arrived, ChildRow } from '@crece/storage';
import { expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { noteAllDue, noteFewDue } from './due-filters.ts';
import type { ColorFilter } from './list-filters.ts';
import { viewChildren } from './list-view.ts';

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
  noteFewDue(rows, TODAY, NEXT_VISIT);
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

it('does not show a referred child, or one never screened, as overdue, until the badge says so', () => {
  const severe = { height: 0, weight: 0, muac: 11 };
  const rows = [
    row('Ana', { ...severe, surveyDate: '2024-11-11' }),
    row('Beto', { ...severe, surveyDate: '2024-11-10' }),
    row('Cira', null),
  ];
  expect(shown(rows, 'o')).toEqual(['Beto']);
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
  expect(noteFewDue(rows, TODAY, NEXT_VISIT)).toBe(false);
  const stop = new AbortController();
  expect(await noteAllDue(rows, TODAY, NEXT_VISIT, stop.signal)).toBe(true);
  expect(shown(rows, 'o')).toHaveLength(300);
  const changed = rows.with(0, row('Beto', { ...WELL, surveyDate: TODAY }));
  expect(noteFewDue(changed, TODAY, NEXT_VISIT)).toBe(true);
  expect(shown(changed, 'o')).toHaveLength(299);
  // Another table of next visits asks anew.
  expect(noteFewDue(rows, TODAY, { ...NEXT_VISIT })).toBe(false);
  stop.abort();
  expect(await noteAllDue(rows, TODAY, { ...NEXT_VISIT }, stop.signal)).toBe(false);
});
