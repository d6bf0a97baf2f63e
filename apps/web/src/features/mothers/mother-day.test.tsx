import type { Mother } from '@crece/domain';
import { aMother } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { motherPath, newMotherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { mothers } from './feature.ts';
import { EditMotherPage, NewMotherPage } from './mother-form-page.tsx';

const DAY_MS = 24 * 60 * 60_000;
const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Guatemala Test', countryCode: 'GTM' };

isolatePages();

async function open(clockDifference: number, path: string, stored: readonly Mother[] = []) {
  const unit = await openTestUnit({ clockDifference, mothers: stored });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.new.at} element={<NewMotherPage />} />
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
      <Route path="*" element={<p>another page</p>} />
    </Routes>,
    { path, unit, language: 'en', device: memoryDevice({ screenerName: 'Ana' }) },
  );
  return { unit, user: userEvent.setup() };
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('a new woman on a device with a wrong clock is entered by the day that the person believes', async () => {
  const { unit, user } = await open(300 * DAY_MS, newMotherPath(UNIT, 'nursing'));
  expect(await screen.findByRole('heading', { name: 'Which day is today?' })).toBeTruthy();
  expect(screen.queryByLabelText('First name')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press(user, '6 April 2026 (server)');
  await user.type(await screen.findByLabelText('First name'), 'Rosa');
  await user.type(screen.getByLabelText('Last name'), 'Tzul');
  await user.type(screen.getByLabelText('Day'), '20');
  await user.type(screen.getByLabelText('Month'), '3');
  await user.type(screen.getByLabelText('Year'), '2026');
  await user.click(screen.getByRole('radio', { name: 'Unknown' }));
  expect(screen.getByText('Child’s age: 2 weeks')).toBeTruthy();
  await press(user, 'Save');
  await waitFor(() => expect(unit.snapshot().mothers).toHaveLength(1));
  expect(unit.snapshot().mothers[0]?.childsBirthDate).toBe('2026-03-20');
});

it('a woman who has delivered is offered the days by that day too', async () => {
  const mother = aMother({ deliveryDate: '2026-04-01' });
  const path = motherPath(UNIT, mother._id, 'nursing');
  const { unit, user } = await open(300 * DAY_MS, path, [mother]);
  await press(user, '6 April 2026 (server)');
  expect(await screen.findByRole('button', { name: /^On the expected day, 1 Apr/ })).toBeTruthy();
  await press(user, 'Today');
  await press(user, 'Save as nursing mother');
  await waitFor(() => expect(unit.snapshot().mothers[0]?.childsBirthDate).toBe('2026-04-06'));
});

it('a clock at most a day off asks nothing', async () => {
  await open(DAY_MS, newMotherPath(UNIT, 'pregnant'));
  expect(await screen.findByLabelText('First name')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Which day is today?' })).toBeNull();
});
