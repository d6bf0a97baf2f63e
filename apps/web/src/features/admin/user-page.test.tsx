import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import { ADMIN, addressNow, fakeServer, openAdmin, refusal } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const grace = aUser({
  id: 'u5',
  username: 'grace.o',
  email: 'grace@example.org',
  displayName: 'Grace Osei',
  firstName: 'Grace',
  lastName: 'Osei',
  roles: ['user', 'sync'],
  scope: { countries: ['GHA', 'PER', 'BOL', 'GTM'] },
  additionalProvidersData: { google: { displayName: 'G', email: null } },
});

const factsNow = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('.user-facts > div')].map((fact): [string, string] => [
      fact.querySelector('dt')?.textContent ?? '',
      fact.querySelector('dd')?.textContent ?? '',
    ]),
  );

describe('page of a user', () => {
  it('shows the person, what the roles allow, and where', async () => {
    fakeServer({ 'GET /api/users/u5': () => grace });
    await openAdmin('/admin/users/u5');
    await screen.findByRole('heading', { level: 2, name: 'Grace Osei' });
    await waitFor(() => expect(factsNow()['Works in']).toBe('Ghana, Peru, Bolivia and Guatemala'));
    expect(factsNow()).toMatchObject({
      Username: 'grace.o',
      'E-mail': 'grace@example.org',
      'Account since': '2 Jan 2026',
      'Signs in with': 'password and google',
    });
    const roles = within(screen.getByRole('region', { name: 'Roles' }));
    expect(roles.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'userEnters children, mothers and screenings, and may remove a child.',
      'syncAlso sends and fetches records, and makes reports of a unit. Comes beside “user”.',
    ]);
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      '/admin/users/u5/edit',
    );
  });

  it('asks the specified question before it deletes, and does nothing on no', async () => {
    const server = fakeServer({
      'GET /api/users/u5': () => grace,
      'DELETE /api/users/u5': () => ({ ok: true }),
      'GET /api/users': () => ({ users: [], total: 0 }),
    });
    await openAdmin('/admin/users/u5');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(screen.getByRole('dialog'));
    question.getByText('Are you sure you want to delete this user?');
    question.getByText(/Grace Osei \(grace.o\) is signed out everywhere/);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(server.calls).toEqual(['GET /api/users/u5']);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(addressNow()).toBe('/admin/users'));
    expect(screen.getByText('Grace Osei (grace.o) was deleted.')).toBeTruthy();
  });

  it('erases the account for good, after saying what goes and what stays, for a reason and the typed user name', async () => {
    const server = fakeServer({
      'GET /api/users/u5': () => grace,
      'POST /api/users/u5/erasure': () => ({ id: 'u5', sharesName: true }),
      'GET /api/erasures': () => ({ erasures: [], accounts: [] }),
    });
    await openAdmin('/admin/users/u5');
    const user = userEvent.setup();
    await user.click(await screen.findByText('Erase for good…'));
    expect(screen.getByText(/^What goes: the name of Grace Osei, /)).toBeTruthy();
    expect(
      screen.getByText(/^What stays: every record, .* the user name grace\.o again/),
    ).toBeTruthy();
    const button = () => screen.getByRole('button', { name: 'Erase for good' });
    await user.type(screen.getByLabelText('Type grace.o to erase'), 'GRACE.O');
    expect(button()).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByLabelText('Why'), 'The person asked for it');
    await user.click(button());
    await waitFor(() => expect(addressNow()).toBe('/admin/erasures'));
    expect(screen.getByText(/Somebody else has the same name/)).toBeTruthy();
    expect(server.calls).toContain('POST /api/users/u5/erasure');
    expect(server.bodies).toContainEqual({ why: 'asked' });
  });

  it('does not offer to erase one’s own account', async () => {
    fakeServer({ [`GET /api/users/${ADMIN.id}`]: () => ADMIN });
    await openAdmin(`/admin/users/${ADMIN.id}`);
    await screen.findByRole('heading', { level: 2, name: ADMIN.displayName });
    expect(screen.queryByText('Erase for good…')).toBeNull();
  });

  it.each([
    ['last-admin', 'This is the last administrator of all places. Make another one first.'],
    ['own-account', 'You cannot do this to your own account. Another administrator can.'],
    ['server-error', 'The server answered with an error (500). Try again in a few minutes.'],
  ] as const)('explains why a deletion is refused: %s', async (code, reason) => {
    fakeServer({
      'GET /api/users/u5': () => grace,
      'DELETE /api/users/u5': () => refusal(code),
    });
    await openAdmin('/admin/users/u5');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const said = within(await screen.findByRole('alert'));
    expect(await said.findByText('Remove failed!')).toBeTruthy();
    expect(said.getByText(reason)).toBeTruthy();
    expect(addressNow()).toBe('/admin/users/u5');
  });

  it('shows the server’s own sentence, as plain text, for a refusal that this version does not know', async () => {
    const message = 'This account <b>keeps</b> the keys.';
    fakeServer({
      'GET /api/users/u5': () => grace,
      'DELETE /api/users/u5': () =>
        Response.json({ code: 'of-a-newer-server', message }, { status: 422 }),
    });
    await openAdmin('/admin/users/u5');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await within(await screen.findByRole('alert')).findByText(message)).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('<b>keeps');
  });

  it('offers no deletion of one’s own account', async () => {
    fakeServer({ 'GET /api/users/user-admin': () => ADMIN });
    await openAdmin('/admin/users/user-admin');
    expect(await screen.findByText('you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it('leads to not-found with the server’s sentence for a deleted account', async () => {
    fakeServer();
    await openAdmin('/admin/users/gone');
    await waitFor(() => expect(addressNow()).toBe('/not-found?message=The+server+says+not-found.'));
  });

  it('answers an open request on the page', async () => {
    const asking = aUser({
      ...grace,
      roles: ['user'],
      roleRequest: { role: 'sync', note: 'Every Saturday.', at: '2026-03-14T12:00:00.000Z' },
    });
    const server = fakeServer({
      'GET /api/users/u5': () => asking,
      'POST /api/role-requests/u5': () => ({ ok: true }),
    });
    await openAdmin('/admin/users/u5');
    await screen.findByText('Every Saturday.');
    server.on('GET /api/users/u5', () => grace);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Grant sync to Grace Osei' }));
    expect(await screen.findByText('Grace Osei may sync now and got a mail.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Every Saturday.')).toBeNull());
    expect(server.bodies).toEqual([{ grant: true }]);
  });

  it('a Spanish-speaking person reads the page of a user in Spanish', async () => {
    fakeServer({ 'GET /api/users/u5': () => grace });
    await openAdmin('/admin/users/u5', { language: 'es' });
    await screen.findByText('Trabaja en');
    await waitFor(() => expect(factsNow()['Trabaja en']).toBe('Ghana, Perú, Bolivia y Guatemala'));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Eliminar' }));
    expect(screen.getByText('¿Está seguro de que quiere eliminar a este usuario?')).toBeTruthy();
  });
});
