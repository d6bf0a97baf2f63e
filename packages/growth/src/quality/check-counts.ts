import { ZHistogram } from './histogram.ts';

export const SCORES = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'] as const;
export const MEASURES = ['weight', 'height', 'muac'] as const;

export const MONTHS_PER_YEAR = 12;
const DIGITS = 10;

type ScoreName = (typeof SCORES)[number];

/** The counters of a check, updated record by record. */
export interface Counts {
  records: number;
  sexes: { Boy: number; Girl: number };
  ages: number;
  agesOutside: number;
  muacExpected: number;
  muacMissing: number;
  younger: number;
  older: number;
  readonly months: number[];
  readonly digits: Readonly<Record<(typeof MEASURES)[number], number[]>>;
  readonly flagged: Record<ScoreName, number>;
  readonly histograms: Readonly<Record<ScoreName, ZHistogram>>;
}

/**
 * The counters as plain numbers without data of any child; the counts of two checks may be added.
 */
export interface QualityCounts {
  /** Boys and girls, then in the order of `PLAIN`. */
  readonly plain: readonly number[];
  readonly months: readonly number[];
  readonly digits: Readonly<Record<(typeof MEASURES)[number], readonly number[]>>;
  readonly flagged: Readonly<Record<ScoreName, number>>;
  /** Pairs of a z-score in hundredths and its count, in one list. */
  readonly scores: Readonly<Record<ScoreName, readonly number[]>>;
}

const PLAIN = [
  'records',
  'ages',
  'agesOutside',
  'muacExpected',
  'muacMissing',
  'younger',
  'older',
] as const;

function ofEach<K extends string, T>(names: readonly K[], make: (name: K) => T): Record<K, T> {
  // Every name gets its entry.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, T>;
}

export function noCounts(): Counts {
  return {
    ...ofEach(PLAIN, () => 0),
    sexes: { Boy: 0, Girl: 0 },
    months: new Array<number>(MONTHS_PER_YEAR).fill(0),
    digits: ofEach(MEASURES, () => new Array<number>(DIGITS).fill(0)),
    flagged: ofEach(SCORES, () => 0),
    histograms: ofEach(SCORES, () => new ZHistogram()),
  };
}

/** The counters so far, as plain numbers. */
export function qualityCountsOf(counts: Counts): QualityCounts {
  const { sexes, months, digits, flagged, histograms } = counts;
  return {
    plain: [sexes.Boy, sexes.Girl, ...PLAIN.map((name) => counts[name])],
    months: [...months],
    digits: ofEach(MEASURES, (name) => [...digits[name]]),
    flagged: { ...flagged },
    scores: ofEach(SCORES, (name) => histograms[name].hundredths().flat()),
  };
}

function addTo(sums: number[], more: readonly number[]): void {
  more.forEach((count, place) => {
    sums[place] = (sums[place] ?? 0) + count;
  });
}

/** Adds the counts of another check. */
export function addQualityCounts(counts: Counts, more: QualityCounts): void {
  const [boys = 0, girls = 0, ...plain] = more.plain;
  counts.sexes.Boy += boys;
  counts.sexes.Girl += girls;
  PLAIN.forEach((name, place) => {
    counts[name] += plain[place] ?? 0;
  });
  addTo(counts.months, more.months);
  for (const name of MEASURES) addTo(counts.digits[name], more.digits[name]);
  for (const name of SCORES) {
    counts.flagged[name] += more.flagged[name];
    more.scores[name].forEach((hundredths, place, scores) => {
      if (place % 2 === 0) counts.histograms[name].add(hundredths / 100, scores[place + 1]);
    });
  }
}
