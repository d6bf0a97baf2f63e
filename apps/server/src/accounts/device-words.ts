/** Browser and system in words that a person knows; `null`: unknown. */
export interface DeviceWords {
  browser: string | null;
  system: string | null;
}

type Row = readonly [RegExp, string];

/** The first match counts, because browsers built on others name those too. */
const BROWSERS: readonly Row[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/(?:\b|Headless)Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly Row[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const wordFor = (rows: readonly Row[], text: string): string | null =>
  rows.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** A longer header is not genuine, so only its beginning is examined. */
const LONGEST = 500;

/** Browser and system of a `User-Agent` header; the header itself is not stored. */
export function deviceWords(userAgent: string | undefined): DeviceWords {
  const text = (userAgent ?? '').slice(0, LONGEST);
  return { browser: wordFor(BROWSERS, text), system: wordFor(SYSTEMS, text) };
}
