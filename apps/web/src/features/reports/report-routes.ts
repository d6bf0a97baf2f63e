/** One's own reports: running, finished and failed ones. */
export const MY_REPORTS_PATH = '/children/reports';
