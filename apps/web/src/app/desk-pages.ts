/**
 * The pages of a coordinator: reports, imports and the desk. Each is a separate chunk, and so is
 * this list: volunteers' phones do not fetch them in advance.
 */
export const DESK_PAGES = {
  ImportPage: async () => (await import('../features/imports/import-page.tsx')).ImportPage,
  ReportPage: async () => (await import('../features/reports/report-page.tsx')).ReportPage,
  MyReportsPage: async () =>
    (await import('../features/reports/my-reports-page.tsx')).MyReportsPage,
  FilePage: async () => (await import('../features/reports/file-page.tsx')).FilePage,
  DeskPage: async () => (await import('../features/desk/desk-page.tsx')).DeskPage,
  CountryDeskPage: async () => (await import('../features/desk/desk-page.tsx')).CountryDeskPage,
  UnitDeskPage: async () => (await import('../features/desk/desk-page.tsx')).UnitDeskPage,
} as const;

/** A coordinator's parts of other pages. */
export const DESK_PARTS = {
  SyncReports: async () => (await import('../features/reports/sync-reports.tsx')).SyncReports,
} as const;
