import {
  type AgeGroup,
  addDays,
  addMonths,
  asYoungest,
  type Child,
  type DeskList,
  dateFromInstant,
  type IsoDate,
  isAboutAge,
  MAX_AGE_MONTHS,
  type NextVisit,
  PERIODS,
  type Period,
  type ProgrammeRules,
  type ScreeningMark,
  type Standing,
  type StandingMark,
  screeningMark,
  standingMark,
  storedExactMeasures,
  tidyText,
  UNDER_SIX_MONTHS,
} from '@crece/domain';
import type { ExactMeasures } from '@crece/growth/exact';
import { lastDigit } from '@crece/growth/quality';
import type { ChildRecords } from '../base/report-records.ts';
import { episodesOf } from '../rows/referrals.ts';
import {
  type ReportedScreening,
  readingsOf,
  type ScreenedChild,
  screenedChild,
  standingOfRecords,
} from '../rows/reported-screenings.ts';
import { ageGroupOf } from './desk-choice.ts';
import {
  type DeskLine,
  DIGIT_MEASURES,
  INDICATOR_BASES,
  type Need,
  placeOfList,
  TREND_MONTHS,
} from './desk-lists.ts';
import { needLists, needsOf } from './desk-needs.ts';
import { type ChildArrival, childArrivalOf, funnelLists } from './funnel.ts';
import { handOutLists } from './hand-out.ts';
import { type MeasuredPlaces, measuredPlaces } from './measured-places.ts';

/** The unit's country and time zone, today's date in it, and the programme's table of next visits. */
export interface DeskRules {
  readonly today: IsoDate;
  readonly timeZone: string;
  /** Of the unit's country, whose list of supplements may have a rule of its own. */
  readonly countryCode: string;
  readonly programme: ProgrammeRules;
  /** A day of the month from which months are counted; absent: that of `today`. */
  readonly month?: IsoDate | undefined;
}

/** More than this many months after the planned date is "long late". */
export const LATE_LONG_MONTHS = 3;

/**
 * The newest screening that counts, reassessed; with versions in conflict, the most severe outcome.
 */
export interface DeskScreening extends ReportedScreening {
  readonly mark: ScreeningMark;
  readonly next: NextVisit | null;
  readonly standing: Standing;
  readonly screened: ScreenedChild;
}

function newestScreeningFacts(records: ChildRecords, rules: DeskRules): DeskScreening | null {
  const screened = screenedChild(records, rules.today, rules.programme);
  if (screened === null) return null;
  const { newest } = screened;
  const standing = screened.standing();
  return {
    ...newest,
    mark: screeningMark(newest.reading),
    next: standing.next,
    standing,
    screened,
  };
}

/**
 * The last day on which a child is not late: the next follow-up of a referred child, else the
 * planned visit; null when nobody is late.
 */
function lateAfter({ next, section }: Standing): IsoDate | null {
  if (next === null) return null;
  if (section !== 'refer' || next.everyDays === undefined) return next.date;
  return addDays(next.date, next.everyDays);
}

function signsOf({ reading }: DeskScreening): readonly DeskList[] {
  const { evidence, muacBand, monthAge, statusColor } = reading;
  const isSevere = evidence.level === 'severe';
  const isArmLow = muacBand === 'red' || muacBand === 'yellow';
  const held: readonly (readonly [DeskList, boolean])[] = [
    ['swelling', reading.includesSwelling],
    ['severe', isSevere],
    ['severe-under-6', isSevere && monthAge !== null && monthAge < UNDER_SIX_MONTHS],
    ['muac-red', muacBand === 'red'],
    ['muac-yellow', muacBand === 'yellow'],
    ['muac-millimetres', reading.doubts.some(({ cause }) => cause === 'millimetres')],
    ['muac-only', isArmLow && statusColor === 'normalZscore'],
  ];
  return held.filter(([, holds]) => holds).map(([list]) => list);
}

/**
 * The list for the newest screening's colour: grey is "not assessed". Whose only screenings have a date
 * that cannot be right is not assessed, but was screened.
 */
function listOfStatus({ screenings }: ChildRecords, entry: DeskScreening | null): DeskList {
  if (entry === null) return screenings.length === 0 ? 'never' : 'unassessed';
  const { colour } = entry.mark;
  return colour === 'grey' ? 'unassessed' : colour;
}

function surveyLists({ wh, ha, wa, muac }: MeasuredPlaces): readonly DeskList[] {
  const lists: DeskList[] = [];
  const places = { wh, ha, wa, muac };
  for (const base of INDICATOR_BASES) {
    const place = places[base];
    if (place === null) continue;
    const isKnown = place !== 'missing' && place !== 'flagged';
    lists.push(isKnown ? `known-${base}` : `${place}-${base}`);
  }
  const isLow = (place: string | null) => place === 'severe' || place === 'moderate';
  if (isLow(wh)) lists.push('is-wasting');
  if (wh === 'severe') lists.push('is-severe-wasting');
  if (isLow(ha)) lists.push('is-stunting');
  if (isLow(wa)) lists.push('is-underweight');
  if (isLow(muac)) lists.push('is-low-muac');
  if (muac === 'severe') lists.push('is-severe-muac');
  if (INDICATOR_BASES.some((base) => places[base] === 'flagged')) lists.push('flagged');
  return lists;
}

/** What a child's newest screening adds to the survey of its period. */
export interface DeskSurvey {
  readonly measures: ExactMeasures;
  readonly places: MeasuredPlaces;
}

/** The child's last screening of one calendar month. */
export interface MonthOfChild {
  /** Months ago; 0 is this month. */
  readonly back: number;
  /** The age at that screening. */
  readonly ages: AgeGroup;
  readonly places: MeasuredPlaces;
}

/** Everything that one child adds to the desk. */
export interface DeskChild {
  readonly line: DeskLine;
  /** Null when the newest screening is older than the longest period. */
  readonly survey: DeskSurvey | null;
  readonly months: readonly MonthOfChild[];
  /** Its last referral, if it arrived at a clinic: after how many days, and with which signs. */
  readonly arrival: ChildArrival | null;
}

function monthsBack(day: IsoDate, today: IsoDate): number {
  const index = (date: IsoDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return index(today) - index(day);
}

function surveyOf({ basis, reading }: ReportedScreening): DeskSurvey {
  const measures = storedExactMeasures(basis.screening, basis.child);
  return { measures, places: measuredPlaces(basis.screening, reading, measures) };
}

/** The newest screening of each month in the trend, if the child was under 60 months then. */
function monthsOf(
  { screened }: DeskScreening,
  survey: DeskSurvey | null,
  { today, month = today }: DeskRules,
): readonly MonthOfChild[] {
  const months = new Map<number, MonthOfChild>();
  const add = (entry: ReportedScreening, read: DeskSurvey | null): boolean => {
    const { screening, reading } = entry;
    const back = Math.max(0, monthsBack(screening.surveyDate, month));
    if (back >= TREND_MONTHS) return false;
    const ages = months.has(back) ? null : ageGroupOf(reading.monthAge);
    if (ages === null) return true;
    months.set(back, { back, ages, places: (read ?? surveyOf(entry)).places });
    return true;
  };
  if (!add(screened.newest, survey)) return [];
  for (const entry of screened.earlier()) if (!add(entry, null)) break;
  return [...months.values()];
}

/** What became of a referral: by the last outcome that was said of its leading sign. */
function referralList({ referral }: Standing): DeskList {
  const outcome = referral?.signs.find(({ lastAnswer }) => lastAnswer !== null)?.lastAnswer;
  return `referral-${outcome?.outcome ?? 'open'}`;
}

/** The lists that require action: refer, late. */
function actingLists(standing: Standing, today: IsoDate): readonly DeskList[] {
  const { referral, section, next } = standing;
  const isUnderFive = !standing.isGraduate;
  if (!isUnderFive && next?.handOver !== true) return [];
  const lists: DeskList[] = [];
  if (section === 'refer') lists.push('refer');
  if (referral !== null && referral.state !== 'lapsed') lists.push(referralList(standing));
  // A weight below 3 kg, or a date to be checked, is no sign, but asks for an outcome all the same.
  else if (section === 'refer' || section === 'closed') {
    lists.push(`referral-${next?.outcome?.outcome ?? 'open'}`);
  }
  if (lists.length === 0 && standing.isInfantAtRisk) lists.push('refer-infant');
  if (lists.length > 0 && !isUnderFive) lists.push('hand-over');
  const after = lateAfter(standing);
  if (standing.isOverdue || (after !== null && after < today)) {
    lists.push('late');
    if (after !== null && after < addMonths(today, -LATE_LONG_MONTHS)) lists.push('late-long');
  }
  return lists;
}

function gapLists({ screening }: DeskScreening, { measures }: DeskSurvey): readonly DeskList[] {
  const lists: DeskList[] = [];
  if (!isGiven(measures.height)) lists.push('height-missing');
  if (!isGiven(measures.weight)) lists.push('weight-missing');
  if (screening.oedema === undefined) lists.push('swelling-not-looked');
  return lists;
}

function digitLists({ measures }: DeskSurvey): readonly DeskList[] {
  return DIGIT_MEASURES.flatMap((name) => {
    const measure = measures[name];
    // Each measure has one list for each of the ten digits.
    return isGiven(measure) ? [`${name}-digit-${lastDigit(measure)}` as DeskList] : [];
  });
}

function isGiven(measure: number | undefined): measure is number {
  return measure !== undefined && measure > 0;
}

/**
 * The shortest period that contains a day; the day exactly that many calendar months ago still
 * counts.
 */
function periodOf(day: IsoDate, today: IsoDate): Period | null {
  return PERIODS.find((months) => day >= addMonths(today, -months)) ?? null;
}

/** Whether a child was registered in this calendar month, in the unit's time zone. */
function isNew({ created }: Child, { today, timeZone }: DeskRules): boolean {
  const month = today.slice(0, 7);
  // Fast path: most children were registered long before; only those near the turn of the month
  // need the time zone.
  if (created === undefined || created.slice(0, 10) < addDays(`${month}-01`, -1)) return false;
  return dateFromInstant(created, timeZone)?.startsWith(month) === true;
}

/**
 * Reads one child for the desk, once, by its newest screening that counts, reassessed: stored
 * verdicts and screenings dated after tomorrow are ignored.
 */
export function readDeskChild(records: ChildRecords, rules: DeskRules): DeskChild {
  const { child } = records;
  const { today } = rules;
  const entry = newestScreeningFacts(records, rules);
  const read = entry?.screened.readings() ?? readingsOf(records);
  const standing =
    entry?.standing ?? standingOfRecords(records, undefined, today, rules.programme, read);
  const last = episodesOf(records, read, standing, rules.programme, today).at(-1) ?? null;
  const { ageMonths } = standing;
  const isUnderFive = ageMonths !== null && ageMonths < MAX_AGE_MONTHS;
  const within = entry === null ? null : periodOf(entry.screening.surveyDate, today);
  // A child that died or moved away is counted among nobody's children, and nothing is ordered for it:
  // nobody is sent to it. The trend keeps what was measured in each month.
  const isHere = standing.departure === null;
  const isSurveyed = isUnderFive && isHere && within !== null;
  const survey = entry === null || !isSurveyed ? null : surveyOf(entry);
  const months = entry === null || ageMonths === null ? [] : monthsOf(entry, survey, rules);
  const { needs, isUnderSix } =
    entry === null || !isHere ? { needs: [], isUnderSix: false } : needsOf(entry, rules);

  const lists: DeskList[] = [];
  if (ageMonths === null) {
    if (isHere) lists.push('age-unknown');
  } else {
    if (isUnderFive && isHere) {
      lists.push('under-five', listOfStatus(records, entry));
      if (isNew(child, rules)) lists.push('new');
      if (entry !== null) lists.push(...signsOf(entry));
    }
    if (isUnderSix) lists.push('supplement-under-6');
    lists.push(...needLists(needs));
    if (entry !== null) {
      const ordered = { isOrdered: (needs[0] ?? null) !== null, isUnderSix };
      const { countryCode, programme } = rules;
      const { atRiskCountries } = programme;
      lists.push(...handOutLists(entry.screened, ordered, { today, countryCode, atRiskCountries }));
    }
    if (entry !== null && survey !== null) {
      lists.push(...surveyLists(survey.places), ...gapLists(entry, survey), ...digitLists(survey));
    }
  }
  // Nobody who has to act misses a child, whatever its age.
  lists.push(...actingLists(standing, today));
  if (last !== null) lists.push(...funnelLists(last));
  const need = needs[0] ?? null;
  const line = {
    ...lineOf(records, entry, standing, ageMonths, need),
    within,
    referred: last === null ? null : periodOf(last.since, today),
    monthsSeen: months.map(({ back, ages }) => ({ back, ages })),
    lists: lists.map(placeOfList),
  };
  return { line, survey, months, arrival: last === null ? null : childArrivalOf(last) };
}

function lineOf(
  { child, versions }: ChildRecords,
  entry: DeskScreening | null,
  standing: Standing,
  ageMonths: number | null,
  need: Need | null,
): Omit<DeskLine, 'within' | 'referred' | 'monthsSeen' | 'lists'> {
  const { sign, colour }: StandingMark = standingMark(entry?.mark ?? null, standing);
  return {
    id: child._id,
    firstName: child.firstName,
    lastName: child.lastName,
    ward: tidyText(child.ward ?? ''),
    mother: child.mother ?? '',
    phone: child.phone ?? '',
    ageMonths,
    isAboutAge: isAboutAge(
      child,
      { ageOverride: entry?.reading.override?.ageMonths },
      asYoungest(child, versions?.child ?? []) !== child,
    ),
    seen: entry?.screening.surveyDate ?? null,
    interviewer: tidyText(entry?.screening.interviewer ?? ''),
    sign,
    colour,
    dueOn: standing.next?.date ?? null,
    need,
  };
}
