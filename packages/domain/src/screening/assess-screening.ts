import { QUALIFYING_AGE_MONTHS, UNDER_SIX_MONTHS, Z_PLAUSIBLE } from '../base/limits.ts';
import { withoutUndefined } from '../base/optional.ts';
import type { Age } from '../dates/age.ts';
import { answeredFields, parsedTexts } from '../fields/drafts.ts';
import type {
  Checked,
  IsoDate,
  Issue,
  OutsideLimits,
  ScreeningAssessment,
  ScreeningFields,
} from '../fields/entities.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';
import { type AssessedChild, assessMeasures } from './assess-measures.ts';
import {
  type ComparedScreening,
  type ContradictionCode,
  contradictions,
} from './contradictions.ts';
import type { OrderedScreening } from './order.ts';
import {
  type ParsedScreening,
  parseScreeningDraft,
  type ScreeningIssue,
  type ScreeningIssueCode,
  type ScreeningNoticeCode,
} from './parse-draft.ts';
import { type ReadableScreening, readScreening, type ScreeningReading } from './read-screening.ts';
import type { ScreeningDraft } from './screening-draft.ts';
import type { ZFigures } from './stored-z-scores.ts';

/** A screening that may be saved: the typed fields, its assessment, and notices to show. */
export interface AssessedScreening {
  readonly fields: ScreeningFields;
  readonly assessment: ScreeningAssessment;
  readonly reading: ScreeningReading;
  readonly age: Age;
  readonly isFirst: boolean;
}

/** The result of a partly typed screening. */
export interface ScreeningPreview
  extends Pick<
    ParsedScreening,
    'age' | 'override' | 'isOverrideDeclined' | 'isFirst' | 'limits' | 'outside'
  > {
  /** Issues of typed values; missing values are in `missing`. */
  readonly issues: readonly ScreeningIssue[];
  /** Values that are still required before saving. */
  readonly missing: readonly ScreeningIssue[];
  readonly notices: readonly Issue<ScreeningNoticeCode | ContradictionCode>[];
  /** Null until oedema is yes, or a measurement within its limits has a known age. */
  readonly assessment: ScreeningAssessment | null;
  readonly reading: ScreeningReading | null;
}

export type ScreeningCode = ScreeningIssueCode | ScreeningNoticeCode;

/** The kept figures to store, beside names that a later version has written there. */
function withKept(
  stored: OutsideLimits | undefined,
  { height, weight }: OutsideLimits,
): OutsideLimits | undefined {
  const kept: OutsideLimits = withoutUndefined({ ...stored, height, weight });
  return Object.keys(kept).length === 0 ? undefined : kept;
}

interface Assessed {
  readonly assessment: ScreeningAssessment;
  readonly reading: ScreeningReading;
}

function isImplausible(z: number | null): z is number {
  return z !== null && Math.abs(z) > Z_PLAUSIBLE;
}

/** Issues for HAZ or WAZ beyond ±5: an error in height, weight or birth date. */
function implausibleIndices(zScore: ZFigures): readonly ScreeningIssue[] {
  return (['ha', 'wa'] as const).flatMap((index) => {
    const z = zScore[index];
    return isImplausible(z) ? [{ code: 'z-score-implausible' as const, params: { index, z } }] : [];
  });
}

function assess(parsed: ParsedScreening, draft: ScreeningDraft, child: AssessedChild): Assessed {
  const measures = withoutUndefined({
    height: parsed.height ?? undefined,
    weight: parsed.weight ?? undefined,
    muac: parsed.muac ?? undefined,
  });
  const assessment = assessMeasures({
    sex: child.gender,
    ageMonths: parsed.age?.ageMonths ?? null,
    ...measures,
    isFirst: parsed.isFirst,
  });
  const readable: ReadableScreening = {
    gender: child.gender,
    ...measures,
    ...assessment,
    ...withoutUndefined({ oedema: draft.oedema }),
  };
  return { assessment, reading: readScreening(readable) };
}

function noticesOf(
  { age, override, isFirst }: ParsedScreening,
  zScore: ZFigures | null,
): readonly Issue<ScreeningNoticeCode>[] {
  const notices: Issue<ScreeningNoticeCode>[] = [];
  if (override !== null) {
    notices.push({ code: 'age-override', field: 'comments', params: { ageMonths: override } });
  }
  if (age !== null && isFirst && age.completedMonths > QUALIFYING_AGE_MONTHS) {
    const params = { completedMonths: age.completedMonths, max: QUALIFYING_AGE_MONTHS };
    notices.push({ code: 'over-qualifying-age', params });
  }
  if (age !== null && age.ageMonths < UNDER_SIX_MONTHS) {
    notices.push({ code: 'under-6-months', params: { completedMonths: age.completedMonths } });
  }
  const wl = zScore?.wl ?? null;
  if (isImplausible(wl)) {
    notices.push({ code: 'weight-for-height-implausible', params: { z: wl } });
  }
  return notices;
}

/**
 * Assesses a typed screening: parsing, age, limits, z-scores, plausibility, class and actions, in
 * that order. Returns either the screening to save, or all issues with their fields.
 *
 * A girl of 14 months, "68,5" cm, "7.1" kg, MUAC "11.9": HAZ −2.94, WAZ −2.35, WHZ −1.13,
 * RED_CHILD.
 */
export function assessScreening(
  draft: ScreeningDraft,
  child: AssessedChild,
  otherScreenings: readonly OrderedScreening[],
  today: IsoDate,
): Checked<AssessedScreening, ScreeningCode> {
  const parsed = parseScreeningDraft(draft, child, otherScreenings, today);
  const issues = [...parsed.issues, ...parsed.missing];
  const { surveyDate, age } = parsed;
  // A date or an age that could not be read has already added its issue.
  if (issues.length > 0 || surveyDate === null || age === null) return { ok: false, issues };

  const { assessment, reading } = assess(parsed, draft, child);
  const implausible = implausibleIndices(assessment.zScore);
  const isConfirmed = implausible.length > 0 && draft.zScoreConfirmed === true;
  if (implausible.length > 0 && !isConfirmed) return { ok: false, issues: implausible };

  const fields: ScreeningFields = withoutUndefined({
    ...answeredFields(SCREENING_TABLE, draft),
    ...parsedTexts(SCREENING_TABLE, draft),
    surveyDate,
    height: parsed.height ?? undefined,
    weight: parsed.weight ?? undefined,
    muac: parsed.muac ?? undefined,
    outsideLimits: withKept(draft.outsideLimits, parsed.outside),
    ageOverride: parsed.isOverrideDeclined ? (false as const) : (parsed.override ?? undefined),
    zScoreConfirmed: isConfirmed ? (true as const) : undefined,
  });
  return {
    ok: true,
    value: { fields, assessment, reading, age, isFirst: parsed.isFirst },
    notices: noticesOf(parsed, assessment.zScore),
  };
}

/**
 * The result of a partly typed screening: the limits for the child's age, issues of typed values,
 * contradictions to other screenings, and the assessment as far as it can be calculated. Missing
 * values are not issues.
 */
export function previewScreening(
  draft: ScreeningDraft,
  child: AssessedChild,
  otherScreenings: readonly ComparedScreening[],
  today: IsoDate,
): ScreeningPreview {
  const parsed = parseScreeningDraft(draft, child, otherScreenings, today);
  const { age, override, isOverrideDeclined, isFirst, limits, outside, issues, missing } = parsed;
  const hasMeasure = parsed.height !== null || parsed.weight !== null || parsed.muac !== null;
  // Oedema refers the child before any measurement.
  const isTold = hasMeasure || draft.oedema === true;
  const assessed = age !== null && isTold ? assess(parsed, draft, child) : null;
  const isAsked = assessed !== null && draft.zScoreConfirmed !== true;
  const implausible = isAsked ? implausibleIndices(assessed.assessment.zScore) : [];
  return {
    age,
    override,
    isOverrideDeclined,
    isFirst,
    limits,
    outside,
    issues: [...issues, ...implausible],
    missing,
    notices: [
      ...noticesOf(parsed, assessed?.assessment.zScore ?? null),
      ...contradictions(parsed, draft, child, otherScreenings),
    ],
    assessment: assessed?.assessment ?? null,
    reading: assessed?.reading ?? null,
  };
}
