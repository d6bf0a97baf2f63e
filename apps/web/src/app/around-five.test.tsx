import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DayPage } from '../features/day/day-page.tsx';
import { DuePage } from '../features/due/due-page.tsx';
import { openTestUnit } from '../testing/open-unit.ts';
import { renderApp } from '../testing/render.tsx';

const TODAY = '2025-06-12';
const stakeDB = 'test_stake_gtm';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A child with a red arm, or with a weight below the limits. */
async function open(child: Child, different: Partial<Screening>, language: 'en' | 'es' = 'en') {
  const _id = child._id.replace('chld', 'scr');
  const measures = different.outsideLimits ? {} : { height: 103, weight: 15.5, muac: 11.2 };
  const screening = anAssessedScreening(child, {
    _id,
    surveyDate: '2025-06-09',
    ...measures,
    ...different,
  });
  const unit = await openTestUnit({ children: [child], screenings: [screening] });
  await renderApp(
    <Routes>
      <Route path="/children/due/:stakeDB/:stakeName" element={<DuePage />} />
      <Route path="/children/day/:stakeDB/:stakeName" element={<DayPage />} />
    </Routes>,
    {
      path: `/children/${different.surveyDate === TODAY ? 'day' : 'due'}/${stakeDB}/Test`,
      unit,
      language,
    },
  );
  return (await screen.findByRole('link', { name: /^Luz/ })).textContent;
}
const born = (birthDate: string) =>
  aChild({ _id: `chld_${stakeDB}_1746878400001_0a1b2c`, firstName: 'Luz', birthDate });

it.each([
  ['is not yet five, in the due list', '2020-06-15', '2025-06-09', 'en', 'turns 5 soon: hand over'],
  ['is not yet five, on the day', '2020-06-15', TODAY, 'en', 'turns 5 soon: hand over'],
  ['is not yet five, in Spanish', '2020-06-15', '2025-06-09', 'es', 'pronto cumple 5 años: pase'],
  ['is five, in the due list', '2020-06-11', '2025-06-09', 'en', 'over 5 years: hand over'],
  ['is five, in Spanish', '2020-06-11', '2025-06-09', 'es', 'más de 5 años: pase'],
] as const)(
  'a child to be handed over %s',
  async (_words, birthDate, surveyDate, language, said) => {
    const row = await open(born(birthDate), { surveyDate }, language);
    expect(row).toContain(said);
    expect(row?.includes(language === 'en' ? 'over 5 years' : 'más de 5')).toBe(
      birthDate < '2020-06-12',
    );
  },
);

/** What follows each answer, as the sheet says it. */
async function follows() {
  await userEvent.click(screen.getByRole('button', { name: /^Result of the referral of Luz/ }));
  const dialog = await screen.findByRole('dialog');
  return within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(0, 3);
}

it('nobody is told to weigh a child over five: "seen" and "admitted" end its referral', async () => {
  await open(born('2020-06-11'), {});
  expect(await follows()).toEqual([
    'Seen at the clinic leaves the list',
    'Admitted leaves the list',
    'Not found visit again by 19 Jun',
  ]);
});

it('of a weight below the limits every answer closes the row for a week', async () => {
  await open(born('2025-06-01'), { height: 48, outsideLimits: { weight: 2.2 } });
  expect(await follows()).toEqual([
    'Seen at the clinic weigh and measure by 19 Jun',
    'Admitted ask again by 19 Jun',
    'Not found visit again by 19 Jun',
  ]);
});
