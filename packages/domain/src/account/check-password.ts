import type { Checked, Issue } from '../fields/entities.ts';
import { isPattern } from './password-pattern.ts';

/** Lengths in characters (code points). Source: decisions, section 6. */
export const PASSWORD_LIMITS = {
  password: { from: 10, to: 128 },
  /** From this length on it is a passphrase: its length replaces the four kinds of character. */
  passphrase: { from: 20 },
} as const;

export type PasswordCode =
  | 'password-length'
  | 'password-lower'
  | 'password-upper'
  | 'password-digit'
  | 'password-special'
  | 'password-repeated'
  | 'password-pattern'
  | 'password-is-name';
export type NewPasswordCode = PasswordCode | 'password-differs';

/** The person whose password is checked; fields as typed. */
export interface PasswordOwner {
  readonly username?: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

export interface NewPasswordDraft {
  readonly newPassword: string;
  readonly verifyPassword: string;
}

const CLASSES: readonly { readonly code: PasswordCode; readonly has: RegExp }[] = [
  { code: 'password-lower', has: /\p{Ll}/u },
  { code: 'password-upper', has: /\p{Lu}/u },
  { code: 'password-digit', has: /\p{Nd}/u },
  { code: 'password-special', has: /[^\p{L}\p{N}\p{M}]/u },
];

/** One character three times in a row. */
const REPEATED = /(.)\1\1/su;

/**
 * Returns a password in the form in which it is hashed and compared. Keyboards write `é` as one
 * character or as two, and both must open the same account (NFKC, as NIST SP 800-63B asks).
 */
export function passwordText(text: string): string {
  return text.normalize('NFKC');
}

/**
 * Whether the user name, the e-mail address or the part before its `@` makes up half of the
 * password or more.
 */
function isMostlyName(password: string, { username = '', email = '' }: PasswordOwner): boolean {
  const typed = password.toLowerCase();
  return [username, email, email.split('@', 1)[0] ?? '']
    .map((name) => name.trim().toLowerCase())
    .some((name) => name !== '' && name.length * 2 >= typed.length && typed.includes(name));
}

/** The product's name: attackers guess it first. */
const PRODUCT = 'crece';
/** Minimum length of a name to search for. Shorter names occur in ordinary words by chance. */
const SHORTEST_WORD = 4;

const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Whether the password contains the person's or the product's name. */
function holdsContextWord(password: string, owner: PasswordOwner): boolean {
  const { username = '', email = '', firstName = '', lastName = '' } = owner;
  const local = email.split('@', 1)[0] ?? '';
  const typed = withoutAccents(password);
  return [PRODUCT, username, local, ...`${firstName} ${lastName}`.split(/\s+/)]
    .map((word) => withoutAccents(word.trim()))
    .some((word) => word.length >= SHORTEST_WORD && typed.includes(word));
}

/**
 * Checks a typed password and reports every rule that it breaks. From 20 characters (a passphrase)
 * the four kinds of character are not required, and a name in it is allowed while it makes up less
 * than half. Blanks count, also at the start and end.
 */
export function checkPassword(
  text: string,
  owner: PasswordOwner = {},
): Checked<string, PasswordCode> {
  const password = passwordText(text);
  const { length } = [...password];
  const { from, to } = PASSWORD_LIMITS.password;
  const issues: Issue<PasswordCode>[] = [];
  const refuse = (code: PasswordCode): void => {
    issues.push({ code, field: 'password' });
  };
  if (length < from || length > to) {
    issues.push({ code: 'password-length', field: 'password', params: { from, to } });
  }
  const isPassphrase = length >= PASSWORD_LIMITS.passphrase.from;
  if (!isPassphrase) {
    for (const { code, has } of CLASSES) if (!has.test(password)) refuse(code);
  }
  if (REPEATED.test(password)) refuse('password-repeated');
  else if (length <= to && isPattern(password, isPassphrase)) refuse('password-pattern');
  if (isMostlyName(password, owner) || (!isPassphrase && holdsContextWord(password, owner))) {
    refuse('password-is-name');
  }
  return issues.length === 0 ? { ok: true, value: password, notices: [] } : { ok: false, issues };
}

/** Checks a new password that was typed twice; its issues name the form's fields. */
export function checkNewPassword(
  draft: NewPasswordDraft,
  owner: PasswordOwner = {},
): Checked<string, NewPasswordCode> {
  const checked = checkPassword(draft.newPassword, owner);
  const issues: Issue<NewPasswordCode>[] = checked.ok
    ? []
    : checked.issues.map((issue) => ({ ...issue, field: 'newPassword' }));
  if (passwordText(draft.verifyPassword) !== passwordText(draft.newPassword)) {
    issues.push({ code: 'password-differs', field: 'verifyPassword' });
  }
  return checked.ok && issues.length === 0 ? checked : { ok: false, issues };
}
