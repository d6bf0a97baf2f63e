import {
  API_PATHS,
  type EmailLinkDoneBody,
  type ExchangeBody,
  type FirstAdminRequest,
  type ForgotRequest,
  type LinkBody,
  type PasswordRequest,
  type ProfileRequest,
  type ResetRequest,
  type SessionsBody,
  type SignedInBody,
  type SigninRequest,
  type SignupRequest,
  type UserBody,
} from '@crece/contract';
import { call, HttpError, pathOf } from './http.ts';
import { isObject, readBody, readUser } from './session-calls.ts';

/** Time limit of an upload over a slow connection. */
const UPLOAD_LIMIT_MS = 60_000;

function readSignedIn(raw: unknown): SignedInBody {
  const { user, token } = readBody<SignedInBody>(raw, { user: 'object', token: 'string' });
  return { user: readUser(user), token };
}

export const signUp = async (body: SignupRequest) =>
  readSignedIn(await call(API_PATHS.signup, { method: 'POST', body }));

export const signIn = async (body: SigninRequest) =>
  readSignedIn(await call(API_PATHS.signin, { method: 'POST', body }));

export const askReset = (body: ForgotRequest) => call(API_PATHS.forgot, { method: 'POST', body });

/** Whether the link in a mail is valid; fails with `link-invalid` or `link-expired`. */
export const checkResetLink = (token: string) => call(pathOf(API_PATHS.reset, { token }));

/** Returns the providers of linked accounts that were removed with the old password. */
export async function resetPassword(token: string, body: ResetRequest): Promise<string[]> {
  const raw = await call(pathOf(API_PATHS.reset, { token }), { method: 'POST', body });
  const dropped = isObject(raw) ? raw['dropped'] : undefined;
  return Array.isArray(dropped) ? dropped.filter((name) => typeof name === 'string') : [];
}

function readEmailLink(raw: unknown): EmailLinkDoneBody {
  const { does, username, email, reset } = readBody<EmailLinkDoneBody>(raw, {
    username: 'string',
    email: 'string',
  });
  return {
    does: does === 'take-back' ? does : 'confirm',
    username,
    email,
    ...(typeof reset === 'string' ? { reset } : {}),
  };
}

/** What the link in a mail about a new address will do; fails like a password link. */
export const checkEmailLink = async (token: string) =>
  readEmailLink(await call(pathOf(API_PATHS.emailLink, { token })));

export const followEmailLink = async (token: string) =>
  readEmailLink(await call(pathOf(API_PATHS.emailLink, { token }), { method: 'POST' }));

/** Sends the link to one's own new address again. */
export const sendEmailLink = async () =>
  readUser(await call(API_PATHS.ownEmail, { method: 'POST' }));

/** Cancels the change of the address. */
export const giveEmailUp = async () =>
  readUser(await call(API_PATHS.ownEmail, { method: 'DELETE' }));

/** One's own open sessions, the most recently used first. */
export async function fetchSessions(): Promise<SessionsBody['sessions']> {
  const raw = await call(API_PATHS.sessions);
  return readBody<SessionsBody>(raw, { sessions: 'list' }).sessions;
}

export const endListedSession = (sessionId: string) =>
  call(pathOf(API_PATHS.listedSession, { sessionId }), { method: 'DELETE' });

export const endOtherSessions = () => call(API_PATHS.sessions, { method: 'DELETE' });

/** Whether the first administrator's link is valid; fails like a link in a mail. */
export const checkFirstAdminLink = (secret: string) =>
  call(API_PATHS.firstAdminCheck, { method: 'POST', body: { secret } });

export const makeFirstAdmin = async (body: FirstAdminRequest) =>
  readSignedIn(await call(API_PATHS.firstAdmin, { method: 'POST', body }));

/** Exchanges the code of a social sign-in for the session. */
export async function exchangeCode(code: string): Promise<ExchangeBody> {
  const raw = await call(API_PATHS.exchange, { method: 'POST', body: { code } });
  const redirectTo = isObject(raw) ? raw['redirectTo'] : undefined;
  return {
    ...readSignedIn(raw),
    redirectTo: typeof redirectTo === 'string' ? redirectTo : '/',
  };
}

/**
 * The address at which a sign-in with a provider starts; with `knownOnly` no account is created.
 */
export function providerAddress(
  provider: string,
  redirectTo: string,
  { knownOnly }: { knownOnly: boolean },
): string {
  const query = new URLSearchParams({ redirect_to: redirectTo });
  if (knownOnly) query.set('known_only', 'true');
  return `${pathOf(API_PATHS.provider, { provider })}?${query}`;
}

export const saveProfile = async (body: ProfileRequest) =>
  readUser(await call(API_PATHS.users, { method: 'PUT', body }));

/** Ends the account's other sessions; the response contains a new token for this one. */
export const changePassword = (body: PasswordRequest) =>
  call(API_PATHS.password, { method: 'POST', body });

export const unlinkAccount = async (provider: string, currentPassword?: string) =>
  readUser(
    await call(API_PATHS.socialAccounts, {
      method: 'DELETE',
      query: { provider },
      body: { currentPassword },
    }),
  );

/** Starts to link a social account; returns the address to navigate to. */
export async function linkAddress(
  provider: string,
  redirectTo: string,
  currentPassword?: string,
): Promise<string> {
  const raw = await call(pathOf(API_PATHS.linkAccount, { provider }), {
    method: 'POST',
    body: { redirectTo, currentPassword },
  });
  return readBody<LinkBody>(raw, { url: 'string' }).url;
}

export async function uploadPicture(file: Blob): Promise<UserBody> {
  const form = new FormData();
  form.append('newProfilePicture', file);
  return readUser(
    await call(API_PATHS.picture, { method: 'POST', form, timeLimitMs: UPLOAD_LIMIT_MS }),
  );
}

export const removePicture = async () =>
  readUser(await call(API_PATHS.picture, { method: 'DELETE' }));

/** Requests the right to sync. */
export const askRole = async (note: string) =>
  readUser(await call(API_PATHS.roleRequests, { method: 'POST', body: { role: 'sync', note } }));

/** Withdraws one's own request. */
export const takeRoleRequestBack = async () =>
  readUser(await call(API_PATHS.roleRequests, { method: 'DELETE' }));

/** Tells the server to end this session; a missing response is ignored. */
export async function signOutByCall(): Promise<void> {
  try {
    await call(API_PATHS.signout, { background: true });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
  }
}
