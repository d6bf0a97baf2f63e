import { sameContent } from '../base/canonical.ts';
import type { RecordKind } from '../base/ids.ts';
import { UNDER_SIX_MONTHS } from '../base/limits.ts';
import { addMonths } from '../dates/calendar.ts';
import { CHILD_TABLE } from '../fields/child-table.ts';
import type { Child, IsoDate, Screening } from '../fields/entities.ts';
import { namesWhere } from '../fields/field.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';
import { compareWithToldAt, type ScreeningWithDifference } from './compare-with-told.ts';
import { isMuacTooLow } from './next-visit.ts';
import type { OrderedScreening } from './order.ts';
import { markSeverity, screeningMark } from './screening-mark.ts';
import { type ScreeningPlace, screeningPlaceOf } from './stored-screening.ts';

/** Fields of a screening that its assessment uses; a comment may contain "age=N". */
const DECIDING_IN_SCREENING = namesWhere(SCREENING_TABLE, { decides: true } as const);

const DECIDING_IN_CHILD = namesWhere(CHILD_TABLE, { decides: true } as const);

const NONE: ReadonlySet<string> = new Set();
const DECIDING: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
  chld: new Set(DECIDING_IN_CHILD),
  scr: new Set(DECIDING_IN_SCREENING),
  mthr: NONE,
};

/** The fields of a kind of record that assessments use. */
export function decidingFields(kind: RecordKind | null): ReadonlySet<string> {
  return kind === null ? NONE : DECIDING[kind];
}

/**
 * Maximum number of combinations that are built; beyond it, the other versions are added as they
 * are. In practice a conflict has few fields.
 */
const MOST_CANDIDATES = 256;

/** The record with one field taken from another version. */
function withFieldOf<T extends object>(record: T, other: T, name: keyof T): T {
  const { [name]: _mine, ...rest } = record;
  // The rest of the record plus the other value has the record's type again.
  return (name in other ? { ...rest, [name]: other[name] } : rest) as T;
}

/**
 * Every record that could result from resolving the conflict: the record itself, and each
 * combination of assessment fields from its other versions.
 */
function candidatesOf<T extends object>(
  record: T,
  others: readonly T[],
  deciding: readonly (keyof T)[],
): readonly T[] {
  let candidates: readonly T[] = [record];
  for (const other of others) {
    for (const name of deciding) {
      if (sameContent(record[name], other[name])) continue;
      if (candidates.length * 2 > MOST_CANDIDATES) return [...candidates, ...others];
      candidates = [
        ...candidates,
        ...candidates.map((candidate) => withFieldOf(candidate, other, name)),
      ];
    }
  }
  return candidates;
}

/** The screenings that could result from resolving a conflict, the stored one first. */
export function candidateScreenings(
  screening: Screening,
  others: readonly Screening[],
): readonly Screening[] {
  return candidatesOf(screening, others, DECIDING_IN_SCREENING);
}

/** The children that could result from resolving a conflict, the stored one first. */
export function candidateChildren(child: Child, others: readonly Child[]): readonly Child[] {
  return candidatesOf(child, others, DECIDING_IN_CHILD);
}

/**
 * A reassessed screening while a value that affects it, in the screening or its child, is in
 * conflict.
 */
export interface ContestedReading {
  /** The most severe result of all candidates. */
  readonly reading: ScreeningWithDifference;
  /** The screening and the child that give this result. */
  readonly screening: Screening;
  readonly child: Child;
  /** Whether candidates lead to different marks, statuses or supplements. */
  readonly isUndecided: boolean;
  /**
   * The first day on which the child is 6 months old by every candidate: before it, food is not
   * named.
   */
  readonly foodFrom: IsoDate;
}

/** The day on which a child completes 6 months, by the age that the screening uses. */
function sixMonthsOn(
  child: Child,
  { surveyDate }: Screening,
  reading: ScreeningWithDifference,
): IsoDate {
  return reading.override === undefined
    ? addMonths(child.birthDate, UNDER_SIX_MONTHS)
    : addMonths(surveyDate, Math.ceil(UNDER_SIX_MONTHS - reading.override.ageMonths));
}

function severityOf(reading: ScreeningWithDifference, muac: number | undefined): number {
  const { statusColor, supType } = reading;
  const again = isMuacTooLow(muac) ? markSeverity({ sign: 'measure-again' }) : 0;
  const colour = { redZoneZscore: 3, marginalZscore: 2, normalZscore: 1, none: 0 };
  const supplement = { none: 0, sup: 1, mic: 1, MAM: 2, SAM: 3 };
  return (
    Math.max(markSeverity(screeningMark(reading)), again) * 100 +
    colour[statusColor ?? 'none'] * 10 +
    supplement[supType]
  );
}

/** A record that could result from the choice, as it is read. */
interface Candidate {
  readonly screening: Screening;
  readonly reading: ScreeningWithDifference;
}

const gravityOf = ({ screening, reading }: Candidate) => severityOf(reading, screening.muac);

/** Whether two results require the same care. */
function isSameCare(a: Candidate, b: Candidate): boolean {
  return (
    gravityOf(a) === gravityOf(b) &&
    a.reading.supType === b.reading.supType &&
    a.reading.status === b.reading.status
  );
}

/**
 * Reassesses a screening when it, or its child, has two versions in conflict. Returns the most
 * severe possible result, so that no child goes home untreated while a question is open.
 */
export function readContested(
  screenings: readonly [Screening, ...Screening[]],
  children: readonly [Child, ...Child[]],
  place: ScreeningPlace | readonly OrderedScreening[],
): ContestedReading {
  const at = 'isFirst' in place ? place : screeningPlaceOf(screenings[0], place);
  const read = candidateScreenings(screenings[0], screenings.slice(1)).flatMap((screening) =>
    candidateChildren(children[0], children.slice(1)).map((child) => ({
      screening,
      child,
      reading: compareWithToldAt(screening, child, at),
    })),
  );
  const [first, ...others] = read;
  if (first === undefined) throw new RangeError('a screening is its own first candidate');
  let worst = first;
  let foodFrom = sixMonthsOn(first.child, first.screening, first.reading);
  for (const each of others) {
    if (gravityOf(each) > gravityOf(worst)) worst = each;
    const day = sixMonthsOn(each.child, each.screening, each.reading);
    if (day > foodFrom) foodFrom = day;
  }
  const isUndecided = others.some((each) => !isSameCare(each, first));
  return { ...worst, isUndecided, foodFrom };
}
