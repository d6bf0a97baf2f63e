import type { Account } from '@crece/domain';
import type { UnitCounts } from '@crece/storage';
import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { CountriesPage } from './countries-page.tsx';
import { UnitsPage } from './units-page.tsx';

const counts = new Map<string, UnitCounts>();
vi.mock('@crece/storage', async (original) => ({
  ...(await original<object>()),
  countUnit: async (stakeDB: string) => counts.get(stakeDB) ?? null,
}));

const open = (
  path: string,
  units: string[],
  session: Account | null = null,
  language: 'en' | 'es' = 'en',
  device = memoryDevice({}, { units }),
) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  return renderApp(
    <Routes>
      <Route path="/" element={<CountriesPage />} />
      <Route path="/children/list/stakes/:country" element={<UnitsPage />} />
      <Route path="/forbidden" element={<p>not for the account</p>} />
    </Routes>,
    { path, session, language, device },
  );
};

afterEach(() => {
  cleanup();
  counts.clear();
  vi.unstubAllGlobals();
});

describe('children and unsent records of units on this device', () => {
  it('children and unsent records are counted at each unit whose state is known, and not at the others', async () => {
    counts.set('manaus_bra', { children: 58, pending: 3 });
    await open('/children/list/stakes/BRA', ['manaus_bra', 'test_stake_bra']);
    const manaus = await screen.findByRole('link', { name: 'Children, Manaus' });
    expect(await within(manaus).findByText('58')).toBeTruthy();
    expect(within(manaus).getByText('3 only here')).toBeTruthy();
    expect(await screen.findByText('58 children, 3 records only here')).toBeTruthy();
    expect(document.querySelectorAll('.unit-count')).toHaveLength(1);
  });

  it('a country has the sum of its units when all of them here are known, else none', async () => {
    counts.set('manaus_bra', { children: 58, pending: 0 });
    counts.set('test_stake_bra', { children: 1, pending: 0 });
    await open('/', ['manaus_bra', 'test_stake_bra']);
    expect(await screen.findByText(/ · 59 children$/)).toBeTruthy();
    cleanup();
    counts.delete('test_stake_bra');
    await open('/', ['manaus_bra', 'test_stake_bra']);
    await screen.findByText(/^2 of \d+ units here$/);
  });

  it('unsent records of a unit that is no longer open to the account are not forgotten', async () => {
    const scope = { stakes: ['manaus_bra'] };
    const ana: Account = { id: 'u', username: 'ana', displayName: 'Ana', roles: ['user'], scope };
    counts.set('manaus_bra', { children: 58, pending: 1 });
    counts.set('coban_stake_gtm', { children: 9, pending: 3 });
    counts.set('jalapa_stake_gtm', { children: 7, pending: 0 });
    await open('/', ['manaus_bra', 'coban_stake_gtm', 'jalapa_stake_gtm'], ana);
    const kept = await screen.findByRole('link', { name: /^Cobán Stake/ });
    expect(kept.textContent).toBe('Cobán Stake Not for your account · 3 only here');
    expect(kept.getAttribute('href')).toBe('/children/backup');
    expect(screen.queryAllByText(/Not for your account/)).toHaveLength(1);
    expect(screen.queryByText(/Jalapa/)).toBeNull();
  });

  it.each([
    ['en', 'Unknown unit · 3 only here'],
    ['es', 'No conocemos esta unidad · 3 solo aquí'],
  ] as const)(
    'unsent records of a unit that no list of places has are not forgotten (%s)',
    async (language, said) => {
      counts.set('manaus_bra', { children: 58, pending: 1 });
      counts.set('unit_of_nowhere', { children: 9, pending: 3 });
      await open('/', ['manaus_bra', 'unit_of_nowhere'], null, language);
      const kept = await screen.findByRole('link', { name: /^unit_of_nowhere/ });
      expect(kept.textContent).toBe(`unit_of_nowhere ${said}`);
      expect(kept.getAttribute('href')).toBe('/children/backup');
    },
  );

  it('unsent records of a unit that only the list built in has are reached from the first page', async () => {
    const device = memoryDevice({}, { units: ['coban_stake_gtm'] });
    const unit = { stakeName: 'Manaus', stakeDB: 'manaus_bra' };
    const brazil = { name: 'Brazil', code: 'BRA', image: '', flag: 'BR', stakes: [unit] };
    await device.catalogue.save([brazil], new Date());
    counts.set('coban_stake_gtm', { children: 9, pending: 3 });
    await open('/', [], null, 'en', device);
    const kept = await screen.findByRole('link', { name: /^Cobán Stake/ });
    expect(kept.textContent).toBe('Cobán Stake 3 only here');
    expect(kept.getAttribute('href')).toMatch(/^\/children\/list\/coban_stake_gtm\//);
  });

  it('a country of others is refused, and one that nobody has is not in the list', async () => {
    const scope = { countries: ['BRA'] };
    const ana: Account = { id: 'u', username: 'ana', displayName: 'Ana', roles: ['user'], scope };
    await open('/children/list/stakes/GTM', [], ana);
    expect(await screen.findByText('not for the account')).toBeTruthy();
    cleanup();
    await open('/children/list/stakes/XXX', [], ana);
    expect(await screen.findByText(/is not among the countries/)).toBeTruthy();
  });
});
