import type { CatalogueBody, JoiningBody } from '@crece/contract';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import { fakeServer, openAdmin } from './testing/fake-server.tsx';

const FROM = 'makeni_district_wal';
const AT = new Date().toISOString();
const UNTIL = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000).toISOString();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that needs three looks to join a unit. */
function serve() {
  let joining: JoiningBody['joining'] = null;
  let looks = 0;
  let ended = false;
  const body = (): CatalogueBody => ({
    rev: ended ? '2-a' : '1-a',
    catalogue: {
      countries: BUILT_IN_CATALOGUE.countries.map((country) => ({
        ...country,
        stakes: country.stakes.map((unit) =>
          ended && unit.stakeDB === FROM ? { ...unit, retired: true as const } : unit,
        ),
      })),
    },
  });
  return fakeServer({
    'GET /api/catalogue': body,
    'GET /api/children/stakes': () => body().catalogue,
    [`GET /api/units/${FROM}/joining`]: () => {
      if (joining !== null) looks += 1;
      if (joining?.state === 'joining' && looks > 1) joining = { ...joining, state: 'joined' };
      if (joining?.state === 'parting' && looks > 3) joining = null;
      ended = joining !== null;
      return { joining };
    },
    [`POST /api/units/${FROM}/joining`]: ({ body: asked }) => {
      const { to } = asked as { to: string };
      const progress = { done: 3, of: 120 };
      joining = { to, at: AT, by: 'Julia Ralda', state: 'joining', progress, until: UNTIL };
      return { joining };
    },
    [`DELETE /api/units/${FROM}/joining`]: () => {
      if (joining !== null) joining = { ...joining, state: 'parting', progress: null };
      return { joining };
    },
  });
}

describe('joining a unit to another', () => {
  it('is asked once, followed until it is done, and can be undone', async () => {
    const server = serve();
    await openAdmin(`/admin/places/WAL?form=unit&unit=${FROM}`);
    const user = userEvent.setup();
    const choice = await screen.findByRole('combobox', { name: 'Unit that gets everybody' });
    expect(within(choice).queryByRole('option', { name: 'Makeni District' })).toBeNull();
    const [, other] = within(choice).getAllByRole<HTMLOptionElement>('option');
    const name = other?.textContent ?? '';
    // Reports leave out a unit for practice: nobody real may come to live in it.
    expect(within(choice).queryByRole('option', { name: /test Only$/ })).toBeNull();
    await user.selectOptions(choice, name);
    await user.click(screen.getByRole('button', { name: 'Join' }));
    const question = await screen.findByRole('dialog', {
      name: `Join Makeni District to ${name}?`,
    });
    await user.click(within(question).getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('3 of 120 have moved.')).toBeTruthy();
    expect(server.bodies).toEqual([{ to: other?.value }]);
    expect(await screen.findByText(`Joined to ${name}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End this unit' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const undo = await screen.findByRole('dialog', { name: /^Undo the joining/ });
    await user.click(within(undo).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It begins…')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Join' }, { timeout: 5_000 })).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'End this unit' })).toBeTruthy());
  });
});

it('a joining whose answer is lost is followed as soon as the server answers again', async () => {
  const server = serve();
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  await openAdmin(`/admin/places/WAL?form=unit&unit=${FROM}`);
  const user = userEvent.setup();
  const choice = await screen.findByRole('combobox', { name: 'Unit that gets everybody' });
  const [, other] = within(choice).getAllByRole<HTMLOptionElement>('option');
  await user.selectOptions(choice, other?.value ?? '');
  server.on(`POST /api/units/${FROM}/joining`, lost);
  server.on(`GET /api/units/${FROM}/joining`, lost);
  await user.click(screen.getByRole('button', { name: 'Join' }));
  const question = await screen.findByRole('dialog', { name: /^Join Makeni District to/ });
  await user.click(within(question).getByRole('button', { name: 'Join' }));
  await screen.findByText(/^No response received from server/);
  const progress = { done: 7, of: 120 };
  const joining = { to: other?.value, at: AT, by: 'Julia Ralda', state: 'joining', progress };
  server.on(`GET /api/units/${FROM}/joining`, () => ({ joining: { ...joining, until: UNTIL } }));
  await screen.findByText('7 of 120 have moved.', {}, { timeout: 5_000 });
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

describe('a unit for practice', () => {
  it('may be ended, but not joined to a unit of real people', async () => {
    const body = (): CatalogueBody => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE });
    fakeServer({
      'GET /api/catalogue': body,
      'GET /api/children/stakes': () => body().catalogue,
      'GET /api/units/test_stake_gtm/joining': () => ({ joining: null }),
    });
    await openAdmin('/admin/places/GTM?form=unit&unit=test_stake_gtm');
    expect(await screen.findByRole('button', { name: 'End this unit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });
});

it('says the days of the unit: an evening in Guatemala is the next day in UTC', async () => {
  const unit = 'coban_stake_gtm';
  const joining = {
    ...{ to: 'jalapa_stake_gtm', by: 'Julia Ralda', state: 'joined', progress: null },
    at: '2099-12-01T03:00:00.000Z',
    until: '2099-12-31T03:00:00.000Z',
  };
  fakeServer({
    'GET /api/catalogue': () => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE }),
    'GET /api/children/stakes': () => BUILT_IN_CATALOGUE,
    [`GET /api/units/${unit}/joining`]: () => ({ joining }),
  });
  await openAdmin(`/admin/places/GTM?form=unit&unit=${unit}`);
  expect(await screen.findByText(/30 Nov/)).toBeTruthy();
  expect(screen.getByText(/30 Dec/)).toBeTruthy();
});

it.each([
  [['coban_stake_gtm'], 0],
  [['coban_stake_gtm', 'jalapa_stake_gtm'], 1],
])('is undone by an administrator of both units: %o', async (stakes, count) => {
  const joining = {
    ...{ to: 'jalapa_stake_gtm', by: 'Julia Ralda', state: 'joined', progress: null },
    ...{ at: AT, until: UNTIL },
  };
  fakeServer({
    'GET /api/catalogue': () => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE }),
    'GET /api/children/stakes': () => BUILT_IN_CATALOGUE,
    'GET /api/units/coban_stake_gtm/joining': () => ({ joining }),
  });
  const user = aUser({ roles: ['admin'], scope: { stakes } });
  await openAdmin('/admin/places/GTM?form=unit&unit=coban_stake_gtm', { user });
  expect(await screen.findByText('Joined to Jalapa Stake')).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(count);
});

it('offers only units that the administrator may join it to, and nothing without one', async () => {
  serve();
  const open = (stakes: string[]) =>
    openAdmin(`/admin/places/WAL?form=unit&unit=${FROM}`, {
      user: aUser({ roles: ['admin'], scope: { stakes } }),
    });
  await open([FROM, 'kenema_stake_wal']);
  const choice = await screen.findByRole('combobox', { name: 'Unit that gets everybody' });
  const names = within(choice)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toHaveLength(2);
  cleanup();
  await open([FROM]);
  await screen.findByRole('button', { name: 'End this unit' });
  expect(screen.queryByRole('combobox', { name: 'Unit that gets everybody' })).toBeNull();
});
