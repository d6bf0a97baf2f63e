import { firstNumber } from '../base/first-number.ts';
import { callingPlan } from './calling-prefix.ts';

/** Fewest and most digits of a number that is written with its country (E.164). */
const INTERNATIONAL = { min: 8, max: 15 } as const;

/** A number to which a message can be written. */
export type MessageNumber =
  /** Digits with the country's code, without `+`. */
  | { readonly international: string }
  /** As it was typed, for the country's own network: no prefix is known, or the digits are no number of it. */
  | { readonly local: string; readonly why: 'no-prefix' | 'length' };

/**
 * The number in a typed text as a message needs it: "5550 1234" in Guatemala is 50255501234. Without a
 * known prefix, or where the digits are no number of the country, it stays as typed; null: no digits.
 */
export function messageNumber(text: string, countryCode: string): MessageNumber | null {
  const number = firstNumber(text);
  if (number === null) return null;
  const digits = number.replace('+', '');
  const abroad = number.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  if (abroad !== null) {
    const isWhole = abroad.length >= INTERNATIONAL.min && abroad.length <= INTERNATIONAL.max;
    return isWhole ? { international: abroad } : { local: digits, why: 'length' };
  }
  const plan = callingPlan(countryCode);
  if (plan === null) return { local: digits, why: 'no-prefix' };
  const [min, max] = plan.digits;
  const fits = (national: string) => national.length >= min && national.length <= max;
  const national = plan.trunk !== undefined && digits.startsWith('0') ? digits.slice(1) : digits;
  if (fits(national)) return { international: plan.prefix + national };
  const isPrefixed = digits.startsWith(plan.prefix) && fits(digits.slice(plan.prefix.length));
  return isPrefixed ? { international: digits } : { local: digits, why: 'length' };
}
