import type { Checked, Issue } from '../fields/entities.ts';
import { tidyPersonName } from '../fields/text.ts';
import { checkPassword, type PasswordCode } from './check-password.ts';

/**
 * Lengths in characters. Source: the specification, section 5; the limit for names is our own
 * choice.
 */
export const ACCOUNT_LIMITS = {
  username: { from: 3, to: 34 },
  name: { to: 50 },
  /** The longest path of a mail, RFC 5321 section 4.5.3.1. */
  email: { to: 254 },
  emailLocalPart: { to: 64 },
} as const;

/** User names that could be mistaken for the product, its staff or a system account. */
export const RESERVED_USERNAMES: readonly string[] = [
  'admin',
  'administrator',
  'root',
  'api',
  'user',
  'unknown',
  'anonymous',
  'null',
  'undefined',
  'password',
  'crece',
  'sync',
  'support',
];

export type UsernameCode =
  | 'username-required'
  | 'username-length'
  | 'username-characters'
  | 'username-separators'
  | 'username-dot-ends'
  | 'username-reserved';
export type EmailCode = 'email-required' | 'email-invalid';
export type NameCode = 'name-required' | 'name-length';
export type ProfileCode = UsernameCode | EmailCode | NameCode;
export type SignUpCode = ProfileCode | PasswordCode;

export interface NamesDraft {
  readonly firstName: string;
  readonly lastName: string;
}

/** A person's own profile as typed in the form. */
export interface ProfileDraft extends NamesDraft {
  readonly email: string;
  readonly username: string;
}

export interface SignUpDraft extends ProfileDraft {
  readonly password: string;
}

// ASCII only, so that no two addresses differ by a letter that only looks the same or becomes the
// same in lower case.
const EMAIL_LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const EMAIL_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const USERNAME_RULES: readonly {
  readonly code: UsernameCode;
  readonly isBroken: (name: string) => boolean;
  readonly params?: Readonly<Record<string, number>>;
}[] = [
  { code: 'username-required', isBroken: (name) => name === '' },
  { code: 'username-characters', isBroken: (name) => !/^[A-Za-z0-9_.-]*$/.test(name) },
  {
    code: 'username-length',
    isBroken: ({ length }) =>
      length < ACCOUNT_LIMITS.username.from || length > ACCOUNT_LIMITS.username.to,
    params: ACCOUNT_LIMITS.username,
  },
  { code: 'username-separators', isBroken: (name) => /[_.-]{2}/.test(name) },
  { code: 'username-dot-ends', isBroken: (name) => /^\.|\.$/.test(name) },
  {
    code: 'username-reserved',
    isBroken: (name) => RESERVED_USERNAMES.includes(name.toLowerCase()),
  },
];

function accepted<T>(value: T): { ok: true; value: T; notices: readonly [] } {
  return { ok: true, value, notices: [] };
}

function issuesOf<Code extends string>(
  ...results: readonly Checked<unknown, Code>[]
): readonly Issue<Code>[] {
  return results.flatMap((result) => (result.ok ? [] : result.issues));
}

/**
 * Checks a typed user name and lower-cases it (`Ana.Lopez` becomes `ana.lopez`). Reports only the
 * first rule that it breaks.
 */
export function checkUsername(text: string): Checked<string, UsernameCode> {
  const name = text.trim();
  const broken = USERNAME_RULES.find((rule) => rule.isBroken(name));
  if (broken === undefined) return accepted(name.toLowerCase());
  const { code, params } = broken;
  return {
    ok: false,
    issues: [{ code, field: 'username', ...(params === undefined ? {} : { params }) }],
  };
}

/** Checks a typed e-mail address and lower-cases it. */
export function checkEmail(text: string): Checked<string, EmailCode> {
  const email = text.trim().toLowerCase();
  const refuse = (code: EmailCode): Checked<string, EmailCode> => ({
    ok: false,
    issues: [{ code, field: 'email' }],
  });
  if (email === '') return refuse('email-required');
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const isGood =
    email.length <= ACCOUNT_LIMITS.email.to &&
    local.length <= ACCOUNT_LIMITS.emailLocalPart.to &&
    EMAIL_LOCAL_PART.test(local) &&
    EMAIL_DOMAIN.test(email.slice(at + 1));
  return isGood ? accepted(email) : refuse('email-invalid');
}

function checkName(text: string, field: keyof NamesDraft): Checked<string, NameCode> {
  const name = tidyPersonName(text);
  if (name === '') return { ok: false, issues: [{ code: 'name-required', field }] };
  const { to } = ACCOUNT_LIMITS.name;
  if ([...name].length > to) {
    return { ok: false, issues: [{ code: 'name-length', field, params: { to } }] };
  }
  return accepted(name);
}

/**
 * Checks a person's typed names: both are required. Blanks are collapsed and invisible characters
 * removed.
 */
export function checkNames(draft: NamesDraft): Checked<NamesDraft, NameCode> {
  const firstName = checkName(draft.firstName, 'firstName');
  const lastName = checkName(draft.lastName, 'lastName');
  return firstName.ok && lastName.ok
    ? accepted({ firstName: firstName.value, lastName: lastName.value })
    : { ok: false, issues: issuesOf(firstName, lastName) };
}

/** Checks a typed profile and returns names, e-mail address and user name in their stored form. */
export function checkProfile(draft: ProfileDraft): Checked<ProfileDraft, ProfileCode> {
  const names = checkNames(draft);
  const email = checkEmail(draft.email);
  const username = checkUsername(draft.username);
  return names.ok && email.ok && username.ok
    ? accepted({ ...names.value, email: email.value, username: username.value })
    : { ok: false, issues: issuesOf<ProfileCode>(names, email, username) };
}

/** Checks a typed sign-up: the profile, and a password that is acceptable for it. */
export function checkSignUp(draft: SignUpDraft): Checked<SignUpDraft, SignUpCode> {
  const profile = checkProfile(draft);
  const password = checkPassword(draft.password, draft);
  return profile.ok && password.ok
    ? accepted({ ...profile.value, password: password.value })
    : { ok: false, issues: issuesOf<SignUpCode>(profile, password) };
}

/** A person's name as shown on the screen: `Ana López`. */
export function displayNameOf(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim();
}
