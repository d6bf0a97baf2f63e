import { type Language, LOCALES } from '@crece/messages';

const UNITS = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const;

/** A size as text: 5230000 → `5.2 MB`, in Spanish `5,2 MB`. */
export function bytesText(size: number, language: Language): string {
  const { unit, bytes } = UNITS.find((row) => size >= row.bytes) ?? UNITS[2];
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(size / bytes);
}
