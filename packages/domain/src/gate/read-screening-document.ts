import { roundZ } from '@crece/growth';
import {
  ACTION_CODES,
  type ActionCode,
  SCREENING_CLASSES,
  type Screening,
  type ScreeningClass,
  type StoredZScores,
} from '../entities.ts';
import { isWithin, LIMITS } from '../limits.ts';
import { withoutFields, withoutUndefined } from '../optional.ts';
import { SCREENING_ASSESSMENT_NAMES, SCREENING_FIELD_NAMES } from '../records.ts';
import { isMeasured } from '../screening/measured.ts';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import {
  type GateCode,
  type GateContext,
  type GateResult,
  isRecord,
  type RawRecord,
} from './gate-codes.ts';
import { PROVENANCE_NAMES, repairProvenance } from './provenance.ts';
import {
  numberOrAbsent,
  repairAnswer,
  repairDate,
  repairNumber,
  repairSex,
  repairText,
  wordOrAbsent,
} from './repairs.ts';

const SCREENING_NAMES = [
  ...SCREENING_FIELD_NAMES,
  ...SCREENING_ASSESSMENT_NAMES,
  ...PROVENANCE_NAMES,
  'owner',
  'gender',
  'interviewer',
] as const;

/** Names inside a stored `zScore` that are read or moved; any other stays where it is. */
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

const POSITIONS = ['lying', 'standing'] as const;

function repairFigure(value: unknown): number | null {
  const figure = numberOrAbsent(value);
  return figure === undefined ? null : roundZ(figure);
}

function repairZScore(zScore: RawRecord): StoredZScores {
  return {
    ...withoutFields(zScore, Z_SCORE_NAMES),
    ...storedZScoresOf({
      ha: repairFigure(zScore['ha']),
      wa: repairFigure(zScore['wa']),
      wl: repairFigure(zScore['wl'] ?? zScore['wh']),
    }),
  };
}

function repairActions(value: unknown): ActionCode[] {
  const list = typeof value === 'string' ? value.split(/[|,\s]+/) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => wordOrAbsent(ACTION_CODES, item) ?? []);
}

/** Class and actions, which older systems kept inside `zScore`. */
function repairClass(
  raw: RawRecord,
  zScore: RawRecord,
): { readonly status?: ScreeningClass; readonly actions: ActionCode[] } {
  const status =
    wordOrAbsent(SCREENING_CLASSES, raw['status']) ??
    wordOrAbsent(SCREENING_CLASSES, zScore['status']);
  const actions = repairActions(raw['actions'] ?? zScore['actions']);
  return status === undefined ? { actions } : { status, actions };
}

/** A measurement; 0 and less was an older system's "not measured". */
function repairMeasure(value: unknown): number | undefined | 'invalid' {
  const measure = repairNumber(value);
  return measure === 'invalid' || isMeasured(measure) ? measure : undefined;
}

function repairOverride(value: unknown): number | undefined {
  const months = numberOrAbsent(value);
  return months !== undefined && isWithin(months, LIMITS.ageOverrideMonths) ? months : undefined;
}

function repairAge(value: unknown): number | undefined {
  const months = numberOrAbsent(value);
  return months !== undefined && months >= 0 ? months : undefined;
}

/** Reads a stored screening. It needs its child's id, a date, a sex, and figures that are numbers. */
export function readScreeningDocument(
  id: string,
  raw: RawRecord,
  { timeZone, sexOf }: GateContext,
): GateResult<Screening> {
  const owner = repairText(raw['owner']);
  const gender = repairSex(raw['gender']) ?? (owner === undefined ? undefined : sexOf?.(owner));
  const surveyDate = repairDate(raw['surveyDate'], timeZone);
  const height = repairMeasure(raw['height']);
  const weight = repairMeasure(raw['weight']);
  const muac = repairMeasure(raw['muac']);
  const codes: GateCode[] = [];
  if (owner === undefined) codes.push('owner-missing');
  if (gender === undefined) codes.push('gender-invalid');
  if (surveyDate === null) codes.push('survey-date-invalid');
  if (height === 'invalid') codes.push('height-invalid');
  if (weight === 'invalid') codes.push('weight-invalid');
  if (muac === 'invalid') codes.push('muac-invalid');
  if (
    owner === undefined ||
    gender === undefined ||
    surveyDate === null ||
    height === 'invalid' ||
    weight === 'invalid' ||
    muac === 'invalid'
  ) {
    return { ok: false, codes };
  }
  const storedZ = isRecord(raw['zScore']) ? raw['zScore'] : {};
  const screening: Screening = {
    ...withoutFields(raw, SCREENING_NAMES),
    _id: id,
    ...repairProvenance(raw),
    owner,
    gender,
    surveyDate,
    zScore: repairZScore(storedZ),
    ...repairClass(raw, storedZ),
    ...withoutUndefined({
      height,
      weight,
      muac,
      familyHealthPlan: repairAnswer(raw['familyHealthPlan']),
      followFamilyHealthPlan: repairAnswer(raw['followFamilyHealthPlan']),
      visitedDoctor: repairAnswer(raw['visitedDoctor']),
      comments: repairText(raw['comments']),
      measured: wordOrAbsent(POSITIONS, raw['measured']),
      oedema: repairAnswer(raw['oedema']),
      zScoreConfirmed: repairAnswer(raw['zScoreConfirmed']) === true ? (true as const) : undefined,
      latitude: numberOrAbsent(raw['latitude']),
      longitude: numberOrAbsent(raw['longitude']),
      monthAge: repairAge(raw['monthAge']),
      ageOverride: repairOverride(raw['ageOverride']),
      interviewer: repairText(raw['interviewer']),
    }),
  };
  return { ok: true, record: screening };
}
