import { describe, expect, it } from 'vitest';
import { aChildWith, listsOn, readOn } from './testing/desk-records.ts';

const BORN = { birthDate: '2025-08-10' };
const DAY = '2025-11-10';
/** WAZ below −2 at 3 months. */
const LIGHT = { surveyDate: DAY, height: 58, weight: 4.3 };

describe('a baby at risk on the desk', () => {
  const isListed = (today: string, ...entries: Parameters<typeof aChildWith>[1][]) =>
    listsOn(today, aChildWith(BORN, ...entries)).includes('refer-infant');

  it('is called to a health worker while it is a baby, though the visit is overdue', () => {
    expect(isListed(DAY, LIGHT)).toBe(true);
    expect(isListed('2026-02-09', LIGHT)).toBe(true);
  });

  it('is no baby any more from 6 months: then it is late for a visit', () => {
    expect(isListed('2026-02-10', LIGHT)).toBe(false);
    expect(isListed('2028-02-10', LIGHT)).toBe(false);
    expect(listsOn('2028-02-10', aChildWith(BORN, LIGHT))).toContain('late-long');
  });

  it.each(['died', 'moved-away'] as const)('is called no more once it is said: %s', (outcome) => {
    const gone = { ...LIGHT, referralOutcome: outcome, referralDate: '2025-11-12' };
    expect(isListed('2025-11-14', gone)).toBe(false);
    expect(isListed('2025-11-21', gone, { ...LIGHT, surveyDate: '2025-11-20' })).toBe(true);
  });
});

it('a child of two birth dates counts as under five until it is five by both', () => {
  const girl = aChildWith({ birthDate: '2020-01-10' }, { ...LIGHT, height: 85, weight: 9.3 });
  const young = { ...girl.child, birthDate: '2023-01-10' };
  const both = { ...girl, versions: { child: [young], screenings: [] } };
  expect(listsOn(DAY, girl)).not.toContain('under-five');
  expect(listsOn(DAY, both)).toContain('under-five');
});

it('the age of a child of two birth dates is not said for certain', () => {
  const girl = aChildWith({ birthDate: '2023-01-10' }, { ...LIGHT, height: 85, weight: 9.3 });
  const other = { ...girl.child, birthDate: '2024-01-10' };
  const both = { ...girl, versions: { child: [other], screenings: [] } };
  expect(readOn(DAY, girl).line).toMatchObject({ ageMonths: 34, isAboutAge: false });
  expect(readOn(DAY, both).line).toMatchObject({ ageMonths: 22, isAboutAge: true });
});
