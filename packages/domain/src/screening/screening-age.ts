import { isWithin, LIMITS } from '../base/limits.ts';
import { type Age, ageOfMonths, ageOn, type BirthDated } from '../dates/age.ts';
import type { Screening } from '../fields/entities.ts';
import { ageOverrideFrom } from '../fields/parse.ts';

/** The fields of a stored screening that determine the age for its rules. */
export type AgedScreening = Pick<Screening, 'surveyDate' | 'comments' | 'ageOverride'>;

/** An age in months that replaces the calendar age. */
export interface AgeOverride {
  readonly ageMonths: number;
  /** `comment`: the record has no such field; the "age=N" of its comment is used. */
  readonly from: 'field' | 'comment';
}

/**
 * The age override of a stored screening: its field, or for a record of an older system without
 * this field a valid "age=N" in its comment. A field of `false` means that the person was asked and
 * declined.
 */
export function overrideOf({ ageOverride, comments }: AgedScreening): AgeOverride | undefined {
  if (ageOverride === false) return undefined;
  if (ageOverride !== undefined && isWithin(ageOverride, LIMITS.ageOverrideMonths)) {
    // Adding 0 turns a stored −0 into 0.
    return { ageMonths: ageOverride + 0, from: 'field' };
  }
  const typed = ageOverrideFrom(comments);
  return typed !== null && 'ageMonths' in typed
    ? { ageMonths: typed.ageMonths, from: 'comment' }
    : undefined;
}

/** The age override of a stored screening in months only. */
export function storedOverride(screening: AgedScreening): number | undefined {
  return overrideOf(screening)?.ageMonths;
}

/**
 * The age that the rules use for a stored screening; null when its date is before the birth date.
 */
export function ageAtScreening(screening: AgedScreening, child: BirthDated): Age | null {
  const override = storedOverride(screening);
  return override === undefined ? ageOn(child, screening.surveyDate) : ageOfMonths(override);
}
