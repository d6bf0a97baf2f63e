import { roundZ } from '@crece/growth';
import { withoutFields, withoutUndefined } from '../base/optional.ts';
import {
  ACTION_CODES,
  type ActionCode,
  SCREENING_CLASSES,
  type StoredZScores,
  TOLD_REASONS,
  type ToldAssessment,
} from '../fields/entities.ts';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import { isRecord, type RawRecord } from './gate-codes.ts';
import { numberOrAbsent, wordOrAbsent } from './repairs.ts';

/** Names inside a stored `zScore` that are read or moved; other names stay there. */
const Z_SCORE_NAMES = [
  'ha',
  'wa',
  'wl',
  'wh',
  'haStatus',
  'waStatus',
  'wlStatus',
  'whStatus',
  'status',
  'actions',
] as const;

const TOLD_NAMES = [
  'zScore',
  'status',
  'actions',
  'monthAge',
  'reason',
] as const satisfies readonly (keyof ToldAssessment)[];

const NO_NAMES: RawRecord = {};

function repairFigure(value: unknown): number | null {
  const figure = numberOrAbsent(value);
  return figure === undefined ? null : roundZ(figure);
}

/**
 * Stored z-scores with the statuses that belong to them; a value that is not a number becomes null.
 */
export function repairZScores(value: unknown): StoredZScores {
  const zScore = isRecord(value) ? value : NO_NAMES;
  const repaired = storedZScoresOf({
    ha: repairFigure(zScore['ha']),
    wa: repairFigure(zScore['wa']),
    wl: repairFigure(zScore['wl'] ?? zScore['wh']),
  });
  return { ...withoutFields(zScore, Z_SCORE_NAMES), ...repaired };
}

/** Action codes from a list or from text; unknown codes are dropped. Undefined when missing. */
export function repairActions(value: unknown): ActionCode[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list = typeof value === 'string' ? value.split(/[|,\s]+/) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => wordOrAbsent(ACTION_CODES, item) ?? []);
}

/** An age in months, 0 or more. */
export function repairAge(value: unknown): number | undefined {
  const months = numberOrAbsent(value);
  return months !== undefined && months >= 0 ? months : undefined;
}

/**
 * The earlier assessment of a screening, repaired like the current one; undefined when it is empty.
 */
export function repairTold(value: unknown): ToldAssessment | undefined {
  if (!isRecord(value) || !TOLD_NAMES.some((name) => Object.hasOwn(value, name))) return undefined;
  return {
    ...withoutFields(value, TOLD_NAMES),
    zScore: repairZScores(value['zScore']),
    actions: repairActions(value['actions']) ?? [],
    ...withoutUndefined({
      status: wordOrAbsent(SCREENING_CLASSES, value['status']),
      monthAge: repairAge(value['monthAge']),
      reason: wordOrAbsent(TOLD_REASONS, value['reason']),
    }),
  };
}
