import { UNDER_SIX_MONTHS } from '../base/limits.ts';
import type { ActionCode, IsoDate, MuacBand, SupplementType } from '../fields/entities.ts';
import { NEXT_VISIT } from '../screening/next-visit.ts';
import type { ReferSign } from './refer-signs.ts';

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
  | 'health-worker-today'
  | 'measure-again'
  | 'measure-now'
  | 'weigh-now'
  | 'measure-first'
  | 'measure-arm'
  | 'measure-signs'
  | 'clinic-if'
  | 'was-due'
  | 'check-date'
  | 'hand-over'
  | 'ask-what-clinic-said'
  | 'visit-again'
  | 'talk-again';

/** Codes that are only added for display and never stored. */
export type AddedActionCode =
  | 'OEDEMA_REFER'
  | 'UNDER_6_ASK_CLINIC'
  | 'SCREENING_OVERDUE'
  | 'INFANT_TO_HEALTH_WORKER'
  | 'LIGHT_TO_HEALTH_WORKER'
  | 'MEASURE_AGAIN'
  | 'MEASURE_NOW'
  | 'WEIGH_NOW'
  | 'MEASURE_FIRST'
  | 'MEASURE_ARM'
  | 'MEASURE_SIGNS'
  | 'CLINIC_IF_SHOWN'
  | 'WAS_DUE'
  | 'CHECK_DATE'
  | 'HAND_OVER'
  | 'ANSWERED_SEEN'
  | 'ANSWERED_NOT_FOUND'
  | 'ANSWERED_REFUSED';

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
  LIGHT_TO_HEALTH_WORKER: 'health-worker-today',
  MEASURE_AGAIN: 'measure-again',
  MEASURE_NOW: 'measure-now',
  WEIGH_NOW: 'weigh-now',
  MEASURE_FIRST: 'measure-first',
  MEASURE_ARM: 'measure-arm',
  MEASURE_SIGNS: 'measure-signs',
  CLINIC_IF_SHOWN: 'clinic-if',
  WAS_DUE: 'was-due',
  CHECK_DATE: 'check-date',
  HAND_OVER: 'hand-over',
  ANSWERED_SEEN: 'ask-what-clinic-said',
  ANSWERED_NOT_FOUND: 'visit-again',
  ANSWERED_REFUSED: 'talk-again',
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
  /** For sentences that name a day. */
  readonly date?: IsoDate;
  /** The signs that have to be measured again. */
  readonly signs?: readonly ReferSign[];
}

export interface ScreeningInterval {
  readonly months: number;
}

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
  /** Some stored figure is implausible. */
  readonly hasDoubts?: boolean | undefined;
  /** A refer sign stands or a referral is open: no invitation, amount or "in a month" beside it. */
  readonly isReferred?: boolean | undefined;
  /** A baby at risk of poor growth, whichever line of the table gives the date. */
  readonly isInfantAtRisk?: boolean | undefined;
  /** The newest screening was under 6 months, the child is older today. */
  readonly mustMeasureFirst?: boolean | undefined;
  /** Months to the next visit of an acute child, by the table in use. */
  readonly acuteMonths?: number | undefined;
}

/** The first action of the MUAC banner, null for a green or absent band. */
export function muacRefer(band: MuacBand | undefined): ActionCode | null {
  return band === undefined ? null : MUAC_REFERS[band];
}

export function plainAction(
  code: ShownActionCode,
  from: ShownAction['from'] = 'screening',
): ShownAction {
  return { code, sentence: ACTION_SENTENCES[code], from };
}

/** A food action in the form allowed today; null when no supplement is needed. */
function foodAction(code: ActionCode, context: ShowingContext): ShownAction | null {
  const { supType, overdue, ageMonthsToday, noFood, isReferred } = context;
  if (isReferred === true) return null;
  if (noFood === true || ageMonthsToday === null || ageMonthsToday < UNDER_SIX_MONTHS) {
    return plainAction('UNDER_6_ASK_CLINIC');
  }
  if (overdue) return plainAction('SCREENING_OVERDUE');
  return supType === 'none' ? null : { ...plainAction(code), supplement: supType };
}

/** Sentences that contain a time. */
const TIMED_SENTENCES: ReadonlySet<ActionSentence> = new Set(['weigh', 'rescreen']);

/** The sentences that weaken a referral. */
const WEAKER_THAN_REFERRAL: ReadonlySet<ActionSentence> = new Set([
  ...TIMED_SENTENCES,
  'invite',
  'tell',
  'reevaluate',
]);

/** The actions above the screening's own, the most urgent first. */
function leadingActions(
  actions: readonly ActionCode[],
  { muacBand, oedema, isInfantAtRisk, hasDoubts, isReferred, mustMeasureFirst }: ShowingContext,
): readonly ShownAction[] {
  const refer = muacRefer(muacBand);
  // "A clinic today" already comes first: the milder sentence of a yellow band would weaken it.
  const isWeaker = refer === 'MODERATE_ENCOURAGE' && actions.includes('SEVERE_REPORT');
  return [
    ...(oedema === true ? [plainAction('OEDEMA_REFER', 'oedema')] : []),
    ...(refer === null || isWeaker ? [] : [plainAction(refer, 'muac')]),
    ...(isInfantAtRisk === true && isReferred !== true
      ? [plainAction('INFANT_TO_HEALTH_WORKER')]
      : []),
    ...(mustMeasureFirst === true && isReferred !== true ? [plainAction('MEASURE_FIRST')] : []),
    ...(hasDoubts === true ? [plainAction('MEASURE_AGAIN')] : []),
  ];
}

/** Whether an action of the screening would deny or weaken what stands above it. */
function isHidden(sentence: ActionSentence, context: ShowingContext): boolean {
  const { muacBand, oedema, hasDoubts, isReferred, isInfantAtRisk, mustMeasureFirst } = context;
  if (isReferred === true && WEAKER_THAN_REFERRAL.has(sentence)) return true;
  if (sentence === 'reevaluate') return isInfantAtRisk === true || mustMeasureFirst === true;
  if (sentence === 'invite') return isInfantAtRisk === true;
  if (sentence !== 'tell') return false;
  return (
    muacRefer(muacBand) !== null || oedema === true || hasDoubts === true || isInfantAtRisk === true
  );
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
  const months = context.acuteMonths ?? NEXT_VISIT.acuteMonths;
  const own = actions.flatMap((code): readonly ShownAction[] => {
    const sentence = ACTION_SENTENCES[code];
    if (isHidden(sentence, context)) return [];
    if (TIMED_SENTENCES.has(sentence)) return [{ ...plainAction(code), interval: { months } }];
    if (!FOOD_SENTENCES.has(sentence)) return [plainAction(code)];
    const food = foodAction(code, context);
    return food === null ? [] : [food];
  });
  return onceEach([...leadingActions(actions, context), ...own]);
}

/** The actions, each sentence once. */
export function onceEach(actions: readonly ShownAction[]): readonly ShownAction[] {
  const shown = new Set<ActionSentence>();
  return actions.filter(({ sentence }) => {
    if (shown.has(sentence)) return false;
    shown.add(sentence);
    return true;
  });
}
