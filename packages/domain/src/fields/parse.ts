import { isWithin, LIMITS } from '../base/limits.ts';
import { isIsoDate } from '../dates/calendar.ts';
import type { IsoDate } from './entities.ts';

const DECIMAL_SHAPE = /^[+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/u;

/** "age=" or "edad=" as a separate word, followed by a number, in any case. */
const AGE_OVERRIDE = /(?<![\p{L}\p{N}_])(?:age|edad)\s*=\s*([+\-−]?\d+(?:[.,]\d+)?)/iu;

/**
 * Units other than months: a word after the number, or a letter directly after it ("2y", "32w").
 */
const OTHER_UNIT =
  /^(?:[ywda](?![\p{L}\p{N}])|[\s-]*(?:years?|yrs?|weeks?|wks?|days?|años?|anos?|semanas?|sem|d[ií]as?)(?![\p{L}\p{N}]))/iu;

/** A word directly before the match: "gestational age=32", "mother's age=30". */
const WORD_BEFORE = /[\p{L}\p{N}][’']?[\p{L}]*\s+$/u;

/**
 * Parses a typed number with a decimal point or comma: "7,1" is 7.1, blank is null, "7.1.2" is
 * 'invalid'.
 */
export function parseDecimal(text: string): number | null | 'invalid' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!DECIMAL_SHAPE.test(trimmed)) return 'invalid';
  const value = Number(trimmed.replace(',', '.').replace('−', '-'));
  return Number.isFinite(value) ? value : 'invalid';
}

/** Parses the value of a date input, `YYYY-MM-DD`; blank is null. */
export function parseDateInput(text: string): IsoDate | null | 'invalid' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return isIsoDate(trimmed) ? trimmed : 'invalid';
}

/** The age that a comment sets in months, or why its text cannot be used. */
export type TypedOverride =
  | {
      readonly ageMonths: number;
      /** A word stands before "age=", so it may be another person's age. */
      readonly hasWordBefore: boolean;
    }
  | { readonly invalid: string }
  /** Years, weeks or days: "age=2 years". */
  | { readonly notMonths: string };

/**
 * The age in months that a comment sets: the first "age=N" (or "edad=N"), whole or decimal, with
 * point or comma. "Age=30,5 says the mother" is 30.5. An N outside 0–60, or with a unit other than
 * months, is reported as such; null when the comment has no age.
 */
export function ageOverrideFrom(comments: string | undefined): TypedOverride | null {
  const match = comments === undefined ? null : AGE_OVERRIDE.exec(comments);
  const typed = match?.[1];
  if (comments === undefined || match === null || typed === undefined) return null;
  const rest = comments.slice(match.index + match[0].length);
  const unit = OTHER_UNIT.exec(rest)?.[0];
  if (unit !== undefined) return { notMonths: `${typed}${unit}` };
  const ageMonths = parseDecimal(typed);
  if (ageMonths === null || ageMonths === 'invalid') return { invalid: typed };
  if (!isWithin(ageMonths, LIMITS.ageOverrideMonths)) return { invalid: typed };
  return {
    // Adding 0 turns a typed −0 into 0: records never contain −0.
    ageMonths: ageMonths + 0,
    hasWordBefore: WORD_BEFORE.test(comments.slice(0, match.index)),
  };
}

/** Trimmed text, undefined when it is empty. */
export function parseText(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
