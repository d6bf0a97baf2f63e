import { isIsoDate } from './dates/calendar.ts';
import type { IsoDate } from './entities.ts';
import { isWithin, LIMITS } from './limits.ts';

const DECIMAL_SHAPE = /^[+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/u;

/** "age=" that does not end a longer word, followed by a number, in any case. */
const AGE_OVERRIDE = /(?<![\p{L}\p{N}_])age\s*=\s*([+\-−]?\d+(?:[.,]\d+)?)/iu;

/**
 * A typed number with a decimal point or comma: "7,1" is 7.1, blank is null, "7.1.2" is 'invalid'.
 */
export function parseDecimal(text: string): number | null | 'invalid' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!DECIMAL_SHAPE.test(trimmed)) return 'invalid';
  const value = Number(trimmed.replace(',', '.').replace('−', '-'));
  return Number.isFinite(value) ? value : 'invalid';
}

/** A typed date as a date input gives it, `YYYY-MM-DD`; blank is null. */
export function parseDateInput(text: string): IsoDate | null | 'invalid' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return isIsoDate(trimmed) ? trimmed : 'invalid';
}

/**
 * The age in months that a comment imposes: the first "age=N" counts, whole or decimal, point or
 * comma. "Age=30,5 says the mother" is 30.5; N outside 0–60 is told as invalid; none is null.
 */
export function ageOverrideFrom(
  comments: string | undefined,
): { readonly ageMonths: number } | { readonly invalid: string } | null {
  const typed = comments === undefined ? null : (AGE_OVERRIDE.exec(comments)?.[1] ?? null);
  if (typed === null) return null;
  const ageMonths = parseDecimal(typed);
  if (ageMonths === null || ageMonths === 'invalid') return { invalid: typed };
  // Adding 0 turns a typed −0 into 0: no stored number is ever −0.
  return isWithin(ageMonths, LIMITS.ageOverrideMonths)
    ? { ageMonths: ageMonths + 0 }
    : { invalid: typed };
}

/** Typed text without blanks around it, absent when nothing is left. */
export function parseText(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
