import { describe, expect, it } from 'vitest';
import { reportFileName } from './file-name.ts';

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
        random: 'k3f09z',
      }),
    ).toBe('sup_stake_coban_stake_gtm_20260228-1504_k3f09z.csv');
  });

  it('contains all when every unit is requested', () => {
    expect(
      reportFileName({
        type: 'all',
        scope: 'countries',
        place: 'GTM',
        format: 'xlsx',
        at,
        random: 'a',
      }),
    ).toBe('all_countries_all_20260228-1504_a.xlsx');
  });
});
