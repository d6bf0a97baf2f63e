import { isRefer, screeningMark } from '@crece/domain';
import { COORDINATING_COUNCILS } from '@crece/domain/councils';
import { defineReport, type RowContext } from '../base/report.ts';
import { answerColumn, dateColumn, numberColumn, textColumn } from '../base/table.ts';
import { alertCell } from './alerts.ts';
import { improvementOf } from './improvement.ts';
import { openReferralCell } from './open-referral.ts';
import { screenedChildren } from './people.ts';
import type { ScreenedChild } from './reported-screenings.ts';
import { summaryStatusOf } from './summary-status.ts';

interface SummaryRow extends ScreenedChild {
  readonly context: RowContext;
}

/** A column to fill in by hand. */
const blank = () => null;

function councilOf(stakeDB: string): string | undefined {
  return COORDINATING_COUNCILS.find(({ stakeDBs }) => stakeDBs.includes(stakeDB))?.name;
}

function improvementCell(row: SummaryRow): string {
  const { newest, earlier, age, context } = row;
  const [before] = earlier();
  const isReferred = row.standing().referral !== null || isRefer(screeningMark(newest.reading));
  const improvement = improvementOf(newest, before, age, isReferred);
  return context.words.word(`improvement.${improvement}`);
}

/** Every child whose newest screening is at most the requested number of months old. */
export const SUMMARY_REPORT = defineReport<SummaryRow>(
  [
    textColumn('mothersName', ({ child }) => child.mother),
    textColumn('firstName', ({ child }) => child.firstName),
    textColumn('lastName', ({ child }) => child.lastName),
    numberColumn('age', ({ age }) => age),
    textColumn('LDS', ({ child, context }) => context.words.word(`member.${child.memberStatus}`)),
    textColumn('ward', ({ child }) => child.ward),
    textColumn('status', ({ newest, context }) =>
      context.words.word(`summary.${summaryStatusOf(newest.reading)}`),
    ),
    textColumn('stake', ({ context }) => context.unit.stakeName),
    textColumn('Counsel', blank),
    textColumn('country', ({ context }) => context.unit.countryName),
    textColumn('Leaving', blank),
    dateColumn('LastScreeningDate', ({ newest }) => newest.screening.surveyDate),
    textColumn('phone', ({ child }) => child.phone),
    textColumn('address', ({ child }) => child.address),
    textColumn('ImprovementFromLastScreening', improvementCell),
    textColumn('CoordinatingCounsel', ({ context }) => councilOf(context.unit.stakeDB)),
    answerColumn('FamilyHealthPlan', ({ newest }) => newest.screening.familyHealthPlan),
    answerColumn('FollowFamilyHealthPlan', ({ newest }) => newest.screening.followFamilyHealthPlan),
    answerColumn('VisitedDoctorOrHealthClinic', ({ newest }) => newest.screening.visitedDoctor),
    textColumn('alert', ({ newest, context }) => alertCell(newest.reading, context.words)),
    textColumn('programmeStatus', ({ newest: { reading }, context }) =>
      reading.zscoreStatus === undefined
        ? null
        : context.words.word(`status.${reading.zscoreStatus}`),
    ),
    textColumn('openReferral', (row) => openReferralCell(row.standing(), row.context.words)),
  ],
  function* (records, context) {
    for (const one of screenedChildren(records, context)) {
      yield one !== null && one.monthsSince <= context.months ? { ...one, context } : null;
    }
  },
);
