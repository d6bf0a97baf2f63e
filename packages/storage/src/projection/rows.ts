import {
  type Child,
  foldText,
  futureDated,
  type IsoDate,
  type Mother,
  newestScreening,
  readScreening,
  type Screening,
  storedOverride,
  withoutUndefined,
} from '@crece/domain';
import type { ChildRow, MotherRow, NewestScreening } from '../types.ts';

/** The columns that lists need of a newest screening. */
function newestColumns(screening: Screening): NewestScreening {
  const { zscoreStatus, statusColor, supType, muacBand, bmi, obese } = readScreening(screening);
  return withoutUndefined({
    id: screening._id,
    surveyDate: screening.surveyDate,
    created: screening.created,
    monthAge: screening.monthAge,
    ageOverride: storedOverride(screening),
    muac: screening.muac,
    muacBand,
    oedema: screening.oedema,
    zScore: screening.zScore,
    zScoreConfirmed: screening.zScoreConfirmed,
    zscoreStatus,
    statusColor,
    supType,
    bmi,
    obese,
    status: screening.status,
    actions: screening.actions,
  });
}

/** What a row says about a child's screenings taken together. */
export interface ScreeningsInRow {
  count: number;
  newest: Screening | null;
  hasFutureDated: boolean;
}

/** Counts screenings and finds the newest that is not dated after tomorrow. */
export function screeningsInRow(screenings: readonly Screening[], today: IsoDate): ScreeningsInRow {
  return {
    count: screenings.length,
    newest: newestScreening(screenings, today),
    hasFutureDated: screenings.some((screening) => futureDated(screening, today)),
  };
}

/** Lists are sorted by the folded name, then by id. */
function searchKeyOf(record: { firstName: string; lastName: string }): string {
  return foldText(`${record.firstName} ${record.lastName}`);
}

export function compareRows(
  a: { searchKey: string; id: string },
  b: { searchKey: string; id: string },
): number {
  if (a.searchKey !== b.searchKey) return a.searchKey < b.searchKey ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

export function childRow(
  child: Child,
  { count, newest, hasFutureDated }: ScreeningsInRow,
  pending: boolean,
): ChildRow {
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
    newest: newest === null ? undefined : newestColumns(newest),
    dateToCheck: hasFutureDated ? (true as const) : undefined,
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
