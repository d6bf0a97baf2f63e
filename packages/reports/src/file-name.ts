import type { ReportFormat, ReportScope, ReportType } from '@crece/domain';

/** What a report's file is named after. */
export interface NamedReport {
  readonly type: ReportType;
  readonly scope: ReportScope;
  /** The unit's database or the country's code; not asked in scope `countries`. */
  readonly place?: string | undefined;
  readonly format: ReportFormat;
  readonly at: Date;
  /** Letters and digits that nobody guesses. */
  readonly random: string;
}

/** `20260228-1504`, in UTC: a file's name does not depend on where the server stands. */
export function stampOf(at: Date): string {
  return at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** `sup_country_GTM_20260228-1504_k3f09z.csv`; `all` stands for the place where all units are asked. */
export function reportFileName({ type, scope, place, format, at, random }: NamedReport): string {
  const where = scope === 'countries' ? 'all' : (place ?? 'all');
  return `${type}_${scope}_${where}_${stampOf(at)}_${random}.${format}`;
}
