// The closed lists that a report is asked by. Route, call, command line and screen share them.

/** What a report lists. */
export const REPORT_TYPES = ['all', 'sup', 'summary', 'missedScreening', 'women'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** One unit, all units of a country, or all units. */
export const REPORT_SCOPES = ['stake', 'country', 'countries'] as const;
export type ReportScope = (typeof REPORT_SCOPES)[number];

export const REPORT_SORTS = [
  'firstName',
  'lastName',
  'ward',
  'memberStatus',
  'screenDate',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** How many completed months back the newest screening of a `summary` may lie. */
export const REPORT_MONTHS = [6, 12, 18, 24, 30, 36, 42, 48, 54, 60] as const;
export type ReportMonths = (typeof REPORT_MONTHS)[number];

/** `csv` for machines, `xlsx` for people. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Files for other programs: WHO's Anthro Survey Analyser, FHIR R4, DHIS2. */
export const EXPORT_FORMATS = ['anthro', 'fhir', 'dhis2'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a report is when nobody says otherwise (specification, section 9). */
export const REPORT_DEFAULTS = {
  scope: 'stake',
  sort: 'firstName',
  months: 6,
} as const satisfies { scope: ReportScope; sort: ReportSort; months: ReportMonths };
