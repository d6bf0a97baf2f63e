import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser, memoryDevice } from '../../testing/render.tsx';
import {
  ADMIN,
  addressNow,
  type FakeServer,
  fakeServer,
  openAdmin,
  refusal,
} from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const irene = aUser({
  id: 'u8',
  username: 'irene.s',
  email: 'irene@example.org',
  firstName: 'Irene',
  lastName: 'Soto',
  displayName: 'Irene Soto',
  roles: ['user'],
});

const places = () => ({ rev: '1-a', catalogue: BUILT_IN_CATALOGUE });

function serve(): FakeServer {
  const server = fakeServer({
    'GET /api/catalogue': places,
    'GET /api/users/u8': () => irene,
    'PUT /api/users/u8': ({ body }) => ({
      ...irene,
      ...(body as object),
      displayName: 'Irene Soto',
    }),
  });
  return server;
}

const save = () => screen.getByRole('button', { name: 'Save' });
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

async function open(path = '/admin/users/u8/edit', options: Parameters<typeof openAdmin>[1] = {}) {
  cleanup();
  await openAdmin(path, options);
  await screen.findByRole('textbox', { name: /First name|Nombre/ });
  return userEvent.setup();
}

describe('page that edits a user', () => {
  it('saves names, roles and chosen places, and confirms it', async () => {
    const server = serve();
    const user = await open();
    await user.clear(screen.getByRole('textbox', { name: 'First name' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Irina');
    await user.click(box(/^sync/));
    await user.click(screen.getByRole('radio', { name: /Only in chosen places/ }));
    await user.click(box(/^Ghana/));
    await user.type(screen.getByRole('searchbox', { name: 'Country or unit' }), 'manaus');
    await user.click(await screen.findByRole('checkbox', { name: /^Manaus/ }));
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/users/u8'));
    expect(server.bodies).toEqual([
      {
        firstName: 'Irina',
        lastName: 'Soto',
        roles: ['user', 'sync'],
        scope: { countries: ['GHA'], stakes: ['manaus_bra'] },
        was: { firstName: 'Irene', lastName: 'Soto', roles: ['user'] },
      },
    ]);
    expect(screen.getByText('Irene Soto was saved.')).toBeTruthy();
  });

  it('ticks user together with sync, and explains why when user is unticked again', async () => {
    serve();
    const user = await open();
    await user.click(box(/^user/));
    await user.click(box(/^sync/));
    expect(box(/^user/).checked).toBe(true);
    await user.click(box(/^user/));
    await user.click(save());
    const wrong = '“sync” comes beside “user”. Tick “user” too.';
    expect(await screen.findAllByText(wrong)).toHaveLength(2);
    await user.click(box(/^sync/));
    await user.click(box(/^user/));
    await waitFor(() => expect(screen.queryByText(wrong)).toBeNull());
  });

  it('shows errors only after an attempt to save', async () => {
    const server = serve();
    const user = await open();
    await user.clear(screen.getByRole('textbox', { name: 'Last name' }));
    await user.click(box(/^user/));
    await user.click(screen.getByRole('radio', { name: /Only in chosen places/ }));
    await user.tab();
    expect(screen.queryByText('Enter the last name.')).toBeNull();
    await user.click(save());
    expect(await screen.findByText('3 things to correct')).toBeTruthy();
    expect(screen.getAllByText('Enter the last name.')).toHaveLength(2);
    expect(screen.getAllByText('Choose at least one role.')).toHaveLength(2);
    expect(
      screen.getAllByText('Choose at least one country or unit, or “Everywhere”.'),
    ).toHaveLength(2);
    expect(server.bodies).toEqual([]);
    await user.click(box(/^Ghana/));
    await waitFor(() => expect(screen.getByText('2 things to correct')).toBeTruthy());
  });

  it('chooses and removes places by search; a country includes its units', async () => {
    serve();
    const user = await open();
    await user.click(screen.getByRole('radio', { name: /Only in chosen places/ }));
    expect(screen.getByText('Nothing chosen yet.')).toBeTruthy();
    const search = screen.getByRole('searchbox', { name: 'Country or unit' });
    await user.type(search, 'cob');
    await user.click(await screen.findByRole('checkbox', { name: /^Cobán Stake/ }));
    await user.clear(search);
    await user.type(search, 'guate');
    await user.click(await screen.findByRole('checkbox', { name: /^Guatemala ?Whole country/ }));
    const chosen = within(screen.getByRole('list', { name: 'Chosen places' }));
    expect(chosen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Guatemala',
      'Cobán Stake',
    ]);
    await user.click(chosen.getByRole('button', { name: 'Remove Cobán Stake' }));
    await user.clear(search);
    await user.type(search, 'cob');
    const included = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: /^Cobán Stake/,
    });
    expect(included.checked).toBe(true);
    expect(included.disabled).toBe(true);
    expect(included.closest('label')?.textContent).toContain('Included with Guatemala');
    await user.clear(search);
    await user.type(search, 'atlantis');
    expect(await screen.findByText('No country and no unit is called “atlantis”.')).toBeTruthy();
  });

  it('offers the pilot’s units too, and says how many more match', async () => {
    serve();
    const user = await open();
    await user.click(screen.getByRole('radio', { name: /Only in chosen places/ }));
    const search = screen.getByRole('searchbox', { name: 'Country or unit' });
    await user.type(search, 'calapan');
    const pilot = await screen.findByRole('checkbox', { name: /^Calapan.*pilot/ });
    expect(pilot).toBeTruthy();
    await user.clear(search);
    await user.type(search, 'stake');
    expect(await screen.findByText(/more units match. Type more of the name./)).toBeTruthy();
    await user.click(box(/^phl-pilot/));
    expect(screen.getByText(/With the role “phl-pilot” only pilot units count/)).toBeTruthy();
  });

  it('shows one’s own roles read-only and lets only the names be changed', async () => {
    const server = fakeServer({
      'GET /api/catalogue': places,
      'GET /api/users/user-admin': () => ADMIN,
      'PUT /api/users/user-admin': () => ({
        ...ADMIN,
        firstName: 'Julio',
        displayName: 'Julio Ramírez',
      }),
    });
    const user = await open('/admin/users/user-admin/edit');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(
      screen.getByText('You cannot change your own roles or places. Another administrator can.'),
    ).toBeTruthy();
    await user.clear(screen.getByRole('textbox', { name: 'First name' }));
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Julio');
    await user.click(save());
    await waitFor(() => expect(addressNow()).toBe('/admin/users/user-admin'));
    expect(server.bodies).toEqual([
      expect.objectContaining({ firstName: 'Julio', roles: ['admin'], scope: null }),
    ]);
    // The header shows the new name at once.
    expect(screen.getByRole('button', { name: 'Account: Julio Ramírez' })).toBeTruthy();
  });

  it.each([
    ['last-admin', 'This is the last administrator of all places. Make another one first.'],
    ['unavailable', 'The server cannot reach its database. Nothing was changed. Try again later.'],
    ['too-many', 'Too many tries. Wait a minute, then try again.'],
  ] as const)('shows "User update error!" with the reason: %s', async (code, reason) => {
    const server = serve();
    server.on('PUT /api/users/u8', () => refusal(code));
    const user = await open();
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'x');
    await user.click(save());
    expect(await screen.findByText('User update error!')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe(
      'Irenex',
    );
  });

  it('says before any request which account an administrator of some places may not change', async () => {
    const server = serve();
    const limited = { ...ADMIN, scope: { countries: ['GHA'] } };
    server.on('GET /api/users/u8', () => irene);
    const user = await open('/admin/users/u8/edit', { user: limited });
    await user.click(box(/^sync/));
    await user.click(save());
    expect(
      await screen.findAllByText(/^This account works in places that are not yours/),
    ).toHaveLength(2);
    expect(server.bodies).toEqual([]);
  });

  it('shows the server’s refusal beside its field', async () => {
    const server = serve();
    server.on('PUT /api/users/u8', () =>
      refusal('validation', [
        { field: 'scope.stakes', code: 'unit-unknown', params: { stakeDB: 'gone_gtm' } },
        { field: 'lastName', code: 'name-length', params: { to: 50 } },
      ]),
    );
    const user = await open();
    await user.click(save());
    expect(
      await screen.findAllByText('The unit gone_gtm is not in the list of places.'),
    ).toHaveLength(2);
    expect(screen.getAllByText('At most 50 characters.')).toHaveLength(2);
  });

  describe('change of the account by another person meanwhile', () => {
    const changed = aUser({
      ...irene,
      lastName: 'Soto Díaz',
      displayName: 'Irene Soto Díaz',
      roles: ['user', 'sync'],
    });

    const turn = (state: 'online' | 'offline') => {
      const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
      act(() => {
        window.dispatchEvent(new Event(state));
      });
      isOnline.mockRestore();
    };
    const lastName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' });

    it("another person's change is loaded when the connection is back, while nothing is typed", async () => {
      const server = serve();
      await open();
      turn('offline');
      server.on('GET /api/users/u8', () => changed);
      turn('online');
      await waitFor(() => expect(lastName().value).toBe('Soto Díaz'));
    });

    it("another person's change does not move the focus or the field of a person who types", async () => {
      const server = serve();
      const user = await open();
      const field = lastName();
      await user.type(field, ' M');
      turn('offline');
      server.on('GET /api/users/u8', () => changed);
      const calls = server.calls.length;
      turn('online');
      await waitFor(() => expect(server.calls.length).toBeGreaterThan(calls));
      await screen.findByText('Draft kept on this device');
      await user.keyboard('eza');
      expect(lastName()).toBe(field);
      expect(document.activeElement).toBe(field);
      expect(field.value).toBe('Soto Meza');
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe(
        'Irene',
      );
    });

    async function collide() {
      const server = serve();
      const user = await open();
      await user.type(screen.getByRole('textbox', { name: 'First name' }), ' María');
      server.on('GET /api/users/u8', () => changed);
      server.on('PUT /api/users/u8', ({ body }) => {
        const { was } = body as { was: { lastName: string } };
        return was.lastName === changed.lastName ? { ...changed } : refusal('conflict');
      });
      await user.click(save());
      const panel = await screen.findByRole('table');
      return { server, user, panel };
    }

    it("another person's change is shown beside the typed values, which are kept", async () => {
      const { panel } = await collide();
      const rows = within(panel)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent));
      expect(rows).toEqual([
        ['What', 'On the server now', 'What you typed'],
        ['First name', 'Irene', 'Irene María'],
        ['Last name', 'Soto Díaz', 'Soto'],
        ['Roles', 'user and sync', 'user'],
      ]);
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe(
        'Irene María',
      );
      expect(addressNow()).toBe('/admin/users/u8/edit');
      expect(document.activeElement).toBe(panel.closest('section'));
    });

    it("typed values overwrite another person's change on request", async () => {
      const { server, user } = await collide();
      await user.click(screen.getByRole('button', { name: 'Save what I typed' }));
      await waitFor(() => expect(addressNow()).toBe('/admin/users/u8'));
      expect(server.bodies.at(-1)).toEqual({
        firstName: 'Irene María',
        lastName: 'Soto',
        roles: ['user'],
        scope: null,
        was: { firstName: 'Irene', lastName: 'Soto Díaz', roles: ['user', 'sync'] },
      });
    });

    it('replaces the typed values on request, and the draft is deleted', async () => {
      const { user } = await collide();
      await user.click(screen.getByRole('button', { name: 'Take what is on the server' }));
      await waitFor(() =>
        expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' }).value).toBe(
          'Soto Díaz',
        ),
      );
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe(
        'Irene',
      );
      expect(box(/^sync/).checked).toBe(true);
      expect(screen.queryByText('User update error!')).toBeNull();
      expect(screen.queryByText('Draft kept on this device')).toBeNull();
    });
  });

  it('restores a draft', async () => {
    serve();
    const device = memoryDevice();
    const user = await open('/admin/users/u8/edit', { device });
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'x');
    expect(await screen.findByText('Draft kept on this device')).toBeTruthy();
    await open('/admin/users/u8/edit', { device });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe(
      'Irenex',
    );
    expect(screen.getByText('What you typed before is back')).toBeTruthy();
  });

  it('a Spanish-speaking person edits a user in Spanish', async () => {
    const server = serve();
    server.on('PUT /api/users/u8', () => refusal('last-admin'));
    const user = await open('/admin/users/u8/edit', { language: 'es' });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('¡Error al actualizar el usuario!')).toBeTruthy();
    expect(
      screen.getByText(
        'Es la última persona que administra todos los lugares. Nombre antes a otra.',
      ),
    ).toBeTruthy();
  });
});

describe('page that adds a user', () => {
  async function fill() {
    const user = await open('/admin/users/new');
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ruth');
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Kamara');
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'Ruth@Example.org');
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'Ruth.K');
    return user;
  }
  const invite = () => screen.getByRole('button', { name: 'Add user' });

  it('promises no mail before the server has said whether it sends any', async () => {
    serve();
    await open('/admin/users/new');
    expect(
      screen.getByText(/^Where this server sends mail, .* 72 hours\. Where it sends none/),
    ).toBeTruthy();
    expect(screen.queryByText(/The person gets a mail|The invitation goes/)).toBeNull();
    expect(screen.queryByRole('button', { name: /invite/ })).toBeNull();
  });

  it('of a server without mail says that nobody was invited, and how to do it', async () => {
    const server = serve();
    server.on('POST /api/users', ({ body }) => ({
      ...aUser({ ...(body as object), id: 'u99', displayName: 'Ruth Kamara' }),
      sendsMail: false,
    }));
    server.on('GET /api/users/u99', () => aUser({ id: 'u99', displayName: 'Ruth Kamara' }));
    const user = await fill();
    await user.click(invite());
    await waitFor(() => expect(addressNow()).toBe('/admin/users/u99'));
    expect(screen.getByRole('alert').textContent).toContain(
      'Ruth Kamara was added, but no mail was sent',
    );
    expect(screen.getByRole('alert').textContent).toContain('crece user password ruth.k');
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  it('invites by mail, in lower case and with the role user', async () => {
    const server = serve();
    server.on('POST /api/users', ({ body }) =>
      aUser({ ...(body as object), id: 'u99', displayName: 'Ruth Kamara' }),
    );
    server.on('GET /api/users/u99', () => aUser({ id: 'u99', displayName: 'Ruth Kamara' }));
    const user = await fill();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' }).value).toBe(
      'ruth.k',
    );
    await user.click(invite());
    await waitFor(() => expect(addressNow()).toBe('/admin/users/u99'));
    expect(
      screen.getByText('Ruth Kamara was added. The invitation is on its way to ruth@example.org.'),
    ).toBeTruthy();
    expect(server.bodies).toEqual([
      {
        firstName: 'Ruth',
        lastName: 'Kamara',
        email: 'ruth@example.org',
        username: 'ruth.k',
        roles: ['user'],
      },
    ]);
  });

  it.each([
    ['name-taken', 'Username', 'Somebody already has this username.'],
    ['email-taken', 'E-mail', 'An account with this e-mail address exists already.'],
  ] as const)('shows beside the field: %s', async (code, field, sentence) => {
    const server = serve();
    server.on('POST /api/users', () => refusal(code));
    const user = await fill();
    await user.click(invite());
    expect(await screen.findAllByText(sentence)).toHaveLength(2);
    const wrong = screen.getByRole('textbox', { name: field });
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(wrong));
  });

  it('names what is missing after an attempt to save', async () => {
    serve();
    const user = await open('/admin/users/new');
    await user.click(invite());
    expect(await screen.findByText('4 things to correct')).toBeTruthy();
    expect(screen.getAllByText('Enter the first name.')).toHaveLength(2);
    expect(screen.getAllByText('Enter an e-mail address.')).toHaveLength(2);
    expect(screen.getAllByText('Enter a username.')).toHaveLength(2);
  });
});
