import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { aUser, memoryDevice } from '../../testing/render.tsx';
import {
  ACCOUNT,
  address,
  expectNotice,
  fill,
  notices,
  onAPhone,
  openAccounts,
  press,
  SENT,
  typedIn,
} from './testing/open-accounts.tsx';

onAPhone();

describe('sign-up page', () => {
  it('creates the account, greets with the specified words and deletes the draft', async () => {
    const server = fakeServer({
      'POST /api/auth/signup': { body: { user: aUser(), token: 'abc' } },
    });
    const device = memoryDevice();
    const state = { target: '/privacy' };
    const user = await openAccounts({ pathname: '/authentication/signup', state }, { device });
    await fill(user, ACCOUNT);
    const { value, max } = screen.getByRole<HTMLMeterElement>('meter');
    expect(max).toBe(100);
    expect([60, 80, 100]).toContain(value);
    await press(user, 'Create account');
    await waitFor(() => expect(address()).toBe('/privacy'));
    expect(server.askedFor('POST /api/auth/signup').map(({ body }) => body)).toEqual([SENT]);
    expect(await device.drafts.list()).toEqual([]);
    await expectNotice('Signup successful!', 2_000);
  });

  it('shows all errors, but only after an attempt', async () => {
    const server = fakeServer();
    const user = await openAccounts('/authentication/signup', { language: 'es' });
    await user.click(await screen.findByLabelText('Nombres'));
    await user.tab();
    expect(screen.queryByText('Escriba los nombres.')).toBeNull();
    await press(user, 'Crear cuenta');
    expect(await screen.findByText('Faltan 5 datos por corregir')).toBeTruthy();
    // Each error is in the summary and at its field.
    for (const text of [
      'Escriba los nombres.',
      'Escriba los apellidos.',
      'Escriba un correo electrónico.',
    ]) {
      expect(screen.getAllByText(text)).toHaveLength(2);
    }
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['name-taken', 'Username', 'This username is taken. Choose another.'],
    ['email-taken', 'E-mail', 'There is an account with this e-mail address.'],
  ] as const)(
    'shows %s for 6 s and at the field, and keeps the text',
    async (code, label, text) => {
      fakeServer({ 'POST /api/auth/signup': refusal(422, code) });
      const user = await openAccounts('/authentication/signup');
      await fill(user, ACCOUNT);
      await press(user, 'Create account');
      await expectNotice(`Signup Error!${text}`, 6_000);
      const field = screen.getByLabelText(label);
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
      expect(document.activeElement).toBe(field);
      expect([typedIn('First name'), typedIn('Password')]).toEqual(['Ana', 'Verde#4821x']);
      // While the form is being sent, a change is not checked again.
      await screen.findByRole('button', { name: 'Create account' });
      await user.type(field, 'x');
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'));
    },
  );

  it('marks the fields that the server refuses', async () => {
    fakeServer({
      'POST /api/auth/signup': refusal(422, 'validation', [
        { field: 'password', code: 'password-common' },
      ]),
    });
    const user = await openAccounts('/authentication/signup');
    await fill(user, ACCOUNT);
    await press(user, 'Create account');
    await waitFor(() =>
      expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getAllByText(/known from lists that thieves use/).length).toBeGreaterThan(1);
  });

  it('stores a draft of everything but the password', async () => {
    fakeServer();
    const device = memoryDevice();
    const user = await openAccounts('/authentication/signup', { device });
    await fill(user, ACCOUNT);
    expect(await device.drafts.load('sign-up')).toMatchObject({ ...SENT, password: '' });
    expect(JSON.stringify(await device.drafts.load('sign-up'))).not.toContain('Verde');
  });
});

describe('page of the first administrator', () => {
  const CHECK = 'POST /api/auth/first-admin/check';
  const MAKE = 'POST /api/auth/first-admin';
  const path = { pathname: '/authentication/first-admin', hash: '#s3cret' };

  it('creates the account with the link, whose secret is removed from the address at once', async () => {
    const admin = aUser({ roles: ['user', 'admin'] });
    const server = fakeServer({
      [CHECK]: { body: { ok: true } },
      [MAKE]: { body: { user: admin, token: 'abc' } },
    });
    const user = await openAccounts(path);
    expect(address()).toBe('/authentication/first-admin');
    await fill(user, ACCOUNT);
    await press(user, 'Create the administrator');
    await waitFor(() => expect(address()).toBe('/admin/first-steps'));
    expect(server.askedFor(CHECK).map(({ body }) => body)).toEqual([{ secret: 's3cret' }]);
    expect(server.askedFor(MAKE).map(({ body }) => body)).toEqual([{ ...SENT, secret: 's3cret' }]);
    expect(storedSession().user?.roles).toEqual(['user', 'admin']);
    expect(await screen.findByText('Signup successful!')).toBeTruthy();
  });

  it('creates no account without the secret, or with a used one', async () => {
    fakeServer({ [CHECK]: refusal(422, 'link-invalid') });
    await openAccounts({ pathname: path.pathname });
    expect(await screen.findByText('Open the whole link')).toBeTruthy();
    document.body.replaceChildren();
    await openAccounts(path, { language: 'es' });
    expect(await screen.findByText('Este enlace no funciona')).toBeTruthy();
  });

  it('says that the link was used meanwhile', async () => {
    const server = fakeServer({
      [CHECK]: { body: { ok: true } },
      [MAKE]: refusal(422, 'link-invalid'),
    });
    const user = await openAccounts(path);
    await fill(user, ACCOUNT);
    server.answer(CHECK, refusal(422, 'link-invalid'));
    await press(user, 'Create the administrator');
    await waitFor(() => expect(notices()).toContain('Signup Error!This link is unknown'));
    expect(await screen.findByText('This link does not work')).toBeTruthy();
  });
});
