/**
 * The pages of a coordinator: reports, imports and the desk. Each is a chunk of its own, and so is
 * this list: no volunteer's phone fetches them in advance.
 */
export const DESK_PAGES = {
  ReportPage: async () => (await import('../features/reports/report-page.tsx')).ReportPage,
} as const;
