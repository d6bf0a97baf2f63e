import { firstNumber, MIN_PHONE_DIGITS } from '../base/first-number.ts';
import { type CallingPlan, callingPlan, planOfPrefixed } from './calling-prefix.ts';

/** Fewest and most digits of a number that is written with its country (E.164). */
const INTERNATIONAL = { min: 8, max: 15 } as const;

/**
 * Why a number stays as it was typed: no prefix of the country is known, the digits are no number of it, or they
 * are one with and without the prefix.
 */
export type LocalWhy = 'no-prefix' | 'length' | 'ambiguous';

/** A number to which a message can be written. */
export type MessageNumber =
  /** Digits with the country's code, without `+`. */
  | { readonly international: string }
  /** As it was typed, for the country's own network. */
  | { readonly local: string; readonly why: LocalWhy };

const fits = ({ digits: [min, max] }: CallingPlan, national: string): boolean =>
  national.length >= min && national.length <= max;

/** The digits after a calling code, without the zero that is dialled only inside the country. */
function nationalOf({ prefix, trunk }: CallingPlan, digits: string): string {
  const rest = digits.slice(prefix.length);
  return trunk !== undefined && rest.startsWith(trunk) ? rest.slice(1) : rest;
}

/** A number that was written with its country: after `+` or `00`. */
function abroad(typed: string, digits: string): MessageNumber {
  const plan = planOfPrefixed(digits);
  const whole = plan === null ? digits : plan.prefix + nationalOf(plan, digits);
  const isWhole = whole.length >= INTERNATIONAL.min && whole.length <= INTERNATIONAL.max;
  return isWhole ? { international: whole } : { local: typed, why: 'length' };
}

/**
 * The number in a typed text as a message needs it: "5550 1234" in Guatemala is 50255501234. Without a
 * known prefix, or where the digits are no number of the country or may be two, it stays as typed; null: no
 * telephone number.
 */
export function messageNumber(text: string, countryCode: string): MessageNumber | null {
  const number = firstNumber(text);
  const digits = number?.replace('+', '') ?? '';
  if (number === null || digits.length < MIN_PHONE_DIGITS) return null;
  if (number.startsWith('+')) return abroad(digits, digits);
  if (digits.startsWith('00')) return abroad(digits, digits.slice(2));
  const plan = callingPlan(countryCode);
  if (plan === null) return { local: digits, why: 'no-prefix' };
  const isTrunk = plan.trunk !== undefined && digits.startsWith(plan.trunk);
  const national = isTrunk ? digits.slice(1) : digits;
  const prefixed = digits.startsWith(plan.prefix) ? nationalOf(plan, digits) : '';
  const isPrefixed = prefixed !== '' && fits(plan, prefixed);
  if (!fits(plan, national)) {
    return isPrefixed
      ? { international: plan.prefix + prefixed }
      : { local: digits, why: 'length' };
  }
  if (isPrefixed) return { local: digits, why: 'ambiguous' };
  return { international: plan.prefix + national };
}
