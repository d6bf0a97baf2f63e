import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '../catalogue/built-in.ts';
import { dateFromInstant, timeZoneOfCountry, timeZoneOfUnit, todayIn } from './time-zones.ts';

describe('timeZoneOfCountry', () => {
  it('every country of the catalogue has a time zone', () => {
    const unknown = BUILT_IN_CATALOGUE.countries
      .map(({ code }) => code)
      .filter((code) => timeZoneOfCountry(code) === 'UTC');
    expect(unknown).toEqual([]);
  });

  it('uses existing zone names', () => {
    const dates = BUILT_IN_CATALOGUE.countries.map(({ code }) =>
      dateFromInstant('2024-05-03T12:00:00Z', timeZoneOfCountry(code)),
    );
    expect(new Set(dates)).toEqual(new Set(['2024-05-03', '2024-05-04']));
  });

  it('uses UTC for a country that is not in the table', () => {
    expect(timeZoneOfCountry('QQQ')).toBe('UTC');
    expect(timeZoneOfCountry('constructor')).toBe('UTC');
  });
});

describe('timeZoneOfUnit', () => {
  it('reads the country from the end of the database name', () => {
    expect(timeZoneOfUnit('test_stake_gtm')).toBe('America/Guatemala');
    expect(timeZoneOfUnit('bogo_district_phl')).toBe('Asia/Manila');
    expect(timeZoneOfUnit('les_palmes_ht')).toBe('America/Port-au-Prince');
    expect(timeZoneOfUnit('somewhere')).toBe('UTC');
  });
});

describe('dateFromInstant', () => {
  it('gives the date of the zone, not of UTC', () => {
    expect(dateFromInstant('2024-05-03T03:00:00Z', 'America/Guatemala')).toBe('2024-05-02');
    expect(dateFromInstant('2024-05-02T17:00:00Z', 'Asia/Manila')).toBe('2024-05-03');
    expect(dateFromInstant('2024-05-03T00:00:00-06:00', 'America/Guatemala')).toBe('2024-05-03');
    expect(dateFromInstant('2024-05-03T03:00:00Z', 'UTC')).toBe('2024-05-03');
  });

  it('changes the date at midnight of the zone', () => {
    expect(dateFromInstant('2024-05-03T05:59:59.999Z', 'America/Guatemala')).toBe('2024-05-02');
    expect(dateFromInstant('2024-05-03T06:00:00.000Z', 'America/Guatemala')).toBe('2024-05-03');
  });

  it('an invalid instant has no date', () => {
    expect(dateFromInstant('not a time', 'America/Guatemala')).toBeNull();
  });
});

describe('todayIn', () => {
  it('today is the date of the zone at the given moment', () => {
    const now = new Date('2024-12-31T23:30:00Z');
    expect(todayIn('America/Lima', now)).toBe('2024-12-31');
    expect(todayIn('Africa/Harare', now)).toBe('2025-01-01');
  });

  it('throws when the clock returns an invalid date', () => {
    expect(() => todayIn('UTC', new Date(Number.NaN))).toThrow(RangeError);
  });
});
