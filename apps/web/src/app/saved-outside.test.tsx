import { aChild } from '@crece/domain/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '../api/stored-session.ts';
import { installBrowserGaps } from '../testing/browser-gaps.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp, TEST_TOKEN } from '../testing/render.tsx';
import { AppRoutes } from './routes.tsx';

const UNIT = 'test_stake_gtm';
const luz = aChild({ _id: `chld_${UNIT}_1746878400001_0a1b2c`, firstName: 'Luz' });
const user = userEvent.setup();
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  installBrowserGaps();
  fakeServer();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T18:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A form of an account that loses the unit before it is saved, by a sign-in in another window. */
async function open(path: string, type: () => Promise<void>, save: string) {
  const unit = await openTestUnit({ children: [luz] });
  await renderApp(<AppRoutes />, { path, unit, device: memoryDevice(), user: aUser() });
  await type();
  const scope = { countries: [], stakes: ['coban_stake_gtm'] };
  await act(async () => keepSession(aUser({ scope }), TEST_TOKEN));
  await press(save);
  expect(await screen.findByText('Not for your account')).toBeTruthy();
  return unit;
}

const said = (name: string) =>
  screen.getByText(
    `What you entered about ${name} is saved on this device. Guatemala test Only is no longer open to your account: the list of countries shows what waits here.`,
  );

it('a screening that is saved after the account lost its unit is said to be saved', async () => {
  const type = async () =>
    user.type(await screen.findByRole('textbox', { name: /\(MUAC\)/ }), '13');
  const unit = await open(`/children/survey/${luz._id}`, type, 'Save screening');
  expect((await unit.readChildFile(luz._id))?.screenings).toMatchObject([{ muac: 13 }]);
  expect(said('Luz')).toBeTruthy();
});

it('a child that is registered after the account lost its unit is said to be saved', async () => {
  const type = async () => {
    await user.type(await screen.findByLabelText('First name'), 'Eva');
    await user.type(screen.getByLabelText('Last name'), 'Choc');
    await user.click(screen.getByRole('radio', { name: 'Girl' }));
    await user.type(screen.getByRole('textbox', { name: 'Day' }), '10');
    await user.type(screen.getByRole('textbox', { name: 'Month' }), '3');
    await user.type(screen.getByRole('textbox', { name: 'Year' }), '2024');
    await user.click(screen.getByRole('radio', { name: 'Unknown' }));
  };
  const unit = await open(`/children/create/${UNIT}`, type, 'Save and screen');
  expect(unit.snapshot().children.map(({ firstName }) => firstName)).toContain('Eva');
  expect(said('Eva')).toBeTruthy();
});

it('a screening that is saved after the list of places lost its unit leads to a page that says it is saved', async () => {
  const stakes = [{ stakeName: 'Nueva', stakeDB: 'nueva_stake_gtm' }];
  const device = memoryDevice({}, { units: ['nueva_stake_gtm'] });
  await device.catalogue.save(
    [{ name: 'Guatemala', code: 'GTM', image: '', flag: 'GT', stakes }],
    new Date(),
  );
  const eva = aChild({ _id: 'chld_nueva_stake_gtm_1746878400001_0a1b2c', firstName: 'Eva' });
  const unit = await openTestUnit({ stakeDB: 'nueva_stake_gtm', children: [eva] });
  const path = `/children/survey/${eva._id}`;
  await renderApp(<AppRoutes />, { path, unit, device, user: aUser() });
  await user.type(await screen.findByRole('textbox', { name: /\(MUAC\)/ }), '13');
  await device.catalogue.save([], new Date());
  await press('Save screening');
  expect(await screen.findByText('Unknown unit')).toBeTruthy();
  expect((await unit.readChildFile(eva._id))?.screenings).toMatchObject([{ muac: 13 }]);
  expect(screen.getByText(/What was saved in it is still on this device/)).toBeTruthy();
});
