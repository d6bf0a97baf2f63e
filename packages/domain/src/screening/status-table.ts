import {
  ACUTE_ONLY_FROM_MONTHS,
  isInWindow,
  MICRONUTRIENT_STATUS_MONTHS,
  MUAC_LINES,
  RED_FOR_AGE_MONTHS,
  UNDER_SIX_MONTHS,
  Z_LINES,
} from '../base/limits.ts';
import type { StatusColor, ZscoreStatus } from '../fields/entities.ts';
import { type AcuteEvidence, acuteEvidence, type MeasuredFacts } from './acute-evidence.ts';
import { isMeasured } from './measured.ts';
import { anyBelow, isLowForAge, Z_INDICES, type ZFigures, type ZIndex } from './stored-z-scores.ts';

/** The line of the status table that decided, shown as "why this colour". */
export type StatusRule =
  | 'acute-severe'
  | 'acute-moderate'
  | 'low-for-age'
  | 'low-for-age-micronutrients'
  | 'at-risk'
  | 'normal'
  | 'not-assessed';

/** One figure that a rule used, e.g. "weight for height −2.08 is below −2". */
export interface ReasonFact {
  readonly index: ZIndex | 'muac';
  readonly value: number;
  readonly line: number;
  readonly isBelow: boolean;
}

/** Why nothing could be assessed. */
export type NotAssessedCause = 'muac-under-6-months' | 'no-usable-measurement';

export interface StatusReason {
  readonly rule: StatusRule;
  /** The figures that triggered the rule; for "normal" the figure that shows it. */
  readonly facts: readonly ReasonFact[];
  readonly cause?: NotAssessedCause;
}

/** Low HAZ or WAZ, but not red: the programme's red for it starts at 6 and ends at 48 months. */
export type LowForAge = 'starts-at-6' | 'ends-at-48';

export interface StatusOutcome {
  readonly evidence: AcuteEvidence;
  readonly zscoreStatus?: ZscoreStatus;
  readonly statusColor?: StatusColor;
  readonly reason: StatusReason;
  readonly lowForAge?: LowForAge;
}

interface StatusRow {
  readonly rule: StatusRule;
  readonly holds: (facts: MeasuredFacts, evidence: AcuteEvidence) => boolean;
  readonly zscoreStatus?: ZscoreStatus;
  readonly statusColor?: StatusColor;
  readonly reasons: (facts: MeasuredFacts, evidence: AcuteEvidence) => readonly ReasonFact[];
}

function below(zScore: ZFigures, indices: readonly ZIndex[], line: number): readonly ReasonFact[] {
  return indices.flatMap((index) => {
    const value = zScore[index];
    return value !== null && value < line ? [{ index, value, line, isBelow: true }] : [];
  });
}

/** The figure that gave the acute evidence, with the line it is compared with. */
function evidenceFact(
  { zScore, muac }: MeasuredFacts,
  { from }: AcuteEvidence,
  lines: { readonly whz: number; readonly muac: number },
): readonly ReasonFact[] {
  const index = from === 'whz' ? 'wl' : 'muac';
  const value = from === 'whz' ? zScore.wl : (muac ?? null);
  const line = from === 'whz' ? lines.whz : lines.muac;
  return from === null || value === null ? [] : [{ index, value, line, isBelow: value < line }];
}

function lowFacts({ zScore }: MeasuredFacts): readonly ReasonFact[] {
  return below(zScore, ['ha', 'wa'], Z_LINES.moderate);
}

/** Status and colour of a child; the first matching line applies. */
const STATUS_TABLE: readonly StatusRow[] = [
  {
    rule: 'acute-severe',
    holds: (_facts, evidence) => evidence.level === 'severe',
    zscoreStatus: 'Acute: sam supplements required',
    statusColor: 'redZoneZscore',
    reasons: (facts, evidence) =>
      evidenceFact(facts, evidence, { whz: Z_LINES.severe, muac: MUAC_LINES.severe }),
  },
  {
    rule: 'acute-moderate',
    holds: (_facts, evidence) => evidence.level === 'moderate',
    zscoreStatus: 'Acute: mam supplements required',
    statusColor: 'redZoneZscore',
    reasons: (facts, evidence) =>
      evidenceFact(facts, evidence, { whz: Z_LINES.moderate, muac: MUAC_LINES.moderate }),
  },
  {
    rule: 'low-for-age',
    holds: (facts) => isInWindow(facts.ageMonths, RED_FOR_AGE_MONTHS) && isLowForAge(facts.zScore),
    zscoreStatus: 'Acute: supplements required',
    statusColor: 'redZoneZscore',
    reasons: lowFacts,
  },
  {
    rule: 'low-for-age-micronutrients',
    holds: (facts) =>
      isInWindow(facts.ageMonths, MICRONUTRIENT_STATUS_MONTHS) && isLowForAge(facts.zScore),
    zscoreStatus: 'Micro nutrients required',
    statusColor: 'redZoneZscore',
    reasons: lowFacts,
  },
  {
    rule: 'at-risk',
    holds: ({ zScore }) => anyBelow(zScore, Z_LINES.marginal),
    zscoreStatus: 'At Risk: Come to next screening',
    statusColor: 'marginalZscore',
    reasons: ({ zScore }) => below(zScore, Z_INDICES, Z_LINES.marginal),
  },
  {
    rule: 'normal',
    holds: (_facts, evidence) => evidence.level !== 'unknown',
    zscoreStatus: 'Normal',
    statusColor: 'normalZscore',
    reasons: (facts, evidence) =>
      evidenceFact(facts, evidence, { whz: Z_LINES.marginal, muac: MUAC_LINES.moderate }),
  },
];

/** Severity of a status: higher is worse, 0 is "not assessed". The order of the table's lines. */
export function statusSeverity({ reason }: StatusOutcome): number {
  const line = STATUS_TABLE.findIndex(({ rule }) => rule === reason.rule);
  return line === -1 ? 0 : STATUS_TABLE.length - line;
}

function causeOf({ ageMonths, muac }: MeasuredFacts): NotAssessedCause {
  return isMeasured(muac) && ageMonths !== null && ageMonths < UNDER_SIX_MONTHS
    ? 'muac-under-6-months'
    : 'no-usable-measurement';
}

function lowForAgeOf(row: StatusRow, facts: MeasuredFacts): LowForAge | undefined {
  const { ageMonths } = facts;
  if (row.rule !== 'at-risk' || ageMonths === null || !isLowForAge(facts.zScore)) return undefined;
  if (ageMonths < UNDER_SIX_MONTHS) return 'starts-at-6';
  return ageMonths >= ACUTE_ONLY_FROM_MONTHS ? 'ends-at-48' : undefined;
}

/**
 * Status and colour of one screening, with the rule and the figures that decided. Without usable
 * measures both are absent: "not assessed" is never green.
 */
export function statusOf(facts: MeasuredFacts): StatusOutcome {
  const evidence = acuteEvidence(facts);
  const row = STATUS_TABLE.find((line) => line.holds(facts, evidence));
  if (row === undefined) {
    return { evidence, reason: { rule: 'not-assessed', facts: [], cause: causeOf(facts) } };
  }
  const lowForAge = lowForAgeOf(row, facts);
  return {
    evidence,
    ...(row.zscoreStatus === undefined ? {} : { zscoreStatus: row.zscoreStatus }),
    ...(row.statusColor === undefined ? {} : { statusColor: row.statusColor }),
    reason: { rule: row.rule, facts: row.reasons(facts, evidence) },
    ...(lowForAge === undefined ? {} : { lowForAge }),
  };
}
