/** Crockford's base 32 (https://www.crockford.com/base32.html): without I, L, O and U. */
export const BASE32_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The lowest bits of a number as letters, each of which holds five, from the highest down. */
export function lettersOfBits(number: bigint, length: number): string {
  let bits = number;
  let letters = '';
  for (let at = 0; at < length; at += 1) {
    letters = (BASE32_LETTERS[Number(bits & 31n)] ?? '') + letters;
    bits >>= 5n;
  }
  return letters;
}

/** The number that letters hold; null when one of them is none. */
export function bitsOfLetters(letters: string): bigint | null {
  let bits = 0n;
  for (const letter of letters) {
    const value = BASE32_LETTERS.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  return bits;
}

/** Letters as a person types them: in any case, O for 0, I and L for 1, with blanks and hyphens. */
export function readLetters(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
