import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { UnitCollector } from '../base/report-records.ts';
import { cellsOf, monthsAgo, TODAY, UNIT } from '../testing/records.ts';

/** A girl of 15 months today, screened a month ago as normal. */
const CHILD = aChild({ birthDate: monthsAgo(15) });
const VISIT = aScreening({ surveyDate: monthsAgo(1), height: 76, weight: 9.5, muac: 14 });

function rowWith(type: 'sup' | 'all' | 'summary', ...versions: object[]) {
  const collector = new UnitCollector({ ...UNIT, countryCode: 'ECU' });
  for (const document of [CHILD, VISIT]) collector.add(document);
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
});
