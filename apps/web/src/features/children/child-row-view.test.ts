import type { Child, Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/fake-rows.ts';
import { timePast, viewRow } from './child-row-view.ts';

const TODAY = '2025-06-10';
const zScores = (ha: number | null, wa: number | null, wl: number | null): Screening['zScore'] => ({
  ha,
  wa,
  wl,
  haStatus: null,
  waStatus: null,
  wlStatus: null,
});
const NORMAL = zScores(0, 0, 0);

function view(screening: Partial<Screening> | null, child: Partial<Child> = {}, today = TODAY) {
  const screenings = screening === null ? [] : [aScreening(screening)];
  return viewRow(rowOf(aChild(child), screenings, today), today);
}

describe('viewRow', () => {
  it('says in grey that a child was never screened', () => {
    expect(view(null)).toMatchObject({
      mark: { tone: 'grey' },
      word: 'assessment.word.not-screened',
      wordTone: 'grey',
      lastScreening: null,
      supplement: null,
      isOverdue: false,
    });
  });

  it('says in grey to weigh and measure where a screening gives no result', () => {
    const shown = view({ zScore: zScores(null, null, null), muac: 11.2, monthAge: 4 });
    expect(shown).toMatchObject({ mark: { tone: 'grey' }, word: 'children.not-assessed' });
    expect(shown.muacAlert).toBeNull();
  });

  it.each([
    [zScores(0, 0, -3.01), 'red', 'assessment.word.Acute: sam supplements required'],
    [zScores(0, 0, -3), 'red', 'assessment.word.Acute: mam supplements required'],
    [zScores(0, 0, -2.01), 'red', 'assessment.word.Acute: mam supplements required'],
    [zScores(-2.01, 0, -2), 'red', 'assessment.word.Acute: supplements required'],
    [zScores(-2, 0, 0), 'amber', 'assessment.word.At Risk: Come to next screening'],
    [zScores(-1, -1, -1), 'green', 'assessment.word.Normal'],
  ] as const)('shows %j in %s with its word', (zScore, tone, word) => {
    expect(view({ zScore, muac: 14 })).toMatchObject({ mark: { tone }, word, wordTone: tone });
  });

  it.each([
    [11.4, { tone: 'red', glyph: 'tape' }, 'assessment.word.normal-beside-alert', 'red'],
    [11.5, { tone: 'amber' }, 'assessment.word.normal-beside-alert', 'yellow'],
    [12.4, { tone: 'amber' }, 'assessment.word.normal-beside-alert', 'yellow'],
    [12.5, { tone: 'green' }, 'assessment.word.Normal', null],
  ] as const)(
    'never puts a green mark beside MUAC %s with normal z-scores',
    (muac, mark, word, band) => {
      const shown = view({ zScore: NORMAL, muac });
      expect(shown.mark).toEqual(mark);
      expect(shown.word).toBe(word);
      expect(shown.muacAlert).toEqual(band === null ? null : { band, muac });
      expect(shown.wordTone).toBe(band === null ? 'green' : 'grey');
    },
  );

  it('keeps the mark of the colour beside a red arm where it is not green', () => {
    expect(view({ zScore: zScores(-1.5, 0, 0), muac: 11 }).mark).toEqual({ tone: 'amber' });
    expect(view({ zScore: zScores(0, 0, -2.5), muac: 11 }).mark).toEqual({ tone: 'red' });
  });

  it('shows the arm as the verdict where height and weight are not known', () => {
    expect(view({ zScore: zScores(null, null, null), muac: 11.2 })).toMatchObject({
      mark: { tone: 'red' },
      word: 'assessment.word.Acute: sam supplements required',
      muacAlert: { band: 'red', muac: 11.2 },
      supplement: 'SAM',
    });
  });

  it('puts swelling before everything and takes the green away', () => {
    expect(view({ zScore: NORMAL, muac: 14, oedema: true })).toMatchObject({
      hasSwelling: true,
      mark: { tone: 'red', glyph: 'swelling' },
      word: 'assessment.word.normal-beside-alert',
      wordTone: 'grey',
    });
    expect(view({ zScore: NORMAL, muac: 14, oedema: false }).hasSwelling).toBe(false);
  });

  it.each([
    ['2024-12-10', 'sup', false, 'six months after the screening'],
    ['2024-11-11', 'sup', false, 'the last day before the lapse'],
    ['2024-11-10', null, true, 'from seven completed months'],
  ] as const)('screened on %s asks for %s: %s', (surveyDate, supplement, isOverdue, _why) => {
    const shown = view({ surveyDate, zScore: zScores(-2.5, 0, 0), muac: 14, monthAge: 8 });
    expect(shown.supplement).toBe(supplement);
    expect(shown.isOverdue).toBe(isOverdue);
  });

  it('names micronutrients from 36 months today although the screening was before', () => {
    const screening = { zScore: zScores(-2.5, 0, 0), muac: 14, monthAge: 34 };
    expect(view(screening, { birthDate: '2022-06-10' }).supplement).toBe('mic');
    expect(view(screening, { birthDate: '2022-06-11' }).supplement).toBe('sup');
  });

  it('names no food under 6 months', () => {
    const screening = { zScore: zScores(-2.5, 0, 0), monthAge: 4 };
    expect(view(screening, { birthDate: '2024-12-11' }).supplement).toBe('under6');
    expect(view(screening, { birthDate: '2024-12-10' }).supplement).toBe('sup');
  });

  it('marks a screening from the future and does not let it count', () => {
    const shown = view({ surveyDate: '2025-06-12', zScore: zScores(0, 0, -4) });
    expect(shown).toMatchObject({ dateToCheck: true, lastScreening: null, mark: { tone: 'grey' } });
    expect(view({ surveyDate: '2025-06-11', zScore: NORMAL }).dateToCheck).toBe(false);
  });

  it('tells the age today, about where it was reckoned, unknown before birth', () => {
    expect(view(null, { birthDate: '2024-03-10' })).toMatchObject({
      ageMonths: 15,
      isAboutAge: false,
    });
    expect(view(null, { birthDate: '2024-03-11', birthDateEstimated: true })).toMatchObject({
      ageMonths: 14,
      isAboutAge: true,
    });
    expect(view(null, { birthDate: '2025-06-11' }).ageMonths).toBeNull();
    expect(view({ ageOverride: 30, surveyDate: '2025-05-10' }).ageMonths).toBe(31);
  });

  it('marks confirmed z-scores', () => {
    expect(view({ zScoreConfirmed: true }).isConfirmed).toBe(true);
    expect(view({}).isConfirmed).toBe(false);
  });
});

describe('timePast', () => {
  it.each([
    ['2025-06-11', { unit: 'ahead' }],
    ['2025-06-10', { unit: 'today' }],
    ['2025-06-09', { unit: 'days', count: 1 }],
    ['2025-05-28', { unit: 'days', count: 13 }],
    ['2025-05-27', { unit: 'weeks', count: 2 }],
    ['2025-04-11', { unit: 'weeks', count: 8 }],
    ['2025-04-10', { unit: 'months', count: 2 }],
    ['2024-11-10', { unit: 'months', count: 7 }],
    ['2024-11-11', { unit: 'months', count: 6 }],
  ] as const)('tells the time since %s', (day, past) => {
    expect(timePast(day, TODAY)).toEqual(past);
  });
});
