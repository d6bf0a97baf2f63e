import { monthsOf } from '../exact/exact-rules.ts';
import { type ExactMeasures, exactZScores } from '../exact/index.ts';
import {
  addQualityCounts,
  type Counts,
  MEASURES,
  MONTHS_PER_YEAR,
  noCounts,
  type QualityCounts,
  qualityCountsOf,
  SCORES,
} from './check-counts.ts';
import { evenP, lastDigit, preferenceScore, ratioP } from './counts.ts';
import {
  type Criterion,
  EXPECTED_SD,
  GRADES,
  gradeOfPenalty,
  HEAPING_P,
  MAX_IMPLAUSIBLE_PERCENT,
  type QualityVerdict,
  SMART,
} from './cut-offs.ts';

/** One figure about a survey's data. Shares in per cent; null when it cannot be calculated. */
export interface QualityFigure {
  /** e.g. `flagged-zlen`, `digit-preference-weight`, `sex-ratio-p`; see `QUALITY_FIGURES`. */
  readonly figure: string;
  readonly value: number | null;
  /** The number of children it was calculated from. */
  readonly n: number;
  readonly verdict: QualityVerdict;
}

export interface QualityReport {
  readonly figures: readonly QualityFigure[];
  readonly summary: {
    /** Penalty points of the SMART table (0 is best) and their grade. */
    readonly penalty: number;
    readonly verdict: QualityVerdict;
    /** Figures that their published cut-off rates as problematic or out of range. */
    readonly doubtful: readonly string[];
  };
}

/** A quality check to which records are added one by one. */
export interface QualityCheck {
  add(record: ExactMeasures): void;
  /** The counts so far as plain numbers, to store, send or add to another check. */
  counts(): QualityCounts;
  addCounts(counts: QualityCounts): void;
  report(): QualityReport;
}

/** MUAC is expected from this age in months; for younger children it does not count as missing. */
const MUAC_FROM_MONTHS = 6;

/** SMART flags children beyond the survey's own mean ± this. */
const SMART_FLAG_Z = 3;

/**
 * Expected ratio of children of 6 to 29 months to those of 30 to 59 months in a population with
 * usual child mortality (M. Golden for SMART; the lengths of the age ranges alone would give 0.80).
 */
const EXPECTED_AGE_RATIO = 0.85;
const EXPECTED_SEX_RATIO = 1;
const AGE_RATIO_MONTHS = { from: 6, split: 30, below: 60 } as const;

/** Heaping is tested over four whole years, each of which contains every month once. */
const HEAPING_MONTHS = { from: 12, below: 60 } as const;

function isMeasured(measure: number | undefined): measure is number {
  return measure !== undefined && measure > 0 && Number.isFinite(measure);
}

function increase(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

function countAge(counts: Counts, months: number): void {
  if (Number.isNaN(months)) return;
  counts.ages += 1;
  if (!(months >= 0 && months < AGE_RATIO_MONTHS.below)) counts.agesOutside += 1;
  else if (months >= AGE_RATIO_MONTHS.split) counts.older += 1;
  else if (months >= AGE_RATIO_MONTHS.from) counts.younger += 1;
  if (months >= HEAPING_MONTHS.from && months < HEAPING_MONTHS.below)
    increase(counts.months, Math.floor(months) % MONTHS_PER_YEAR);
}

function count(counts: Counts, record: ExactMeasures): void {
  counts.records += 1;
  if (record.sex !== undefined) counts.sexes[record.sex] += 1;
  const months = monthsOf(record.ageDays ?? Number.NaN, record.ageMonths ?? Number.NaN);
  countAge(counts, months);
  for (const name of MEASURES) {
    const measure = record[name];
    if (isMeasured(measure)) increase(counts.digits[name], lastDigit(measure));
  }
  if (months >= MUAC_FROM_MONTHS) {
    counts.muacExpected += 1;
    if (!isMeasured(record.muac)) counts.muacMissing += 1;
  }
  const scores = exactZScores(record);
  for (const name of SCORES) {
    const score = scores[name];
    if (score.z === null) continue;
    if (score.isFlagged) counts.flagged[name] += 1;
    else counts.histograms[name].add(score.z);
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, each) => sum + each, 0);
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

type Judge = (value: number) => QualityVerdict;

const notJudged: Judge = () => 'not-judged';

const judgedBy = (isWithin: (value: number) => boolean): Judge => {
  return (value) => (isWithin(value) ? 'within-limits' : 'beyond-limits');
};

function figure(
  name: string,
  value: number | null,
  n: number,
  judge: Judge = notJudged,
): QualityFigure {
  return { figure: name, value, n, verdict: value === null ? 'no-data' : judge(value) };
}

/** Missing values and ages outside the standards, in per cent. */
function completeness(counts: Counts): QualityFigure[] {
  const { records, sexes, digits } = counts;
  const missing = (name: string, known: number) =>
    figure(`missing-${name}`, percent(records - known, records), records);
  return [
    figure('records', records, records),
    missing('sex', sexes.Boy + sexes.Girl),
    missing('age', counts.ages),
    missing('weight', total(digits.weight)),
    missing('height', total(digits.height)),
    figure('missing-muac', percent(counts.muacMissing, counts.muacExpected), counts.muacExpected),
    figure('age-outside', percent(counts.agesOutside, counts.ages), counts.ages),
  ];
}

/**
 * The distribution of one index: WHO's flags, its deviation, and its shape without SMART's flags.
 */
function distribution(counts: Counts, name: (typeof SCORES)[number]): QualityFigure[] {
  const histogram = counts.histograms[name];
  const all = histogram.moments();
  const scored = all.n + counts.flagged[name];
  const expected = name in EXPECTED_SD ? EXPECTED_SD[name as keyof typeof EXPECTED_SD] : null;
  const isJudged = expected !== null;
  const mean = all.mean ?? 0;
  const usual = histogram.moments(mean - SMART_FLAG_Z, mean + SMART_FLAG_Z);
  const byShape: Judge = isJudged ? SMART.shape.gradeOf : notJudged;
  return [
    figure(
      `flagged-${name}`,
      percent(counts.flagged[name], scored),
      scored,
      isJudged ? judgedBy((share) => share <= MAX_IMPLAUSIBLE_PERCENT) : notJudged,
    ),
    figure(
      `sd-${name}`,
      all.deviation,
      all.n,
      isJudged ? judgedBy((sd) => sd >= expected.min && sd <= expected.max) : notJudged,
    ),
    figure(`smart-flagged-${name}`, percent(scored - usual.n, scored), scored, (share) =>
      name === 'zwfl' ? SMART.flagged.gradeOf(share) : 'not-judged',
    ),
    figure(`smart-sd-${name}`, usual.deviation, usual.n, (sd) =>
      name === 'zwfl' ? SMART.standardDeviation.gradeOf(sd) : 'not-judged',
    ),
    figure(`skewness-${name}`, usual.skewness, usual.n, byShape),
    figure(`kurtosis-${name}`, usual.kurtosis, usual.n, byShape),
  ];
}

function preferences(counts: Counts): QualityFigure[] {
  return MEASURES.map((name) =>
    figure(
      `digit-preference-${name}`,
      preferenceScore(counts.digits[name]),
      total(counts.digits[name]),
      SMART.digitPreference.gradeOf,
    ),
  );
}

function ratios(counts: Counts): QualityFigure[] {
  const { sexes, younger, older, months } = counts;
  const byP: Judge = SMART.probability.gradeOf;
  const bothSexes = sexes.Boy + sexes.Girl;
  const bothAges = younger + older;
  const heaped = total(months);
  return [
    figure('sex-ratio', sexes.Girl === 0 ? null : sexes.Boy / sexes.Girl, bothSexes),
    figure('sex-ratio-p', ratioP(sexes.Boy, sexes.Girl, EXPECTED_SEX_RATIO), bothSexes, byP),
    figure('age-ratio', older === 0 ? null : younger / older, bothAges),
    figure('age-ratio-p', ratioP(younger, older, EXPECTED_AGE_RATIO), bothAges, byP),
    figure('age-heaping', preferenceScore(months), heaped),
    figure(
      'age-heaping-p',
      evenP(months),
      heaped,
      judgedBy((p) => p >= HEAPING_P),
    ),
  ];
}

/** The figures in SMART's overall score, each with its criterion. */
const SCORED: Readonly<Record<string, Criterion>> = {
  'smart-flagged-zwfl': SMART.flagged,
  'sex-ratio-p': SMART.probability,
  'age-ratio-p': SMART.probability,
  'digit-preference-weight': SMART.digitPreference,
  'digit-preference-height': SMART.digitPreference,
  'digit-preference-muac': SMART.digitPreference,
  'smart-sd-zwfl': SMART.standardDeviation,
  'skewness-zwfl': SMART.shape,
  'kurtosis-zwfl': SMART.shape,
};

function penaltyOf({ figure: name, verdict }: QualityFigure): number {
  const grade = GRADES.find((each) => each === verdict);
  return grade === undefined ? 0 : (SCORED[name]?.penalties[grade] ?? 0);
}

function reportOf(counts: Counts): QualityReport {
  const figures = [
    ...completeness(counts),
    ...SCORES.flatMap((name) => distribution(counts, name)),
    ...preferences(counts),
    ...ratios(counts),
  ];
  const penalty = figures.reduce((sum, each) => sum + penaltyOf(each), 0);
  const verdict = counts.records === 0 ? 'no-data' : gradeOfPenalty(penalty);
  const doubtful = figures
    .filter((each) => each.verdict === 'problematic' || each.verdict === 'beyond-limits')
    .map((each) => each.figure);
  return {
    figures: [
      ...figures,
      {
        figure: 'smart-penalty',
        value: counts.records === 0 ? null : penalty,
        n: counts.records,
        verdict,
      },
    ],
    summary: { penalty, verdict, doubtful },
  };
}

/** Opens a check for records that arrive one by one; it keeps only counts, not the records. */
export function openQualityCheck(): QualityCheck {
  const counts = noCounts();
  return {
    add: (record) => count(counts, record),
    counts: () => qualityCountsOf(counts),
    addCounts: (more) => addQualityCounts(counts, more),
    report: () => reportOf(counts),
  };
}

/**
 * The plausibility figures that survey officers use, each with the verdict of its published cut-off
 * (see `cut-offs.ts`), and SMART's overall penalty. A child with oedema is left out of the
 * weight-based figures; a value that is not a positive finite number is missing.
 *
 * 60 boys and 40 girls have `sex-ratio` 1.5 and `sex-ratio-p` 0.0455, which is acceptable.
 */
export function quality(records: Iterable<ExactMeasures>): QualityReport {
  const check = openQualityCheck();
  for (const record of records) check.add(record);
  return check.report();
}
