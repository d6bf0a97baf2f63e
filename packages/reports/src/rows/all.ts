import { type Child, exactMeasuresOf, overrideOf } from '@crece/domain';
import { type ExactZScores, exactZScores } from '@crece/growth/exact';
import { defineReport, type RowContext } from '../report.ts';
import {
  answerColumn,
  type Cell,
  type ColumnOf,
  dateColumn,
  numberColumn,
  textColumn,
} from '../table.ts';
import { alertCell } from './alerts.ts';
import { childrenInOrder } from './people.ts';
import { toldStatusOf } from './told-status.ts';
import { type Visit, visitsOf } from './visits.ts';

/** One screening of a child with what WHO's exact method says of it. */
interface ScreeningRow extends Visit {
  readonly child: Child;
  readonly exact: ExactZScores;
  readonly context: RowContext;
}

interface AllRow {
  readonly context: RowContext;
  readonly child: Child;
  /** Counts the unit's children from 1 in the order of the rows. */
  readonly childIndex: number;
  /** How many screenings the child has. */
  readonly screenCount: number;
  /** Absent in the one row of a child without screenings. */
  readonly visit: ScreeningRow | null;
}

type CellOf = (row: ScreeningRow) => Cell | undefined;

/** A column of the screening: blank for a child that has none. */
const ofVisit =
  (cell: CellOf) =>
  ({ visit }: AllRow) =>
    visit === null ? null : cell(visit);
const visitText = (name: string, cell: CellOf) => textColumn<AllRow>(name, ofVisit(cell));
const visitNumber = (name: string, cell: CellOf) => numberColumn<AllRow>(name, ofVisit(cell));
const visitDate = (name: string, cell: CellOf) => dateColumn<AllRow>(name, ofVisit(cell));
const visitAnswer = (name: string, cell: CellOf) => answerColumn<AllRow>(name, ofVisit(cell));

const EXACT_COLUMNS = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'] as const;

/** The scores that WHO flags as implausible, by name: "zlen zwei". */
function flagsCell({ exact }: ScreeningRow): string | null {
  const flagged = EXACT_COLUMNS.filter((name) => exact[name].z !== null && exact[name].isFlagged);
  return flagged.length === 0 ? null : flagged.join(' ');
}

function told({ screening, reading, context }: ScreeningRow): string | null {
  const status = toldStatusOf(screening, reading);
  return status === undefined ? null : context.words.word(`status.${status}`);
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

/** The columns that older systems of this kind know. */
const OF_SCREENING: readonly ColumnOf<AllRow>[] = [
  visitText('screenId', ({ screening }) => screening._id),
  visitDate('screenDate', ({ screening }) => screening.surveyDate),
  visitNumber('weight', ({ screening }) => screening.weight),
  visitNumber('height', ({ screening }) => screening.height),
  visitNumber('age', ({ reading }) => reading.monthAge),
  visitAnswer('obese', ({ reading }) => reading.obese),
  visitNumber('ha', ({ reading }) => reading.zScore.ha),
  visitNumber('wa', ({ reading }) => reading.zScore.wa),
  visitNumber('wh', ({ reading }) => reading.zScore.wl),
  visitText('status', ({ reading, context }) =>
    reading.zscoreStatus === undefined
      ? null
      : context.words.word(`status.${reading.zscoreStatus}`),
  ),
  visitNumber('muac', ({ screening }) => screening.muac),
  visitAnswer('FamilyHealthPlan', ({ screening }) => screening.familyHealthPlan),
  visitAnswer('FollowFamilyHealthPlan', ({ screening }) => screening.followFamilyHealthPlan),
  visitAnswer('VisitedDoctorOrHealthClinic', ({ screening }) => screening.visitedDoctor),
];

/** Our additions: with them a file read again gives the records that it was made of. */
const OURS: readonly ColumnOf<AllRow>[] = [
  visitText('supType', ({ reading, context }) =>
    reading.supType === 'none' ? context.words.word('sup.none') : reading.supType,
  ),
  visitText('muacBand', ({ reading, context }) =>
    reading.muacBand === undefined ? null : context.words.word(`muac.${reading.muacBand}`),
  ),
  visitAnswer('zConfirmed', ({ screening }) => screening.zScoreConfirmed),
  ...EXACT_COLUMNS.map((name) => visitNumber(`who_${name}`, ({ exact }) => exact[name].z)),
  visitText('who_flags', flagsCell),
  visitNumber('latitude', ({ screening }) => screening.latitude),
  visitNumber('longitude', ({ screening }) => screening.longitude),
  visitText('interviewer', ({ screening }) => screening.interviewer),
  visitText('comments', ({ screening }) => screening.comments),
  textColumn('created', ({ child }) => child.created),
  answerColumn('birthDateEstimated', ({ child }) => child.birthDateEstimated),
  textColumn('childComments', ({ child }) => child.comments),
  textColumn('childInterviewer', ({ child }) => child.interviewer),
  visitText('screenCreated', ({ screening }) => screening.created),
  visitNumber('ageOverride', ({ screening }) => overrideOf(screening)?.ageMonths),
  visitText('measured', ({ screening, context }) =>
    screening.measured === undefined ? null : context.words.word(`measured.${screening.measured}`),
  ),
  visitAnswer('oedema', ({ screening }) => screening.oedema),
  visitText('alert', ({ reading, context }) => alertCell(reading, context.words)),
  visitText('statusTold', told),
];

/** One row per screening, the newest first within the child; one for a child without screenings. */
export const ALL_REPORT = defineReport<AllRow>(
  [...OF_CHILD, ...OF_SCREENING, ...OURS],
  function* (records, context) {
    let childIndex = 0;
    for (const one of yield* childrenInOrder(records, context)) {
      const { child, screenings } = one;
      childIndex += 1;
      const of = { context, child, childIndex, screenCount: screenings.length };
      if (screenings.length === 0) yield { ...of, visit: null };
      for (const visit of visitsOf(one)) {
        const exact = exactZScores(exactMeasuresOf(visit.screening, child));
        yield { ...of, visit: { ...visit, child, exact, context } };
      }
    }
  },
);
