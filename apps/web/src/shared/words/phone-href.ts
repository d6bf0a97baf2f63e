/** A number as people write it: a sign for the country, digits, and what stands between them. */
const NUMBER = /\+?\d[\d\s().-]*/u;

/**
 * The link that calls the first number of a typed text, made of its digits and a leading `+` only:
 * what else was typed never gets into an address. Undefined for a text without a number.
 */
export function phoneHref(text: string): string | undefined {
  const [number] = NUMBER.exec(text) ?? [];
  return number === undefined ? undefined : `tel:${number.replace(/[^\d+]/gu, '')}`;
}
