import { type NoZScoreReason, type ProgrammeZScores, roundZ, type ZScore } from '@crece/growth';
import { Z_LINES } from '../base/limits.ts';
import type { IndexStatus, StoredZScores } from '../fields/entities.ts';
import { isMeasured } from './measured.ts';

/**
 * Converts z-scores between the names of the calculation (`haz`, `waz`, `whz`) and of the record
 * (`ha`, `wa`, `wl`). They are rounded to two decimals once, before any rule, so that rules,
 * records and screens use the same number.
 */

export const Z_INDICES = ['ha', 'wa', 'wl'] as const;
export type ZIndex = (typeof Z_INDICES)[number];

/** The three figures of a record without their statuses. */
export type ZFigures = Readonly<Record<ZIndex, number | null>>;

/** For each index that is null, the reason. */
export type MissingIndices = Partial<Record<ZIndex, NoZScoreReason>>;

/** Status of WHZ (`wl`), or of HAZ or WAZ; null for a null index. */
export function indexStatus(index: ZIndex, z: number | null): IndexStatus | null {
  if (z === null) return null;
  if (index === 'wl' && z < Z_LINES.severe) return 'dangerZscore';
  if (z < Z_LINES.moderate) return index === 'wl' ? 'moderateRedZoneZscore' : 'redZoneZscore';
  return z < Z_LINES.marginal ? 'marginalZscore' : 'normalZscore';
}

/** The record's z-scores with the statuses that belong to the figures. */
export function storedZScoresOf({ ha, wa, wl }: ZFigures): StoredZScores {
  return {
    ha,
    wa,
    wl,
    haStatus: indexStatus('ha', ha),
    waStatus: indexStatus('wa', wa),
    wlStatus: indexStatus('wl', wl),
  };
}

/** z-scores of a screening without any index. */
export const NO_Z_SCORES: StoredZScores = storedZScoresOf({ ha: null, wa: null, wl: null });

function rounded(score: ZScore): number | null {
  return score.z === null ? null : roundZ(score.z);
}

/** Calculated z-scores with the names and rounding of a record. */
export function storeZScores({ haz, waz, whz }: ProgrammeZScores): StoredZScores {
  return storedZScoresOf({ ha: rounded(haz), wa: rounded(waz), wl: rounded(whz) });
}

/** For each null index of a stored screening, the reason, derived from the measures. */
export function missingIndices(
  zScore: ZFigures,
  measured: { readonly height?: number | undefined; readonly weight?: number | undefined },
): MissingIndices {
  const hasHeight = isMeasured(measured.height);
  const hasWeight = isMeasured(measured.weight);
  const isComplete = { ha: hasHeight, wa: hasWeight, wl: hasHeight && hasWeight };
  const missing: MissingIndices = {};
  for (const index of Z_INDICES) {
    if (zScore[index] !== null) continue;
    missing[index] = isComplete[index] ? 'outside-reference' : 'not-measured';
  }
  return missing;
}

/** Whether any known index lies below a line. */
export function anyBelow(zScore: ZFigures, line: number): boolean {
  return Z_INDICES.some((index) => isBelow(zScore[index], line));
}

/** Whether HAZ or WAZ lies below the red line: "low for age". */
export function isLowForAge(zScore: ZFigures): boolean {
  return isBelow(zScore.ha, Z_LINES.moderate) || isBelow(zScore.wa, Z_LINES.moderate);
}

function isBelow(z: number | null, line: number): boolean {
  return z !== null && z < line;
}
