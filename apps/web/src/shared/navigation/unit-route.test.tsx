import { aChild } from '@crece/domain/testing';
import { type Device, type LocalUnit, StorageError } from '@crece/storage';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepSession } from '../../api/stored-session.ts';
import { UnitsProvider } from '../../data/units.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp, TEST_TOKEN } from '../../testing/render.tsx';
import { useMarkUnsaved } from '../forms/unsaved.tsx';
import { RecordRoute, UnitRoute } from './unit-route.tsx';

const OF_TEST_UNIT = 'chld_test_stake_gtm_1748880000000_k3f09z';

function Unit({ stakeDB }: { stakeDB: string }) {
  return (
    <Routes>
      <Route
        path="/"
        element={
          <UnitRoute stakeDB={stakeDB}>
            {(unit) => (
              <p>
                {unit.stakeName}, {unit.countryName}, {unit.timeZone},{' '}
                {unit.demo ? 'demonstration' : 'real'}, {unit.local.snapshot().children.length}{' '}
                children
              </p>
            )}
          </UnitRoute>
        }
      />
      <Route path="/forbidden" element={<p>forbidden</p>} />
    </Routes>
  );
}

function Record({ id }: { id: string }) {
  return (
    <Routes>
      <Route
        path="/"
        element={<RecordRoute recordId={id}>{(unit) => <p>in {unit.stakeName}</p>}</RecordRoute>}
      />
      <Route path="/not-found" element={<p>not found</p>} />
    </Routes>
  );
}

function Form() {
  const [isTyped, setTyped] = useState(false);
  useMarkUnsaved(isTyped);
  return (
    <button type="button" onClick={() => setTyped(!isTyped)}>
      {isTyped ? 'discard' : 'type'}
    </button>
  );
}

const formOf = (stakeDB: string) => (
  <Routes>
    <Route path="/" element={<UnitRoute stakeDB={stakeDB}>{() => <Form />}</UnitRoute>} />
    <Route path="/forbidden" element={<p>forbidden</p>} />
  </Routes>
);

const serverIs = (config: object | null) =>
  vi.stubGlobal('fetch', async (path: string) => {
    if (config !== null && path === '/api/config') return Response.json(config);
    throw new TypeError('Failed to fetch');
  });

beforeEach(() => serverIs(null));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('UnitRoute', () => {
  it('opens a unit of the catalogue, with its country and time zone', async () => {
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit: await openTestUnit() });
    expect(
      await screen.findByText(
        'Guatemala test Only, Guatemala, America/Guatemala, real, 0 children',
      ),
    ).toBeTruthy();
  });

  it.each(['test_stake', 'TEST_STAKE_GTM', 'stake_gtm', '..'])(
    'refuses %s, which only resembles a unit',
    async (stakeDB) => {
      await renderApp(<Unit stakeDB={stakeDB} />, { unit: await openTestUnit() });
      expect(await screen.findByRole('heading', { name: 'Unknown unit' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Choose a country' })).toBeTruthy();
    },
  );

  it('keeps a pilot account out of other units', async () => {
    await renderApp(<Unit stakeDB="test_stake_gtm" />, {
      unit: await openTestUnit(),
      session: { id: '1', username: 'p', displayName: 'P', roles: ['phl-pilot'] },
    });
    expect(await screen.findByText('forbidden')).toBeTruthy();
  });

  it('a form with something typed stays when the account loses the unit, until it is left, and goes when another person takes over', async () => {
    const pages = formOf('test_stake_gtm');
    const scope = { countries: [], stakes: ['coban_stake_gtm'] };
    const narrowed = () => act(async () => keepSession(aUser({ scope }), TEST_TOKEN));
    const options = { unit: await openTestUnit(), user: aUser() };
    await renderApp(pages, options);
    fireEvent.click(await screen.findByRole('button', { name: 'type' }));
    await narrowed();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    fireEvent.click(screen.getByRole('button', { name: 'discard' }));
    expect(await screen.findByText('forbidden')).toBeTruthy();
    cleanup();
    await renderApp(pages, options);
    await screen.findByRole('button', { name: 'type' });
    await narrowed();
    expect(await screen.findByText('forbidden')).toBeTruthy();
    cleanup();
    await renderApp(pages, options);
    fireEvent.click(await screen.findByRole('button', { name: 'type' }));
    await act(async () => keepSession(aUser({ id: 'user-2', scope }), TEST_TOKEN));
    expect(await screen.findByText('forbidden')).toBeTruthy();
  });

  it.each([
    [
      'the list of places no longer has its unit',
      (device: Device) => device.catalogue.save([], new Date()),
      'Unknown unit',
    ],
    [
      'its records were closed',
      async (_device: Device, unit: LocalUnit) => {
        vi.spyOn(console, 'error').mockImplementation(() => undefined);
        vi.spyOn(unit, 'ready').mockRejectedValue(new StorageError('closed'));
      },
      'The unit could not be opened',
    ],
  ])(
    'a form with something typed stays, until it is left, when %s and the account is read anew',
    async (_what, change, said) => {
      const stakes = [{ stakeName: 'Nueva', stakeDB: 'nueva_stake_gtm' }];
      const country = { name: 'Guatemala', code: 'GTM', image: '', flag: 'GT', stakes };
      const device = memoryDevice();
      await device.catalogue.save([country], new Date());
      const unit = await openTestUnit({ stakeDB: 'nueva_stake_gtm' });
      await renderApp(formOf('nueva_stake_gtm'), { unit, device, user: aUser() });
      fireEvent.click(await screen.findByRole('button', { name: 'type' }));
      await change(device, unit);
      await act(async () => keepSession(aUser({ roles: ['user', 'sync'] }), TEST_TOKEN));
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      fireEvent.click(screen.getByRole('button', { name: 'discard' }));
      expect(await screen.findByText(said)).toBeTruthy();
    },
  );

  it('says what is safe when the unit cannot be opened', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const unit = await openTestUnit();
    vi.spyOn(unit, 'ready').mockRejectedValue(new StorageError('full-disk'));
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit });
    expect(
      await screen.findByRole('heading', { name: 'The unit could not be opened' }),
    ).toBeTruthy();
    expect(screen.getByText(/This device is full, or its storage is damaged/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it.each([
    ['failed', /could not be read just now\. Nothing was changed/],
    ['closed', /closed, or removed from this device in another window or by the browser/],
    ['newer-version', /A newer version of Crece wrote the records/],
  ] as const)(
    'says of a unit that cannot be opened (%s) nothing about saving',
    async (code, said) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const unit = await openTestUnit();
      vi.spyOn(unit, 'ready').mockRejectedValue(new StorageError(code));
      await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit });
      expect(await screen.findByText(said)).toBeTruthy();
      expect(document.body.textContent).not.toMatch(/could not save|save again/);
    },
  );

  it('says what to do when a database does not answer, and opens when it does', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const unit = await openTestUnit();
    let answer: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(unit, 'ready').mockReturnValue(opened);
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit });
    expect(screen.getAllByText('Opening the unit…').length).toBeGreaterThan(0);
    expect(screen.queryByText(/Close the other tabs/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByRole('heading', { name: /Opening takes longer/ })).toBeTruthy();
    expect(screen.getByText(/Close the other tabs and windows of Crece/)).toBeTruthy();
    await act(async () => answer());
    expect(await screen.findByText(/real, 0 children/)).toBeTruthy();
  });

  it('fills an empty test unit in demonstration mode, once, and marks it', async () => {
    serverIs({ demo: true, supportContact: null });
    const unit = await openTestUnit();
    const fill = vi.spyOn(unit, 'fill');
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit });
    await screen.findByText(/demonstration, \d\d children/);
    expect(fill).toHaveBeenCalledOnce();
    expect(unit.snapshot().children.length).toBeGreaterThan(20);
  });

  it('fills neither a real unit in demonstration mode nor a test unit outside it', async () => {
    serverIs({ demo: true, supportContact: null });
    const real = await openTestUnit({ stakeDB: 'manaus_bra' });
    const { unmount } = await renderApp(<Unit stakeDB="manaus_bra" />, { unit: real });
    await screen.findByText('Manaus, Brazil, America/Belem, real, 0 children');
    unmount();
    localStorage.clear();
    serverIs({ demo: false, supportContact: null });
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit: await openTestUnit() });
    await screen.findByText(/real, 0 children/);
  });

  it('remembers offline that the server is a demonstration', async () => {
    serverIs({ demo: true, supportContact: 'Rosa, 700 00 123' });
    const first = await renderApp(<Unit stakeDB="test_stake_gtm" />, {
      unit: await openTestUnit(),
    });
    await screen.findByText(/demonstration/);
    first.unmount();
    serverIs(null);
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit: await openTestUnit() });
    await screen.findByText(/demonstration/);
  });
});

describe('UnitRoute, of a unit that was open here before', () => {
  const child = aChild();

  /** The device after a first visit, with a unit that has a child. */
  async function visited() {
    const device = memoryDevice();
    const unit = await openTestUnit({ children: [child] });
    const { unmount } = await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit, device });
    await screen.findByText(/1 children/);
    unmount();
    return { device, unit };
  }

  it('shows it before catalogue and server have answered', async () => {
    const { device, unit } = await visited();
    vi.spyOn(device.catalogue, 'load').mockReturnValue(new Promise(() => undefined));
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit, device });
    await screen.findByText('Guatemala test Only, Guatemala, America/Guatemala, real, 1 children');
  });

  it('takes over a name that the catalogue has changed', async () => {
    const { device, unit } = await visited();
    const { test_stake_gtm: country } = device.getSetting('placeByUnit') ?? {};
    if (country === undefined) throw new Error('no place was kept');
    const stakes = country.stakes.map((stake) => ({ ...stake, stakeName: 'Quetzal' }));
    await device.catalogue.save([{ ...country, stakes }], new Date());
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit, device });
    await screen.findByText('Quetzal, Guatemala, America/Guatemala, real, 1 children');
    expect(device.getSetting('placeByUnit')).toEqual({ test_stake_gtm: { ...country, stakes } });
  });

  it('shows it to nobody who may not see it', async () => {
    const { device, unit } = await visited();
    await renderApp(<Unit stakeDB="test_stake_gtm" />, {
      unit,
      device,
      session: { id: '1', username: 'p', displayName: 'P', roles: ['phl-pilot'] },
    });
    expect(await screen.findByText('forbidden')).toBeTruthy();
  });

  it('a visited unit that the catalogue no longer knows is unknown', async () => {
    const { unit } = await visited();
    const unknown = {
      code: 'XX',
      name: 'Nowhere',
      stakes: [{ stakeDB: 'gone', stakeName: 'Gone' }],
    };
    const device = memoryDevice({ placeByUnit: { gone: unknown as never } });
    await renderApp(<Unit stakeDB="gone" />, { unit, device });
    expect(await screen.findByRole('heading', { name: 'Unknown unit' })).toBeTruthy();
    expect(device.getSetting('placeByUnit')).toEqual({});
  });

  it('a unit whose kept place cannot be read is asked about in the catalogue', async () => {
    const { unit } = await visited();
    const device = memoryDevice({ placeByUnit: { test_stake_gtm: { stakes: 'none' } as never } });
    await renderApp(<Unit stakeDB="test_stake_gtm" />, { unit, device });
    await screen.findByText(/^Guatemala test Only, .* 1 children/);
  });
});

describe('UnitRoute, of a unit whose list is shown', () => {
  /** A list and the page of one of its records, with a way from the one to the other. */
  const pages = (
    <Routes>
      <Route
        path="/"
        element={
          <UnitRoute stakeDB="test_stake_gtm">{() => <Link to="/record">open</Link>}</UnitRoute>
        }
      />
      <Route
        path="/record"
        element={
          <RecordRoute recordId={OF_TEST_UNIT}>{(unit) => <p>in {unit.stakeName}</p>}</RecordRoute>
        }
      />
      <Route path="/forbidden" element={<p>forbidden</p>} />
    </Routes>
  );

  it('the next page shows the unit at once, without "opening"', async () => {
    await renderApp(pages, { unit: await openTestUnit() });
    fireEvent.click(await screen.findByRole('link', { name: 'open' }));
    expect(screen.getByText('in Guatemala test Only')).toBeTruthy();
  });

  it('the next page does not show the unit to a person who may not see it', async () => {
    await renderApp(pages, { unit: await openTestUnit() });
    const link = await screen.findByRole('link', { name: 'open' });
    act(() => {
      keepSession(aUser({ roles: ['phl-pilot'] }), TEST_TOKEN);
      fireEvent.click(link);
    });
    expect(screen.queryByText('in Guatemala test Only')).toBeNull();
    expect(await screen.findByText('forbidden')).toBeTruthy();
  });

  it('takes over on the next page what the catalogue has changed meanwhile', async () => {
    const device = memoryDevice();
    await renderApp(pages, { unit: await openTestUnit(), device });
    const link = await screen.findByRole('link', { name: 'open' });
    const { test_stake_gtm: country } = device.getSetting('placeByUnit') ?? {};
    if (country === undefined) throw new Error('no place was kept');
    const stakes = country.stakes.map((stake) => ({ ...stake, stakeName: 'Quetzal' }));
    await device.catalogue.save([{ ...country, stakes }], new Date());
    fireEvent.click(link);
    expect(await screen.findByText('in Quetzal')).toBeTruthy();
  });
});

describe('UnitRoute, left for another unit before the catalogue has answered', () => {
  it('does not open its unit any more, which would close that of the page', async () => {
    const device = memoryDevice();
    const load = device.catalogue.load.bind(device.catalogue);
    let answer: () => void = () => undefined;
    vi.spyOn(device.catalogue, 'load').mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve(load()))),
    );
    const unit = await openTestUnit({ stakeDB: 'manaus_bra' });
    const close = vi.spyOn(unit, 'close');
    const opener = vi.fn(async (_stakeDB: string) => unit);
    const pages = (
      <UnitsProvider opener={opener}>
        <Routes>
          <Route
            path="/"
            element={
              <>
                <UnitRoute stakeDB="test_stake_gtm">{() => <p>the unit before</p>}</UnitRoute>
                <Link to="/other">other</Link>
              </>
            }
          />
          <Route
            path="/other"
            element={
              <UnitRoute stakeDB="manaus_bra">{(other) => <p>in {other.stakeName}</p>}</UnitRoute>
            }
          />
        </Routes>
      </UnitsProvider>
    );
    await renderApp(pages, { device });
    await waitFor(() => expect(device.catalogue.load).toHaveBeenCalledOnce());
    fireEvent.click(screen.getByRole('link', { name: 'other' }));
    await screen.findByText('in Manaus');
    await act(async () => {
      answer();
      await load();
    });
    // Longer than opening a unit takes here.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(opener.mock.calls.map(([stakeDB]) => stakeDB)).toEqual(['manaus_bra']);
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByText('in Manaus')).toBeTruthy();
  });
});

describe('RecordRoute', () => {
  it('reads the unit from the id', async () => {
    await renderApp(<Record id={OF_TEST_UNIT} />, { unit: await openTestUnit() });
    expect(await screen.findByText('in Guatemala test Only')).toBeTruthy();
  });

  it('prefers the id to the address', async () => {
    await renderApp(<Record id={OF_TEST_UNIT} />, {
      unit: await openTestUnit(),
      path: '/?stakeDB=manaus_bra',
    });
    expect(await screen.findByText('in Guatemala test Only')).toBeTruthy();
  });

  it('reads the unit from the address when the id has none', async () => {
    await renderApp(<Record id="chld_old-17" />, {
      unit: await openTestUnit({ stakeDB: 'manaus_bra' }),
      path: '/?stakeDB=manaus_bra',
    });
    expect(await screen.findByText('in Manaus')).toBeTruthy();
  });

  it("searches this device's units when the address has none", async () => {
    const unit = await openTestUnit({ stakeDB: 'manaus_bra' });
    const readChildFile = vi
      .spyOn(unit, 'readChildFile')
      .mockImplementation(async (id) =>
        id === 'chld_old-17' ? ({ screenings: [] } as never) : null,
      );
    await renderApp(<Record id="chld_old-17" />, {
      unit,
      device: memoryDevice({}, { units: ['manaus_bra'] }),
    });
    expect(await screen.findByText('in Manaus')).toBeTruthy();
    expect(readChildFile).toHaveBeenCalledWith('chld_old-17');
  });

  it('leads to not-found when no unit of this device has the record', async () => {
    await renderApp(<Record id="chld_old-17" />, {
      unit: await openTestUnit(),
      device: memoryDevice({}, { units: ['manaus_bra'] }),
    });
    await waitFor(() => expect(screen.getByText('not found')).toBeTruthy());
  });
});
