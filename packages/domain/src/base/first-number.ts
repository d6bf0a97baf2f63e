/** A number as people write it: a sign for the country, digits, and what stands between them. */
const NUMBER = /\+?\d[\d\s().-]*/u;

/**
 * The first telephone number of a typed text, made of its digits and a leading `+` only; null: none.
 * "Tía: 5550 1234 (tardes)" is 55501234.
 */
export function firstNumber(text: string): string | null {
  const [number] = NUMBER.exec(text) ?? [];
  return number === undefined ? null : number.replace(/[^\d+]/gu, '');
}
