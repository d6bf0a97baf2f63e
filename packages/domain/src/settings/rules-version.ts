/**
 * The version of the rules that assess a screening, told by every record that is written with them.
 * Raise it, with the digest below, when `rules-version.test.ts` says that a figure has changed.
 * Records of older applications say `1`, whatever their rules were.
 */
export const RULES_VERSION = 2;

/** Digest of what version `RULES_VERSION` makes of the golden screenings. */
export const RULES_DIGEST = '6e61cfe46116e585';

/**
 * What a record's `rules` says: the version of the rules and the number of the settings by which it
 * was told; null in records of older applications, which say no number.
 */
export function rulesTold(rules: string | undefined): { rules: number; settings: number } | null {
  const [, version, settings] = /^(\d{1,9})\.(\d{1,9})$/.exec(rules ?? '') ?? [];
  return version === undefined || settings === undefined
    ? null
    : { rules: Number(version), settings: Number(settings) };
}

/** `2.7`: the rules, and the number of the programme's settings (0: none were ever saved). */
export function rulesText(settingsNumber: number): string {
  return `${RULES_VERSION}.${settingsNumber}`;
}
