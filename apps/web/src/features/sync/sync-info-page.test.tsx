import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { type RenderOptions, renderApp } from '../../testing/render.tsx';
import { lifeOfToken } from './life-of-token.ts';
import { SyncErrorPage } from './sync-error-page.tsx';
import { SyncInfoPage } from './sync-info-page.tsx';
import { SYNCER } from './testing/open-sync-page.tsx';

const CREDENTIALS = 'GET /api/children/sync';
const PATH = '/children/syncinfo';

/** A token with these claims; nothing here checks its signature. */
function tokenOf(claims: object): string {
  return ['e30', btoa(JSON.stringify(claims)).replace(/=+$/, ''), 'sig'].join('.');
}

const ENTITY = tokenOf({ iat: 1_000, exp: 1_900, scope: 'secret-part' });
const URL_OF_GATEWAY = 'https://crece.example.org/sync';

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

async function open(options: RenderOptions = {}, answer: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    [CREDENTIALS]: { body: { entity: ENTITY, url: URL_OF_GATEWAY } },
    ...answer,
  });
  const { container } = await renderApp(
    <>
      <Routes>
        <Route path={PATH} element={<SyncInfoPage />} />
        <Route path="/sync-error" element={<SyncErrorPage />} />
      </Routes>
      <Link to="/privacy">away</Link>
      <Address />
    </>,
    { session: SYNCER, path: PATH, ...options },
  );
  return { server, container, address: () => screen.getByLabelText('address').textContent };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('/children/syncinfo', () => {
  it('shows the gateway and counts down the life of the credentials, but never shows the token', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { server, container } = await open();
    expect(await screen.findByText(URL_OF_GATEWAY)).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(
      /^Valid for another 1[45]:\d\d minutes\./,
    );
    await act(async () => undefined);
    act(() => void vi.advanceTimersByTime(5 * 60_000));
    expect(screen.getByRole('timer').textContent).toMatch(/^Valid for another (?:9:5\d|10:00)/);
    act(() => void vi.advanceTimersByTime(10 * 60_000));
    expect(screen.getByRole('timer').textContent).toBe(
      'Not valid any more. The next sync renews it by itself.',
    );
    await act(async () => screen.getByRole('button', { name: 'Renew' }).click());
    await waitFor(() =>
      expect(screen.getByRole('timer').textContent).toMatch(/^Valid for another 1[45]:/),
    );
    expect(server.askedFor(CREDENTIALS)).toHaveLength(2);
    expect(container.innerHTML).not.toContain(ENTITY);
    expect(container.innerHTML).not.toContain('secret-part');
  });

  it('leads nobody to the page of sync errors who has left it before the failure', async () => {
    let fail: () => void = () => undefined;
    const failed = new Promise<ReturnType<typeof refusal>>((resolve) => {
      fail = () => resolve(refusal(503, 'server-error'));
    });
    const { server, address } = await open({}, { [CREDENTIALS]: () => failed });
    await waitFor(() => expect(server.askedFor(CREDENTIALS)).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'away' }));
    fail();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(address()).toBe('/privacy');
  });

  it('lists the units of an unlimited account by country', async () => {
    await open();
    const units = within(await screen.findByRole('region', { name: 'Units' }));
    const bolivia = units.getByText('Bolivia').closest('details');
    expect(bolivia?.textContent).toContain('Cochabamba Universidad');
    expect(units.getByText(/^\d+ units in \d+ countries$/)).toBeTruthy();
  });

  it.each(['en', 'es'] as const)(
    'lists countries by their names in the language %s',
    async (language) => {
      await open({ language });
      const name = language === 'en' ? 'Units' : 'Unidades';
      const units = await screen.findByRole('region', { name });
      const names = [...units.querySelectorAll('summary b')].map(({ textContent }) => textContent);
      expect(names.length).toBeGreaterThan(5);
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    },
  );

  it('lists only units within the account’s places', async () => {
    const session = { ...SYNCER, scope: { countries: [], stakes: ['coro_ven'] } };
    await open({ session });
    const units = within(await screen.findByRole('region', { name: 'Units' }));
    expect(units.getByText('1 unit in 1 country')).toBeTruthy();
    expect(units.getByText('coro_ven')).toBeTruthy();
    expect(units.getAllByRole('listitem')).toHaveLength(1);
  });

  it('ends on the page of sync errors without credentials, which leads back', async () => {
    const { server, address } = await open({}, { [CREDENTIALS]: refusal(403, 'forbidden') });
    await waitFor(() => expect(address()).toBe('/sync-error?reason=forbidden'));
    expect(screen.getByText('Your account cannot sync.')).toBeTruthy();
    expect(
      screen.getByText('All your records are safe here and wait for the next sync.'),
    ).toBeTruthy();
    server.answer(CREDENTIALS, { body: { entity: ENTITY, url: URL_OF_GATEWAY } });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toBe(PATH));
    expect(await screen.findByText(URL_OF_GATEWAY)).toBeTruthy();
  });

  it.each([
    [500, 'server-error'],
    [503, 'unavailable'],
  ])('says that the server answered with an error at status %i', async (status, code) => {
    const { address } = await open({}, { [CREDENTIALS]: refusal(status, code) });
    await waitFor(() => expect(address()).toBe(`/sync-error?reason=server&status=${status}`));
    expect(
      screen.getByText(
        `The server answered with an error (${status}). Try again in a few minutes.`,
      ),
    ).toBeTruthy();
  });

  it('makes no request offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { server, address } = await open({ language: 'es' });
    expect(await screen.findByText(/^Sin conexión: ahora no se puede consultar/)).toBeTruthy();
    expect(server.asked).toEqual([]);
    expect(address()).toBe(PATH);
  });
});

describe('lifeOfToken', () => {
  it('a token’s life is the difference of its two server times, whatever this clock says', () => {
    expect(lifeOfToken(tokenOf({ iat: 10, exp: 70 }))).toBe(60_000);
  });

  it.each(['', 'a.b.c', 'x', tokenOf({ exp: 5 }), tokenOf({ iat: 9, exp: 9 })])(
    'a token’s life is fifteen minutes when %j does not contain both times',
    (token) => {
      expect(lifeOfToken(token)).toBe(900_000);
    },
  );
});
