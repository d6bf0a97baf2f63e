import {
  ANSWER_NAMES,
  type AnswerName,
  type AssessedChild,
  type AssessedScreening,
  ageOverrideFrom,
  assessScreening,
  type Checked,
  draftOfScreening,
  emptyScreeningDraft,
  fieldsOf,
  MEASURE_NAMES,
  type MeasuredPosition,
  type OutsideLimits,
  parseDecimal,
  SCREENING_TABLE,
  type Screening,
  type ScreeningDraft,
  type ScreeningIssue,
  type TypedTexts,
  typedTexts,
} from '@crece/domain';
import type { CheckedForm, Typed } from '../../shared/forms/use-checked-form.ts';

type Answer = '' | 'yes' | 'no';

/** Texts and answers of a screening as the form's fields hold them. */
type TypedValues = { -readonly [Name in keyof TypedTexts<typeof SCREENING_TABLE>]: string } & {
  [Name in AnswerName]: Answer;
};

/** All values of the screening form, which are also stored as its draft. */
export interface ScreeningValues extends Typed, TypedValues {
  /** `muac`: only MUAC is asked for; height and weight that are typed already stay. */
  mode: 'muac' | 'all';
  /** The text of a figure outside the limits that the person keeps as it is; else empty. */
  heightKept: string;
  weightKept: string;
  measured: '' | MeasuredPosition;
  /** The answer to "use 30 months?" with the months that it was given for, see `ageAnswer`. */
  ageAnswer: string;
}

export interface GeoPosition {
  latitude: number;
  longitude: number;
}

function answerOf(value: boolean | undefined): Answer {
  if (value === undefined) return '';
  return value ? 'yes' : 'no';
}

/** An answer that is neither yes nor no was not given: it must never become a no. */
function truthOf(answer: Answer): boolean | undefined {
  if (answer === 'yes') return true;
  return answer === 'no' ? false : undefined;
}

/** Measures that may be kept outside the limits, each with its field of the form. */
export const KEPT_FIELDS = { height: 'heightKept', weight: 'weightKept' } as const;

/** A typed figure; null for an empty or unreadable text. */
export function typedNumber(text: string): number | null {
  const value = parseDecimal(text);
  return value === 'invalid' ? null : value;
}

/** The kept figures, beside names of the stored record that this form does not know. */
function outsideLimitsOf(
  values: ScreeningValues,
  { outsideLimits }: Pick<Screening, 'outsideLimits'>,
): OutsideLimits {
  const kept: OutsideLimits = { ...outsideLimits };
  for (const name of ['height', 'weight'] as const) {
    const figure = typedNumber(values[KEPT_FIELDS[name]]);
    if (figure === null) delete kept[name];
    else kept[name] = figure;
  }
  return kept;
}

/** The months of "age=N" in a comment; null without it. */
export function monthsInComments(comments: string): number | null {
  const typed = ageOverrideFrom(comments);
  return typed !== null && 'ageMonths' in typed ? typed.ageMonths : null;
}

/**
 * An answer to "use N months?", stored with its N. Another N in the comments is another question;
 * when the first N is typed again, its answer is still valid.
 */
export const ageAnswer = (isAccepted: boolean, months: number): string =>
  `${isAccepted ? 'yes' : 'no'} ${months}`;

/**
 * The answer that an edited screening was saved with; empty for older records, where it was never
 * asked.
 */
function storedAgeAnswer({ ageOverride, comments }: ScreeningDraft): string {
  const months = monthsInComments(comments);
  if (ageOverride === undefined || months === null) return '';
  return ageOverride === false || ageOverride === months
    ? ageAnswer(ageOverride !== false, months)
    : '';
}

function ageOverrideOf(values: ScreeningValues): number | false | undefined {
  const months = monthsInComments(values.comments);
  if (months === null) return undefined;
  if (values.ageAnswer === ageAnswer(true, months)) return months;
  return values.ageAnswer === ageAnswer(false, months) ? false : undefined;
}

/** Writes a stored figure as the person would type it, with the decimal mark of the language. */
function localDecimal(text: string, decimalMark: string): string {
  return text.replace('.', decimalMark);
}

function keptText(
  { outsideLimits }: ScreeningDraft,
  name: 'height' | 'weight',
  decimalMark: string,
): string {
  return localDecimal(String(outsideLimits?.[name] ?? ''), decimalMark);
}

/**
 * The form's initial values: empty and dated today, or those of the edited screening. A new one
 * begins with the measures of `first`.
 */
export function firstValues(
  base: Screening | null,
  today: string,
  decimalMark: string,
  first: ScreeningValues['mode'] = 'all',
): ScreeningValues {
  const draft = base === null ? emptyScreeningDraft(today) : draftOfScreening(base);
  const isMuacOnly = draft.muac !== '' && draft.height === '' && draft.weight === '';
  const stored = isMuacOnly ? 'muac' : 'all';
  return {
    mode: base === null ? first : stored,
    ...typedTexts(SCREENING_TABLE, draft),
    ...fieldsOf(MEASURE_NAMES, (name) => localDecimal(draft[name], decimalMark)),
    ...fieldsOf(ANSWER_NAMES, (name) => answerOf(draft[name])),
    heightKept: keptText(draft, 'height', decimalMark),
    weightKept: keptText(draft, 'weight', decimalMark),
    measured: draft.measured ?? '',
    ageAnswer: storedAgeAnswer(draft),
  };
}

/** Whether an edited screening still has the values for which its ±5 question was answered. */
function isStillConfirmed(values: ScreeningValues, base: Screening | null): boolean {
  if (base?.zScoreConfirmed !== true) return false;
  const before = firstValues(base, base.surveyDate, '.');
  const same = (field: 'height' | 'weight') => values[field].replace(',', '.') === before[field];
  return (
    same('height') &&
    same('weight') &&
    values.surveyDate === before.surveyDate &&
    values.comments === before.comments &&
    values.ageAnswer === before.ageAnswer
  );
}

/** The domain's draft of the typed values; an edited screening keeps its position. */
export function screeningDraftOf(values: ScreeningValues, base: Screening | null): ScreeningDraft {
  return {
    ...(base === null ? {} : { id: base._id, created: base.created }),
    ...typedTexts(SCREENING_TABLE, values),
    ...fieldsOf(ANSWER_NAMES, (name) => truthOf(values[name])),
    measured: values.measured === '' ? undefined : values.measured,
    ageOverride: ageOverrideOf(values),
    outsideLimits: outsideLimitsOf(values, base ?? {}),
    zScoreConfirmed: isStillConfirmed(values, base),
    latitude: base?.latitude,
    longitude: base?.longitude,
  };
}

/** Whether height or weight is typed: these fields stay, whichever measures are asked for. */
export const hasTypedSize = ({ height, weight }: Pick<ScreeningValues, 'height' | 'weight'>) =>
  height !== '' || weight !== '';

/** A stored figure that an edit would delete, because the person cleared its field. */
export interface ClearedFigure {
  readonly measure: (typeof MEASURE_NAMES)[number];
  readonly value: number;
}

/** The figures of the edited screening whose fields are empty now. */
export function clearedFigures(
  values: ScreeningValues,
  base: Screening | null,
): readonly ClearedFigure[] {
  if (base === null) return [];
  const { outsideLimits = {} } = base;
  const stored = {
    height: base.height ?? outsideLimits.height,
    weight: base.weight ?? outsideLimits.weight,
    muac: base.muac,
  };
  return MEASURE_NAMES.flatMap((measure) => {
    const value = stored[measure];
    return value !== undefined && values[measure].trim() === '' ? [{ measure, value }] : [];
  });
}

/** 'assessed' can be saved at once; 'implausible' only after the ±5 question was answered. */
export type Savable =
  | { kind: 'assessed'; assessed: AssessedScreening }
  | { kind: 'implausible'; issues: readonly ScreeningIssue[] };

/** What the check needs in addition to the values. */
export interface FormSubject {
  child: AssessedChild;
  base: Screening | null;
  others: readonly Screening[];
  today: string;
}

/**
 * Checks the values with the domain. A z-score beyond ±5 is a question, not an error of a field.
 */
export function checkValues(
  values: ScreeningValues,
  { child, base, others, today }: FormSubject,
): Checked<Savable> {
  const checked = assessScreening(screeningDraftOf(values, base), child, others, today);
  if (checked.ok) {
    return {
      ok: true,
      value: { kind: 'assessed', assessed: checked.value },
      notices: checked.notices,
    };
  }
  const issues = checked.issues as readonly ScreeningIssue[];
  return issues.every(({ code }) => code === 'z-score-implausible')
    ? { ok: true, value: { kind: 'implausible', issues }, notices: [] }
    : { ok: false, issues };
}

/** The screening form as its parts receive it. */
export type ScreeningFormState = CheckedForm<ScreeningValues, Savable, Screening>;
