import {
  ACCOUNT_LIMITS,
  type Issue,
  PASSWORD_LIMITS,
  type RolesCode,
  type SignUpCode,
} from '@crece/domain';
import type { AccountRefusal } from '../../accounts/accounts.ts';

const { username, name } = ACCOUNT_LIMITS;
const { password, passphrase } = PASSWORD_LIMITS;

const WORDS: Readonly<Record<SignUpCode | RolesCode | 'password-common', string>> = {
  'name-required': 'is missing',
  'name-length': `has at most ${name.to} characters`,
  'email-required': 'is missing',
  'email-invalid': 'is no e-mail address',
  'username-required': 'is missing',
  'username-length': `has ${username.from} to ${username.to} characters`,
  'username-characters': 'has letters from a to z, digits, _, . and - only',
  'username-separators': 'has no two of _, . and - in a row',
  'username-dot-ends': 'does not begin or end with a dot',
  'username-reserved': 'is reserved',
  'password-length': `has ${password.from} to ${password.to} characters`,
  'password-lower': `has a lower-case letter, or ${passphrase.from} characters and more`,
  'password-upper': `has an upper-case letter, or ${passphrase.from} characters and more`,
  'password-digit': `has a digit, or ${passphrase.from} characters and more`,
  'password-special': `has a special character, or ${passphrase.from} characters and more`,
  'password-repeated': 'has no character three times in a row',
  'password-pattern': 'is no group again and again and no row of keys',
  'password-is-name': 'is without user name, e-mail address, names and "crece"',
  'password-common': 'is one that everybody tries',
  'roles-required': 'are missing: an account has at least one',
  'sync-needs-user': 'hold sync without user: it stands beside user, never instead of it',
};

/** The command-line option of each field. */
const FIELDS: Readonly<Record<string, string>> = {
  username: '--username',
  email: '--email',
  firstName: '--first',
  lastName: '--last',
  password: 'The password',
  roles: 'The roles',
};

/** The fault of a field in a sentence: `--username has 3 to 34 characters.` */
export function fieldFaultSentence({ code, field = '' }: Issue): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code as keyof typeof WORDS] : code;
  return `${FIELDS[field] ?? field} ${words}.`;
}

/** Why the accounts refuse a change, in a sentence. */
export const REFUSALS: Readonly<Record<AccountRefusal, string>> = {
  'not-found': 'There is no such account any more.',
  'name-taken': 'The user name is taken.',
  'email-taken': 'There is an account with this e-mail address.',
  'social-taken': 'The social account belongs to somebody else.',
  'last-admin':
    'This is the last administrator who is not limited to places: make another one first.',
  'last-sign-in': 'Without this there would be no way to sign in.',
  'own-account': 'This is your own account.',
  forbidden: 'The account works in other places.',
  validation: 'Some fields are not as they must be.',
  conflict: 'The account was being changed by somebody else: try again.',
};
