import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS, type SignedInBody, type UserBody } from '@crece/contract';
import type { Role } from '@crece/domain';
import { type SmtpSink, startSmtpSink } from '../../apps/server/src/mail/testing/smtp-sink.ts';
import {
  type RunningOidcProvider,
  startOidcProvider,
} from '../../apps/server/src/social/testing/oidc-provider.ts';
import { freePort, type ServerProcess, startServer } from './server-process.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
}

/** A server with an administrator, a real mail server and a real social sign-in provider. */
export interface AccountServer extends ServerProcess {
  admin: Person;
  /** A session of the administrator that no test may end. */
  adminToken: string;
  mails: SmtpSink;
  provider: RunningOidcProvider;
}

/**
 * People known to the provider; each test that links or creates an account uses a different one.
 */
export const PROVIDER_PEOPLE = ['grace', 'kwame', 'irene', 'tomas'] as const;

/** A password that passes every rule. */
export const GOOD_PASSWORD = 'Papaya-Verde-27';

let people = 0;

/** A new person for each call. */
export function somebody(firstName: string, lastName = 'Morales'): Person {
  people += 1;
  const username = `${firstName.toLowerCase()}.${process.pid}.${people}`;
  return {
    firstName,
    lastName,
    username,
    email: `${username}@example.org`,
    password: GOOD_PASSWORD,
  };
}

const GIVE_UP_MS = 15_000;

/** Polls until there is a result; throws with a description of what is missing. */
async function until<T>(look: () => T | undefined, missing: () => string): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(missing());
    await pause(50);
  }
}

/** The first-administrator link, in the file that the server names where no terminal reads it. */
export function firstAdminLink(server: Pick<ServerProcess, 'output'>): Promise<string> {
  return until(
    () => {
      const file = /^ {2}(\S+first-admin-link)$/m.exec(server.output())?.[1];
      return file === undefined ? undefined : readFileSync(file, 'utf8').trim();
    },
    () => `no link was named:\n${server.output()}`,
  );
}

interface CallOptions {
  token?: string;
  body?: unknown;
}

/** Calls the server's API directly. */
export function call(
  server: { url: string },
  method: string,
  path: string,
  { token, body }: CallOptions = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Calls the server's API; throws with the response when the server refuses. */
export async function answerOf<T>(
  server: { url: string },
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const answer = await call(server, method, path, options);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The server's status for a session's token: 200, or 401 once the session has ended. */
export async function sessionStatus(server: { url: string }, token: string): Promise<number> {
  return (await call(server, 'GET', API_PATHS.session, { token })).status;
}

/** Creates an account by API call. */
export function signUpByCall(server: { url: string }, person: Person): Promise<SignedInBody> {
  return answerOf<SignedInBody>(server, 'POST', API_PATHS.signup, { body: person });
}

/** Creates a session by API call. */
export function signInByCall(
  server: { url: string },
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<SignedInBody> {
  const body = { usernameOrEmail: username, password };
  return answerOf<SignedInBody>(server, 'POST', API_PATHS.signin, { body });
}

/** An account created by an administrator; it has no password until its invitation is used. */
export function addByAdmin(
  server: AccountServer,
  { firstName, lastName, email, username }: Person,
  roles: readonly Role[] = ['user'],
): Promise<UserBody> {
  const body = { firstName, lastName, email, username, roles };
  return answerOf<UserBody>(server, 'POST', API_PATHS.users, { token: server.adminToken, body });
}

/** Grants roles to an account as an administrator; this ends all its sessions. */
export function grantByCall(
  server: Pick<AccountServer, 'url' | 'adminToken'>,
  { id, firstName, lastName }: UserBody,
  roles: readonly Role[],
  scope: UserBody['scope'] | null = null,
): Promise<UserBody> {
  const path = API_PATHS.user.replace(':userId', id);
  const body = { firstName, lastName, roles, scope };
  return answerOf<UserBody>(server, 'PUT', path, { token: server.adminToken, body });
}

/**
 * Creates the first administrator through the link that the server prints; returns the session's
 * token.
 */
export async function makeFirstAdmin(
  server: Pick<ServerProcess, 'url' | 'output'>,
  admin: Person,
): Promise<string> {
  const secret = (await firstAdminLink(server)).split('#')[1];
  const body = { ...admin, secret };
  const signedIn = await answerOf<SignedInBody>(server, 'POST', API_PATHS.firstAdmin, { body });
  return signedIn.token;
}

export async function startAccountServer(): Promise<AccountServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mails = await startSmtpSink();
  const provider = await startOidcProvider({
    redirectUris: [`${url}/api/auth/office/callback`],
    accounts: PROVIDER_PEOPLE.map((name) => ({
      sub: name,
      email: `${name}@office.example.org`,
      email_verified: true,
      given_name: name.charAt(0).toUpperCase() + name.slice(1),
      family_name: 'Office',
    })),
  });
  const server = await startServer({
    PORT: String(port),
    CRECE_PUBLIC_URL: url,
    CRECE_SMTP_URL: mails.url,
    CRECE_MAIL_FROM: 'Crece <crece@example.org>',
    CRECE_OAUTH_OFFICE_CLIENT_ID: provider.clientId,
    CRECE_OAUTH_OFFICE_CLIENT_SECRET: provider.clientSecret,
    CRECE_OAUTH_OFFICE_ISSUER: provider.issuer,
    CRECE_OAUTH_OFFICE_NAME: 'Office',
  });
  const admin = somebody('Julia', 'Ramos');
  return {
    ...server,
    admin,
    adminToken: await makeFirstAdmin(server, admin),
    mails,
    provider,
    stop: async () => {
      await server.stop();
      await mails.close();
      await provider.close();
    },
  };
}

/** Waits for the newest matching mail to this address. */
export function mailTo(
  server: AccountServer,
  email: string,
  fits: (text: string) => boolean = () => true,
): Promise<string> {
  return until(
    () =>
      server.mails.mails
        .filter(({ to }) => to.includes(email))
        .map(({ parsed }) => `${parsed.subject ?? ''}\n${parsed.text ?? ''}`)
        .findLast(fits),
    () => `no such mail came to ${email}`,
  );
}

const LINK = /https?:\/\/\S+\/password\/reset\/[\w-]+/;

/** Waits for a mail to this address and returns its newest link. */
export async function linkInMail(server: AccountServer, email: string): Promise<string> {
  const mail = await mailTo(server, email, (text) => LINK.test(text));
  return LINK.exec(mail)?.[0] ?? '';
}
