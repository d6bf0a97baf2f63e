import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { AcuteEvidence } from './acute-evidence.ts';
import { type SupplementSource, supplementFor, supplementOn } from './supplement.ts';

const none: AcuteEvidence = { level: 'none', from: 'whz' };

describe('supplementFor', () => {
  it.each([
    [-2, -2, 'none'],
    [-2.01, 0, 'sup'],
    [0, -2.01, 'sup'],
    [null, -2.01, 'sup'],
    [null, null, 'none'],
  ])('HAZ %s and WAZ %s give %s', (ha, wa, supType) => {
    expect(supplementFor({ ha, wa, wl: 0 }, none, 20)).toBe(supType);
  });

  it.each([
    [35, 'sup'],
    [36, 'mic'],
    [60, 'mic'],
    [3, 'sup'],
    [null, 'sup'],
  ])('at %s completed months a low HAZ gives %s', (completedMonths, supType) => {
    expect(supplementFor({ ha: -2.5, wa: 0, wl: 0 }, none, completedMonths)).toBe(supType);
  });

  it('gives priority to acute evidence, by WHZ or by MUAC', () => {
    const low = { ha: -2.5, wa: -2.5, wl: null };
    expect(supplementFor(low, { level: 'moderate', from: 'muac' }, 40)).toBe('MAM');
    expect(supplementFor(low, { level: 'severe', from: 'whz' }, 40)).toBe('SAM');
    expect(supplementFor(low, { level: 'unknown', from: null }, 40)).toBe('mic');
  });
});

/** A child of 30 months with low HAZ, screened on 10 January 2024. */
function aScreening(different: Partial<SupplementSource> = {}): SupplementSource {
  return {
    surveyDate: '2024-01-10',
    monthAge: 30,
    zScore: { ha: -2.5, wa: -1.5, wl: 0.2 },
    ...different,
  };
}

const child = { birthDate: '2021-07-10' };

describe('supplementOn', () => {
  it('lapses when 7 months are complete, and then reports overdue', () => {
    const asked = (today: string) => {
      const { supType, overdue } = supplementOn(aScreening(), child, today);
      return [supType, overdue];
    };
    expect(asked('2024-01-10')).toEqual(['sup', false]);
    expect(asked('2024-07-09')).toEqual(['sup', false]);
    expect(asked('2024-08-09')).toEqual(['mic', false]);
    expect(asked('2024-08-10')).toEqual(['none', true]);
    expect(asked('2025-08-10')).toEqual(['none', true]);
  });

  it('gives the day of the lapse and the supplement before it', () => {
    expect(supplementOn(aScreening(), child, '2024-09-01')).toEqual({
      supType: 'none',
      calledFor: 'mic',
      overdue: true,
      lapsesOn: '2024-08-10',
      noFoodUnder6: false,
    });
  });

  it('uses the age today: micronutrients from 36 completed months', () => {
    expect(supplementOn(aScreening(), child, '2024-07-09').supType).toBe('sup');
    expect(supplementOn(aScreening(), child, '2024-07-10').supType).toBe('mic');
  });

  it('uses an age override plus the months since', () => {
    const screening = aScreening({ ageOverride: 34.5, monthAge: 34.5 });
    const on = (months: number) => addMonths(screening.surveyDate, months);
    expect(supplementOn(screening, child, addDays(on(2), -1)).supType).toBe('sup');
    expect(supplementOn(screening, child, on(2)).supType).toBe('mic');
  });

  it('assesses MUAC by the age at the screening', () => {
    const zScore = { ha: null, wa: null, wl: null };
    const early = aScreening({ monthAge: 5.5, muac: 11.2, zScore });
    const baby = { birthDate: '2023-07-25' };
    expect(supplementOn(early, baby, '2024-03-01').supType).toBe('none');
    expect(supplementOn({ ...early, monthAge: 6 }, baby, '2024-03-01').supType).toBe('SAM');
  });

  it('names no food under 6 months today, and names it from 6 months', () => {
    const screening = aScreening({ monthAge: 4 });
    const baby = { birthDate: '2023-09-10' };
    const asked = (today: string) => supplementOn(screening, baby, today);
    expect(asked('2024-03-09')).toMatchObject({ supType: 'sup', noFoodUnder6: true });
    expect(asked('2024-03-10')).toMatchObject({ supType: 'sup', noFoodUnder6: false });
  });

  it("keeps a graduated child's supplement until it lapses", () => {
    const screening = aScreening({ surveyDate: '2024-05-10', monthAge: 58 });
    const graduate = { birthDate: '2019-07-10' };
    expect(supplementOn(screening, graduate, '2024-07-10').supType).toBe('mic');
    expect(supplementOn(screening, graduate, '2024-12-09').supType).toBe('mic');
    expect(supplementOn(screening, graduate, '2024-12-10').supType).toBe('none');
  });

  it('no supplement is called for or overdue without a screening', () => {
    expect(supplementOn(null, child, '2024-09-01')).toEqual({
      supType: 'none',
      calledFor: 'none',
      overdue: false,
      lapsesOn: null,
      noFoodUnder6: false,
    });
  });
});
