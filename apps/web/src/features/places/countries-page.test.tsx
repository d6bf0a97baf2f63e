import type { Account, SaidText } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import type { Language } from '@crece/messages';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeConfig } from '../../api/stored-config.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { CountriesPage } from './countries-page.tsx';
import { counterAfterVisit } from './news.tsx';
import { UnitsPage } from './units-page.tsx';

function Places() {
  return (
    <Routes>
      <Route path="/" element={<CountriesPage />} />
      <Route path="/children/countries/:networkFirst" element={<CountriesPage />} />
      <Route path="/children/list/stakes/:country" element={<UnitsPage />} />
    </Routes>
  );
}

const offline = () =>
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (options: Parameters<typeof renderApp>[1] = {}) => {
  offline();
  return renderApp(<Places />, options);
};

/** The countries are loaded: the age of their list is said. */
const listIsShown = () => screen.findByText(/^(?:Built-in list|List from|Lista (?:incluida|del))/);

const rows = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.t')?.textContent)
    .filter((name) => name !== undefined);

describe('country page', () => {
  it('lists all 22 countries offline, by name, and says that the list is built in', async () => {
    await open();
    await listIsShown();
    expect(screen.getByRole('region', { name: 'All countries' })).toBeTruthy();
    expect(rows()).toHaveLength(22);
    expect(rows().slice(0, 3)).toEqual(['Bolivia', 'Brazil', 'Cambodia']);
    expect(screen.getByText(/Built-in list/)).toBeTruthy();
    const guatemala = screen.getByRole('link', { name: /^Guatemala/ });
    expect(guatemala.getAttribute('href')).toBe('/children/list/stakes/GTM');
    expect(guatemala.textContent).toContain('38 units');
  });

  it('a unit that has ended is not offered, found or counted, but where its records are', async () => {
    const countries = BUILT_IN_CATALOGUE.countries.map((country) => ({
      ...country,
      stakes: country.stakes.map((unit) =>
        /^(?:belem|manaus)_bra$/.test(unit.stakeDB) ? { ...unit, retired: true as const } : unit,
      ),
    }));
    const open =
      BUILT_IN_CATALOGUE.countries.find(({ code }) => code === 'BRA')?.stakes.length ?? 0;
    const device = memoryDevice({}, { units: ['manaus_bra'] });
    await device.catalogue.save(countries, new Date('2026-03-01T00:00:00Z'));
    const { unmount } = await renderApp(<Places />, { device });
    await listIsShown();
    const brazil = screen.getByRole('link', { name: /^Brazil/ });
    expect(brazil.textContent).toContain(`${open - 2} units`);
    await userEvent.setup().type(screen.getByRole('searchbox'), 'manaus');
    expect(await screen.findByText(/^No country and no unit/)).toBeTruthy();
    unmount();
    await renderApp(<Places />, { device, path: '/children/list/stakes/BRA' });
    const manaus = await screen.findByRole('link', { name: /^Children, Manaus/ });
    expect(manaus.textContent).toContain('has ended');
    expect(screen.queryByRole('link', { name: /^Children, Belém/ })).toBeNull();
  });

  it('names the unit whose records are gone from this device, with a link', async () => {
    const missed = [{ stakeDB: 'manaus_bra', pending: 2 }];
    await open({ device: memoryDevice({}, { units: ['manaus_bra'], missed }) });
    await screen.findByText('Manaus: records are gone from this device');
    expect(screen.getByText('2 records were only here.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Read what to do' });
    expect(link.getAttribute('href')).toMatch(/\/manaus_bra\//);
  });

  it('asks the server for the list where the address says so, else shows the copy', async () => {
    const countries = [
      {
        name: 'Peru',
        code: 'PER',
        image: '',
        stakes: [{ stakeName: 'Cusco', stakeDB: 'cusco_per' }],
      },
    ];
    const server = fakeServer({ 'GET /api/children/stakes': { body: { countries } } });
    const device = memoryDevice();
    await device.catalogue.save(BUILT_IN_CATALOGUE.countries, new Date('2026-03-01T00:00:00Z'));
    const { unmount } = await renderApp(<Places />, { device });
    await listIsShown();
    expect(server.askedFor('GET /api/children/stakes')).toHaveLength(0);
    unmount();
    await renderApp(<Places />, { device, path: '/children/countries/true' });
    await listIsShown();
    expect(rows()).toEqual(['Peru']);
    expect(server.askedFor('GET /api/children/stakes')).toHaveLength(1);
  });

  it('names and sorts countries in Spanish', async () => {
    await open({ language: 'es' });
    await listIsShown();
    expect(rows()).toContain('Camboya');
    expect(rows().indexOf('Sierra Leona')).toBeGreaterThan(rows().indexOf('Nicaragua'));
  });

  it('offers the last used unit first, then the countries with units here; the others are folded', async () => {
    await open({ device: memoryDevice({}, { units: ['chulac_district_gtm', 'manaus_bra'] }) });
    const last = await screen.findByRole('region', { name: 'Chulac District' });
    expect(
      within(last)
        .getByRole('link', { name: /^Continue/ })
        .getAttribute('href'),
    ).toBe(
      '/children/list/chulac_district_gtm/Chulac%20District/-/a/children?countryName=Guatemala&countryCode=GTM',
    );
    expect(rows().slice(0, 3)).toEqual(['Brazil', 'Guatemala', 'Other country']);
    expect(rows().at(-1)).toBe('Practise');
    expect(screen.getByText('1 of 38 units here')).toBeTruthy();
    expect(screen.getByText('20 more')).toBeTruthy();
    expect(screen.queryByText('Choose your country')).toBeNull();
  });

  it('offers the last unit that the account may open, when a scope closes the last used one', async () => {
    const scope = { countries: ['BRA'] };
    const session: Account = { id: '1', username: 'p', displayName: 'P', roles: ['user'], scope };
    const device = memoryDevice({}, { units: ['chulac_district_gtm', 'manaus_bra'] });
    const { unmount } = await open({ device, session });
    expect(await screen.findByRole('region', { name: 'Manaus' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Chulac District' })).toBeNull();
    unmount();
    await open({
      device: memoryDevice({}, { units: ['chulac_district_gtm'] }),
      session,
    });
    await listIsShown();
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull();
  });

  it('tells a newcomer the three steps, and opens the practice unit of the country by its time zone', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'America/Tegucigalpa',
    } as Intl.ResolvedDateTimeFormatOptions);
    const device = memoryDevice();
    await open({ device });
    const steps = await screen.findByRole('region', { name: 'Where are you screening today?' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
    expect(within(steps).getByText('22 countries')).toBeTruthy();
    vi.restoreAllMocks();
    await userEvent.click(screen.getByRole('button', { name: 'Practise with invented children' }));
    await waitFor(() => expect(device.getSetting('practiceUnit')).toBe('test_stake_hnd'));
    // The list of the unit is no page of this test.
    await waitFor(() => expect(screen.queryByRole('main')).toBeNull());
  });

  it('finds countries and units by the start of their words, accents ignored', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(await screen.findByRole('searchbox'), 'coban');
    await waitFor(() => expect(screen.getByText('1 unit')).toBeTruthy());
    expect(rows()).toEqual(['Cobán Stake']);
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'salv');
    await waitFor(() => expect(rows()).toContain('El Salvador test Only'));
    expect(screen.getByRole('link', { name: 'El Salvador' })).toBeTruthy();
  });

  it('says when nothing matches and offers the whole list again', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(await screen.findByRole('searchbox'), 'atlantis');
    expect(await screen.findByText('No country and no unit is called “atlantis”.')).toBeTruthy();
    const blank = screen.getByText('Nothing matches this search').closest('.blank') as HTMLElement;
    await user.click(within(blank).getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(rows()).toHaveLength(22));
  });

  it('reports for five seconds that the server did not answer, only when the person asked it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await open({ path: '/children/countries/true' });
    await pass(0);
    expect(screen.getByText('Error processing request!')).toBeTruthy();
    await pass(4_900);
    expect(screen.getByText('Error processing request!')).toBeTruthy();
    expect(
      screen.getByText('No response received from server. Please try again later.'),
    ).toBeTruthy();
    await pass(200);
    expect(screen.queryByText('Error processing request!')).toBeNull();
    expect(
      screen.queryByText('No response received from server. Please try again later.'),
    ).toBeNull();
    expect(rows()).toHaveLength(22);
  });

  it('distinguishes an error answer from a missing answer', async () => {
    fakeServer({ 'GET /api/children/stakes': refusal(500, 'server-error') });
    await renderApp(<Places />, { path: '/children/countries/true' });
    expect(
      await screen.findByText(
        'The server answered with an error (500). Try again in a few minutes.',
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/No response received/)).toBeNull();
    expect(rows()).toHaveLength(22);
  });

  it('shows no message about the server otherwise', async () => {
    await open({ path: '/children/countries/false' });
    await listIsShown();
    expect(screen.queryByText('Error processing request!')).toBeNull();
  });

  it('shows a phl-pilot account only the pilot list', async () => {
    await open({
      session: { id: '1', username: 'p', displayName: 'P', roles: ['phl-pilot'] },
    });
    await listIsShown();
    expect(rows()).toEqual(['Philippines']);
    expect(screen.getByText('3 units')).toBeTruthy();
  });

  it('shows an account that is limited to places these alone, and offers nothing that it may not open', async () => {
    const unit = BUILT_IN_CATALOGUE.countries.find(({ code }) => code === 'VEN')?.stakes[0];
    const session: Account = {
      ...{ id: '1', username: 'l', displayName: 'L', roles: ['user', 'sync'] },
      scope: { countries: ['SLV'], stakes: [unit?.stakeDB ?? ''] },
    };
    await open({ session });
    await listIsShown();
    expect(rows()).toEqual(['El Salvador', 'Venezuela']);
    cleanup();
    await open({ session, path: '/children/list/stakes/VEN' });
    await screen.findByRole('link', { name: new RegExp(`^Children, ${unit?.stakeName}`) });
    expect(rows()).toHaveLength(1);
    cleanup();
    // Without a country of the own the practice unit of none is offered.
    await open({ session: { ...session, scope: { stakes: [unit?.stakeDB ?? ''] } } });
    await listIsShown();
    expect(rows()).toEqual(['Venezuela']);
    expect(screen.queryByRole('button', { name: /^Practise/ })).toBeNull();
  });

  it("shows the programme's announcement until it is closed on this device, and another one anew", async () => {
    const device = memoryDevice({}, { units: ['manaus_bra'] });
    const announced = async (announcement: SaidText, language: Language) => {
      cleanup();
      const config = { demo: false, supportContact: null, providers: [] };
      storeConfig({ ...config, programme: { announcement } });
      await open({ device, language });
      await listIsShown();
      return screen.queryByRole('region', {
        name: language === 'en' ? 'From the programme' : 'Del programa',
      });
    };
    const monday = { en: 'Vaccines on Monday.', es: 'Vacunas el lunes.' };
    expect((await announced(monday, 'es'))?.textContent).toContain('Vacunas el lunes.');
    expect((await announced(monday, 'en'))?.textContent).toContain('Vaccines on Monday.');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Vaccines on Monday.')).toBeNull();
    expect(await announced(monday, 'en')).toBeNull();
    expect((await announced({ en: 'No vaccines.' }, 'en'))?.textContent).toContain('No vaccines.');
    expect(await announced({}, 'en')).toBeNull();
  });

  it('shows the news at the first three openings of the page, then sets the counter to 5', async () => {
    const device = memoryDevice({}, { units: ['manaus_bra'] });
    const seen: boolean[] = [];
    for (let entry = 0; entry < 4; entry += 1) {
      const { unmount } = await open({ device });
      await listIsShown();
      seen.push(screen.queryByText('New in Crece') !== null);
      unmount();
    }
    expect(seen).toEqual([true, true, true, false]);
    expect(device.getCounter('countryVisits')).toBe(5);
  });

  it('shows news with a higher number again, three times, whatever was counted for older ones', async () => {
    const device = memoryDevice({}, { units: ['manaus_bra'] });
    // As an application of the first news leaves it: visits, and no number.
    await device.setCounter('countryVisits', 5);
    const seen: boolean[] = [];
    for (let entry = 0; entry < 4; entry += 1) {
      const { unmount } = await open({ device });
      await listIsShown();
      seen.push(screen.queryByText('New in Crece') !== null);
      unmount();
    }
    expect(seen).toEqual([true, true, true, false]);
    expect(device.getCounter('countryVisits')).toBe(5);
    expect(device.getCounter('newsNumber')).toBeGreaterThan(1);
  });

  it('counts the openings of a newcomer, to whom the three steps are the news', async () => {
    const device = memoryDevice();
    const { unmount } = await open({ device });
    await listIsShown();
    expect(screen.queryByText('New in Crece')).toBeNull();
    await waitFor(() => expect(device.getCounter('countryVisits')).toBe(1));
    unmount();
  });

  it.each([
    [0, 1],
    [1, 2],
    [2, 5],
    [3, 3],
    [5, 5],
  ])('changes the counter of openings from %d to %d', (before, after) => {
    expect(counterAfterVisit(before)).toBe(after);
  });
});

describe('units page', () => {
  const unitNames = () =>
    screen
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.getAttribute('aria-label'));

  it.each(['GTM', 'gtm', 'Guatemala'])(
    'shows the units of %s with their three lists',
    async (country) => {
      await open({ path: `/children/list/stakes/${country}` });
      expect(await screen.findByRole('heading', { level: 1, name: 'Guatemala' })).toBeTruthy();
      expect(unitNames()).toHaveLength(38);
      const doors = ['Children', 'Pregnant women', 'Nursing mothers'].map((list) =>
        screen.getByRole('link', { name: `${list}, Cobán Stake` }).getAttribute('href'),
      );
      expect(doors).toEqual([
        '/children/list/coban_stake_gtm/Cob%C3%A1n%20Stake/-/a/children?countryName=Guatemala&countryCode=GTM',
        '/children/mothers/list/coban_stake_gtm/Cob%C3%A1n%20Stake/pregnant?countryName=Guatemala&countryCode=GTM',
        '/children/mothers/list/coban_stake_gtm/Cob%C3%A1n%20Stake/nursing?countryName=Guatemala&countryCode=GTM',
      ]);
    },
  );

  it.each([
    ['Save my name', 'Ana Morales'],
    ['Later', undefined],
  ])(
    'asks once who is screening before it opens a unit, which opens without an answer too: %s',
    async (answer, name) => {
      const device = memoryDevice();
      const user = userEvent.setup();
      const door = () => screen.findByRole('link', { name: 'Children, Cobán Stake' });
      await open({ path: '/children/list/stakes/GTM', device });
      await user.click(await door());
      expect(await screen.findByRole('dialog', { name: 'Who is screening?' })).toBeTruthy();
      await user.type(screen.getByLabelText('Your name'), 'Ana Morales');
      await user.click(screen.getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());
      expect(device.getSetting('screenerName')).toBe(name);
    },
  );

  it('asks nothing where the name is known', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    await open({ path: '/children/list/stakes/GTM', device });
    await userEvent.click(await screen.findByRole('link', { name: 'Children, Cobán Stake' }));
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('puts units of this device first, the last opened one on top', async () => {
    await open({
      path: '/children/list/stakes/GTM',
      device: memoryDevice({}, { units: ['test_stake_gtm', 'chulac_district_gtm', 'manaus_bra'] }),
    });
    await screen.findByText('38 units, 2 on this device');
    expect(unitNames().slice(0, 2)).toEqual(['Guatemala test Only', 'Chulac District']);
    expect(screen.getByText('For practice', { ignore: '.vh' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Other units' })).toBeTruthy();
  });

  it('lists the other units by name, the one for practice last, however the catalogue has them', async () => {
    await open({ path: '/children/list/stakes/HND' });
    await screen.findByText('Miramar');
    const names = unitNames();
    expect(names.at(0)).toBe('Choluteca El Porvenir Stake');
    expect(names.at(-1)).toBe('Honduras test Only');
    const real = names.slice(0, -1);
    expect(real).toEqual([...real].sort((a, b) => String(a).localeCompare(String(b))));
  });

  it('only many units have a search field', async () => {
    const { unmount } = await open({ path: '/children/list/stakes/SLV' });
    await screen.findByRole('heading', { name: 'San Miguel Stake' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    unmount();
    await open({ path: '/children/list/stakes/GTM' });
    await userEvent.setup().type(await screen.findByRole('searchbox'), 'chu');
    await waitFor(() => expect(unitNames()).toEqual(['Chulac District']));
  });

  it('keeps both entries of a database that two units share', async () => {
    await open({ path: '/children/list/stakes/HND' });
    await screen.findByText('Miramar');
    expect(unitNames()).toEqual(expect.arrayContaining(['Miramar', 'La Ceiba Stake']));
  });

  it('says that a country is not in the list', async () => {
    await open({ path: '/children/list/stakes/Atlantis' });
    expect(
      await screen.findByText('“Atlantis” is not among the countries on this device.'),
    ).toBeTruthy();
  });
});
