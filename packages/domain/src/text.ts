/**
 * A typed name in stored form: single blanks, trimmed. Line breaks and other control characters
 * become blanks, because they could break out of a mail header, a log line or a CSV cell.
 */
export function tidyText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Joiners outside words, fillers that look like blanks, and every other format character. */
const INVISIBLE =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|[\u115f\u1160\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * The name of an account's person in stored form: normalised blanks, Unicode NFC, and without
 * characters that are invisible or change the writing direction, because they could make one name
 * look like another. ZWJ and ZWNJ between letters stay: Persian and Indian languages need them.
 */
export function tidyPersonName(text: string): string {
  return tidyText(text.normalize('NFC').replace(INVISIBLE, ''));
}
