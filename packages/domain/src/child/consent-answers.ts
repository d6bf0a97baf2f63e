import { readConsent } from '../base/consent.ts';
import type { Consent } from '../base/words.ts';

/**
 * Of two people's answers about one child the one that counts: the refusal; of two alike the earlier
 * one. It does not matter which of them comes first.
 */
export function joinConsent(one: unknown, other: unknown): Consent | undefined {
  const first = readConsent(one);
  const second = readConsent(other);
  if (first === undefined || second === undefined) return first ?? second;
  if (first.given !== second.given) return first.given ? second : first;
  const order = ({ day, who }: Consent) => JSON.stringify([day === '' ? '9' : day, who]);
  return order(first) <= order(second) ? first : second;
}

/** What a form holds of an answer: `yes`, `no`, or empty without one. */
export function typedConsent(consent: Consent | undefined): string {
  if (consent === undefined) return '';
  return consent.given ? 'yes' : 'no';
}

/**
 * The answer to store after a form: with its day and who typed it. One that nobody changed keeps the
 * day and name of then; a form without an answer changes nothing.
 */
export function answeredConsent(
  typed: string,
  before: Consent | undefined,
  { day, who }: Pick<Consent, 'day' | 'who'>,
): Consent | undefined {
  if (typed === typedConsent(before) || (typed !== 'yes' && typed !== 'no')) return before;
  return { given: typed === 'yes', day, who };
}
