import { checkPassword, type PasswordOwner, passwordText } from './check-password.ts';

/** Strength level; each level fills 20 percent of the meter. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4 | 5;

/** Number of characters of each kind that an attacker must try. */
const POOLS: readonly { readonly has: RegExp; readonly size: number }[] = [
  { has: /[a-z]/, size: 26 },
  { has: /[A-Z]/, size: 26 },
  { has: /[0-9]/, size: 10 },
  { has: /[ -/:-@[-`{-~]/, size: 33 },
  { has: /[^ -~]/, size: 100 },
];

/** Minimum bits of each level; a non-empty password below the first one is on level 1. */
const BITS_OF_LEVEL = [
  { level: 5, bits: 90 },
  { level: 4, bits: 65 },
  { level: 3, bits: 45 },
  { level: 2, bits: 25 },
  { level: 1, bits: 0 },
] as const;

/** Highest level for a refused password, so that it never looks good. */
const MOST_FOR_REFUSED = 2;

/** From the third letter in a row on, letters are rated as parts of words. */
const LETTERS_BEFORE_WORD = 2;
const WORTH_IN_WORD = 0.5;

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/**
 * Number of characters that add strength: those that do not repeat or continue a run (`aa`, `abc`,
 * `321`).
 */
function countedCharacters(password: string): number {
  let counted = 0;
  let letters = 0;
  let previous: number | null = null;
  let step: number | null = null;
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0;
    const stepNow = previous === null ? null : code - previous;
    const isRun = stepNow === 0 || (step !== null && stepNow === step && Math.abs(step) === 1);
    letters = isLetter(character) ? letters + 1 : 0;
    if (!isRun) counted += letters > LETTERS_BEFORE_WORD ? WORTH_IN_WORD : 1;
    previous = code;
    step = stepNow;
  }
  return counted;
}

/**
 * How strong a typed password looks, for the meter: 0 for an empty field, 5 from about 90 bits, and
 * at most 2 for a password that the rules refuse. A rough estimate for display only; no rule uses
 * it.
 */
export function passwordStrength(text: string, owner: PasswordOwner = {}): PasswordStrength {
  const password = passwordText(text);
  if (password === '') return 0;
  const pool = POOLS.reduce((sum, { has, size }) => sum + (has.test(password) ? size : 0), 0);
  const bits = countedCharacters(password) * Math.log2(pool);
  const { level } = BITS_OF_LEVEL.find((row) => bits >= row.bits) ?? { level: 1 as const };
  return level > MOST_FOR_REFUSED && !checkPassword(password, owner).ok ? MOST_FOR_REFUSED : level;
}
