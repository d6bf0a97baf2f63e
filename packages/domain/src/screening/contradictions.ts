import { daysBetween } from '../dates/calendar.ts';
import type { IsoDate, Issue, Screening } from '../fields/entities.ts';
import { type AssessedChild, measuredZScores } from './assess-measures.ts';
import { heightPosition } from './height-position.ts';
import { compareScreenings, newestFirst, newestScreening, type OrderedScreening } from './order.ts';
import type { ParsedScreening } from './parse-draft.ts';
import { type AgedScreening, ageAtScreening } from './screening-age.ts';
import type { ScreeningDraft } from './screening-draft.ts';
import { type StoredMeasures, usableMeasures } from './usable-measures.ts';

/**
 * How far a figure may differ from an earlier screening. A height that falls, or a weight or MUAC
 * that changes faster than a child's, is usually an error of scale, tape or typing.
 */
export const CONTRADICTIONS = {
  /** A height lower by more than this, in cm: children do not shrink. */
  heightFallCm: 1,
  /**
   * The same when one was taken lying and the other standing; lying length is 0.7 cm more (WHO).
   */
  heightFallOtherPositionCm: 2,
  /** Weight and MUAC are compared with a screening at most this many days earlier. */
  withinDays: 92,
  /** A loss of this share of the weight or more. */
  weightLossShare: 0.1,
  /** A gain that raises WAZ by this much or more. */
  wazGain: 2,
  /** A MUAC that differs by this much or more, in cm. */
  muacChangeCm: 1.5,
} as const;

/**
 * A contradiction to an earlier screening; shown as a question next to its field, without blocking
 * the save.
 */
export type ContradictionCode =
  | 'height-fell'
  | 'weight-fell'
  | 'weight-rose'
  | 'muac-changed'
  | 'screened-same-day';

export type Contradiction = Issue<ContradictionCode>;

/** The fields of the child's other screenings that a typed one is compared with. */
export type ComparedScreening = OrderedScreening &
  StoredMeasures &
  AgedScreening &
  Partial<Pick<Screening, 'measured'>>;

interface Before {
  readonly screening: ComparedScreening;
  readonly value: number;
}

/** Rounds to hundredths: 80.3 − 79.3 is 1, not 1.0000000000000002. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Screenings before the typed one; one that is not stored yet is the last of its day. */
function earlierThan(
  { id, created }: ScreeningDraft,
  surveyDate: IsoDate,
  others: readonly ComparedScreening[],
): readonly ComparedScreening[] {
  return newestFirst(
    others.filter((other) =>
      id === undefined
        ? other.surveyDate <= surveyDate
        : other._id !== id && compareScreenings(other, { _id: id, surveyDate, created }) < 0,
    ),
  );
}

function lastUsable(
  measure: keyof StoredMeasures,
  earlier: readonly ComparedScreening[],
): Before | null {
  for (const screening of earlier) {
    const value = usableMeasures(screening)[measure];
    if (value !== undefined) return { screening, value };
  }
  return null;
}

function contradiction(
  code: ContradictionCode,
  field: keyof StoredMeasures,
  now: number,
  { screening, value }: Before,
): Contradiction {
  const change = hundredths(now - value);
  return { code, field, params: { before: value, change, on: screening.surveyDate } };
}

function heightContradiction(
  now: number,
  before: Before,
  draft: ScreeningDraft,
  { age }: ParsedScreening,
  child: AssessedChild,
): readonly Contradiction[] {
  const { screening, value } = before;
  const ageThen = ageAtScreening(screening, child)?.completedMonths ?? null;
  const then = heightPosition(screening.measured, ageThen);
  const isSame = then === heightPosition(draft.measured, age?.completedMonths ?? null);
  const { heightFallCm, heightFallOtherPositionCm } = CONTRADICTIONS;
  const allowed = isSame ? heightFallCm : heightFallOtherPositionCm;
  return hundredths(value - now) > allowed
    ? [contradiction('height-fell', 'height', now, before)]
    : [];
}

function weightContradiction(
  now: number,
  before: Before,
  { age }: ParsedScreening,
  child: AssessedChild,
): readonly Contradiction[] {
  const { screening, value } = before;
  // In grams, so that a tenth of 9.7 kg is exact.
  const loss = Math.round(value * 1000) - Math.round(now * 1000);
  if (loss >= Math.round(value * 1000 * CONTRADICTIONS.weightLossShare)) {
    return [contradiction('weight-fell', 'weight', now, before)];
  }
  if (loss >= 0) return [];
  const waz = (weight: number, ageMonths: number | null) =>
    measuredZScores({ sex: child.gender, ageMonths, weight }).wa;
  const wazNow = waz(now, age?.ageMonths ?? null);
  const wazThen = waz(value, ageAtScreening(screening, child)?.ageMonths ?? null);
  if (wazNow === null || wazThen === null) return [];
  return hundredths(wazNow - wazThen) >= CONTRADICTIONS.wazGain
    ? [contradiction('weight-rose', 'weight', now, before)]
    : [];
}

function muacContradiction(now: number, before: Before): readonly Contradiction[] {
  return hundredths(Math.abs(now - before.value)) >= CONTRADICTIONS.muacChangeCm
    ? [contradiction('muac-changed', 'muac', now, before)]
    : [];
}

/**
 * A new screening on a day that already has one: maybe the stored one should be corrected instead.
 */
function sameDay(
  { id }: ScreeningDraft,
  surveyDate: IsoDate,
  others: readonly ComparedScreening[],
): readonly Contradiction[] {
  if (id !== undefined) return [];
  const same = newestScreening(others.filter((other) => other.surveyDate === surveyDate));
  if (same === null) return [];
  const params = {
    screeningId: same._id,
    on: surveyDate,
    ...(same.created === undefined ? {} : { created: same.created }),
  };
  return [{ code: 'screened-same-day', field: 'surveyDate', params }];
}

/**
 * The contradictions of a typed screening to the child's earlier ones. Each measure is compared
 * with the last screening that has a usable figure of it. `change` is now minus before, in cm or
 * kg; `on` is the date of the earlier screening.
 *
 * 80 cm and then 75 cm on the same day: `height-fell`, change −5, and `screened-same-day`.
 */
export function contradictions(
  parsed: ParsedScreening,
  draft: ScreeningDraft,
  child: AssessedChild,
  others: readonly ComparedScreening[],
): readonly Contradiction[] {
  const { surveyDate, height, weight, muac } = parsed;
  if (surveyDate === null) return [];
  const earlier = earlierThan(draft, surveyDate, others);
  const lastRecent = (measure: keyof StoredMeasures) => {
    const last = lastUsable(measure, earlier);
    if (last === null) return null;
    const days = daysBetween(last.screening.surveyDate, surveyDate);
    return days <= CONTRADICTIONS.withinDays ? last : null;
  };
  const lastHeight = lastUsable('height', earlier);
  const lastWeight = lastRecent('weight');
  const lastMuac = lastRecent('muac');
  return [
    ...sameDay(draft, surveyDate, others),
    ...(height === null || lastHeight === null
      ? []
      : heightContradiction(height, lastHeight, draft, parsed, child)),
    ...(weight === null || lastWeight === null
      ? []
      : weightContradiction(weight, lastWeight, parsed, child)),
    ...(muac === null || lastMuac === null ? [] : muacContradiction(muac, lastMuac)),
  ];
}
