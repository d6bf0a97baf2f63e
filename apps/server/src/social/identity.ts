import { ACCOUNT_LIMITS, checkEmail, tidyPersonName } from '@crece/domain';

/** A person's identity at a provider, as far as the provider tells. */
export interface Identity {
  /** The provider's permanent id of the person. */
  subject: string;
  /** Lower-cased; `null`: none, or not valid for an account. */
  email: string | null;
  /** The provider has verified that the address belongs to this person. */
  isEmailChecked: boolean;
  firstName: string;
  lastName: string;
  displayName: string;
  /** The person's nickname at the provider, if any. */
  handle: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

const LONGEST_SUBJECT = 255;

/** An object's fields, or none; foreign answers are read field by field. */
export function claimsOf(answer: unknown): Claims {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  return isObject ? (answer as Claims) : {};
}

function textOf(claims: Claims, ...names: readonly string[]): string {
  const [found = ''] = names
    .map((name) => claims[name])
    .filter((value): value is string => typeof value === 'string')
    .map((value) => value.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim())
    .filter((value) => value !== '');
  return found;
}

/** The first of the named claims that can be seen, as a name of a person is stored. */
function personTextOf(claims: Claims, ...names: readonly string[]): string {
  return (
    names.map((name) => tidyPersonName(textOf(claims, name))).find((text) => text !== '') ?? ''
  );
}

/** `sub` in OpenID Connect; `id` at GitHub (a number) and Facebook. */
function subjectOf({ sub, id }: Claims): string | null {
  const subject = sub ?? id;
  if (typeof subject === 'number' && Number.isSafeInteger(subject)) return String(subject);
  if (typeof subject !== 'string' || subject === '') return null;
  return subject.length <= LONGEST_SUBJECT ? subject : null;
}

function emailOf(text: string): string | null {
  const checked = checkEmail(text);
  return checked.ok ? checked.value : null;
}

/** As many characters of a name as a profile may have. */
function nameOf(text: string): string {
  return [...text].slice(0, ACCOUNT_LIMITS.name.to).join('').trim();
}

/** First and last name; a single word is the first name, since few providers give both. */
function namesOf(claims: Claims, full: string): Pick<Identity, 'firstName' | 'lastName'> {
  const given = personTextOf(claims, 'given_name', 'first_name');
  const family = personTextOf(claims, 'family_name', 'last_name');
  if (given !== '') return { firstName: nameOf(given), lastName: nameOf(family) };
  const words = (family === '' ? full : family).split(' ');
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: nameOf(words.join(' ')), lastName: nameOf(last) };
}

/** The best address in GitHub's list: verified before unverified, then primary before others. */
function listedEmail(list: unknown): { email: string; isChecked: boolean } | null {
  if (!Array.isArray(list)) return null;
  const rank = ({ verified, primary }: Claims) =>
    (verified === true ? 2 : 0) + (primary === true ? 1 : 0);
  const [best] = list.map(claimsOf).sort((a, b) => rank(b) - rank(a));
  const email = best === undefined ? null : emailOf(textOf(best, 'email'));
  return email === null ? null : { email, isChecked: best?.['verified'] === true };
}

/**
 * Reads an identity from a provider's claims and, if there is one, its list of addresses; `null`
 * when they do not say who the person is.
 */
export function identityOf(claims: Claims, emailList: unknown = null): Identity | null {
  const subject = subjectOf(claims);
  if (subject === null) return null;
  const listed = listedEmail(emailList);
  const email = listed?.email ?? emailOf(textOf(claims, 'email'));
  const { email_verified: verified } = claims;
  // Some providers send the boolean as text.
  const isChecked = listed?.isChecked ?? (verified === true || verified === 'true');

  const handle = textOf(claims, 'preferred_username', 'login', 'nickname') || null;
  const full = personTextOf(claims, 'name') || handle || (email?.split('@')[0] ?? '');
  return {
    subject,
    email,
    isEmailChecked: email !== null && isChecked,
    ...namesOf(claims, full),
    displayName: nameOf(full === '' ? subject : full),
    handle,
  };
}
