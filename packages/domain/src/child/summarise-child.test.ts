import { describe, expect, it } from 'vitest';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import { aChild, anAssessedScreening, aScreening } from '../testing/index.ts';
import { summariseChild } from './summarise-child.ts';

const child = aChild();
/** Measures with HAZ, WAZ and WHZ near 0 at 15 months. */
const good = { height: 77, weight: 9.6 };

describe('summariseChild', () => {
  it('returns no fields without a screening', () => {
    expect(summariseChild(child, [])).toEqual({});
  });

  it('takes everything from the newest screening, whatever its position in the list', () => {
    const old = aScreening();
    const recent = anAssessedScreening(child, {
      _id: 'scr_new',
      surveyDate: '2025-06-10',
      ...good,
    });
    const expected = {
      zscoreStatus: 'Normal',
      statusColor: 'normalZscore',
      lastScreening: 'scr_new',
      supType: 'none',
      bmi: 16.19,
      obese: false,
    };
    expect(summariseChild(child, [old, recent])).toEqual(expected);
    expect(summariseChild(child, [recent, old])).toEqual(expected);
  });

  it('reassesses the measures and ignores the stored verdict: a wasted child stored as green is red', () => {
    const zScore = storedZScoresOf({ ha: 0, wa: 0, wl: 0 });
    const { zscoreStatus, supType } = summariseChild(child, [aScreening({ zScore })]);
    expect([zscoreStatus, supType]).toEqual(['Acute: supplements required', 'sup']);
  });

  it('leaves status and colour absent when the newest screening could not be assessed', () => {
    const infant = { ...child, birthDate: '2025-01-10' };
    const bare = anAssessedScreening(infant, { muac: 11.9 });
    expect(summariseChild(infant, [bare])).toEqual({ lastScreening: bare._id, supType: 'none' });
  });

  it('no clock is used: a screening dated in the future counts', () => {
    const future = aScreening({ _id: 'scr_future', surveyDate: '2099-01-01' });
    expect(summariseChild(child, [aScreening(), future]).lastScreening).toBe('scr_future');
  });

  it('an age without a reference row has a BMI without an obesity verdict', () => {
    const at = (birthDate: string) => {
      const { bmi, obese } = summariseChild({ ...child, birthDate }, [aScreening()]);
      return [bmi, obese];
    };
    // Ages of 60.52 and 60.48 months on 10 May 2025.
    expect(at('2020-04-24')).toEqual([15.13, undefined]);
    expect(at('2020-04-26')).toEqual([15.13, false]);
  });
});
