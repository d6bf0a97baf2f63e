import type { UserBody } from '@crece/contract';
import { RENEWED_TOKEN_HEADER } from '@crece/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { openAccounts } from '../accounts/accounts.ts';
import { createPasswords } from '../accounts/passwords.ts';
import type { NewAccount, StoredAccount } from '../accounts/stored-account.ts';
import type { ServerApp } from '../app.ts';
import type { Stores } from '../store/document-store.ts';
import { CHEAP_PASSWORDS } from './test-app.ts';

export const PASSWORD = 'Kiwi-Trova-58';
export const OTHER_PASSWORD = 'Trigo/Luna-91';

/** A valid sign-up form. */
export function aSignUp(different: Partial<Record<keyof UserBody | 'password', string>> = {}) {
  return {
    firstName: 'Ana',
    lastName: 'López',
    email: 'ana@example.org',
    username: 'ana',
    password: PASSWORD,
    ...different,
  };
}

/** An account with `PASSWORD`, created directly in the store. */
export async function anAccount(
  { services }: ServerApp,
  different: Partial<NewAccount> = {},
): Promise<StoredAccount> {
  const username = different.username ?? 'ana';
  const made = await services.accounts.create({
    username,
    email: `${username}@example.org`,
    firstName: 'Ana',
    lastName: 'López',
    roles: ['user'],
    passwordHash: await services.passwords.hash(PASSWORD),
    language: 'en',
    ...different,
  });
  if (!made.ok) throw new Error(made.code);
  return made.account;
}

/** An account with `PASSWORD` in the databases of a server that does not run. */
export async function accountIn(
  stores: Stores,
  username: string,
  roles: NewAccount['roles'],
): Promise<void> {
  const accounts = await openAccounts({ stores, clock: () => new Date() });
  const made = await accounts.create({
    username,
    email: `${username}@example.org`,
    firstName: 'Ana',
    lastName: 'López',
    roles,
    passwordHash: await createPasswords(CHEAP_PASSWORDS).hash(PASSWORD),
    language: 'en',
  });
  if (!made.ok) throw new Error(made.code);
}

/** An account with a session, created directly in the store. */
export async function aSignedIn(
  app: ServerApp,
  different: Partial<NewAccount> = {},
): Promise<{ account: StoredAccount; token: string }> {
  const account = await anAccount(app, different);
  return { account, token: await app.services.sessions.create(account) };
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  from?: string;
}

/** Injects a request, with or without a session. */
export function call(
  { app }: ServerApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: unknown,
  { token, headers = {}, from }: CallOptions = {},
): Promise<LightMyRequestResponse> {
  const options: InjectOptions = {
    method,
    url,
    headers: { ...(token === undefined ? {} : { authorization: `JWT ${token}` }), ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  };
  return app.inject(options);
}

/**
 * Status and code of an answer, and the codes of its issues with their fields:
 * `422 validation email:email-invalid`.
 */
export function saidBy(answer: LightMyRequestResponse): string {
  if (answer.statusCode < 400) return String(answer.statusCode);
  const { code, issues = [] } = answer.json<{
    code: string;
    issues?: { field?: string; code: string }[];
  }>();
  const found = issues.map((issue) => `${issue.field}:${issue.code}`);
  return [answer.statusCode, code, ...found].join(' ');
}

/** The renewed token in an answer, or `null`. */
export function renewedToken(answer: LightMyRequestResponse): string | null {
  const token = answer.headers[RENEWED_TOKEN_HEADER];
  return typeof token === 'string' ? token : null;
}

/** A clock that a test moves; it begins at a whole second, like times in tokens. */
export function aClock(start = '2025-06-01T08:00:00.000Z') {
  let now = Date.parse(start);
  return {
    clock: () => new Date(now),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** Starts the server on a real port until the test ends. */
export async function listen({ app }: ServerApp): Promise<string> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return address;
}
