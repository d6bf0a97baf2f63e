/**
 * A typed name as it is kept: single blanks, none at its ends. Line ends and other control
 * characters become blanks too: they would break out of a mail's header, a log's line or a CSV cell.
 */
export function tidyText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Joiners where they join nothing, fillers that look like nothing, and every other format character. */
const INVISIBLE =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|[\u115f\u1160\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * The name of somebody with an account as it is kept: tidied, in Unicode's composed form (NFC) and
 * without characters that show nothing or turn the direction of writing, by which one name could be
 * taken for another. ZWJ and ZWNJ between letters stay: Persian and Indian languages need them.
 */
export function tidyPersonName(text: string): string {
  return tidyText(text.normalize('NFC').replace(INVISIBLE, ''));
}
