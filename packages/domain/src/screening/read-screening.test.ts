import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { readScreening } from './read-screening.ts';

describe('readScreening', () => {
  it('tells all that a stored screening says by itself', () => {
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

  it('lets oedema change nothing but its own mark', () => {
    const reading = readScreening(aScreening());
    expect(readScreening(aScreening({ oedema: true }))).toEqual({
      ...reading,
      includesSwelling: true,
    });
    expect(readScreening(aScreening({ oedema: false }))).toEqual(reading);
  });

  it('names the supplement by the age at the screening', () => {
    const at = (monthAge: number) => readScreening(aScreening({ monthAge })).supType;
    expect([at(35.99), at(36)]).toEqual(['sup', 'mic']);
  });

  it('says why an index has no figure', () => {
    const { height: _none, ...light } = aScreening();
    const zScore = { ...light.zScore, ha: null, wl: null, haStatus: null, wlStatus: null };
    expect(readScreening({ ...light, zScore })).toMatchObject({
      missing: { ha: 'not-measured', wl: 'not-measured' },
      evidence: { level: 'moderate', from: 'muac' },
    });
  });
});
