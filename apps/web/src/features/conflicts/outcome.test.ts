import { newestFirst } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { childTask, DECEMBER, LUZ, MARCH, motherTask, screeningTask } from '../../testing/tasks.ts';
import { isSameCare, isWorthShowing, outcomeOfChoice } from './outcome.ts';
import { questionsOf } from './questions.ts';

const FILE: ChildFile = {
  child: LUZ,
  screenings: newestFirst([DECEMBER, MARCH]),
  pendingIds: [],
};
const CONTEXT = { timeZone: 'America/Guatemala', sex: 'Girl', today: '2026-03-14' } as const;

const outcome = (
  ...[task, choice]: [Parameters<typeof outcomeOfChoice>[0], Parameters<typeof outcomeOfChoice>[1]]
) => {
  const found = outcomeOfChoice(task, choice, FILE, CONTEXT);
  if (found === null) throw new Error('no outcome');
  return found;
};

describe('outcomeOfChoice', () => {
  it('assesses the screening with the chosen weight exactly as a save would', () => {
    const task = screeningTask({ weight: 8.1 }, { weight: 8.7 });
    const light = outcome(task, { weight: 'first' });
    const heavy = outcome(task, { weight: 'second' });
    expect(light.screening.weight).toBe(8.1);
    expect(light.reading.zScore.wl).toBe(-2.08);
    expect(light.reading.zscoreStatus).toBe('Acute: mam supplements required');
    expect(heavy.screening.weight).toBe(8.7);
    expect(heavy.reading.zScore.wa).toBe(-2.01);
    expect(heavy.reading.zscoreStatus).toBe('Acute: supplements required');
    expect(isSameCare(light, heavy)).toBe(false);
  });

  it('includes earlier answers, and numbers that an older system stored as text', () => {
    const task = screeningTask({ weight: 8.1, height: 77.9 }, { weight: 8.7, height: 74 });
    const text = {
      ...task,
      second: { ...task.second, document: { ...task.second.document, weight: '8.7' } },
    };
    const both = outcome(text, { height: 'second', weight: 'second' });
    expect([both.screening.height, both.screening.weight]).toEqual([74, 8.7]);
    expect(outcome(text, { height: 'second' }).screening.weight).toBe(8.1);
  });

  it('assesses the newest screening again for the birth date and the sex of a child', () => {
    const task = childTask({ birthDate: '2024-05-08' }, { birthDate: '2024-11-08' });
    const older = outcome(task, { birthDate: 'first' });
    const younger = outcome(task, { birthDate: 'second' });
    expect(older.screening._id).toBe(MARCH._id);
    expect(younger.reading.monthAge).toBeLessThan(17);
    expect(younger.reading.zScore.ha ?? 0).toBeGreaterThan(older.reading.zScore.ha ?? 0);
    const sex = childTask({ gender: 'Girl' }, { gender: 'Boy' });
    const ofSex = (side: 'first' | 'second') => outcome(sex, { gender: side }).reading.zScore.ha;
    expect(ofSex('second')).not.toBe(ofSex('first'));
  });

  it('no outcome is computed without child or screening, or for a woman', () => {
    const task = screeningTask({ weight: 8.1 }, { weight: 8.7 });
    expect(outcomeOfChoice(task, {}, null, CONTEXT)).toBeNull();
    const unseen = { ...FILE, screenings: [] };
    expect(
      outcomeOfChoice(childTask({ ward: 'a' }, { ward: 'b' }), {}, unseen, CONTEXT),
    ).toBeNull();
    const mother = motherTask({ ward: 'a' }, { ward: 'b' });
    expect(outcomeOfChoice(mother, {}, FILE, CONTEXT)).toBeNull();
  });
});

describe('isWorthShowing', () => {
  const [weight] = questionsOf({ id: MARCH._id, fields: ['weight'] });
  const [comments] = questionsOf({ id: MARCH._id, fields: ['comments'] });
  if (weight === undefined || comments === undefined) throw new Error('no question');

  it('always shows the outcomes of a measure, and those of other fields when they differ', () => {
    const task = screeningTask(
      { comments: 'cried', weight: 8.7 },
      { comments: 'age=40', weight: 8.7 },
    );
    const asTyped = outcome(task, { comments: 'first' });
    const olderByComment = outcome(task, { comments: 'second' });
    expect(olderByComment.reading.monthAge).toBe(40);
    expect(isWorthShowing(weight, asTyped, asTyped)).toBe(true);
    expect(isWorthShowing(comments, asTyped, asTyped)).toBe(false);
    expect(isWorthShowing(comments, asTyped, olderByComment)).toBe(true);
  });
});
