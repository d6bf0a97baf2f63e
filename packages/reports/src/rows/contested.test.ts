import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { cellsOf, monthsAgo, TODAY, UNIT } from '../testing/records.ts';
import { UnitCollector } from '../unit-records.ts';

/** A girl of 15 months today, measured a month ago: nothing is wrong with her. */
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

describe('while two versions wait for a choice', () => {
  it('the severest outcome stands in every report, the stored measures beside it', () => {
    expect(rowWith('sup')).toBeUndefined();
    const thin = { ...VISIT, weight: 7 };
    expect(rowWith('sup', thin)?.['Sup']).toBe('SAM');
    expect(rowWith('summary', thin)?.['status']).toBe('SAM');
    expect(rowWith('all', thin)).toMatchObject({
      status: 'Acute: sam supplements required',
      weight: 9.5,
    });
  });

  it('a milder version changes nothing', () => {
    expect(rowWith('sup', { ...VISIT, weight: 10 })).toBeUndefined();
  });

  it('no food is named while one side says that the child is under 6 months', () => {
    const young = { ...CHILD, birthDate: monthsAgo(5) };
    const row = rowWith('sup', { ...VISIT, weight: 7 }, young);
    expect(row).toBeDefined();
    expect(row?.['Sup']).toBeNull();
  });
});
