import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import {
  address,
  expectNotice,
  fill,
  notices,
  onAPhone,
  openAccounts,
  press,
  typedIn,
} from './testing/open-accounts.tsx';

onAPhone();

describe('forgotten password', () => {
  it.each([
    ['en', 'Username or e-mail', 'Send the mail', 'Look into your mail'],
    ['es', 'Usuario o correo electrónico', 'Enviar el correo', 'Revise su correo'],
  ] as const)(
    'shows the same message with and without an account (%s)',
    async (language, label, send, sent) => {
      const server = fakeServer({ 'POST /api/auth/forgot': { body: { ok: true } } });
      const user = await openAccounts('/password/forgot', { language });
      await fill(user, { [label]: 'Ana' });
      await press(user, send);
      expect(await screen.findByText(sent)).toBeTruthy();
      expect(server.askedFor('POST /api/auth/forgot').map(({ body }) => body)).toEqual([
        { usernameOrEmail: 'ana' },
      ]);
      expect(typedIn(label)).toBe('ana');
    },
  );

  it('reports for 4 s that the mail could not be sent, and keeps the text', async () => {
    fakeServer({ 'POST /api/auth/forgot': refusal(503, 'unavailable') });
    const user = await openAccounts('/password/forgot');
    await fill(user, { 'Username or e-mail': 'ana' });
    await press(user, 'Send the mail');
    await expectNotice('Failed to send password reset email!', 4_000);
    expect(typedIn('Username or e-mail')).toBe('ana');
    expect(screen.queryByText('Look into your mail')).toBeNull();
  });
});

describe('reset link', () => {
  const LINK = '/password/reset/s3cret';
  const NEW = { 'New password': 'Verde#4821x', 'New password again': 'Verde#4821x' };

  it('a reset link is checked before the new password is set', async () => {
    const server = fakeServer({
      'GET /api/auth/reset/s3cret': { body: { ok: true } },
      'POST /api/auth/reset/s3cret': { body: { ok: true } },
    });
    const user = await openAccounts(LINK);
    await fill(user, NEW);
    await press(user, 'Save the password');
    await waitFor(() => expect(address()).toBe('/password/reset/success'));
    expect(screen.getByText('The password is changed')).toBeTruthy();
    expect(server.asked.map(({ call, body }) => [call, body])).toEqual([
      ['GET /api/auth/reset/s3cret', null],
      [
        'POST /api/auth/reset/s3cret',
        { newPassword: 'Verde#4821x', verifyPassword: 'Verde#4821x' },
      ],
    ]);
  });

  it.each([
    ['link-invalid', 'en', '/password/reset/invalid', 'This link does not work'],
    ['link-expired', 'en', '/password/reset/invalid?err=link-expired', 'This link is too old'],
    ['link-invalid', 'es', '/password/reset/invalid', 'Este enlace no funciona'],
    [
      'link-expired',
      'es',
      '/password/reset/invalid?err=link-expired',
      'Este enlace es demasiado antiguo',
    ],
  ] as const)('leads to its page when it is %s (%s)', async (code, language, path, title) => {
    fakeServer({ 'GET /api/auth/reset/s3cret': refusal(422, code) });
    await openAccounts(LINK, { language });
    expect(await screen.findByText(title)).toBeTruthy();
    expect(address()).toBe(path);
  });

  it('leads there too when it was used meanwhile, and says so for 4 s', async () => {
    fakeServer({
      'GET /api/auth/reset/s3cret': { body: { ok: true } },
      'POST /api/auth/reset/s3cret': refusal(422, 'link-invalid'),
    });
    const user = await openAccounts(LINK);
    await fill(user, NEW);
    await press(user, 'Save the password');
    await waitFor(() => expect(address()).toBe('/password/reset/invalid'));
    await expectNotice('Password reset failed!', 4_000);
  });

  it('requires both passwords to be the same, and keeps the text when the server refuses', async () => {
    fakeServer({
      'GET /api/auth/reset/s3cret': { body: { ok: true } },
      'POST /api/auth/reset/s3cret': refusal(422, 'validation', [
        { field: 'newPassword', code: 'password-common' },
      ]),
    });
    const user = await openAccounts(LINK);
    await fill(user, { ...NEW, 'New password again': 'Verde#4821y' });
    await press(user, 'Save the password');
    await waitFor(() =>
      expect(screen.getAllByText('The two passwords are not the same.').length).toBeGreaterThan(0),
    );
    await fill(user, { 'New password again': 'Verde#4821x' });
    await press(user, 'Save the password');
    await waitFor(() =>
      expect(notices()).toContain('Password reset failed!This password is known'),
    );
    expect(typedIn('New password')).toBe('Verde#4821x');
    expect(address()).toBe(LINK);
  });

  it('a reset link can be checked again after a failed check', async () => {
    const server = fakeServer({ 'GET /api/auth/reset/s3cret': 'no-response' });
    const user = await openAccounts(LINK);
    expect(await screen.findByText('The link could not be checked')).toBeTruthy();
    server.answer('GET /api/auth/reset/s3cret', { body: { ok: true } });
    await press(user, 'Try again');
    expect(await screen.findByLabelText('New password', { selector: 'input' })).toBeTruthy();
  });
});
