import { UNDER_SIX_MONTHS } from '../base/limits.ts';
import type { ActionCode, IsoDate } from '../fields/entities.ts';
import { muacFromMillimetres } from '../screening/usable-measures.ts';
import { isTakenOver } from './outcome-today.ts';
import type { ReferSign } from './refer-signs.ts';
import {
  type ActionSentence,
  onceEach,
  plainAction,
  type ShowingContext,
  type ShownAction,
  shownActions,
} from './shown-actions.ts';
import type { NextVisit, Standing } from './standing.ts';

/** What to do for a child today. */
export interface ActionsToday {
  /** At most four, the most urgent first; at most one time is named. */
  readonly now: readonly ShownAction[];
  /** Those of today that find no room, folded. */
  readonly more: readonly ShownAction[];
  /** What was told at the newest screening, folded, when something else holds today. */
  readonly told: readonly ShownAction[];
}

/** What of the newest screening the actions are made from. */
export interface ActionSource extends Pick<ShowingContext, 'muacBand' | 'oedema'> {
  readonly surveyDate: IsoDate;
  readonly actions: readonly ActionCode[];
  /** The age at the screening. */
  readonly monthAge: number | null;
  readonly muac: number | undefined;
  readonly hasImplausible: boolean;
  /** Something of the screening could be assessed. */
  readonly isAssessed: boolean;
  readonly supType: ShowingContext['supType'];
}

const MOST_SHOWN = 4;

/** How near the time of a sentence is; a sentence without one has no place here. */
const NEARNESS: Readonly<Partial<Record<ActionSentence, number>>> = {
  'refer-swelling': 0,
  report: 0,
  'measure-signs': 0,
  'health-worker-today': 0,
  'measure-now': 0,
  'weigh-now': 0,
  'measure-again': 0,
  'health-worker': 0,
  weigh: 1,
  rescreen: 1,
  reevaluate: 2,
};

/** Drops the sentences whose time is farther than the nearest. */
function nearestTime(actions: readonly ShownAction[]): readonly ShownAction[] {
  const nearest = Math.min(...actions.map(({ sentence }) => NEARNESS[sentence] ?? Infinity));
  return actions.filter(({ sentence }) => (NEARNESS[sentence] ?? nearest) <= nearest);
}

function foldedAfter(actions: readonly ShownAction[], told: readonly ShownAction[]): ActionsToday {
  const all = nearestTime(onceEach(actions));
  return { now: all.slice(0, MOST_SHOWN), more: all.slice(MOST_SHOWN), told };
}

/** What follows an outcome, in the place of the referral. Past five nobody weighs the child again. */
function afterOutcome({ outcome, date }: NextVisit, isGraduate: boolean): readonly ShownAction[] {
  if (isGraduate && outcome !== undefined && isTakenOver(outcome)) {
    return [plainAction('HAND_OVER')];
  }
  if (outcome?.outcome === 'not-found') return [{ ...plainAction('ANSWERED_NOT_FOUND'), date }];
  if (outcome?.outcome === 'refused') return [plainAction('ANSWERED_REFUSED')];
  return [{ ...plainAction('ANSWERED_SEEN'), date }];
}

/** The open signs that have to be measured again before anything can be said of them. */
function signsToMeasure({ referral }: Standing, source: ActionSource | null): readonly ReferSign[] {
  const isArmUnsure = muacFromMillimetres(source?.muac) !== null;
  return (referral?.signs ?? [])
    .filter(({ state }) => state !== 'closed')
    .filter(({ sign, isShownByNewest }) => !isShownByNewest || (sign === 'muac' && isArmUnsure))
    .map(({ sign }) => sign);
}

/** The actions of a child who has to go to a clinic today. */
function referActions(
  standing: Standing,
  source: ActionSource | null,
  own: readonly ShownAction[],
): readonly ShownAction[] {
  const signs = signsToMeasure(standing, source);
  const isArmAlone = signs.length === 1 && signs[0] === 'muac';
  const isOnlyUnsure = (standing.referral?.signs ?? []).every(({ sign }) => signs.includes(sign));
  const measured: readonly ShownAction[] =
    signs.length === 0
      ? []
      : [
          isArmAlone && muacFromMillimetres(source?.muac) !== null
            ? plainAction('MEASURE_ARM')
            : { ...plainAction('MEASURE_SIGNS'), signs },
          plainAction('CLINIC_IF_SHOWN'),
        ];
  const isAhead = standing.referral?.signs.some(({ isFutureDated }) => isFutureDated) ?? false;
  const dated = isAhead ? [plainAction('CHECK_DATE')] : [];
  const light =
    standing.next?.reason === 'low-weight' ? [plainAction('LIGHT_TO_HEALTH_WORKER')] : [];
  // "Measure again, and if it shows: the clinic" stands for the clinic where nothing else is sure.
  const others = isOnlyUnsure && measured.length > 0 ? own.filter(isNotReferral) : own;
  return isOnlyUnsure
    ? [...dated, ...light, ...measured, ...others]
    : [...dated, ...light, ...others.slice(0, 1), ...measured, ...others.slice(1)];
}

const isNotReferral = ({ sentence }: ShownAction): boolean =>
  sentence !== 'report' && sentence !== 'refer-swelling';

/** Whether the newest screening was too young for what it would call for today. */
export function mustMeasureFirst(
  monthAge: number | null,
  { ageMonths }: Pick<Standing, 'ageMonths'>,
): boolean {
  if (monthAge === null || ageMonths === null) return false;
  return monthAge < UNDER_SIX_MONTHS && ageMonths >= UNDER_SIX_MONTHS;
}

/**
 * What to do for a child today: an outcome, a referral, a visit that is overdue and a screening that
 * says nothing take the place of what was told then. `source` is null without a screening that
 * counts.
 */
export function actionsToday(
  standing: Standing,
  source: ActionSource | null,
  acuteMonths: number,
): ActionsToday {
  const { section, next, departure, isGraduate, isOverdue, supplement, ageMonths } = standing;
  if (departure !== null || (isGraduate && next === null)) return { now: [], more: [], told: [] };
  const context: ShowingContext = {
    muacBand: source?.muacBand,
    oedema: source?.oedema,
    supType: supplement.supType,
    overdue: supplement.overdue,
    ageMonthsToday: ageMonths,
    noFood: supplement.noFoodUnder6,
    acuteMonths,
  };
  const codes = source?.actions ?? [];
  const told = shownActions(codes, {
    ...context,
    supType: source?.supType ?? 'none',
    overdue: false,
  });
  if (section === 'closed' && next !== null)
    return foldedAfter(afterOutcome(next, isGraduate), told);
  if (isGraduate) return foldedAfter([plainAction('HAND_OVER')], told);
  const isReferred = section === 'refer' || standing.referral !== null;
  const own = shownActions(codes, {
    ...context,
    hasDoubts: source?.hasImplausible,
    isReferred,
    isInfantAtRisk: standing.isInfantAtRisk,
    mustMeasureFirst: source !== null && mustMeasureFirst(source.monthAge, standing),
  });
  if (section === 'refer') return foldedAfter(referActions(standing, source, own), []);
  const isInfant = ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;
  const measure = plainAction(isInfant ? 'WEIGH_NOW' : 'MEASURE_NOW');
  if (source === null || next?.reason === 'date-to-check') {
    return foldedAfter([...(next === null ? [] : [plainAction('CHECK_DATE')]), measure], []);
  }
  // What cannot be assessed is measured, beside whatever else is told.
  const unread = source.isAssessed || source.hasImplausible ? [] : [measure];
  const [first, ...others] = own;
  const today = first === undefined ? unread : [first, ...unread, ...others];
  if (!isOverdue || next === null) return foldedAfter(today, []);
  if (next.reason === 'referral-lapsed') {
    const signs = signsToMeasure(standing, source);
    return foldedAfter([{ ...plainAction('MEASURE_SIGNS'), signs }], told);
  }
  // A baby at risk goes to the health worker, also when that is overdue.
  const worker =
    standing.isInfantAtRisk && isInfant ? [plainAction('INFANT_TO_HEALTH_WORKER')] : [];
  if (source.surveyDate < next.date) {
    return foldedAfter([...worker, { ...plainAction('WAS_DUE'), date: next.date }], told);
  }
  // "Measure now": the day is the screening's own.
  return foldedAfter([...worker, ...unread, ...own], []);
}
