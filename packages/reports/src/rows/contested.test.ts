import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { UnitCollector } from '../base/report-records.ts';
import { cellsOf, monthsAgo, TODAY, UNIT } from '../testing/records.ts';

/** A girl of 15 months today, screened a month ago as normal. */
const CHILD = aChild({ birthDate: monthsAgo(15) });
const VISIT = aScreening({ surveyDate: monthsAgo(1), height: 76, weight: 9.5, muac: 14 });

type Type = 'sup' | 'all' | 'summary' | 'missedScreening';

const rowWith = (type: Type, ...versions: object[]) => rowOf(type, [CHILD, VISIT], versions);

function rowOf(type: Type, documents: readonly object[], versions: readonly object[]) {
  const collector = new UnitCollector({ ...UNIT, countryCode: 'ECU' });
  for (const document of documents) collector.add(document);
  for (const version of versions) collector.addVersion(version);
  const rows = cellsOf(type, collector.finish(), { today: TODAY });
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

describe('reports of a record in conflict', () => {
  it('show the most severe outcome next to the stored measures', () => {
    expect(rowWith('sup')).toBeUndefined();
    const thin = { ...VISIT, weight: 7 };
    expect(rowWith('sup', thin)?.['Sup']).toBe('SAM');
    expect(rowWith('summary', thin)?.['status']).toBe('SAM');
    expect(rowWith('all', thin)).toMatchObject({
      status: 'Acute: sam supplements required',
      weight: 9.5,
    });
  });

  it('a milder version does not change a report', () => {
    expect(rowWith('sup', { ...VISIT, weight: 10 })).toBeUndefined();
  });

  it('name no food while one version says that the child is under 6 months', () => {
    const young = { ...CHILD, birthDate: monthsAgo(5) };
    const row = rowWith('sup', { ...VISIT, weight: 7 }, young);
    expect(row).toBeDefined();
    expect(row?.['Sup']).toBeNull();
  });

  it.each([
    ['sup', 2, { Sup: 'MAM', age: 31 }],
    ['missedScreening', 9, { age: 31, 'months since last screening': 9 }],
    ['summary', 2, { ImprovementFromLastScreening: 'first screening', age: 31 }],
  ] as const)('lose nobody as too old while one version is under five: %s', (type, ago, cells) => {
    const [old, young] = [65, 31].map((months) => aChild({ birthDate: monthsAgo(months) }));
    const visit = aScreening({ surveyDate: monthsAgo(ago), height: 85, weight: 9.3, muac: 14 });
    expect(rowOf(type, [old ?? CHILD, visit], [young ?? CHILD])).toMatchObject(cells);
    expect(rowOf(type, [young ?? CHILD, visit], [old ?? CHILD])).toMatchObject(cells);
  });

  it("order the supplement by the later of two birth dates, as the child's page does", () => {
    const [old, young] = [38, 30].map((months) => aChild({ birthDate: monthsAgo(months) }));
    const visit = aScreening({ surveyDate: monthsAgo(1), height: 82, weight: 10.8, muac: 14.5 });
    const expected = { Sup: 'sup', age: 30 };
    expect(rowOf('sup', [old ?? CHILD, visit], [young ?? CHILD])).toMatchObject(expected);
    expect(rowOf('sup', [young ?? CHILD, visit], [old ?? CHILD])).toMatchObject(expected);
  });
});
