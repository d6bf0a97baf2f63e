import { describe, expect, it } from 'vitest';
import {
  compareScreenings,
  futureDated,
  isFirstScreening,
  newestFirst,
  newestScreening,
} from './order.ts';

const march = { _id: 'scr_b', surveyDate: '2024-03-10', created: '2024-03-10T09:00:00.000Z' };
const april = { _id: 'scr_a', surveyDate: '2024-04-10', created: '2024-03-01T09:00:00.000Z' };

describe('compareScreenings', () => {
  it('orders by survey date first', () => {
    expect(compareScreenings(march, april)).toBeLessThan(0);
    expect(compareScreenings(april, march)).toBeGreaterThan(0);
    expect(compareScreenings(march, march)).toBe(0);
  });

  it('orders by creation on the same day, in whatever zone the instant is written', () => {
    const later = { ...march, _id: 'scr_a', created: '2024-03-10T05:00:00-06:00' };
    expect(compareScreenings(march, later)).toBeLessThan(0);
  });

  it('uses the time in the id when creation is missing or invalid', () => {
    const early = { _id: 'scr_test_stake_gtm_1710050000000_zzzzzz', surveyDate: '2024-03-10' };
    const late = { _id: 'scr_test_stake_gtm_1710090000000_aaaaaa', surveyDate: '2024-03-10' };
    expect(compareScreenings(early, late)).toBeLessThan(0);
    expect(compareScreenings({ ...early, created: 'soon' }, late)).toBeLessThan(0);
    // The screening of March was created at 1710061200000, between the two.
    expect(newestFirst([early, march, late]).map(({ _id }) => _id)).toEqual([
      late._id,
      march._id,
      early._id,
    ]);
  });

  it('orders by id last, so that no two screenings are equal', () => {
    const same = { ...march, _id: 'scr_c' };
    expect(compareScreenings(march, same)).toBe(-1);
    expect(compareScreenings(same, march)).toBe(1);
  });
});

describe('newestScreening', () => {
  it('no screenings have no newest one', () => {
    expect(newestScreening([])).toBeNull();
  });

  it('returns the same screening for any order of the list', () => {
    expect(newestScreening([march, april])).toBe(april);
    expect(newestScreening([april, march])).toBe(april);
  });

  it('accepts a screening dated tomorrow, but none dated later', () => {
    expect(newestScreening([march, april], '2024-04-09')).toBe(april);
    expect(newestScreening([march, april], '2024-04-08')).toBe(march);
    expect(newestScreening([april], '2024-04-08')).toBeNull();
  });

  it('accepts every date when no date of today is given', () => {
    const far = { ...april, surveyDate: '2099-01-01' };
    expect(newestScreening([march, far])).toBe(far);
  });
});

describe('futureDated', () => {
  it('a screening is dated in the future from the day after tomorrow', () => {
    const dated = (surveyDate: string) => futureDated({ surveyDate }, '2024-02-28');
    expect(['2024-02-28', '2024-02-29', '2024-03-01'].map(dated)).toEqual([false, false, true]);
  });
});

describe('isFirstScreening', () => {
  it('a screening is the first when no other comes before it', () => {
    expect(isFirstScreening(march, [])).toBe(true);
    expect(isFirstScreening(march, [april])).toBe(true);
    expect(isFirstScreening(april, [march])).toBe(false);
  });

  it('ignores the stored version of the screening itself', () => {
    const moved = { ...march, surveyDate: '2024-05-10' };
    expect(isFirstScreening(moved, [march])).toBe(true);
    expect(isFirstScreening(moved, [march, april])).toBe(false);
  });
});
