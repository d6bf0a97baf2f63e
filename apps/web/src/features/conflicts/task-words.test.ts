import { expect, it } from 'vitest';
import { screeningTask } from '../../testing/tasks.ts';
import { screeningDayOf } from './task-words.ts';

it.each([
  ['2026-03-14', '2026-03-14'],
  // An older system stored the moment: in Guatemala it is still the evening of the 13th.
  ['2026-03-14T03:00:00.000Z', '2026-03-13'],
  ['2026-3-4', '2026-03-04'],
  ['no date', '2026-03-10'],
])('the day of a screening is that of its unit: %s', (surveyDate, day) => {
  const task = screeningTask({ surveyDate }, { surveyDate: '2026-03-10' });
  expect(screeningDayOf(task, { timeZone: 'America/Guatemala' })).toBe(day);
});
