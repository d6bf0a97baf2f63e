import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo } from '../pages/app.ts';
import { plantRecords } from './plant.ts';

/** First name, age in months, and the height in cm at the screening seven months ago. */
export type Visited = readonly [firstName: string, months: number, height?: number];

/** Plants children with the last name Xicay; those with a height are overdue. `others`: more records. */
export async function plantVisited(
  page: Page,
  unit: string,
  children: readonly Visited[],
  others: readonly object[] = [],
): Promise<void> {
  const documents = children.flatMap(([firstName, months, height], place) => {
    const _id = `chld_${unit}_${1_746_878_400_000 + place}_0a1b2c`;
    const birthDate = dayOfMonthsAgo(months);
    const child = aChild({ _id, firstName, lastName: 'Xicay', birthDate, mother: 'Elena Tum' });
    if (height === undefined) return [child];
    const measures = { height, weight: height / 8, muac: 14, surveyDate: dayOfMonthsAgo(7) };
    const id = _id.replace('chld', 'scr');
    return [child, anAssessedScreening(child, { _id: id, ...measures })];
  });
  await page.goto('/chrome-only.html');
  await plantRecords(page, unit, [...documents, ...others]);
}
