import { describe, expect, it } from 'vitest';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import { aScreening } from '../testing/index.ts';
import { summariseChild } from './summarise-child.ts';

const good = storedZScoresOf({ ha: 0, wa: 0, wl: 0 });

describe('summariseChild', () => {
  it('has nothing to say without a screening', () => {
    expect(summariseChild([])).toEqual({});
  });

  it('takes everything from the newest screening, wherever it stands in the list', () => {
    const old = aScreening();
    const recent = aScreening({ _id: 'scr_new', surveyDate: '2025-06-10', zScore: good });
    const expected = {
      zscoreStatus: 'Normal',
      statusColor: 'normalZscore',
      lastScreening: 'scr_new',
      supType: 'none',
      bmi: 15.13,
      obese: false,
    };
    expect(summariseChild([old, recent])).toEqual(expected);
    expect(summariseChild([recent, old])).toEqual(expected);
  });

  it('leaves status and colour absent when the newest could not be assessed', () => {
    const { height: _h, weight: _w, ...bare } = aScreening();
    const zScore = storedZScoresOf({ ha: null, wa: null, wl: null });
    expect(summariseChild([{ ...bare, zScore, monthAge: 4 }])).toEqual({
      lastScreening: bare._id,
      supType: 'none',
    });
  });

  it('knows no clock: one dated in the future counts', () => {
    const future = aScreening({ _id: 'scr_future', surveyDate: '2099-01-01' });
    expect(summariseChild([aScreening(), future]).lastScreening).toBe('scr_future');
  });

  it('has neither BMI nor verdict where the age has no row', () => {
    const summary = summariseChild([aScreening({ monthAge: 60.5 })]);
    expect([summary.bmi, summary.obese]).toEqual([undefined, undefined]);
    expect(summariseChild([aScreening({ monthAge: 60.49 })]).bmi).toBe(15.13);
  });
});
