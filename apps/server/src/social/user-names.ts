import { randomInt } from 'node:crypto';
import { ACCOUNT_LIMITS, checkUsername } from '@crece/domain';
import type { Identity } from './identity.ts';

/** Tries with a number at the end (`ana2` … `ana9`), then with a random one. */
const COUNTED = 9;
const RANDOM_TRIES = 10;
const RANDOM_ENDS = 10_000;
const LAST_RESORT = 'member';

/** Converts a word to the characters of user names: `María José!` becomes `maria.jose`. */
function asUsername(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '.')
    .replace(/[_.-]{2,}/g, '.')
    .slice(0, ACCOUNT_LIMITS.username.to)
    .replace(/^[_.-]+|[_.-]+$/g, '');
}

function withEnd(name: string, end: number): string {
  const text = String(end);
  return `${name.slice(0, ACCOUNT_LIMITS.username.to - text.length)}${text}`;
}

/** User names for a person, the most natural first; each follows the rules of user names. */
export function* usernamesFor(identity: Identity): Generator<string> {
  const { handle, email, firstName, lastName } = identity;
  const words = [handle ?? '', email?.split('@')[0] ?? '', `${firstName} ${lastName}`];
  const bases = words.map(asUsername).filter((name) => checkUsername(name).ok);
  const [base = LAST_RESORT] = bases;
  yield* new Set([base, ...bases]);
  for (let end = 2; end <= COUNTED; end += 1) yield withEnd(base, end);
  for (let tries = 0; tries < RANDOM_TRIES; tries += 1) yield withEnd(base, randomInt(RANDOM_ENDS));
}
