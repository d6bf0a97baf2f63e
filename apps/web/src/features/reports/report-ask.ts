import {
  REPORT_DEFAULTS,
  REPORT_MONTHS,
  REPORT_SCOPES,
  REPORT_SORTS,
  REPORT_TYPES,
  RETIRED_UNITS,
} from '@crece/domain';
import { LANGUAGES, type Language } from '@crece/messages';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';

const oneOf = <T>(list: readonly T[], value: unknown, otherwise: T): T =>
  list.find((one) => one === value) ?? otherwise;

/**
 * Reads the options of a report from its address. An unknown word becomes the default, so that an
 * old link still shows a report. `spoken` is the interface's language.
 */
export function askOfAddress(
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
  spoken: Language,
): ReportAsk {
  return {
    type: oneOf(REPORT_TYPES, params['csvType'], 'sup'),
    scope: oneOf(REPORT_SCOPES, params['scopeType'], REPORT_DEFAULTS.scope),
    sort: oneOf(REPORT_SORTS, params['sortField'], REPORT_DEFAULTS.sort),
    months: oneOf(REPORT_MONTHS, Number(params['monthSelect']), REPORT_DEFAULTS.months),
    language: oneOf(LANGUAGES, params['language'], spoken),
    retired: oneOf(RETIRED_UNITS, query.get('retired'), 'with'),
  };
}
