import {
  type Child,
  compareScreenings,
  compareWithToldAt,
  foldText,
  futureDated,
  type IsoDate,
  isAcuteScreening,
  type Mother,
  newestScreening,
  type OrderedScreening,
  readContested,
  reassessScreening,
  type Screening,
  type ScreeningWithDifference,
  screeningMark,
  withoutUndefined,
} from '@crece/domain';
import { NO_CHOICES, type OpenChoices } from './open-choices.ts';
import type { ChildRow, MotherRow, NewestScreening } from './types.ts';

interface Read {
  reading: ScreeningWithDifference;
  screening: Screening;
  isContested?: true;
  foodFrom?: IsoDate;
}

/** Reads the newest screening; while a choice about it or its child is open, the severest outcome. */
function readNewest(newest: Screening, child: Child, isFirst: boolean, choices: OpenChoices): Read {
  const place = { isFirst, isNewest: true };
  const children = choices.child(child);
  const screenings = choices.screening(newest);
  if (children.length === 0 && screenings.length === 0) {
    return { reading: compareWithToldAt(newest, child, place), screening: newest };
  }
  const worst = readContested([newest, ...screenings], [child, ...children], place);
  const { reading, screening, foodFrom } = worst;
  return { reading, screening, isContested: true, foodFrom };
}

/** The columns that lists need of a newest screening. */
function newestColumns(
  { reading, screening, isContested, foodFrom }: Read,
  lastAcuteOn: IsoDate | undefined,
): NewestScreening {
  const { zscoreStatus, statusColor, supType, muacBand, bmi, obese, monthAge } = reading;
  const isWorkedOutAnew = reading.difference !== null || reading.fromCopy.length > 0;
  return withoutUndefined({
    id: screening._id,
    surveyDate: screening.surveyDate,
    ...screeningMark(reading),
    monthAge: monthAge ?? undefined,
    ageOverride: reading.override?.ageMonths,
    muac: screening.muac,
    muacBand,
    oedema: screening.oedema,
    zScore: reading.zScore,
    zScoreConfirmed: screening.zScoreConfirmed,
    zscoreStatus,
    statusColor,
    supType,
    bmi,
    obese,
    isWorkedOutAnew: isWorkedOutAnew ? (true as const) : undefined,
    isContested,
    foodFrom,
    lastAcuteOn,
    referralOutcome: screening.referralOutcome,
    referralDate: screening.referralDate,
  });
}

/** What a row says about a child's screenings taken together. */
export interface ScreeningsInRow {
  count: number;
  newest: Screening | null;
  /** Screenings that are dated after tomorrow, of those counted. */
  futureDated: number;
  /** Those with acute evidence, swelling or a red MUAC; the dates of next visits look back at them. */
  acute: readonly OrderedScreening[];
}

/** What is remembered of a screening for `ScreeningsInRow.acute`; null for one without danger. */
export function acutePlace(screening: Screening, child: Child): OrderedScreening | null {
  // Class and actions, which alone depend on the order, are not asked for.
  if (!isAcuteScreening(reassessScreening(screening, child, false))) return null;
  const { _id, surveyDate, created } = screening;
  return { _id, surveyDate, created };
}

/** Counts screenings and finds the newest that is not dated after tomorrow. */
export function screeningsInRow(
  screenings: readonly Screening[],
  child: Child | undefined,
  today: IsoDate,
): ScreeningsInRow {
  const placeOf = (screening: Screening) => child && acutePlace(screening, child);
  return {
    acute: screenings.flatMap((screening) => placeOf(screening) ?? []),
    count: screenings.length,
    newest: newestScreening(screenings, today),
    futureDated: screenings.filter((screening) => futureDated(screening, today)).length,
  };
}

/** The day of the last acute screening before the newest. */
function lastAcuteOn(newest: Screening, acute: readonly OrderedScreening[]): IsoDate | undefined {
  const before = acute.filter((each) => compareScreenings(each, newest) < 0);
  return newestScreening(before)?.surveyDate;
}

/** What lists are sorted and searched by: the folded name. */
function searchKeyOf(record: { firstName: string; lastName: string }): string {
  return foldText(`${record.firstName} ${record.lastName}`);
}

export function childRow(
  child: Child,
  { count, newest, futureDated: ahead, acute }: ScreeningsInRow,
  pending: boolean,
  choices: OpenChoices = NO_CHOICES,
): ChildRow {
  // Those dated after tomorrow lie behind the newest: any other lies before it.
  const isFirst = count - ahead === 1;
  return withoutUndefined({
    id: child._id,
    firstName: child.firstName,
    lastName: child.lastName,
    gender: child.gender,
    birthDate: child.birthDate,
    birthDateEstimated: child.birthDateEstimated,
    ward: child.ward,
    mother: child.mother,
    phone: child.phone,
    idGroup: child.idGroup,
    memberStatus: child.memberStatus,
    searchKey: searchKeyOf(child),
    screeningCount: count,
    newest:
      newest === null
        ? undefined
        : newestColumns(readNewest(newest, child, isFirst, choices), lastAcuteOn(newest, acute)),
    dateToCheck: ahead > 0 ? (true as const) : undefined,
    pending,
  });
}

export function motherRow(mother: Mother, pending: boolean): MotherRow {
  return withoutUndefined({
    id: mother._id,
    firstName: mother.firstName,
    lastName: mother.lastName,
    memberStatus: mother.memberStatus,
    deliveryDate: mother.deliveryDate,
    childsBirthDate: mother.childsBirthDate,
    ward: mother.ward,
    phone: mother.phone,
    searchKey: searchKeyOf(mother),
    pending,
  });
}
