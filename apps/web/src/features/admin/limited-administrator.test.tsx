import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import { fakeServer, openAdmin } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An administrator of Guatemala and of one unit in Honduras whose database another unit shares. */
const user = aUser({
  roles: ['admin'],
  scope: { countries: ['GTM'], stakes: ['la_ceiba_stake_hnd'] },
});

async function open(path: string) {
  fakeServer({ 'GET /api/catalogue': () => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE }) });
  await openAdmin(path, { user });
}

const hrefs = () =>
  [...document.querySelectorAll('.place-rows a')].map((link) => link.getAttribute('href'));

describe('pages of an administrator who is limited to places', () => {
  it('list only those places, and offer no new country', async () => {
    await open('/admin/places');
    expect(await screen.findByText('2 countries, 39 units')).toBeTruthy();
    expect(hrefs()).toEqual(['/admin/places/GTM', '/admin/places/HND']);
    expect(screen.queryByRole('link', { name: 'Add country' })).toBeNull();
    await userEvent.setup().type(screen.getByRole('searchbox'), 'la ceiba');
    const unit = await screen.findByRole('link', { name: /^La Ceiba Stake/ });
    expect(unit.getAttribute('href')).toBe('/admin/places/HND?form=unit&unit=la_ceiba_stake_hnd.2');
  });

  it('lead to no page that is for administrators of all places', async () => {
    await open('/admin/places');
    const pages = await screen.findByRole('navigation', { name: 'Administration' });
    const names = within(pages)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Settings', 'Places']);
  });

  it('allow all changes in an own country', async () => {
    await open('/admin/places/GTM');
    expect(await screen.findByRole('link', { name: 'Edit country' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add unit' })).toBeTruthy();
  });

  it.each(['/admin/places/HND', '/admin/places/HND?form=add', '/admin/places/HND?form=country'])(
    'list only the own units of another country: %s',
    async (path) => {
      await open(path);
      expect(await screen.findByText('HND · 1 unit')).toBeTruthy();
      expect(hrefs()).toEqual([
        '/admin/places/HND?form=unit&unit=la_ceiba_stake_hnd.2',
        '/admin/places/HND?form=unit&unit=la_ceiba_stake_hnd',
      ]);
      expect(screen.queryByRole('link', { name: 'Edit country' })).toBeNull();
      expect(screen.queryByRole('link', { name: 'Add unit' })).toBeNull();
    },
  );

  it.each(['/admin/places/PER', '/admin/places/HND?form=unit&unit=test_stake_hnd'])(
    'an administrator of some places finds none outside the limits: %s',
    async (path) => {
      await open(path);
      expect(await screen.findByText('Not in the list')).toBeTruthy();
    },
  );

  it('grant rights only in those places', async () => {
    await open('/admin/users/new');
    expect(await screen.findByRole('checkbox', { name: /^Guatemala/ })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /^Everywhere/ })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Honduras/ })).toBeNull();
    await userEvent.setup().type(screen.getByRole('searchbox'), 'miramar');
    const units = await screen.findAllByRole('checkbox', { name: /Honduras$/ });
    expect(units).toHaveLength(1);
    expect(screen.queryByRole('checkbox', { name: /Philippines$|Peru$/ })).toBeNull();
  });

  it('offer single units of one’s own without a search', async () => {
    const scope = { stakes: ['coban_stake_gtm'] };
    fakeServer({ 'GET /api/catalogue': () => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE }) });
    await openAdmin('/admin/users/new', { user: aUser({ roles: ['admin'], scope }) });
    const units = await screen.findAllByRole('checkbox', { name: /Guatemala$/ });
    expect(units.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Cobán StakeGuatemala',
    ]);
    expect(screen.queryByText(/^No country and no unit|^Type the name of a unit/)).toBeNull();
  });
});
