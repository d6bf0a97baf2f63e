/**
 * Key sequences that fingers follow, searched in both directions; the last ones are the keyboard's
 * columns.
 */
const ROWS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol'],
];

/** How many characters must remain besides copies and runs: the minimum length of a password. */
const LEAST_OWN = 10;
/** In a passphrase, a group of this many characters that occurs again is a copy. */
const COPY_IN_PHRASE = 3;
/** The same for a password, where three letters recur by chance. */
const COPY_IN_PASSWORD = 4;

/** Minimum length of a run. Shorter ones occur in words: `er`, `de`, `st`. */
const SHORTEST_RUN = 3;

const REVERSED = ROWS.map((row) => [...row].reverse().join(''));

/** Length of the keyboard run that starts at this position. */
function runLength(characters: readonly string[], at: number): number {
  let run = characters[at] ?? '';
  let length = 1;
  for (const next of characters.slice(at + 1)) {
    run += next;
    if (![...ROWS, ...REVERSED].some((row) => row.includes(run))) break;
    length += 1;
  }
  return length;
}

/**
 * Length of the copy of earlier text that starts at this position; a copy may overlap its original
 * (`ababab`).
 */
function copyLength(characters: readonly string[], at: number): number {
  let longest = 0;
  for (let from = 0; from < at; from += 1) {
    let length = 0;
    while (at + length < characters.length && characters[from + length] === characters[at + length])
      length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/**
 * Number of characters that are not part of a copy of at least `copy` characters; a run counts as
 * one character.
 */
function ownCharacters(characters: readonly string[], copy: number, withRuns: boolean): number {
  let own = 0;
  for (let at = 0; at < characters.length; ) {
    const copied = copyLength(characters, at);
    const run = withRuns ? runLength(characters, at) : 1;
    if (copied < copy) own += 1;
    at += copied >= copy ? copied : run >= SHORTEST_RUN ? run : 1;
  }
  return own;
}

/** Whether the whole text repeats one group; the last repetition may be cut short. */
function isOneGroup(characters: readonly string[]): boolean {
  const { length } = characters;
  return characters.some(
    (_, period) =>
      period > 0 &&
      period * 2 <= length &&
      characters.every((one, at) => at < period || one === characters[at - period]),
  );
}

/**
 * Whether a password is only a repeated word or group, or a keyboard, letter or number run:
 * `passwordpassword`, `12345678901234567890`, `qwertyuiopasdfghjklzx`. It is accepted when ten
 * other characters remain.
 */
export function isPattern(password: string, isPassphrase: boolean): boolean {
  const characters = [...password.toLowerCase()];
  if (characters.length < LEAST_OWN) return false;
  if (isOneGroup(characters)) return true;
  const copy = isPassphrase ? COPY_IN_PHRASE : COPY_IN_PASSWORD;
  return ownCharacters(characters, copy, isPassphrase) < LEAST_OWN;
}
