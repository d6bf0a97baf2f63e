import type { ActionCode, MuacBand, SupplementType } from '../entities.ts';
import { UNDER_SIX_MONTHS } from '../limits.ts';
import type { NextVisit } from '../standing/standing.ts';
import { NEXT_VISIT } from './next-visit.ts';

/** What an action says: codes with the same sentence are shown once. */
export type ActionSentence =
  | 'refer-swelling'
  | 'report'
  | 'verify'
  | 'review'
  | 'weigh'
  | 'start'
  | 'continue'
  | 'provide'
  | 'enroll'
  | 'invite'
  | 'urge-visit'
  | 'lessons'
  | 'tell'
  | 'reevaluate'
  | 'rescreen'
  | 'ask-clinic'
  | 'overdue'
  | 'health-worker'
  | 'measure-again'
  | 'measure-now';

/** Codes that are only added for display and never stored. */
export type AddedActionCode =
  | 'OEDEMA_REFER'
  | 'UNDER_6_ASK_CLINIC'
  | 'SCREENING_OVERDUE'
  | 'INFANT_TO_HEALTH_WORKER'
  | 'MEASURE_AGAIN'
  | 'MEASURE_NOW';

export type ShownActionCode = ActionCode | AddedActionCode;

export const ACTION_SENTENCES: Readonly<Record<ShownActionCode, ActionSentence>> = {
  SEVERE_REPORT: 'report',
  SEVERE_VERIFY: 'verify',
  SEVERE_REVIEW: 'review',
  SEVERE_WEIGH: 'weigh',
  SEVERE_PROVIDE: 'provide',
  MODERATE_PROVIDE: 'provide',
  MODERATE_ENCOURAGE: 'urge-visit',
  MODERATE_REVIEW: 'review',
  MODERATE_WEIGH: 'weigh',
  RED_START: 'start',
  RED_ENROLL: 'enroll',
  RED_INCLUDE: 'invite',
  ORANGE_ENROLL: 'enroll',
  ORANGE_ENCOURAGE: 'invite',
  GREEN_TELL: 'tell',
  PRIOR_RED_CONTINUE: 'continue',
  PRIOR_RED_REVIEW: 'review',
  PRIOR_RED_LESSONS: 'lessons',
  PRIOR_RED_NEXT: 'invite',
  PRIOR_ORANGE_ENROLL: 'enroll',
  PRIOR_ORANGE_ENCOURAGE: 'invite',
  PRIOR_GREEN_TELL: 'tell',
  UNDER_6_REEVALUATE: 'reevaluate',
  RESCREEN_ONE_MONTH: 'rescreen',
  REVIEW_HEALTH_LESSONS: 'review',
  OEDEMA_REFER: 'refer-swelling',
  UNDER_6_ASK_CLINIC: 'ask-clinic',
  SCREENING_OVERDUE: 'overdue',
  INFANT_TO_HEALTH_WORKER: 'health-worker',
  MEASURE_AGAIN: 'measure-again',
  MEASURE_NOW: 'measure-now',
};

/** Sentences that name an amount of food. */
const FOOD_SENTENCES: ReadonlySet<ActionSentence> = new Set(['start', 'continue', 'provide']);

/** The first sentence of the MUAC banner. */
const MUAC_REFERS: Readonly<Record<MuacBand, ActionCode | null>> = {
  red: 'SEVERE_REPORT',
  yellow: 'MODERATE_ENCOURAGE',
  green: null,
};

/** One thing to tell or do, in the order of showing. */
export interface ShownAction {
  readonly code: ShownActionCode;
  readonly sentence: ActionSentence;
  /** Its origin: the class, the MUAC banner above the actions, or the oedema line above all. */
  readonly from: 'screening' | 'muac' | 'oedema';
  /** The supplement that the sentence names, for start, continue and provide only. */
  readonly supplement?: Exclude<SupplementType, 'none'>;
  /** When to weigh or screen again, for sentences with a time; from the table of next visits. */
  readonly interval?: ScreeningInterval;
}

/** `everyDays`: repeatedly, as long as the child is referred. */
export type ScreeningInterval = { readonly everyDays: number } | { readonly months: number };

/** The input that determines which stored actions are shown today, and how. */
export interface ShowingContext {
  readonly muacBand?: MuacBand | undefined;
  readonly oedema?: boolean | undefined;
  /** Today's supplement and whether it has lapsed, from `supplementOn`. */
  readonly supType: SupplementType;
  readonly overdue: boolean;
  /** Null when the age today is unknown: then no food is named either. */
  readonly ageMonthsToday: number | null;
  /** While the age is in conflict, food is named only if every candidate is 6 months old. */
  readonly noFood?: boolean | undefined;
  /** Some stored figure is implausible or in the wrong unit. */
  readonly hasDoubts?: boolean | undefined;
  readonly next?: NextVisit | null | undefined;
  /** Months to the next visit of an acute child, by the table in use. */
  readonly acuteMonths?: number | undefined;
}

/** The first action of the MUAC banner, null for a green or absent band. */
export function muacRefer(band: MuacBand | undefined): ActionCode | null {
  return band === undefined ? null : MUAC_REFERS[band];
}

function plain(code: ShownActionCode, from: ShownAction['from'] = 'screening'): ShownAction {
  return { code, sentence: ACTION_SENTENCES[code], from };
}

/** A food action in the form allowed today; null when no supplement is needed. */
function foodAction(code: ActionCode, context: ShowingContext): ShownAction | null {
  const { supType, overdue, ageMonthsToday, noFood } = context;
  if (noFood === true || ageMonthsToday === null || ageMonthsToday < UNDER_SIX_MONTHS) {
    return plain('UNDER_6_ASK_CLINIC');
  }
  if (overdue) return plain('SCREENING_OVERDUE');
  return supType === 'none' ? null : { ...plain(code), supplement: supType };
}

/** Sentences that contain a time. */
const TIMED_SENTENCES: ReadonlySet<ActionSentence> = new Set(['weigh', 'rescreen']);

/** The action with its time: weekly while the child is referred, else the next visit's. */
function timed(action: ShownAction, { next, acuteMonths }: ShowingContext): ShownAction {
  if (!TIMED_SENTENCES.has(action.sentence)) return action;
  const interval =
    next?.everyDays === undefined
      ? { months: acuteMonths ?? NEXT_VISIT.acuteMonths }
      : { everyDays: next.everyDays };
  return { ...action, interval };
}

/** The actions above the screening's own, the most urgent first. */
function leadingActions(
  actions: readonly ActionCode[],
  { muacBand, oedema, next, hasDoubts }: ShowingContext,
): readonly ShownAction[] {
  const refer = muacRefer(muacBand);
  // "A clinic today" already comes first: the milder sentence of a yellow band would weaken it.
  const isWeaker = refer === 'MODERATE_ENCOURAGE' && actions.includes('SEVERE_REPORT');
  return [
    ...(oedema === true ? [plain('OEDEMA_REFER', 'oedema')] : []),
    ...(refer === null || isWeaker ? [] : [plain(refer, 'muac')]),
    ...(next?.reason === 'infant-at-risk' ? [plain('INFANT_TO_HEALTH_WORKER')] : []),
    ...(hasDoubts === true ? [plain('MEASURE_AGAIN')] : []),
    ...(next?.reason === 'measure-now' ? [plain('MEASURE_NOW')] : []),
  ];
}

/** Whether "welcome at the next screening" would weaken the actions above it. */
function hidesWelcome({ muacBand, oedema, hasDoubts }: ShowingContext): boolean {
  return muacRefer(muacBand) !== null || oedema === true || hasDoubts === true;
}

/**
 * The actions to show today, in order: oedema first, then those for a red or yellow MUAC, then the
 * screening's own. Each sentence appears once. With oedema, or a red or yellow MUAC, "all is well"
 * is not shown. Food is named with today's supplement, and never for a child under 6 months today.
 */
export function shownActions(
  actions: readonly ActionCode[],
  context: ShowingContext,
): readonly ShownAction[] {
  const own = actions.flatMap((code): readonly ShownAction[] => {
    const sentence = ACTION_SENTENCES[code];
    if (sentence === 'tell' && hidesWelcome(context)) return [];
    if (!FOOD_SENTENCES.has(sentence)) return [timed(plain(code), context)];
    const food = foodAction(code, context);
    return food === null ? [] : [food];
  });
  const shown = new Set<ActionSentence>();
  return [...leadingActions(actions, context), ...own].filter(({ sentence }) => {
    if (shown.has(sentence)) return false;
    shown.add(sentence);
    return true;
  });
}
