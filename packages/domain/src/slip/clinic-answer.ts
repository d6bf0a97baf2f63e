import {
  CLINIC_OUTCOMES,
  type ClinicAnswer,
  type ClinicOutcome,
  type IsoDate,
} from '../base/words.ts';
import { dayAfter, daysBetween, isIsoDate } from '../dates/calendar.ts';

/** A screening keeps at most so many, struck ones included: the earliest by day. */
export const CLINIC_ANSWERS_MAX = 8;
/** Maximum length of a place, in characters. */
export const CLINIC_PLACE_MAX = 40;

/** An answer of more days after its screening is refused. */
export const CLINIC_ANSWER_DAYS = 365;

export type ClinicAnswerRefusal =
  | 'before-screening'
  | 'after-tomorrow'
  | 'too-late'
  | 'place-length';

/** Why an answer to a screening of that day cannot be right; null when it can. */
export function clinicAnswerRefusal(
  { day, place = '' }: Pick<ClinicAnswer, 'day' | 'place'>,
  surveyDate: IsoDate,
  today: IsoDate,
): ClinicAnswerRefusal | null {
  if (day < surveyDate) return 'before-screening';
  if (day > dayAfter(today)) return 'after-tomorrow';
  if (daysBetween(surveyDate, day) > CLINIC_ANSWER_DAYS) return 'too-late';
  return place.trim().length > CLINIC_PLACE_MAX ? 'place-length' : null;
}

const isOutcome = (value: unknown): value is ClinicOutcome =>
  CLINIC_OUTCOMES.some((outcome) => outcome === value);

function readAnswer(value: unknown): ClinicAnswer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { outcome, day, place, struck } = value as Partial<Record<keyof ClinicAnswer, unknown>>;
  if (!isOutcome(outcome) || typeof day !== 'string' || !isIsoDate(day)) return null;
  const told = typeof place === 'string' ? place.trim().slice(0, CLINIC_PLACE_MAX) : '';
  return {
    day,
    outcome,
    ...(told === '' ? {} : { place: told }),
    ...(struck === true ? { struck } : {}),
  };
}

const keyOf = ({ day, outcome }: Pick<ClinicAnswer, 'day' | 'outcome'>) => `${day} ${outcome}`;

/** Of two answers of one outcome and day: struck stays struck, and every device takes the same place. */
function together(one: ClinicAnswer, other: ClinicAnswer): ClinicAnswer {
  const place = (one.place ?? '') >= (other.place ?? '') ? one.place : other.place;
  const { day, outcome } = one;
  return {
    day,
    outcome,
    ...(place === undefined ? {} : { place }),
    ...(one.struck === true || other.struck === true ? { struck: true as const } : {}),
  };
}

/**
 * All answers of both lists, by day and outcome; undefined without any. The same in every order,
 * grouping and repetition. Beyond the maximum the latest by day are left out.
 */
export function joinClinicAnswers(
  one: unknown,
  other: unknown,
): readonly ClinicAnswer[] | undefined {
  const all = new Map<string, ClinicAnswer>();
  for (const list of [one, other]) {
    for (const value of Array.isArray(list) ? list : []) {
      const answer = readAnswer(value);
      if (answer === null) continue;
      const before = all.get(keyOf(answer));
      all.set(keyOf(answer), before === undefined ? answer : together(before, answer));
    }
  }
  if (all.size === 0) return undefined;
  const keys = [...all.keys()].sort().slice(0, CLINIC_ANSWERS_MAX);
  return keys.flatMap((key) => all.get(key) ?? []);
}

/** The answers of a stored field, by day and outcome; what cannot be one is left out. */
export function readClinicAnswers(value: unknown): readonly ClinicAnswer[] | undefined {
  const read = joinClinicAnswers(value, undefined);
  return JSON.stringify(read) === JSON.stringify(value) ? (value as ClinicAnswer[]) : read;
}

/**
 * The answers with one more; the same list when it says nothing new, null when the screening has as
 * many as it keeps.
 */
export function withClinicAnswer(
  answers: readonly ClinicAnswer[] | undefined,
  answer: ClinicAnswer,
): readonly ClinicAnswer[] | null {
  const known = answers ?? [];
  const isKnown = known.some((each) => keyOf(each) === keyOf(answer));
  if (!isKnown && known.length >= CLINIC_ANSWERS_MAX) return null;
  const joined = joinClinicAnswers(known, [answer]) ?? known;
  return JSON.stringify(joined) === JSON.stringify(known) ? known : joined;
}

/** The answers with one of them struck for good. */
export function withStruck(
  answers: readonly ClinicAnswer[],
  { outcome, day }: Pick<ClinicAnswer, 'outcome' | 'day'>,
): readonly ClinicAnswer[] {
  return answers.map((each) =>
    each.outcome === outcome && each.day === day ? { ...each, struck: true } : each,
  );
}
