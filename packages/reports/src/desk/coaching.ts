import type { DeskList } from '@crece/domain';
import { evenP, preferenceScore } from '@crece/growth/quality';
import { countIn, type DigitMeasure, type ListCounts } from './desk-lists.ts';

/** What a screener may need help with, in display order. */
export const COACHING_TOPICS = [
  'flagged',
  'muac-missing',
  'swelling-not-looked',
  'height-missing',
  'weight-missing',
  'weight-rounded',
  'height-rounded',
  'muac-rounded',
] as const;
export type CoachingTopic = (typeof COACHING_TOPICS)[number];

/** One thing to practise: the topic, how often, and among how many. */
export interface CoachingNote {
  readonly topic: CoachingTopic;
  readonly count: number;
  readonly of: number;
  /** For a rounded measure: the most frequent last digit. */
  readonly digit?: number;
}

const LISTS = {
  flagged: 'flagged',
  'muac-missing': 'missing-muac',
  'swelling-not-looked': 'swelling-not-looked',
  'height-missing': 'height-missing',
  'weight-missing': 'weight-missing',
} as const satisfies Partial<Record<CoachingTopic, DeskList>>;

const MEASURES = {
  'weight-rounded': 'weight',
  'height-rounded': 'height',
  'muac-rounded': 'muac',
} as const satisfies Partial<Record<CoachingTopic, DigitMeasure>>;

/** The list of the children counted in a note. */
export function listOfTopic(topic: CoachingTopic, digit = 0): DeskList {
  return topic in MEASURES
    ? listOfDigit(MEASURES[topic as keyof typeof MEASURES], digit)
    : LISTS[topic as keyof typeof LISTS];
}

/** From when a topic is noted. A few children say nothing about a person. */
export const COACHING = {
  /** Gaps are noted from this number of children, and above this share of them. */
  gaps: { from: 3, aboveShare: 0.1 },
  /**
   * A last-digit preference is noted from this number of measures, with a score above SMART's limit
   * for problematic, and a χ² probability of the ten digits below this.
   */
  digits: { from: 30, aboveScore: 20, belowP: 0.01 },
} as const;

const DIGITS = 10;

/** The list of the children whose measure has this last digit (tenths). */
export function listOfDigit(measure: DigitMeasure, digit: number): DeskList {
  return `${measure}-digit-${digit % DIGITS}` as DeskList;
}

function rounded(measure: DigitMeasure, lists: ListCounts): readonly CoachingNote[] {
  const digits = Array.from({ length: DIGITS }, (_, digit) =>
    countIn(lists, listOfDigit(measure, digit)),
  );
  const of = digits.reduce((sum, count) => sum + count, 0);
  const score = preferenceScore(digits);
  const p = evenP(digits);
  const { from, aboveScore, belowP } = COACHING.digits;
  if (of < from || score === null || p === null || score <= aboveScore || p >= belowP) return [];
  const count = Math.max(...digits);
  return [{ topic: `${measure}-rounded`, count, of, digit: digits.indexOf(count) }];
}

/**
 * What to practise with a person or in a unit, calculated from the surveyed children who were
 * screened there.
 */
export function coachingOf(lists: ListCounts): readonly CoachingNote[] {
  const countOf = (list: DeskList) => countIn(lists, list);
  const gap = (topic: CoachingTopic, count: number, of: number): readonly CoachingNote[] =>
    count >= COACHING.gaps.from && count > COACHING.gaps.aboveShare * of
      ? [{ topic, count, of }]
      : [];
  const covered = countOf('covered');
  const arms = countOf('known-muac') + countOf('missing-muac') + countOf('flagged-muac');
  const flagged = countOf('flagged');
  return [
    ...(flagged > 0 ? [{ topic: 'flagged' as const, count: flagged, of: covered }] : []),
    ...gap('muac-missing', countOf('missing-muac'), arms),
    ...gap('swelling-not-looked', countOf('swelling-not-looked'), covered),
    ...gap('height-missing', countOf('height-missing'), covered),
    ...gap('weight-missing', countOf('weight-missing'), covered),
    ...rounded('weight', lists),
    ...rounded('height', lists),
    ...rounded('muac', lists),
  ];
}
