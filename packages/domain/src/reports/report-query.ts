// The allowed values of a report's parameters. Route, call, command line and screen share them.

/** Which list a report contains. */
export const REPORT_TYPES = [
  'all',
  'sup',
  'summary',
  'missedScreening',
  'women',
  'referrals',
] as const;

export type ReportType = (typeof REPORT_TYPES)[number];
/** The reports that ask for a number of months. */
export const REPORTS_OF_MONTHS: readonly ReportType[] = ['summary', 'referrals'];

/** One unit, all units of a country, or all units. */
export const REPORT_SCOPES = ['stake', 'country', 'countries'] as const;
export type ReportScope = (typeof REPORT_SCOPES)[number];

/** Whether a report of several units has those that have ended. */
export const RETIRED_UNITS = ['with', 'without'] as const;
export type RetiredUnits = (typeof RETIRED_UNITS)[number];

export const REPORT_SORTS = [
  'firstName',
  'lastName',
  'ward',
  'memberStatus',
  'screenDate',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/**
 * Maximum age, in completed months, of the newest screening in a `summary` report, and of the first day
 * of a referral in `referrals`.
 */
export const REPORT_MONTHS = [6, 12, 18, 24, 30, 36, 42, 48, 54, 60] as const;
export type ReportMonths = (typeof REPORT_MONTHS)[number];

/** `csv` for machines, `xlsx` for people. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Files for other programs: WHO's Anthro Survey Analyser, FHIR R4, DHIS2. */
export const EXPORT_FORMATS = ['anthro', 'fhir', 'dhis2'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Each child once with its newest screening, or every screening. */
export const EXPORTED_SCREENINGS = ['newest', 'all'] as const;
export type ExportedScreenings = (typeof EXPORTED_SCREENINGS)[number];

/** Default parameters of a report (specification, section 9). */
export const REPORT_DEFAULTS = {
  scope: 'stake',
  sort: 'firstName',
  months: 6,
} as const satisfies { scope: ReportScope; sort: ReportSort; months: ReportMonths };
