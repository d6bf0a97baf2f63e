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
import type { ChildRow, MotherRow, NewestScreening } from '@crece/storage';

function newestColumns(screening: Screening): NewestScreening {
  const { zscoreStatus, statusColor, supType, muacBand, bmi, obese } = readScreening(screening);
  const { _id, surveyDate, created, monthAge, muac, oedema } = screening;
  const ageOverride = storedOverride(screening);
  const { zScore, zScoreConfirmed, status, actions } = screening;
  return withoutUndefined({
    id: _id,
    surveyDate,
    created,
    monthAge,
    ageOverride,
    muac,
    muacBand,
    oedema,
    zScore,
    zScoreConfirmed,
    zscoreStatus,
    statusColor,
    supType,
    bmi,
    obese,
    status,
    actions,
  });
}

const searchKeyOf = (record: { firstName: string; lastName: string }) =>
  foldText(`${record.firstName} ${record.lastName}`);

/** The row that the store would make of a child and its screenings. */
export function rowOf(
  child: Child,
  screenings: readonly Screening[],
  today: IsoDate,
  pending = false,
): ChildRow {
  const newest = newestScreening(screenings, today);
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
    screeningCount: screenings.length,
    newest: newest === null ? undefined : newestColumns(newest),
    dateToCheck: screenings.some((each) => futureDated(each, today)) ? (true as const) : undefined,
    pending,
  });
}

/** The row that the store would make of a mother. */
export function motherRowOf(mother: Mother, pending: boolean): MotherRow {
  const { _id, firstName, lastName, memberStatus, deliveryDate, childsBirthDate } = mother;
  const { ward, phone } = mother;
  return withoutUndefined({
    id: _id,
    firstName,
    lastName,
    memberStatus,
    deliveryDate,
    childsBirthDate,
    ward,
    phone,
    searchKey: searchKeyOf(mother),
    pending,
  });
}
