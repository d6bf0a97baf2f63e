/** Rows that fingers follow, in both directions; the last ones are the keyboard's columns. */
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

/** What must be there besides copies and runs: as many characters as the shortest password has. */
const LEAST_OWN = 10;
/** In a phrase, a group of so many characters that comes again is a copy. */
const COPY_IN_PHRASE = 3;
/** In a password, where three letters come again by chance. */
const COPY_IN_PASSWORD = 4;

/** A shorter one is found in words: `er`, `de`, `st`. */
const SHORTEST_RUN = 3;

const REVERSED = ROWS.map((row) => [...row].reverse().join(''));

/** How long a run along a row begins here. */
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

/** How long a copy of something earlier begins here; copies may run into themselves (`ababab`). */
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

/** Characters that do not copy at least `copy` earlier ones; a run counts as one. */
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

/** Whether the whole is one group again and again, the last one perhaps cut short. */
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
 * Whether a password is a word or group again and again, or a run on the keyboard, in letters or
 * numbers: `passwordpassword`, `12345678901234567890`, `qwertyuiopasdfghjklzx`. Ten
 * characters of its own must be there besides.
 */
export function isPattern(password: string, isPassphrase: boolean): boolean {
  const characters = [...password.toLowerCase()];
  if (characters.length < LEAST_OWN) return false;
  if (isOneGroup(characters)) return true;
  const copy = isPassphrase ? COPY_IN_PHRASE : COPY_IN_PASSWORD;
  return ownCharacters(characters, copy, isPassphrase) < LEAST_OWN;
}
