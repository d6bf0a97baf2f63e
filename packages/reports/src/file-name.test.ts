import { describe, expect, it } from 'vitest';
import { reportFileName, stampOf } from './file-name.ts';

const at = new Date('2026-02-28T15:04:59.000Z');

describe('reportFileName', () => {
  it('contains type, scope, place, time in minutes and a random part', () => {
    expect(
      reportFileName({
        type: 'sup',
        scope: 'stake',
        place: 'coban_stake_gtm',
        format: 'csv',
        at,
        timeZone: 'America/Guatemala',
        random: 'k3f09z',
      }),
    ).toBe('sup_stake_coban_stake_gtm_20260228-0904_k3f09z.csv');
  });

  it.each([
    ['Asia/Manila', '20260228-2304'],
    ['Pacific/Auckland', '20260301-0404'],
    ['Asia/Kathmandu', '20260228-2049'],
  ])('tells the time in %s', (timeZone, stamp) => {
    expect(stampOf(at, timeZone)).toBe(stamp);
    expect(stampOf(new Date('2026-01-01T00:00:00.000Z'), 'UTC')).toBe('20260101-0000');
  });

  it('contains all when every unit is requested', () => {
    expect(
      reportFileName({
        type: 'all',
        scope: 'countries',
        place: 'GTM',
        format: 'xlsx',
        at,
        timeZone: 'UTC',
        random: 'a',
      }),
    ).toBe('all_countries_all_20260228-1504_a.xlsx');
  });
});
