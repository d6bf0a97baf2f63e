import {
  DEFAULT_PROGRAMME_RULES,
  type IsoDate,
  type ProgrammeRules,
  REPORT_DEFAULTS,
  type ReportSort,
  type ReportType,
} from '@crece/domain';
import type { Language } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import type { Report } from './base/report.ts';
import type { ReportRecords } from './base/report-records.ts';
import type { Steps } from './base/steps.ts';
import type { Column, Row } from './base/table.ts';
import type { YesNoWords } from './csv/report-csv.ts';
import { ALL_REPORT } from './rows/all.ts';
import { MISSED_SCREENING_REPORT } from './rows/missed-screening.ts';
import { REFERRALS_REPORT } from './rows/referrals.ts';
import { SUMMARY_REPORT } from './rows/summary.ts';
import { SUP_REPORT } from './rows/sup.ts';
import { WOMEN_REPORT } from './rows/women.ts';

const REPORTS: Readonly<Record<ReportType, Report>> = {
  all: ALL_REPORT,
  sup: SUP_REPORT,
  summary: SUMMARY_REPORT,
  missedScreening: MISSED_SCREENING_REPORT,
  women: WOMEN_REPORT,
  referrals: REFERRALS_REPORT,
};

/** The parameters of a report. */
export interface ReportOptions {
  /** The date in the time zone of the unit's country; rules use no clock. */
  readonly today: IsoDate;
  readonly language: Language;
  readonly sort?: ReportSort | undefined;
  /** Used only by `REPORTS_OF_MONTHS`. */
  readonly months?: number | undefined;
  /** The programme's table of next visits, which says how long an outcome answers a referral. */
  readonly rules?: ProgrammeRules | undefined;
}

/** The columns of a report, in their order. */
export function reportColumns(type: ReportType): readonly Column[] {
  return REPORTS[type].columns;
}

/** The titles of a report's columns; in English their names. */
export function reportTitles(type: ReportType, language: Language): readonly string[] {
  const words = createReportWords(language);
  return reportColumns(type).map(({ name }) => words.title(name, type));
}

/** The words for yes and no in cells, by language. */
export function reportAnswers(language: Language): YesNoWords {
  const words = createReportWords(language);
  return { yes: words.word('yes'), no: words.word('no') };
}

/**
 * The rows of one unit, sorted, in small steps of work; null for a step without a row. Unreadable
 * records have no row, and the other rows stay complete: the caller reports `records.unreadable`
 * and `records.withoutChild` as well.
 */
export function reportSteps(
  type: ReportType,
  records: ReportRecords,
  { today, language, sort, months, rules }: ReportOptions,
): Steps<Row> {
  return REPORTS[type].rows(records, {
    unit: records.unit,
    today,
    sort: sort ?? REPORT_DEFAULTS.sort,
    months: months ?? REPORT_DEFAULTS.months,
    rules: rules ?? DEFAULT_PROGRAMME_RULES,
    words: createReportWords(language),
  });
}

/** The rows of one unit without steps; see `reportSteps`. */
export function* reportRows(
  type: ReportType,
  records: ReportRecords,
  options: ReportOptions,
): Generator<Row> {
  for (const row of reportSteps(type, records, options)) if (row !== null) yield row;
}
