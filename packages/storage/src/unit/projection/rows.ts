import {
  type Child,
  compareScreenings,
  compareWithToldAt,
  foldText,
  futureDated,
  type IsoDate,
  isAcuteStored,
  type Mother,
  newestScreening,
  type OrderedScreening,
  readContested,
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

/**
 * Reads the newest screening; while a choice about it or its child is open, the most severe
 * outcome.
 */
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

/** Data of all screenings of a child that its row needs. */
export interface ScreeningsInRow {
  count: number;
  newest: Screening | null;
  /** Number of the screenings that are dated after tomorrow. */
  futureDated: number;
  /**
   * Screenings with acute evidence (swelling or a red MUAC), needed for the dates of next visits.
   */
  acute: readonly OrderedScreening[];
}

/** The entry of a screening in `ScreeningsInRow.acute`; null for one without acute evidence. */
export function acutePlace(screening: Screening, child: Child): OrderedScreening | null {
  if (!isAcuteStored(screening, child)) return null;
  const { _id, surveyDate, created } = screening;
  return { _id, surveyDate, created };
}

/** Counts screenings and finds the newest one not dated after tomorrow. */
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

/** The key for sorting and searching: the folded name. */
function searchKeyOf(record: { firstName: string; lastName: string }): string {
  return foldText(`${record.firstName} ${record.lastName}`);
}

export function childRow(
  child: Child,
  { count, newest, futureDated: ahead, acute }: ScreeningsInRow,
  pending: boolean,
  choices: OpenChoices = NO_CHOICES,
): ChildRow {
  // Screenings dated after tomorrow are later than the newest; all others are earlier.
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
    motherKey: child.mother === undefined ? undefined : foldText(child.mother),
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
