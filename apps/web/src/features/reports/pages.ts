import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { reports } from './feature.ts';

export const PAGES = {
  report: async () => (await import('./report-page.tsx')).ReportPage,
  mine: async () => (await import('./my-reports-page.tsx')).MyReportsPage,
  file: async () => (await import('./file-page.tsx')).FilePage,
} satisfies PagesOf<typeof reports>;
