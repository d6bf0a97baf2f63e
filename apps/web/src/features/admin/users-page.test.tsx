import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import {
  ADMIN,
  addressNow,
  fakeServer,
  manyUsers,
  openAdmin,
  refusal,
  useDesktop,
  usersAnswer,
} from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = () =>
  [...document.querySelectorAll('.user-cards .t')].map((name) => name.textContent);

describe('users list', () => {
  it('shows 15 of 63 and changes pages, which the browser’s Back restores', async () => {
    const server = fakeServer({ 'GET /api/users': usersAnswer(manyUsers(63)) });
    await openAdmin('/admin/users');
    expect(await screen.findByText('1 to 15 of 63')).toBeTruthy();
    expect(screen.getByText('63 people')).toBeTruthy();
    expect(names()).toHaveLength(15);
    const user = userEvent.setup();
    const back = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Back' });
    expect(back().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Next 15' }));
    expect(await screen.findByText('16 to 30 of 63')).toBeTruthy();
    expect(addressNow()).toBe('/admin/users?page=2');
    expect(back().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Next 15' }));
    await screen.findByText('31 to 45 of 63');
    await user.click(screen.getByRole('button', { name: 'Next 15' }));
    await screen.findByText('46 to 60 of 63');
    await user.click(screen.getByRole('button', { name: 'Next 3' }));
    expect(await screen.findByText('61 to 63 of 63')).toBeTruthy();
    expect(names()).toHaveLength(3);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next 15' }).disabled).toBe(true);
    await user.click(back());
    await screen.findByText('46 to 60 of 63');
    expect(server.calls[1]).toBe('GET /api/users?page=2');
  });

  it('searches on the server after a pause in typing, and keeps the search in the address', async () => {
    const server = fakeServer({ 'GET /api/users': usersAnswer(manyUsers(63)) });
    await openAdmin('/admin/users?page=3');
    await screen.findByText('31 to 45 of 63');
    await userEvent.setup().type(screen.getByRole('searchbox'), 'nr6');
    await waitFor(() => expect(addressNow()).toBe('/admin/users?search=nr6'));
    expect(await screen.findByText('1 to 5 of 5')).toBeTruthy();
    expect(screen.getByText('5 people match')).toBeTruthy();
    // Not one request per letter.
    expect(server.calls).toEqual(['GET /api/users?page=3', 'GET /api/users?page=1&search=nr6']);
  });

  it('starts with the page, search and role of its address', async () => {
    const server = fakeServer({ 'GET /api/users': usersAnswer(manyUsers(63)) });
    await openAdmin('/admin/users?search=julian&role=admin');
    await waitFor(() => expect(names()).toEqual(['Julián Ramírez']));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('julian');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' }).value).toBe('admin');
    expect(server.calls).toEqual(['GET /api/users?page=1&search=julian&role=admin']);
  });

  it.each([
    ['en', 'unusual letters'],
    ['es', 'letras inusuales'],
  ] as const)('marks a name that could be taken for another (%s)', async (language, mark) => {
    const plain = manyUsers(2);
    const odd = { ...plain[0], id: 'odd', displayName: '\u0410dmin' } as (typeof plain)[number];
    fakeServer({ 'GET /api/users': usersAnswer([...plain, odd]) });
    await openAdmin('/admin/users', { language });
    const marks = await screen.findAllByText(mark);
    expect(marks).toHaveLength(1);
    expect(marks[0]?.closest('li')?.querySelector('.t')?.textContent).toBe('\u0410dmin');
  });

  it('filters by role', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(30)) });
    await openAdmin('/admin/users');
    await screen.findByText('1 to 15 of 30');
    const role = screen.getByRole('combobox', { name: 'Role' });
    await userEvent.setup().selectOptions(role, 'admin');
    await waitFor(() => expect(names()).toEqual(['Julián Ramírez']));
    expect(addressNow()).toBe('/admin/users?role=admin');
  });

  it('never shows an answer that arrives after the answer to a newer request', async () => {
    const users = manyUsers(20);
    let slow: () => void = () => undefined;
    const server = fakeServer({
      'GET /api/users': async (asked) => {
        if (asked.query['search'] === 'slow') {
          await new Promise<void>((resolve) => {
            slow = resolve;
          });
          return { users: [aUser({ displayName: 'Late Answer' })], total: 1 };
        }
        return usersAnswer(users)(asked);
      },
    });
    await openAdmin('/admin/users');
    await screen.findByText('1 to 15 of 20');
    const user = userEvent.setup();
    await user.type(screen.getByRole('searchbox'), 'slow');
    await waitFor(() => expect(server.calls.at(-1)).toContain('search=slow'));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'julian');
    await waitFor(() => expect(names()).toEqual(['Julián Ramírez']));
    await act(async () => slow());
    expect(names()).toEqual(['Julián Ramírez']);
    expect(screen.queryByText('Late Answer')).toBeNull();
  });

  it('marks one’s own account, writes places in words, and shows who requests sync', async () => {
    const asking = aUser({
      id: 'u2',
      username: 'kwame',
      displayName: 'Kwame A.',
      roles: ['user'],
      scope: { countries: ['GHA'], stakes: ['manaus_bra', 'gweru_stake_zwe', 'belem_bra'] },
      roleRequest: { role: 'sync', note: 'please', at: '2026-03-14T12:00:00.000Z' },
      lastSignIn: null,
    });
    const pilot = aUser({ id: 'u3', displayName: 'Paolo', roles: ['user', 'phl-pilot'] });
    const nowhere = aUser({ id: 'u4', displayName: 'Sofía', roles: [], scope: {} });
    fakeServer({
      'GET /api/users': usersAnswer([ADMIN, asking, pilot, nowhere]),
      'GET /api/role-requests': () => ({ requests: [asking] }),
    });
    await openAdmin('/admin/users');
    const card = async (name: string) =>
      within((await screen.findByText(name)).closest('a') as HTMLElement);
    expect((await card('Julián Ramírez')).getByText('you')).toBeTruthy();
    expect((await card('Julián Ramírez')).getByText('julian.r · Everywhere')).toBeTruthy();
    const kwame = await card('Kwame A.');
    await waitFor(() => kwame.getByText('kwame · Ghana, Manaus and 2 more'));
    expect(kwame.queryByText('you')).toBeNull();
    expect(kwame.getByText('asks for sync')).toBeTruthy();
    expect(kwame.getByText('Signed in: never')).toBeTruthy();
    expect((await card('Paolo')).getByText('ana · Pilot units of the Philippines')).toBeTruthy();
    expect((await card('Sofía')).getByText('no role')).toBeTruthy();
    expect((await card('Sofía')).getByText('ana · Nowhere')).toBeTruthy();
    const hint = await screen.findByRole('link', { name: 'Somebody asks for the right to sync.' });
    expect(hint.getAttribute('href')).toBe('/admin/requests');
  });

  it('users are a table on a desktop, without a delete button for one’s own account', async () => {
    useDesktop();
    const server = fakeServer({ 'GET /api/users': usersAnswer(manyUsers(16)) });
    server.on('DELETE /api/users/:id', () => ({ ok: true }));
    await openAdmin('/admin/users');
    await screen.findByRole('table');
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['Name', 'Username', 'Roles', 'Works in', 'Last signed in', 'Actions']);
    expect(screen.getByRole('link', { name: 'Edit Julián Ramírez' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Julián Ramírez' })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Delete Ana Nr1' }));
    expect(
      screen.getByRole('heading', { name: 'Are you sure you want to delete this user?' }),
    ).toBeTruthy();
    server.on('GET /api/users', usersAnswer(manyUsers(16).slice(1)));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Ana Nr1 (person1) was deleted.')).toBeTruthy();
    expect(await screen.findByText('1 to 15 of 15')).toBeTruthy();
    expect(server.calls).toContain('DELETE /api/users/user-1');
  });

  it('goes to the last existing page when its own page is now empty', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(31)) });
    await openAdmin('/admin/users?page=9');
    expect(await screen.findByText('31 to 31 of 31')).toBeTruthy();
    expect(addressNow()).toBe('/admin/users?page=3');
  });

  it('says when no account matches, and shows everybody again', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(5)) });
    await openAdmin('/admin/users?search=nobody&role=sync');
    expect(await screen.findByText('Nobody matches this search')).toBeTruthy();
    expect(screen.getByText('No name or username with this role contains “nobody”.')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show everybody' }));
    expect(await screen.findByText('1 to 5 of 5')).toBeTruthy();
    expect(addressNow()).toBe('/admin/users');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('speaks of no role where none was chosen', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(5)) });
    await openAdmin('/admin/users?search=nobody');
    expect(await screen.findByText('No name or username contains “nobody”.')).toBeTruthy();
  });

  it('says offline that it needs a connection, and loads when it is back', async () => {
    const server = fakeServer({ 'GET /api/users': usersAnswer(manyUsers(2)) });
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openAdmin('/admin/users');
    expect(await screen.findByText('This page needs a connection')).toBeTruthy();
    expect(server.calls).toEqual([]);
    expect(screen.queryByText('Error processing request!')).toBeNull();
    line.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('1 to 2 of 2')).toBeTruthy();
  });

  it('keeps what it shows when the connection is lost, and says so', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(2)) });
    await openAdmin('/admin/users');
    await screen.findByText('1 to 2 of 2');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(
      screen.getByText(/No connection. This page shows what the server said last/),
    ).toBeTruthy();
    expect(screen.getByText('1 to 2 of 2')).toBeTruthy();
  });

  it('offers a retry when the server did not answer', async () => {
    const server = fakeServer();
    server.on('GET /api/users', () => Promise.reject(new TypeError('Failed to fetch')));
    await openAdmin('/admin/users');
    expect(await screen.findByText('This page needs a connection')).toBeTruthy();
    expect(
      screen.getByText('No response received from server. Please try again later.'),
    ).toBeTruthy();
    server.on('GET /api/users', usersAnswer(manyUsers(2)));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 to 2 of 2')).toBeTruthy();
  });

  it.each([
    ['server-error', '/server-error?message=The+server+says+server-error.'],
    ['forbidden', '/forbidden'],
  ] as const)('leaves for the page of the error catalogue on %s', async (code, address) => {
    fakeServer({ 'GET /api/users': () => refusal(code) });
    await openAdmin('/admin/users');
    await waitFor(() => expect(addressNow()).toBe(address));
  });

  it('a Spanish-speaking person reads the users list in Spanish', async () => {
    fakeServer({ 'GET /api/users': usersAnswer(manyUsers(63)) });
    await openAdmin('/admin/users', { language: 'es' });
    expect(await screen.findByText('1 a 15 de 63')).toBeTruthy();
    expect(screen.getByText('63 personas')).toBeTruthy();
    expect(screen.getByRole('button', { name: '15 siguientes' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Agregar usuario' }).getAttribute('href')).toBe(
      '/admin/users/new',
    );
    expect(screen.getByText('julian.r · En todas partes')).toBeTruthy();
    expect(screen.getByText('usted')).toBeTruthy();
  });
});
