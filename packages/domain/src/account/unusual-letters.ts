/** Scripts that are written together in one name (UTS 39, "highly restrictive"). */
const TOGETHER: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^\p{Script=Latin}*$/u,
];

/** Letters of one other script, as in names written in Cyrillic or Arabic. */
const ALONE = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u'));

/** Not letters of a script's own: marks belong to what they stand on, and `Mª` is written so. */
const LEFT_OUT = /[^\p{L}]|[ªºʹ-ˠˬˮ]/gu;

/**
 * Whether a name mixes scripts (a Cyrillic А in "Admin"), or has letters that only look like others
 * (mathematical or full-width ones), so that it could be taken for somebody else's.
 */
export function hasUnusualLetters(name: string): boolean {
  const letters = name.normalize('NFC').replace(LEFT_OUT, '');
  if (letters !== letters.normalize('NFKC')) return true;
  return ![...TOGETHER, ...ALONE].some((script) => script.test(letters));
}
