import { describe, expect, it } from 'vitest';
import type { Screening } from '../fields/entities.ts';
import { aChild, anAssessedScreening } from '../testing/index.ts';
import { compareWithTold } from './compare-with-told.ts';
import { screeningMark } from './screening-mark.ts';
import { NO_Z_SCORES, storedZScoresOf } from './stored-z-scores.ts';

const girl = aChild({ birthDate: '2024-03-10' });
const zScore = (ha: number | null, wa: number | null, wl: number | null) =>
  storedZScoresOf({ ha, wa, wl });

/** A screening with these measures and these stored z-scores. */
function screening(measures: Partial<Screening>, told: Screening['zScore']): Screening {
  return { ...anAssessedScreening(girl, measures), zScore: told };
}
const read = (screening: Screening, child = girl) => compareWithTold(screening, child, [screening]);

describe('stored z-scores that differ from the measures', () => {
  it.each([
    ['milder', 3, 'severe'],
    ['severer', -4.9, 'severe'],
  ] as const)('stored z-scores that are %s than the measures have no effect', (_how, wl, sign) => {
    const reading = read(screening({ height: 75, weight: 6.5 }, zScore(wl, wl, wl)));
    expect(reading.zScore.wl).toBe(-4.06);
    expect(screeningMark(reading).sign).toBe(sign);
    expect(reading.fromCopy).toEqual([]);
  });

  it('severer stored z-scores do not make a well child red', () => {
    const reading = read(screening({ height: 75, weight: 9.4 }, zScore(-4, -4, -4)));
    expect(screeningMark(reading).colour).toBe('green');
    expect(reading.status).toBe('GREEN_CHILD');
    expect(reading.actions).toEqual(['GREEN_TELL']);
  });

  it('stored z-scores have no effect on class and actions, which follow the reassessed figures', () => {
    const grave = read({
      ...screening({ height: 75, weight: 6.5 }, zScore(0, 0, 0)),
      status: 'GREEN_CHILD',
      actions: ['GREEN_TELL'],
    });
    expect(grave.status).toBe('RED_CHILD');
    expect(grave.actions[0]).toBe('SEVERE_REPORT');
    expect(grave.actions).not.toContain('GREEN_TELL');
  });
});

describe('a stored figure whose measures are missing', () => {
  it.each([
    [{}, ['ha', 'wa', 'wl']],
    [{ height: 75 }, ['wa', 'wl']],
    [{ weight: 9.4 }, ['ha', 'wl']],
    [{ height: 75, weight: 9.4 }, []],
    [{ height: 29.9, weight: 9.4 }, ['ha', 'wl']],
    [{ height: 75, weight: 40.01 }, ['wa', 'wl']],
  ] as const)('a stored figure is used for %j: it gives %j', (measures, fromCopy) => {
    expect(read(screening(measures, zScore(-0.5, -0.6, -0.7))).fromCopy).toEqual(fromCopy);
  });

  it('no stored figure is used when none is stored', () => {
    expect(read(screening({ weight: 9.4 }, zScore(null, -0.6, null))).fromCopy).toEqual([]);
  });

  it("a lost height's WHZ −3.8 remains severe with a green MUAC of 12.9", () => {
    const reading = read(screening({ weight: 6.5, muac: 12.9 }, zScore(-1, -2, -3.8)));
    expect(reading.zScore.wl).toBe(-3.8);
    expect(screeningMark(reading)).toEqual({ sign: 'severe', colour: 'red' });
    expect(reading.supType).toBe('SAM');
    expect(reading.difference?.reason).toBe('measures-missing');
  });

  it("a lost height's WHZ +0.5 does not hide a red MUAC of 11.4", () => {
    const reading = read(screening({ weight: 9.4, muac: 11.4 }, zScore(0, 0, 0.5)));
    expect(reading.zScore.wl).toBeNull();
    expect(reading.evidence).toEqual({ level: 'severe', from: 'muac' });
    expect(screeningMark(reading).colour).toBe('red');
  });

  it('a stored figure is kept when MUAC is equally severe', () => {
    const reading = read(screening({ weight: 7, muac: 11.4 }, zScore(0, -2, -3.1)));
    expect(reading.zScore.wl).toBe(-3.1);
    expect(reading.evidence).toEqual({ level: 'severe', from: 'whz' });
  });
});

describe('a screening before birth', () => {
  const early = screening({ height: 75, weight: 9.4, muac: 13 }, zScore(0, 0, 0));

  it('a screening before birth has no age, no figures and no colour, so it is not green', () => {
    const reading = read({ ...early, surveyDate: '2024-03-09' });
    expect(reading.monthAge).toBeNull();
    expect(reading.zScore).toEqual(NO_Z_SCORES);
    expect(reading.fromCopy).toEqual([]);
    expect(screeningMark(reading)).toEqual({ sign: 'none', colour: 'grey' });
    expect(reading.difference?.indices).toEqual(['ha', 'wa', 'wl']);
  });

  it('a screening before birth reports oedema too', () => {
    const reading = read({ ...early, surveyDate: '2024-03-09', oedema: true });
    expect(screeningMark(reading).sign).toBe('swelling');
  });

  it('a screening on the birth date itself is assessed normally', () => {
    expect(read({ ...early, surveyDate: '2024-03-10' }).monthAge).toBe(0);
  });
});

describe('the age of a reassessed screening', () => {
  it('follows the present birth date: registered at 4 months, corrected to 10, MUAC 10.8', () => {
    const young = aChild({ birthDate: '2025-01-10' });
    const screening = anAssessedScreening(young, { muac: 10.8 });
    expect(screeningMark(read(screening, young)).colour).toBe('grey');
    const reading = read(screening, aChild({ birthDate: '2024-07-10' }));
    expect(screeningMark(reading)).toEqual({ sign: 'severe', colour: 'red' });
    expect(reading.supType).toBe('SAM');
  });

  it.each([
    ['2024-11-11', 5.97, 'none'],
    ['2024-11-10', 6, 'severe'],
    ['2024-11-09', 6.03, 'severe'],
  ] as const)('born %s counts a red MUAC from 6 months', (birthDate, monthAge, sign) => {
    const stored = screening({ muac: 11.4 }, NO_Z_SCORES);
    const reading = read(stored, aChild({ birthDate }));
    expect(reading.monthAge).toBe(monthAge);
    expect(screeningMark(reading).sign).toBe(sign);
  });

  it('the age of a reassessed screening is shown together with its override', () => {
    const reading = read(screening({ height: 75, weight: 9.4, comments: 'age=26' }, NO_Z_SCORES));
    expect(reading.override).toEqual({ ageMonths: 26, from: 'comment' });
    expect(reading.monthAge).toBe(26);
    expect(screeningMark(reading).colour).toBe('red');
  });
});
