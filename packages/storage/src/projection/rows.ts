import {
  type Child,
  compareWithToldAt,
  foldText,
  futureDated,
  type IsoDate,
  type Mother,
  newestScreening,
  readContested,
  type Screening,
  type ScreeningWithDifference,
  screeningMark,
  withoutUndefined,
} from '@crece/domain';
import type { ChildRow, MotherRow, NewestScreening } from '../types.ts';
import { NO_CHOICES, type OpenChoices } from './open-choices.ts';

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
function newestColumns({ reading, screening, isContested, foodFrom }: Read): NewestScreening {
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
  });
}

/** What a row says about a child's screenings taken together. */
export interface ScreeningsInRow {
  count: number;
  newest: Screening | null;
  /** Screenings that are dated after tomorrow, of those counted. */
  futureDated: number;
}

/** Counts screenings and finds the newest that is not dated after tomorrow. */
export function screeningsInRow(screenings: readonly Screening[], today: IsoDate): ScreeningsInRow {
  return {
    count: screenings.length,
    newest: newestScreening(screenings, today),
    futureDated: screenings.filter((screening) => futureDated(screening, today)).length,
  };
}

/** What lists are sorted and searched by: the folded name. */
function searchKeyOf(record: { firstName: string; lastName: string }): string {
  return foldText(`${record.firstName} ${record.lastName}`);
}

export function childRow(
  child: Child,
  { count, newest, futureDated: ahead }: ScreeningsInRow,
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
      newest === null ? undefined : newestColumns(readNewest(newest, child, isFirst, choices)),
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
