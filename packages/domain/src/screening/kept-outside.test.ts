import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import type { AssessedChild } from './assess-measures.ts';
import { assessScreening } from './assess-screening.ts';
import { draftOfScreening, type ScreeningDraft } from './screening-draft.ts';

const today = '2025-05-10';

/** Ten days old. */
const newborn: AssessedChild = { gender: 'Girl', birthDate: '2025-04-30' };

const assessed = (different: Partial<ScreeningDraft>, child: AssessedChild = newborn) =>
  assessScreening(
    { surveyDate: today, height: '', weight: '', muac: '', comments: '', ...different },
    child,
    [],
    today,
  );

function accepted(different: Partial<ScreeningDraft>) {
  const result = assessed(different);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  return result.value;
}

function issuesOf(different: Partial<ScreeningDraft>, child?: AssessedChild) {
  const result = assessed(different, child);
  return result.ok ? [] : result.issues;
}

/** A girl of 14 months. */
const girl: AssessedChild = { gender: 'Girl', birthDate: '2024-03-10' };

describe('a figure kept outside the limits', () => {
  const small = { height: '46', weight: '2.2', muac: '' };

  it('a figure outside the limits is refused until the person keeps it; then it is stored beside the other', () => {
    expect(issuesOf(small)).toMatchObject([{ code: 'weight-out-of-range' }]);
    const { fields, assessment } = accepted({ ...small, outsideLimits: { weight: 2.2 } });
    expect(fields).toEqual({ surveyDate: today, height: 46, outsideLimits: { weight: 2.2 } });
    expect(assessment.zScore).toMatchObject({ wa: null, wl: null });
    expect(assessment.zScore.ha).not.toBeNull();
  });

  it('a kept figure is enough for a screening alone, which assesses nothing', () => {
    const { fields, reading } = accepted({
      height: '',
      weight: '2.2',
      muac: '',
      outsideLimits: { weight: 2.2 },
    });
    expect(fields).toEqual({ surveyDate: today, outsideLimits: { weight: 2.2 } });
    expect(reading.statusColor).toBeUndefined();
  });

  it('a kept figure is dropped when another is typed, and when it is within the limits', () => {
    const outsideLimits = { weight: 2.2 };
    expect(issuesOf({ ...small, weight: '2.3', outsideLimits })).toHaveLength(1);
    const { fields } = accepted({ ...small, weight: '3.1', outsideLimits });
    expect(fields).toEqual({ surveyDate: today, height: 46, weight: 3.1 });
    const within = accepted({ ...small, weight: '3', outsideLimits: { weight: 3 } });
    expect(within.fields).toEqual({ surveyDate: today, height: 46, weight: 3 });
  });

  it.each([
    ['weight', '0.3', true],
    ['weight', '0.29', false],
    ['weight', '40', true],
    ['weight', '40.1', false],
    ['height', '20', true],
    ['height', '19.9', false],
    ['height', '140', true],
    ['height', '140.1', false],
  ] as const)(
    'a figure outside the limits may be kept only where it is possible: %s %s',
    (measure, text, isKept) => {
      const draft = { height: '', weight: '', muac: '13', [measure]: text };
      // Refused, the figure also misses the other one.
      const issues = issuesOf({ ...draft, outsideLimits: { [measure]: Number(text) } }, girl);
      expect(issues).toHaveLength(isKept ? 0 : 2);
    },
  );

  it('an edited screening has its kept figure in the form again, beside names unknown here', () => {
    const outsideLimits = { weight: 2.2, head: 31 };
    const stored = { ...aScreening(), height: 46, outsideLimits };
    const { weight: _none, ...light } = stored;
    const draft = draftOfScreening(light);
    expect(draft).toMatchObject({ height: '46', weight: '2.2', outsideLimits });
    const result = assessScreening(draft, newborn, [], today);
    expect(result).toMatchObject({ ok: true, value: { fields: { outsideLimits } } });
    const cleared = assessScreening({ ...draft, weight: '', height: '' }, newborn, [], today);
    expect(cleared).toMatchObject({ ok: true, value: { fields: { outsideLimits: { head: 31 } } } });
  });
});
