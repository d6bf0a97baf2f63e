import { REPORT_DEFAULTS } from '@crece/domain';
import type { ReportAsk } from '../../api/reports.ts';
import { reports } from '../../features/reports/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

export type { ReportAsk };

/** One's own reports: running, finished and failed ones. */
export const MY_REPORTS_PATH = reports.pages.mine.at;

/** Stands for an unknown country; the server looks it up itself. */
const NO_COUNTRY = '-';

/** The page of a report; by default the unit's supplement list sorted by first name. */
export function reportPath(
  unit: UnitRef,
  ask: Partial<ReportAsk> & Pick<ReportAsk, 'language'>,
): string {
  const path = pathTo(reports.pages.report, {
    stakeDB: unit.stakeDB,
    cCode: unit.countryCode ?? NO_COUNTRY,
    scopeType: ask.scope ?? REPORT_DEFAULTS.scope,
    sortField: ask.sort ?? REPORT_DEFAULTS.sort,
    language: ask.language,
    csvType: ask.type ?? 'sup',
    monthSelect: String(ask.months ?? REPORT_DEFAULTS.months),
  });
  return ask.retired === 'without' ? `${path}?retired=without` : path;
}
