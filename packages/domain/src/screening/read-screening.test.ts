import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { readScreening } from './read-screening.ts';

describe('readScreening', () => {
  it('returns everything that one stored screening shows', () => {
    expect(readScreening(aScreening())).toEqual({
      evidence: { level: 'none', from: 'whz' },
      zscoreStatus: 'Acute: supplements required',
      statusColor: 'redZoneZscore',
      reason: {
        rule: 'low-for-age',
        facts: [
          { index: 'ha', value: -2.94, line: -2, isBelow: true },
          { index: 'wa', value: -2.35, line: -2, isBelow: true },
        ],
      },
      supType: 'sup',
      muacBand: 'yellow',
      bmi: 15.13,
      obese: false,
      missing: {},
      includesSwelling: false,
      doubts: [],
    });
  });

  it('changes only the oedema mark when there is oedema', () => {
    const reading = readScreening(aScreening());
    expect(readScreening(aScreening({ oedema: true }))).toEqual({
      ...reading,
      includesSwelling: true,
    });
    expect(readScreening(aScreening({ oedema: false }))).toEqual(reading);
  });

  it('gives the supplement for the age at the screening', () => {
    const at = (monthAge: number) => readScreening(aScreening({ monthAge })).supType;
    expect([at(35.99), at(36)]).toEqual(['sup', 'mic']);
  });

  it('gives the reason for a missing index', () => {
    const { height: _none, ...light } = aScreening();
    const zScore = { ...light.zScore, ha: null, wl: null, haStatus: null, wlStatus: null };
    expect(readScreening({ ...light, zScore })).toMatchObject({
      missing: { ha: 'not-measured', wl: 'not-measured' },
      evidence: { level: 'moderate', from: 'muac' },
    });
  });
});
