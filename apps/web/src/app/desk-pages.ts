/**
 * The pages of a coordinator: reports, imports and the desk. Each is a chunk of its own, and so is
 * this list: no volunteer's phone fetches them in advance.
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

/** What a coordinator finds on other pages. */
export const DESK_PARTS = {
  SyncReports: async () => (await import('../features/reports/sync-reports.tsx')).SyncReports,
} as const;
