import { firstNumber } from '@crece/domain';

/**
 * The link that calls the first number of a typed text, made of its digits and a leading `+` only:
 * what else was typed never gets into an address. Undefined for a text without a number.
 */
export function phoneHref(text: string): string | undefined {
  const number = firstNumber(text);
  return number === null ? undefined : `tel:${number}`;
}
