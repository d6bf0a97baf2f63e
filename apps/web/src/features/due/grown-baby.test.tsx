import type { Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { DuePage } from './due-page.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-12T18:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const stakeDB = 'test_stake_gtm';
const AT_RISK = { height: 58, weight: 4.3 };

async function rowOf(birthDate: string, measures: Partial<Screening>) {
  const child = aChild({
    _id: `chld_${stakeDB}_1746878400001_0a1b2c`,
    firstName: 'Luz',
    birthDate,
  });
  const surveyDate = birthDate.replace(/-\d\d-/u, (month) => (month === '-02-' ? '-05-' : '-04-'));
  const _id = child._id.replace('chld', 'scr');
  const screenings = [anAssessedScreening(child, { _id, surveyDate, ...measures })];
  const unit = await openTestUnit({ children: [child], screenings });
  await renderApp(
    <Routes>
      <Route path="/children/due/:stakeDB/:stakeName" element={<DuePage />} />
    </Routes>,
    { path: `/children/due/${stakeDB}/Test`, unit },
  );
  return (await screen.findByRole('link', { name: /^Luz/ })).textContent;
}

it('an overdue baby at risk goes to a health worker', async () => {
  expect(await rowOf('2025-02-01', AT_RISK)).toContain('to a health worker this week');
});

it.each([
  ['by its weight', AT_RISK],
  ['by its arm alone', { muac: 10.5 }],
])('a child of 29 months that was a baby at risk %s is measured', async (_why, measures) => {
  const row = await rowOf('2023-01-05', measures);
  expect(row).toContain('29 months');
  expect(row).not.toContain('health worker');
});
