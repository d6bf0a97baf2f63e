import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { assessScreening } from './assess-screening.ts';
import { draftOfScreening, emptyScreeningDraft } from './screening-draft.ts';

const girl = { gender: 'Girl' as const, birthDate: '2024-03-10' };

describe('draftOfScreening', () => {
  it('checked again gives the same fields and assessment', () => {
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

  it('an old confirmation of a z-score beyond ±5 is not kept', () => {
    const draft = draftOfScreening(aScreening({ zScoreConfirmed: true }));
    expect(draft.zScoreConfirmed).toBeUndefined();
  });
});

describe('draftOfScreening of an age override', () => {
  const draftWith = (fields: Parameters<typeof aScreening>[0]) =>
    draftOfScreening(aScreening({ surveyDate: '2025-05-10', ...fields }));
  const savedAgain = (draft: ReturnType<typeof draftWith>) => {
    const result = assessScreening(draft, girl, [], '2025-05-11');
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    return result.value.fields.ageOverride;
  };

  it.each([
    ['the field alone', { ageOverride: 30 }, 'age=30'],
    [
      'the field beside a comment about something else',
      { ageOverride: 30.5, comments: 'calm' },
      'age=30.5 calm',
    ],
    ['the field beside another age', { ageOverride: 30, comments: 'age=20' }, 'age=30 age=20'],
    ['the same age in the comment', { ageOverride: 30, comments: 'calm, age=30' }, 'calm, age=30'],
  ])('keeps the override when the screening is saved again: %s', (_case, fields, comments) => {
    const draft = draftWith({ height: 88, weight: 12, ...fields });
    expect(draft.comments).toBe(comments);
    expect(savedAgain(draft)).toBe(fields.ageOverride);
  });

  it('keeps a declined override without a comment', () => {
    const draft = draftWith({ ageOverride: false, comments: 'mother’s age=30' });
    expect(draft.comments).toBe('mother’s age=30');
    expect(savedAgain(draft)).toBe(false);
  });
});

describe('emptyScreeningDraft', () => {
  it('an empty screening is dated today', () => {
    expect(emptyScreeningDraft('2025-05-11')).toEqual({
      surveyDate: '2025-05-11',
      height: '',
      weight: '',
      muac: '',
      comments: '',
    });
  });
});
