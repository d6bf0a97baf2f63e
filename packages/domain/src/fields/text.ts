import { parseText } from './parse.ts';

/**
 * A typed name in stored form: single blanks, trimmed. Line breaks and other control characters
 * become blanks, because they could break out of a mail header, a log line or a CSV cell.
 */
export function tidyText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/**
 * Joiners outside words, Mongolian selectors outside Mongolian, the Braille blank, and every other
 * character that is only there to change another or to be ignored, among them the selectors of a
 * variation.
 */
const INVISIBLE =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|(?<!\p{Script=Mongolian})[\u180b-\u180d\u180f]|\u2800|(?!\u200c|\u200d|\u180b|\u180c|\u180d|\u180f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without characters that nobody sees, by which a name could look like nobody's or another. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** A typed name of a child or a relative: visible and trimmed, undefined when nothing is left. */
export function parseName(text: string): string | undefined {
  return parseText(visibleText(text));
}

/**
 * The name of an account's person in stored form: normalised blanks, Unicode NFC, and without
 * characters that are invisible or change the writing direction, because they could make one name
 * look like another. ZWJ and ZWNJ between letters stay: Persian and Indian languages need them.
 */
export function tidyPersonName(text: string): string {
  return tidyText(visibleText(text.normalize('NFC')));
}
