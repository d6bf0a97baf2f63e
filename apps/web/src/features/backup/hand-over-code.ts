/** Digits of a code in groups: 50 bits, which the slow key of a backup file makes long to guess. */
const GROUPS = 3;
const GROUP_DIGITS = 5;

/** A new code that opens one file, for reading aloud: `48210 93755 64102`. */
export function newCode(): string {
  const limit = 10 ** GROUP_DIGITS;
  return [...crypto.getRandomValues(new Uint32Array(GROUPS))]
    .map((random) => String(random % limit).padStart(GROUP_DIGITS, '0'))
    .join(' ');
}

/**
 * The secret of a file from what was typed: a code without the blanks and hyphens between its digits,
 * secret words as they are.
 */
export function secretOf(typed: string): string {
  return /^[\d\s-]+$/.test(typed) ? typed.replace(/\D/g, '') : typed;
}
