import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { assessScreening } from './assess-screening.ts';
import { draftOfScreening, emptyScreeningDraft } from './screening-draft.ts';

const girl = { gender: 'Girl' as const, birthDate: '2024-03-10' };

describe('draftOfScreening', () => {
  it('leads back to the same fields and assessment', () => {
    const screening = aScreening({
      comments: 'calm',
      measured: 'lying',
      oedema: false,
      latitude: 14.63,
      longitude: -90.5,
    });
    const result = assessScreening(draftOfScreening(screening), girl, [screening], '2025-05-11');
    if (!result.ok) throw new Error('a stored screening passes its own form');
    const { fields, assessment } = result.value;
    expect({ ...screening, ...fields, ...assessment }).toEqual(screening);
    expect(Object.keys(fields).toSorted()).toEqual([
      'comments',
      'familyHealthPlan',
      'followFamilyHealthPlan',
      'height',
      'latitude',
      'longitude',
      'measured',
      'muac',
      'oedema',
      'surveyDate',
      'visitedDoctor',
      'weight',
    ]);
  });

  it('asks about ±5 again', () => {
    const draft = draftOfScreening(aScreening({ zScoreConfirmed: true }));
    expect(draft.zScoreConfirmed).toBeUndefined();
  });
});

describe('emptyScreeningDraft', () => {
  it('is dated today', () => {
    expect(emptyScreeningDraft('2025-05-11')).toEqual({
      surveyDate: '2025-05-11',
      height: '',
      weight: '',
      muac: '',
      comments: '',
    });
  });
});
