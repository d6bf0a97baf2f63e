import type { ReportFormat, ReportScope, ReportType } from '@crece/domain';

/** The parts of a report's file name. */
export interface NamedReport {
  readonly type: ReportType;
  readonly scope: ReportScope;
  /** The unit's database or the country's code; unused in scope `countries`. */
  readonly place?: string | undefined;
  readonly format: ReportFormat;
  readonly at: Date;
  /** Of the place: see `stampOf`. */
  readonly timeZone: string;
  /** Letters and digits that cannot be guessed. */
  readonly random: string;
}

/**
 * `20260228-1504` by the clock of the place that the file is about, as the list of one's reports
 * shows it; UTC for several countries.
 */
export function stampOf(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}${part('month')}${part('day')}-${part('hour')}${part('minute')}`;
}

/**
 * `sup_country_GTM_20260228-1504_k3f09z.csv`; `all` replaces the place when all units are
 * requested.
 */
export function reportFileName({
  type,
  scope,
  place,
  format,
  at,
  timeZone,
  random,
}: NamedReport): string {
  const where = scope === 'countries' ? 'all' : (place ?? 'all');
  return `${type}_${scope}_${where}_${stampOf(at, timeZone)}_${random}.${format}`;
}
