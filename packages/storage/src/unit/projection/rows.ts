import {
  type Child,
  compareWithToldAt,
  factsOf,
  familyFacts,
  foldText,
  futureDated,
  type IsoDate,
  isMuacTooLow,
  type Mother,
  NO_VERSIONS,
  needsMeasuring,
  newestScreening,
  type OpenVersions,
  readContested,
  type Screening,
  type ScreeningWithDifference,
  type StandingScreening,
  screeningMark,
  standingScreening,
  usableMeasures,
  type VisitFinding,
  visitFinding,
  withoutUndefined,
} from '@crece/domain';
import type { ChildRow, MotherRow, NewestOfRow, OtherNamesOfRow, SlipOfRow } from './types.ts';

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
function readNewest(
  newest: Screening,
  child: Child,
  isFirst: boolean,
  choices: OpenVersions,
): Read {
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
function newestColumns(read: Read, found: VisitFinding): NewestOfRow {
  const { reading, screening, isContested, foodFrom } = read;
  const { zscoreStatus, statusColor, supType, muacBand, bmi, obese, monthAge } = reading;
  const isDifferent = reading.difference !== null && isContested !== true;
  const isWorkedOutAnew = isDifferent || reading.fromCopy.length > 0;
  return withoutUndefined({
    id: screening._id,
    surveyDate: screening.surveyDate,
    ...screeningMark(reading),
    monthAge: monthAge ?? undefined,
    ageOverride: reading.override?.ageMonths,
    muac: screening.muac,
    isImplausible: found.isImplausible === true ? (true as const) : undefined,
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

/** Data of all screenings of a child that its row needs. */
export interface ScreeningsInRow {
  count: number;
  newest: Screening | null;
  /** Number of the screenings that are dated after tomorrow. */
  futureDated: number;
  /** The slips of all of them. */
  slips: readonly SlipOfRow[];
  /** Each screening as far as the child's standing may need it. */
  standing: readonly StandingScreening[];
  /** Other records of the same child. */
  others?: readonly Child[] | undefined;
  /** The screenings themselves, where the newest cannot be assessed and an earlier one may tell. */
  all: readonly Screening[] | null;
}

/** The slips of a screening; two phones may each have given it one. */
export const slipsOf = ({ slip = [], surveyDate }: Screening): readonly SlipOfRow[] =>
  slip.map((each) => [each, surveyDate]);

/** Sorted by slip: rows must not depend on the order in which screenings were read. */
const inOrder = (slips: readonly SlipOfRow[]): readonly SlipOfRow[] =>
  [...slips].sort(([one], [other]) => (one < other ? -1 : 1));

/** Counts screenings and finds the newest one not dated after tomorrow. */
export function screeningsInRow(
  screenings: readonly Screening[],
  child: Child | undefined,
  today: IsoDate,
  versions: OpenVersions,
): ScreeningsInRow {
  return {
    standing:
      child === undefined
        ? []
        : screenings.map((screening) => standingScreening(screening, child, versions)),
    slips: screenings.flatMap(slipsOf),
    count: screenings.length,
    newest: newestScreening(screenings, today),
    futureDated: screenings.filter((screening) => futureDated(screening, today)).length,
    all: screenings,
  };
}

/** Whether nothing of a newest screening can be assessed, so that an earlier one may tell the date. */
export function isNewestToMeasure(newest: Screening | null, child: Child): boolean {
  if (newest === null) return false;
  const { height, weight, muac, doubts } = usableMeasures(newest);
  const isDoubted = doubts.length > 0 || isMuacTooLow(muac);
  // Nearly every screening: a complete one is assessed, and need not be read for this.
  if (height !== undefined && weight !== undefined && !isDoubted) {
    return newest.surveyDate < child.birthDate;
  }
  const place = { isFirst: false, isNewest: true };
  return needsMeasuring(visitFinding(compareWithToldAt(newest, child, place), newest.muac));
}

/** The key for sorting and searching: the folded name. */
function searchKeyOf(record: { firstName: string; lastName: string }): string {
  return foldText(`${record.firstName} ${record.lastName}`);
}

/** The key by which a child is found beside its name and its mother's. */
function moreKeyOf({ cardNumber = '', landmark = '' }: Child): string | undefined {
  return foldText(`${cardNumber} ${landmark}`) || undefined;
}

/** By what else than its own names a child is found: those of another record of it. */
function namesOf(child: Child): OtherNamesOfRow {
  const { firstName, lastName, birthDate, mother, cardNumber } = child;
  return withoutUndefined({
    firstName,
    lastName,
    birthDate,
    mother,
    searchKey: searchKeyOf({ firstName, lastName }),
    motherKey: mother === undefined ? undefined : foldText(mother),
    cardNumber,
    moreKey: moreKeyOf(child),
  });
}

export function childRow(
  child: Child,
  screenings: ScreeningsInRow,
  pending: boolean,
  today: IsoDate,
  versions: OpenVersions = NO_VERSIONS,
): ChildRow {
  const { count, newest, slips, futureDated: ahead, others = [] } = screenings;
  // Screenings dated after tomorrow are later than the newest; all others are earlier.
  const isFirst = count - ahead === 1;
  const read = newest === null ? null : readNewest(newest, child, isFirst, versions);
  const found = read && visitFinding(read.reading, read.screening.muac);
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
    cardNumber: child.cardNumber,
    landmark: child.landmark,
    moreKey: moreKeyOf(child),
    slips: slips.length === 0 ? undefined : inOrder(slips),
    screeningCount: count,
    newest: read === null || found === null ? undefined : newestColumns(read, found),
    standing: factsOf(child, {
      read: screenings.standing,
      all: screenings.all,
      newest: read === null || found === null ? null : { screening: read.screening, found },
      today,
      versions,
      others,
    }),
    others: others.length === 0 ? undefined : others.map(namesOf),
    family: familyFacts(child, others),
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
