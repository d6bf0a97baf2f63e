import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { anApp } from '../testing/test-app.ts';
import { aSignUp, call, OTHER_PASSWORD, PASSWORD } from '../testing/test-people.ts';
import { issueFirstAdminPath } from './first-admin.ts';

describe('the server log', () => {
  it('contains no password, secret, token or address of any call, even of failed ones', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const app = await anApp({ logger });
    const { accounts, sessions, passwordLinks } = app.services;
    const adminSecret = (await issueFirstAdminPath(app.services))?.split('#')[1] ?? '';
    const secret = adminSecret;
    await call(app, 'POST', '/api/auth/first-admin', { ...aSignUp(), secret });
    const account = await accounts.find('ana');
    if (account === null) throw new Error('no account');
    const token = await sessions.create(account);
    const link = await passwordLinks.issue(account, 'reset');

    const everything = async () => {
      const credentials = { usernameOrEmail: 'ana', password: PASSWORD };
      await call(app, 'POST', '/api/auth/signin', credentials);
      await call(app, 'POST', '/api/auth/signup', aSignUp({ email: 'eve@example.org' }));
      await call(app, 'POST', '/api/auth/forgot', { usernameOrEmail: 'ana@example.org' });
      await call(app, 'POST', '/api/auth/first-admin/check', { secret });
      const both = { newPassword: OTHER_PASSWORD, verifyPassword: OTHER_PASSWORD };
      const change = { currentPassword: PASSWORD, ...both };
      await call(app, 'POST', '/api/users/password', change, { token });
      await call(app, 'POST', `/api/auth/reset/${link}`, both);
      await call(app, 'GET', '/api/auth/session', undefined, { token });
    };
    await everything();
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    const fault = () => Promise.reject(new Error('the store is on fire'));
    accounts.find = fault;
    accounts.byId = fault;
    accounts.create = fault;
    accounts.hasAdmin = fault;
    await everything();
    await app.services.background.settled();

    const log = lines.join('');
    expect(log).toContain('the store is on fire');
    expect(log).toContain('/api/auth/signin');
    for (const text of [PASSWORD, OTHER_PASSWORD, adminSecret, token, link, 'example.org']) {
      expect(log, text).not.toContain(text);
    }
  });
});
