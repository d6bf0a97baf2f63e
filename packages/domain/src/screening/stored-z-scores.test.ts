import { describe, expect, it } from 'vitest';
import { indexStatus, missingIndices, storeZScores } from './stored-z-scores.ts';

describe('indexStatus', () => {
  it.each([
    [-3.01, 'dangerZscore'],
    [-3, 'moderateRedZoneZscore'],
    [-2.01, 'moderateRedZoneZscore'],
    [-2, 'marginalZscore'],
    [-1.01, 'marginalZscore'],
    [-1, 'normalZscore'],
    [0, 'normalZscore'],
    [9, 'normalZscore'],
    [null, null],
  ])('the status of WHZ %s is %s', (z, status) => {
    expect(indexStatus('wl', z)).toBe(status);
  });

  it.each([
    [-3.01, 'redZoneZscore'],
    [-2.01, 'redZoneZscore'],
    [-2, 'marginalZscore'],
    [-1.01, 'marginalZscore'],
    [-1, 'normalZscore'],
    [null, null],
  ])('the status of HAZ and of WAZ %s is %s', (z, status) => {
    expect([indexStatus('ha', z), indexStatus('wa', z)]).toEqual([status, status]);
  });
});

describe('storeZScores', () => {
  it('rounds once, before any rule: −2.004 is not below −2', () => {
    const stored = storeZScores({
      haz: { z: -2.004 },
      waz: { z: -2.006 },
      whz: { z: null, reason: 'outside-reference' },
    });
    expect(stored).toEqual({
      ha: -2,
      wa: -2.01,
      wl: null,
      haStatus: 'marginalZscore',
      waStatus: 'redZoneZscore',
      wlStatus: null,
    });
  });

  it('never stores −0', () => {
    const { ha } = storeZScores({ haz: { z: -0.001 }, waz: { z: 1 }, whz: { z: 1 } });
    expect(Object.is(ha, 0)).toBe(true);
  });
});

describe('missingIndices', () => {
  it('distinguishes a measure that is missing from one without a table row', () => {
    const none = { ha: null, wa: null, wl: null };
    expect(missingIndices(none, {})).toEqual({
      ha: 'not-measured',
      wa: 'not-measured',
      wl: 'not-measured',
    });
    expect(missingIndices({ ha: -1, wa: null, wl: null }, { height: 80 })).toEqual({
      wa: 'not-measured',
      wl: 'not-measured',
    });
    expect(missingIndices({ ha: null, wa: null, wl: 1 }, { height: 80, weight: 9 })).toEqual({
      ha: 'outside-reference',
      wa: 'outside-reference',
    });
    expect(missingIndices(none, { height: 0, weight: 9 })).toEqual({
      ha: 'not-measured',
      wa: 'outside-reference',
      wl: 'not-measured',
    });
  });
});
