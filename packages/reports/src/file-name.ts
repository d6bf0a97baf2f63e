import type { ReportFormat, ReportScope, ReportType } from '@crece/domain';

/** The parts of a report's file name. */
export interface NamedReport {
  readonly type: ReportType;
  readonly scope: ReportScope;
  /** The unit's database or the country's code; unused in scope `countries`. */
  readonly place?: string | undefined;
  readonly format: ReportFormat;
  readonly at: Date;
  /** Letters and digits that cannot be guessed. */
  readonly random: string;
}

/** `20260228-1504`, in UTC, so that the name does not depend on the server's time zone. */
export function stampOf(at: Date): string {
  return at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
}

/**
 * `sup_country_GTM_20260228-1504_k3f09z.csv`; `all` replaces the place when all units are
 * requested.
 */
export function reportFileName({ type, scope, place, format, at, random }: NamedReport): string {
  const where = scope === 'countries' ? 'all' : (place ?? 'all');
  return `${type}_${scope}_${where}_${stampOf(at)}_${random}.${format}`;
}
