import { GRANTED_ROLES, type Role } from '@crece/domain';
import { z } from 'zod';

// Bodies of the calls about accounts. Only shapes and outer limits are checked here; the rules for
// a field's text (user names, passwords) are in the domain package.

const LIMIT_NAME = 100;
const LIMIT_TEXT = 500;
const LIMIT_NOTE = 2_000;
const LIMIT_PASSWORD = 1_000;
const LIMIT_SECRET = 200;

const text = (most: number) => z.string().max(most);
const role = z.enum<readonly Role[]>(GRANTED_ROLES);

export const scopeBody = z.strictObject({
  countries: z.array(text(20)).max(300).optional(),
  stakes: z.array(text(100)).max(2_000).optional(),
});

export const roleRequestBody = z.object({
  role: z.literal('sync'),
  note: z.string(),
  at: z.string(),
});

/** An account as its owner and administrators see it; never contains a password, hash or secret. */
export const userBody = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  roles: z.array(role),
  /** Absent: no limit besides the roles. */
  scope: scopeBody.optional(),
  /** How the account was created: `local`, or the provider. */
  provider: z.string(),
  /** Linked social accounts by provider. */
  additionalProvidersData: z.record(
    z.string(),
    z.object({ displayName: z.string(), email: z.string().nullable() }),
  ),
  /** Path of the picture on this server, or `null`. */
  profileImageURL: z.string().nullable(),
  hasPassword: z.boolean(),
  /** A new address that is not confirmed yet; it has no effect until its link is opened. */
  pendingEmail: z.object({ email: z.string(), asked: z.string() }).optional(),
  roleRequest: roleRequestBody.optional(),
  /** When an administrator refused the last request; absent once the account asks again. */
  roleRefused: z.string().optional(),
  /** ISO instants in UTC. */
  created: z.string(),
  lastSignIn: z.string().nullable(),
});
export type UserBody = z.infer<typeof userBody>;

export const signedInBody = z.object({ user: userBody, token: z.string() });
export type SignedInBody = z.infer<typeof signedInBody>;

export const signupRequest = z.strictObject({
  firstName: text(LIMIT_NAME),
  lastName: text(LIMIT_NAME),
  email: text(LIMIT_TEXT),
  username: text(LIMIT_NAME),
  password: text(LIMIT_PASSWORD),
});
export type SignupRequest = z.infer<typeof signupRequest>;

export const signinRequest = z.strictObject({
  usernameOrEmail: text(LIMIT_TEXT),
  password: text(LIMIT_PASSWORD),
});
export type SigninRequest = z.infer<typeof signinRequest>;

export const forgotRequest = z.strictObject({ usernameOrEmail: text(LIMIT_TEXT) });
export type ForgotRequest = z.infer<typeof forgotRequest>;

export const resetRequest = z.strictObject({
  newPassword: text(LIMIT_PASSWORD),
  verifyPassword: text(LIMIT_PASSWORD),
});
export type ResetRequest = z.infer<typeof resetRequest>;

export const passwordRequest = z.strictObject({
  /** Empty for an account without a password (created by a social sign-in). */
  currentPassword: text(LIMIT_PASSWORD),
  newPassword: text(LIMIT_PASSWORD),
  verifyPassword: text(LIMIT_PASSWORD),
  /** Linked social accounts to remove in the same action, by provider. */
  drop: z.array(text(LIMIT_NAME)).max(50).optional(),
});
export type PasswordRequest = z.infer<typeof passwordRequest>;

export const firstAdminCheckRequest = z.strictObject({ secret: text(LIMIT_SECRET) });
export const firstAdminRequest = signupRequest.extend({ secret: text(LIMIT_SECRET) });
export type FirstAdminRequest = z.infer<typeof firstAdminRequest>;

/** Begins a sign-in with a provider, by navigation. */
export const providerQuery = z.object({
  /** A path of the application to continue with. */
  redirect_to: z.string().default('/'),
  /** Whether no account may be created. */
  known_only: z.enum(['true', 'false']).default('false'),
});

export const exchangeRequest = z.strictObject({ code: text(LIMIT_SECRET) });
export const exchangeBody = signedInBody.extend({
  /** A path of the application that starts with one `/`. */
  redirectTo: z.string(),
});
export type ExchangeBody = z.infer<typeof exchangeBody>;

/** Confirms that the account is one's own when the sign-in is older than five minutes. */
const currentPassword = text(LIMIT_PASSWORD).optional();

export const linkRequest = z.strictObject({ redirectTo: text(2_000), currentPassword });
export const linkBody = z.object({ url: z.string() });
export type LinkBody = z.infer<typeof linkBody>;
export const unlinkQuery = z.object({ provider: text(LIMIT_NAME) });
export const unlinkRequest = z.strictObject({ currentPassword }).nullish();

export const profileRequest = z.strictObject({
  firstName: text(LIMIT_NAME),
  lastName: text(LIMIT_NAME),
  email: text(LIMIT_TEXT),
  username: text(LIMIT_NAME),
});
export const ownProfileRequest = profileRequest.extend({ currentPassword });
export type ProfileRequest = z.infer<typeof ownProfileRequest>;

/**
 * Which action a link in a mail about a new address performs: confirm it, or restore the old one.
 */
export const emailLinkBody = z.object({
  does: z.enum(['confirm', 'take-back']),
  username: z.string(),
  /** The account's address after the action. */
  email: z.string(),
});
export type EmailLinkBody = z.infer<typeof emailLinkBody>;
/** After restoring the old address: the secret of a link to set a new password. */
export const emailLinkDoneBody = emailLinkBody.extend({ reset: z.string().optional() });
export type EmailLinkDoneBody = z.infer<typeof emailLinkDoneBody>;

/** One's own open sessions, the most recently used first. */
export const sessionsBody = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** ISO instants in UTC; `used` is precise to the hour. */
      begun: z.string(),
      used: z.string(),
      /** Names of browser and system as the browser reported them; `null`: unknown. */
      device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
      isThis: z.boolean(),
    }),
  ),
});
export type SessionsBody = z.infer<typeof sessionsBody>;
export const endedSessionsBody = z.object({ ended: z.number() });

/**
 * A new account created by an administrator; the person sets a password with the link in the mail.
 */
export const newUserRequest = profileRequest.extend({
  roles: z.array(role).max(10),
  scope: scopeBody.optional(),
});
export type NewUserRequest = z.infer<typeof newUserRequest>;

/** The new account. Without a mail server its invitation is a file in the data folder. */
export const addedUserBody = userBody.extend({ sendsMail: z.boolean() });
export type AddedUserBody = z.infer<typeof addedUserBody>;

const editedUser = z.strictObject({
  firstName: text(LIMIT_NAME),
  lastName: text(LIMIT_NAME),
  roles: z.array(role).max(10),
  /** Absent or `null`: no limit besides the roles. */
  scope: scopeBody.nullish(),
});

export const userRequest = editedUser.extend({
  /** The values that the form was filled with: 409 when somebody else has changed them since. */
  was: editedUser.optional(),
});
export type UserRequest = z.infer<typeof userRequest>;

export const usersQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  search: text(200).default(''),
  role: role.optional(),
});
/** One page of 15. */
export const usersBody = z.object({ users: z.array(userBody), total: z.number() });
export type UsersBody = z.infer<typeof usersBody>;

export const askRoleRequest = z.strictObject({ role: z.literal('sync'), note: text(LIMIT_NOTE) });
export const roleRequestsBody = z.object({ requests: z.array(userBody) });
export type RoleRequestsBody = z.infer<typeof roleRequestsBody>;
export const answerRoleRequest = z.strictObject({ grant: z.boolean() });

export const okBody = z.object({ ok: z.literal(true) });

/** Without a mail server nobody tells the person. */
export const answeredRequestBody = okBody.extend({ sendsMail: z.boolean() });

/**
 * A password reset removes linked accounts that do not prove the address; these are their
 * providers.
 */
export const resetBody = okBody.extend({ dropped: z.array(z.string()) });
