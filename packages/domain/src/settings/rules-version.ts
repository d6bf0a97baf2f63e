/**
 * The version of the rules that assess a screening, told by every record that is written with them.
 * Raise it, with the digest below, when `rules-version.test.ts` says that a figure has changed.
 * Records of older applications say `1`, whatever their rules were.
 */
export const RULES_VERSION = 2;

/** Digest of what version `RULES_VERSION` makes of the golden screenings. */
export const RULES_DIGEST = '6e61cfe46116e585';

/** `2.7`: the rules, and the number of the programme's settings (0: none were ever saved). */
export function rulesText(settingsNumber: number): string {
  return `${RULES_VERSION}.${settingsNumber}`;
}
