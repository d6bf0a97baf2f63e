/** A number as people write it: a sign for the country, digits, and what stands between them, dashes of any length. */
const NUMBERS = /\+?\d[\d\s().\-‐-―−]*/gu;

/** Fewest digits of a telephone number; less is the number of a house or a zone. */
export const MIN_PHONE_DIGITS = 5;

/** "+44 (0) 20 …": the zero is dialled inside the country only. */
const ZERO_INSIDE = /^((?:\+|00)[^(]*)\(0\)/u;

/**
 * The first telephone number of a typed text, made of its digits and a leading `+` only: the first with
 * five digits or more, else the first there is; null: none. "Casa 4, tía: 5550 1234 (tardes)" is 55501234.
 */
export function firstNumber(text: string): string | null {
  const numbers = [...text.matchAll(NUMBERS)].map(([number]) =>
    number.replace(ZERO_INSIDE, '$1').replace(/[^\d+]/gu, ''),
  );
  const long = numbers.find((number) => number.replace('+', '').length >= MIN_PHONE_DIGITS);
  return long ?? numbers[0] ?? null;
}
