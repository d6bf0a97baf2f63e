/**
 * A typed name as it is kept: single blanks, none at its ends. Line ends and other control
 * characters become blanks too: they would break out of a mail's header, a log's line or a CSV cell.
 */
export function tidyText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
