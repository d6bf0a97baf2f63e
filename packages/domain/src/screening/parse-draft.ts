import { isWithin, KEPT_OUTSIDE, LIMITS, type Limits, MAX_AGE_MONTHS } from '../base/limits.ts';
import { type Age, ageOfMonths, ageOn } from '../dates/age.ts';
import type { IsoDate, Issue, OutsideLimits } from '../fields/entities.ts';
import type { NamesOf } from '../fields/field.ts';
import { ageOverrideFrom, parseDateInput, parseDecimal } from '../fields/parse.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';
import type { AssessedChild } from './assess-measures.ts';
import { isFirstScreening, type OrderedScreening } from './order.ts';
import type { ScreeningDraft } from './screening-draft.ts';

/** Every issue that a typed screening can have. */
export type ScreeningIssueCode =
  | 'survey-date-required'
  | 'survey-date-invalid'
  | 'survey-date-before-birth'
  | 'survey-date-in-future'
  | 'age-override-out-of-range'
  | 'age-override-not-months'
  | 'age-override-to-confirm'
  | 'child-graduated'
  | 'height-not-a-number'
  | 'height-out-of-range'
  | 'weight-not-a-number'
  | 'weight-out-of-range'
  | 'muac-not-a-number'
  | 'muac-out-of-range'
  | 'height-weight-or-muac-required'
  | 'height-required-with-weight'
  | 'weight-required-with-height'
  | 'z-score-implausible';

/** Notices to show that do not block saving. */
export type ScreeningNoticeCode =
  | 'age-override'
  | 'over-qualifying-age'
  | 'under-6-months'
  | 'weight-for-height-implausible';

export type ScreeningIssue = Issue<ScreeningIssueCode>;

/** The readable values of a typed screening after parsing. */
export interface ParsedScreening {
  readonly surveyDate: IsoDate | null;
  readonly age: Age | null;
  readonly override: number | null;
  /** The person was asked about the comment's "age=N" and declined. */
  readonly isOverrideDeclined: boolean;
  readonly isFirst: boolean;
  readonly height: number | null;
  readonly weight: number | null;
  readonly muac: number | null;
  /** Figures outside their limits that the person keeps all the same. */
  readonly outside: OutsideLimits;
  /** The limits for the child on that date; the height's only when the age is known. */
  readonly limits: {
    readonly height: Limits | null;
    readonly weight: Limits;
    readonly muac: Limits;
  };
  /** Issues of typed values. */
  readonly issues: readonly ScreeningIssue[];
  /** Missing required values: not an error while the form is being filled in. */
  readonly missing: readonly ScreeningIssue[];
}

type Measurement = NamesOf<typeof SCREENING_TABLE, { kind: 'measure' }>;

const MEASUREMENT_CODES = {
  height: { notNumber: 'height-not-a-number', outOfRange: 'height-out-of-range' },
  weight: { notNumber: 'weight-not-a-number', outOfRange: 'weight-out-of-range' },
  muac: { notNumber: 'muac-not-a-number', outOfRange: 'muac-out-of-range' },
} as const satisfies Record<Measurement, Record<string, ScreeningIssueCode>>;

interface ParsedField<T> {
  readonly value: T | null;
  readonly issue?: ScreeningIssue;
}

/** A figure outside the limits for typing that may be kept as it is. */
export function mayBeKept(
  field: keyof typeof KEPT_OUTSIDE,
  value: number,
  limits: Limits | null,
): boolean {
  return limits !== null && !isWithin(value, limits) && isWithin(value, KEPT_OUTSIDE[field]);
}

function parseMeasurement(
  field: Measurement,
  text: string,
  limits: Limits | null,
  kept?: number,
): ParsedField<number> {
  const value = parseDecimal(text);
  if (value === null || (value === kept && limits !== null && !isWithin(value, limits))) {
    return { value: null };
  }
  const codes = MEASUREMENT_CODES[field];
  const params = limits === null ? {} : { min: limits.min, max: limits.max };
  if (value === 'invalid') return { value: null, issue: { code: codes.notNumber, field, params } };
  if (limits !== null && !isWithin(value, limits)) {
    return { value: null, issue: { code: codes.outOfRange, field, params } };
  }
  return { value };
}

function parseSurveyDate(text: string, child: AssessedChild, today: IsoDate): ParsedField<IsoDate> {
  const field = 'surveyDate';
  const date = parseDateInput(text);
  if (date === null) return { value: null };
  if (date === 'invalid') return { value: null, issue: { code: 'survey-date-invalid', field } };
  if (date > today) {
    return { value: null, issue: { code: 'survey-date-in-future', field, params: { today } } };
  }
  if (date < child.birthDate) {
    const params = { birthDate: child.birthDate };
    return { value: null, issue: { code: 'survey-date-before-birth', field, params } };
  }
  return { value: date };
}

/**
 * An age override that differs from the calendar age by more than this many months must be
 * confirmed.
 */
const ASKED_BEYOND_MONTHS = 1;

/** The result of the comment's "age=N" and the person's answer to it. */
interface ParsedOverride {
  /** The override in months; null for the calendar age. */
  readonly value: number | null;
  /** The person was asked and declined. */
  readonly isDeclined: boolean;
  readonly issue?: ScreeningIssue;
}

/**
 * Whether the person must confirm the override: it is far from the calendar age, or may be another
 * person's age.
 */
function isAsked(months: number, hasWordBefore: boolean, calendarAge: Age | null): boolean {
  if (hasWordBefore || calendarAge === null) return hasWordBefore;
  // In hundredths: 15.3 and 16.3 differ by one month, in binary slightly more.
  const apart = Math.abs(Math.round(months * 100) - Math.round(calendarAge.ageMonths * 100));
  return apart > ASKED_BEYOND_MONTHS * 100;
}

function parseOverride(
  { comments, ageOverride }: ScreeningDraft,
  calendarAge: Age | null,
): ParsedOverride {
  const field = 'comments';
  const typed = ageOverrideFrom(comments);
  const none = { value: null, isDeclined: false };
  if (typed === null) return none;
  if ('notMonths' in typed) {
    const params = { typed: typed.notMonths };
    return { ...none, issue: { code: 'age-override-not-months', field, params } };
  }
  if ('invalid' in typed) {
    const { min, max } = LIMITS.ageOverrideMonths;
    const params = { typed: typed.invalid, min, max };
    return { ...none, issue: { code: 'age-override-out-of-range', field, params } };
  }
  const { ageMonths, hasWordBefore } = typed;
  if (ageOverride === false) return { value: null, isDeclined: true };
  if (ageOverride === ageMonths || !isAsked(ageMonths, hasWordBefore, calendarAge)) {
    return { value: ageMonths, isDeclined: false };
  }
  const params = {
    months: ageMonths,
    ...(calendarAge === null ? {} : { calendarMonths: calendarAge.completedMonths }),
  };
  return { ...none, issue: { code: 'age-override-to-confirm', field, params } };
}

/**
 * Whether the typed screening is the child's first; an unsaved one counts as the last of its day.
 */
function isFirstAmong(
  draft: ScreeningDraft,
  surveyDate: IsoDate,
  others: readonly OrderedScreening[],
): boolean {
  const { id, created } = draft;
  return id === undefined
    ? others.every((other) => other.surveyDate > surveyDate)
    : isFirstScreening({ _id: id, surveyDate, created }, others);
}

/** Without a figure kept outside the limits, height and weight need each other. */
function missingMeasurements(
  draft: ScreeningDraft,
  outside: OutsideLimits,
): readonly ScreeningIssue[] {
  if (outside.height !== undefined || outside.weight !== undefined) return [];
  const hasHeight = draft.height.trim() !== '';
  const hasWeight = draft.weight.trim() !== '';
  if (hasHeight && !hasWeight) return [{ code: 'weight-required-with-height', field: 'weight' }];
  if (hasWeight && !hasHeight) return [{ code: 'height-required-with-weight', field: 'height' }];
  if (hasHeight || draft.muac.trim() !== '') return [];
  return [{ code: 'height-weight-or-muac-required' }];
}

function graduation(age: Age | null): readonly ScreeningIssue[] {
  if (age === null || age.ageMonths <= MAX_AGE_MONTHS) return [];
  return [{ code: 'child-graduated', params: { ageMonths: age.ageMonths } }];
}

/** The figures that the person keeps although they are outside the limits, as still typed. */
function keptOutside(
  draft: ScreeningDraft,
  limits: Readonly<Record<keyof typeof KEPT_OUTSIDE, Limits | null>>,
): OutsideLimits {
  const kept: OutsideLimits = {};
  for (const name of ['height', 'weight'] as const) {
    const value = draft.outsideLimits?.[name];
    if (value === undefined || parseDecimal(draft[name]) !== value) continue;
    if (mayBeKept(name, value, limits[name])) kept[name] = value;
  }
  return kept;
}

/** Parses a typed screening: dates, age with its override, numbers within their limits. */
export function parseScreeningDraft(
  draft: ScreeningDraft,
  child: AssessedChild,
  otherScreenings: readonly OrderedScreening[],
  today: IsoDate,
): ParsedScreening {
  const surveyDate = parseSurveyDate(draft.surveyDate, child, today);
  const calendarAge = surveyDate.value === null ? null : ageOn(child, surveyDate.value);
  const override = parseOverride(draft, calendarAge);
  const age = override.value === null ? calendarAge : ageOfMonths(override.value);
  const limits = {
    height: age === null ? null : SCREENING_TABLE.height.typedLimits(age.completedMonths),
    weight: SCREENING_TABLE.weight.typedLimits(),
    muac: SCREENING_TABLE.muac.typedLimits(),
  };
  const outside = keptOutside(draft, limits);
  const height = parseMeasurement('height', draft.height, limits.height, outside.height);
  const weight = parseMeasurement('weight', draft.weight, limits.weight, outside.weight);
  const muac = parseMeasurement('muac', draft.muac, limits.muac);
  const typed = [surveyDate, override, height, weight, muac].flatMap(({ issue }) => issue ?? []);
  const noDate: readonly ScreeningIssue[] =
    draft.surveyDate.trim() === '' ? [{ code: 'survey-date-required', field: 'surveyDate' }] : [];
  return {
    surveyDate: surveyDate.value,
    age,
    override: override.value,
    isOverrideDeclined: override.isDeclined,
    isFirst: surveyDate.value !== null && isFirstAmong(draft, surveyDate.value, otherScreenings),
    height: height.value,
    weight: weight.value,
    muac: muac.value,
    outside,
    limits,
    // While the override is not confirmed, "has graduated" is not reported.
    issues: [...typed, ...(override.issue === undefined ? graduation(age) : [])],
    missing: [...noDate, ...missingMeasurements(draft, outside)],
  };
}
