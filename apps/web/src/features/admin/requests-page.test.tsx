import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import { ADMIN, fakeServer, openAdmin, refusal } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const roleRequest = {
  role: 'sync' as const,
  note: 'Every Saturday.',
  at: '2026-03-14T12:00:00.000Z',
};
const kwame = aUser({ id: 'u5', username: 'kwame.a', displayName: 'Kwame A.', roleRequest });
const elsa = aUser({
  id: 'u6',
  username: 'elsa.v',
  displayName: 'Elsa V.',
  scope: { countries: ['BOL'] },
  roleRequest: { ...roleRequest, note: ' ' },
});

const requests = (...users: unknown[]) => ({
  'GET /api/role-requests': () => ({ requests: users }),
});

const cardOf = (name: string) =>
  within(screen.getByRole('link', { name }).closest('li') as HTMLElement);

describe('requests page', () => {
  it('shows each person with note and date, and the number of requests', async () => {
    fakeServer(requests(kwame, elsa));
    await openAdmin('/admin/requests');
    await screen.findByRole('link', { name: 'Kwame A.' });
    expect(cardOf('Kwame A.').getByText('Every Saturday.').tagName).toBe('BLOCKQUOTE');
    expect(cardOf('Kwame A.').getByText(/^14 Mar 2026, \d\d:\d\d$/)).toBeTruthy();
    expect(cardOf('Elsa V.').getByText('Without a note.')).toBeTruthy();
    await waitFor(() => cardOf('Elsa V.').getByText('elsa.v · Bolivia'));
    expect(screen.getAllByText('2 open').length).toBeGreaterThan(0);
    const entry = within(screen.getByRole('navigation', { name: 'Administration' }));
    await waitFor(() => entry.getByRole('link', { name: /Requests, 2 open/ }));
  });

  const toTell = 'This server has no mail server: tell Kwame A. yourself.';
  it.each([
    ['Grant', true, 'Kwame A. may sync now and got a mail.'],
    ['Refuse', true, 'The request of Kwame A. was refused. Kwame A. got a mail.'],
    ['Grant', false, `Kwame A. may sync now. ${toTell}`],
    ['Refuse', false, `The request of Kwame A. was refused. ${toTell}`],
    // A server of the build before does not say it.
    ['Grant', undefined, 'Kwame A. may sync now and got a mail.'],
  ])(
    '%s: sends the answer, confirms it and removes the request; mail: %o',
    async (act, sendsMail, said) => {
      const [button, grant] = [`${act} sync to Kwame A.`, act === 'Grant'];
      const server = fakeServer(requests(kwame, elsa));
      server.on('POST /api/role-requests/u5', () => ({ ok: true, sendsMail }));
      await openAdmin('/admin/requests');
      const press = await screen.findByRole('button', { name: button });
      server.on('GET /api/role-requests', () => ({ requests: [elsa] }));
      await userEvent.setup().click(press);
      expect(await screen.findByText(said)).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Kwame A.' })).toBeNull());
      expect(screen.getByRole('link', { name: 'Elsa V.' })).toBeTruthy();
      expect(server.bodies).toEqual([{ grant }]);
    },
  );

  it('says when another administrator was faster, and reads the list again', async () => {
    const server = fakeServer(requests(kwame));
    server.on('POST /api/role-requests/u5', () => refusal('conflict'));
    await openAdmin('/admin/requests');
    const press = await screen.findByRole('button', { name: 'Grant sync to Kwame A.' });
    server.on('GET /api/role-requests', () => ({ requests: [] }));
    await userEvent.setup().click(press);
    expect(await screen.findByText('The request could not be answered')).toBeTruthy();
    expect(await screen.findByText('No open requests')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the users' })).toBeTruthy();
  });

  it.each([
    [
      () => refusal('unavailable'),
      'The server cannot reach its database. Nothing was changed. Try again later.',
    ],
    [
      () => refusal('validation', [{ field: 'scope', code: 'scope-wider' }]),
      'You are limited to some places yourself: give rights only there.',
    ],
  ])('keeps the request open when the answer fails, and explains why', async (answer, why) => {
    const server = fakeServer(requests(kwame));
    server.on('POST /api/role-requests/u5', answer);
    await openAdmin('/admin/requests');
    const press = await screen.findByRole('button', { name: 'Grant sync to Kwame A.' });
    await userEvent.setup().click(press);
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kwame A.' })).toBeTruthy();
  });

  it('an administrator cannot answer the own request', async () => {
    fakeServer(requests({ ...ADMIN, roleRequest }));
    await openAdmin('/admin/requests');
    expect(
      await screen.findByText('Another administrator has to answer your own request.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Grant/ })).toBeNull();
  });

  it('a Spanish-speaking person reads the requests page in Spanish', async () => {
    fakeServer(requests());
    await openAdmin('/admin/requests', { language: 'es' });
    expect(await screen.findByText('No hay solicitudes abiertas')).toBeTruthy();
    expect(screen.getByText('Ninguna abierta')).toBeTruthy();
  });
});
