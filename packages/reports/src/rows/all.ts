import {
  type Child,
  FORMER_VOLUNTEER,
  type KnownOutcome,
  lastDepartureSaid,
  overrideOf,
  plausibleExactMeasures,
  type ReferralOutcome,
} from '@crece/domain';
import { type ExactZScores, exactZScores } from '@crece/growth/exact';
import { defineReport, type Report, type RowContext } from '../base/report.ts';
import type { MovedAwayChild } from '../base/report-records.ts';
import {
  answerColumn,
  type Cell,
  type ColumnOf,
  dateColumn,
  numberColumn,
  type Row,
  textColumn,
} from '../base/table.ts';
import { alertCell } from './alerts.ts';
import { childrenInOrder } from './people.ts';
import { entriesOf, type ReportedScreening } from './reported-screenings.ts';
import { toldStatusOf } from './told-status.ts';

/** One screening of a child with its figures by WHO's exact method. */
interface ScreeningRow extends ReportedScreening {
  readonly child: Child;
  readonly exact: ExactZScores;
  readonly context: RowContext;
}

interface AllRow {
  readonly context: RowContext;
  readonly child: Child;
  /** "Died" or "moved away", in any record of the child. */
  readonly departure: KnownOutcome | null;
  /** Number of the child in the unit, from 1 in the order of the rows. */
  readonly childIndex: number;
  /** Number of screenings of the child. */
  readonly screenCount: number;
  /** Null in the single row of a child without screenings. */
  readonly entry: ScreeningRow | null;
}

type CellOf = (row: ScreeningRow) => Cell | undefined;

/** Defines a column of the screening: blank for a child without one. */
const ofScreening =
  (cell: CellOf) =>
  ({ entry }: AllRow) =>
    entry === null ? null : cell(entry);
const screeningText = (name: string, cell: CellOf) => textColumn<AllRow>(name, ofScreening(cell));
const screeningNumber = (name: string, cell: CellOf) =>
  numberColumn<AllRow>(name, ofScreening(cell));
const screeningDate = (name: string, cell: CellOf) => dateColumn<AllRow>(name, ofScreening(cell));
const screeningAnswer = (name: string, cell: CellOf) =>
  answerColumn<AllRow>(name, ofScreening(cell));

const EXACT_COLUMNS = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'] as const;

/** The names of the scores that WHO flags as implausible: "zlen zwei". */
function flagsCell({ exact }: ScreeningRow): string | null {
  const flagged = EXACT_COLUMNS.filter((name) => exact[name].z !== null && exact[name].isFlagged);
  return flagged.length === 0 ? null : flagged.join(' ');
}

function told({ screening, reading, context }: ScreeningRow): string | null {
  const status = toldStatusOf(screening, reading);
  return status === undefined ? null : context.words.word(`status.${status}`);
}

function outcomeWord(outcome: ReferralOutcome | undefined, { words }: RowContext): string | null {
  return outcome === undefined ? null : words.word(`referral.outcome.${outcome}`);
}

function authorCell(name: string | undefined, { words }: RowContext): string | null {
  return name === FORMER_VOLUNTEER ? words.word('former') : (name ?? null);
}

const OF_CHILD: readonly ColumnOf<AllRow>[] = [
  textColumn('Country', ({ context }) => context.unit.countryName),
  textColumn('Stake', ({ context }) => context.unit.stakeName),
  numberColumn('child Index', ({ childIndex }) => childIndex),
  textColumn('stake db name', ({ context }) => context.unit.stakeDB),
  numberColumn('screen Count', ({ screenCount }) => screenCount),
  textColumn('id', ({ child }) => child._id),
  textColumn('gender', ({ child, context }) => context.words.word(`sex.${child.gender}`)),
  textColumn('firstName', ({ child }) => child.firstName),
  textColumn('lastName', ({ child }) => child.lastName),
  dateColumn('birthdate', ({ child }) => child.birthDate),
  textColumn('idGroup', ({ child }) => child.idGroup),
  textColumn('mother', ({ child }) => child.mother),
  textColumn('father', ({ child }) => child.father),
  textColumn('phone', ({ child }) => child.phone),
  textColumn('address', ({ child }) => child.address),
  textColumn('city', ({ child }) => child.city),
  textColumn('ward', ({ child }) => child.ward),
  textColumn('lds', ({ child, context }) => context.words.word(`member.${child.memberStatus}`)),
];

/** The columns that older systems of this kind have too. */
const OF_SCREENING: readonly ColumnOf<AllRow>[] = [
  screeningText('screenId', ({ screening }) => screening._id),
  screeningDate('screenDate', ({ screening }) => screening.surveyDate),
  screeningNumber('weight', ({ screening }) => screening.weight),
  screeningNumber('height', ({ screening }) => screening.height),
  screeningNumber('age', ({ reading }) => reading.monthAge),
  screeningAnswer('obese', ({ reading }) => reading.obese),
  screeningNumber('ha', ({ reading }) => reading.zScore.ha),
  screeningNumber('wa', ({ reading }) => reading.zScore.wa),
  screeningNumber('wh', ({ reading }) => reading.zScore.wl),
  screeningText('status', ({ reading, context }) =>
    reading.zscoreStatus === undefined
      ? null
      : context.words.word(`status.${reading.zscoreStatus}`),
  ),
  screeningNumber('muac', ({ screening }) => screening.muac),
  screeningAnswer('FamilyHealthPlan', ({ screening }) => screening.familyHealthPlan),
  screeningAnswer('FollowFamilyHealthPlan', ({ screening }) => screening.followFamilyHealthPlan),
  screeningAnswer('VisitedDoctorOrHealthClinic', ({ screening }) => screening.visitedDoctor),
];

/**
 * Our additional columns: with them, importing the file restores the records from which it was
 * made.
 */
const OURS: readonly ColumnOf<AllRow>[] = [
  screeningText('supType', ({ reading, context }) =>
    reading.supType === 'none' ? context.words.word('sup.none') : reading.supType,
  ),
  screeningText('muacBand', ({ reading, context }) =>
    reading.muacBand === undefined ? null : context.words.word(`muac.${reading.muacBand}`),
  ),
  screeningAnswer('zConfirmed', ({ screening }) => screening.zScoreConfirmed),
  ...EXACT_COLUMNS.map((name) => screeningNumber(`who_${name}`, ({ exact }) => exact[name].z)),
  screeningText('who_flags', flagsCell),
  screeningNumber('latitude', ({ screening }) => screening.latitude),
  screeningNumber('longitude', ({ screening }) => screening.longitude),
  screeningText('interviewer', ({ screening, context }) =>
    authorCell(screening.interviewer, context),
  ),
  screeningText('comments', ({ screening }) => screening.comments),
  textColumn('created', ({ child }) => child.created),
  answerColumn('birthDateEstimated', ({ child }) => child.birthDateEstimated),
  textColumn('childComments', ({ child }) => child.comments),
  textColumn('childInterviewer', ({ child, context }) => authorCell(child.interviewer, context)),
  screeningText('screenCreated', ({ screening }) => screening.created),
  screeningNumber('ageOverride', ({ screening }) => overrideOf(screening)?.ageMonths),
  screeningText('measured', ({ screening, context }) =>
    screening.measured === undefined ? null : context.words.word(`measured.${screening.measured}`),
  ),
  screeningAnswer('oedema', ({ screening }) => screening.oedema),
  screeningText('alert', ({ reading, context }) => alertCell(reading, context.words)),
  screeningText('statusTold', told),
  screeningText('referralOutcome', ({ screening, context }) =>
    outcomeWord(screening.referralOutcome, context),
  ),
  screeningDate('referralDate', ({ screening }) => screening.referralDate),
  screeningText('referralNote', ({ screening }) => screening.referralNote),
  screeningNumber('outsideHeight', ({ screening }) => screening.outsideLimits?.height),
  screeningNumber('outsideWeight', ({ screening }) => screening.outsideLimits?.weight),
  textColumn('departure', ({ departure, context }) => outcomeWord(departure?.outcome, context)),
  dateColumn('departureDate', ({ departure }) => departure?.date),
  answerColumn('consent', ({ child }) => child.consent?.given),
  dateColumn('consentDay', ({ child }) => child.consent?.day),
  textColumn('consentBy', ({ child, context }) => authorCell(child.consent?.who, context)),
  answerColumn('mayMessage', ({ child }) => child.mayMessage?.given),
  dateColumn('mayMessageDay', ({ child }) => child.mayMessage?.day),
  textColumn('mayMessageBy', ({ child, context }) => authorCell(child.mayMessage?.who, context)),
  textColumn('language', ({ child }) => child.language),
  textColumn('cardNumber', ({ child }) => child.cardNumber),
  textColumn('landmark', ({ child }) => child.landmark),
];

const COLUMNS = [...OF_CHILD, ...OF_SCREENING, ...OURS];

const OF_CHILDREN = defineReport<AllRow>(COLUMNS, function* (records, context) {
  let childIndex = 0;
  for (const one of yield* childrenInOrder(records, context)) {
    const { child, others = [], screenings } = one;
    childIndex += 1;
    const departure = lastDepartureSaid([child, ...others]);
    const of = { context, child, departure, childIndex, screenCount: screenings.length };
    if (screenings.length === 0) yield { ...of, entry: null };
    for (const entry of entriesOf(one)) {
      const exact = exactZScores(plausibleExactMeasures(entry.screening, child));
      yield { ...of, entry: { ...entry, child, exact, context } };
    }
  }
});

/** The line of a child that moved to another unit: whose it was, and where to, without its name. */
function movedRow({ id, to, date }: MovedAwayChild, { unit, words }: RowContext): Row {
  const cells: Readonly<Record<string, Cell>> = {
    Country: unit.countryName,
    Stake: unit.stakeName,
    'stake db name': unit.stakeDB,
    id,
    departure: words.word('moved-to', { unit: to }),
    departureDate: date ?? null,
  };
  return COLUMNS.map(({ name }) => cells[name] ?? null);
}

/**
 * One row per screening, the newest first for each child; one row for a child without screenings. At
 * the end, a line for each child that moved to another unit.
 */
export const ALL_REPORT: Report = {
  columns: COLUMNS,
  *rows(records, context) {
    yield* OF_CHILDREN.rows(records, context);
    for (const moved of records.movedAway ?? []) yield movedRow(moved, context);
  },
};
