import { type Catalogue, findUnit } from '@crece/domain';
import type { Language } from '@crece/messages';
import { jobSentence } from '@crece/messages/job-words';
import { z } from 'zod';
import { convertedCounts } from '../reports/report-bodies.ts';
import type { Job } from './job.ts';

/** Codes of problems with single records; a unit that failed as a whole is named instead. */
const LOST_RECORDS = ['unreadable', 'without-child'];

/** The names of the units that could not be read, in the order in which they failed. */
export function failedUnitsOf({ problems }: Pick<Job, 'problems'>, catalogue: Catalogue): string[] {
  return problems
    .filter(({ code, unit }) => code === 'unit-failed' && unit !== null)
    .map(({ unit }) => findUnit(catalogue, unit ?? '')?.unit.stakeName ?? unit ?? '');
}

/** How many records have no row although their unit could be read. */
export function lostRecords({ problems }: Pick<Job, 'problems'>): number {
  return problems
    .filter(({ code }) => LOST_RECORDS.includes(code))
    .reduce((sum, { count }) => sum + count, 0);
}

/** How many rows a finished report has; `null`: the job is no report. */
export function rowsOf({ result }: Job): number | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const rows: unknown = (result as Readonly<Record<string, unknown>>)['rows'];
  return typeof rows === 'number' ? rows : null;
}

/** The counts of a finished conversion; `null`: the job is no conversion. */
export function convertedBy({ kind, result }: Job): z.infer<typeof convertedCounts> | null {
  if (kind !== 'convert') return null;
  return convertedCounts.safeParse(result).data ?? null;
}

const unmappedNames = z.object({ unmapped: z.array(z.string()) });

/** Indicators and units that are missing in the mapping of an export. */
function unmappedBy({ result }: Job): readonly string[] {
  return unmappedNames.safeParse(result).data?.unmapped ?? [];
}

/** The sentences about a conversion's counts: what was done, then what was left unchanged. */
export function convertedText(
  language: Language,
  { unreadable, withoutChild, waiting, ...done }: z.infer<typeof convertedCounts>,
): string[] {
  const left = [
    ['jobs.converted-unreadable', unreadable],
    ['jobs.converted-without-child', withoutChild],
    ['jobs.converted-waiting', waiting],
  ] as const;
  return [
    jobSentence(language, 'jobs.converted', done),
    ...left.flatMap(([key, count]) => (count === 0 ? [] : [jobSentence(language, key, { count })])),
  ];
}

/** The sentence shown at the end of a job, in the language of its request. */
export function endText(job: Job, catalogue: Catalogue): string {
  const { language, code } = job;
  if (code !== null) return jobSentence(language, `jobs.failure.${code}`);
  const rows = rowsOf(job);
  const units = failedUnitsOf(job, catalogue);
  const count = lostRecords(job);
  const converted = convertedBy(job);
  const unmapped = unmappedBy(job);
  return [
    ...(converted === null ? [] : convertedText(language, converted)),
    ...(rows === null ? [] : [jobSentence(language, 'jobs.complete', { rows })]),
    ...(rows === null && converted === null ? [jobSentence(language, 'jobs.complete-plain')] : []),
    ...(units.length === 0
      ? []
      : [jobSentence(language, 'jobs.failed-units', { units: units.join(', ') })]),
    ...(count === 0 ? [] : [jobSentence(language, 'jobs.unreadable', { count })]),
    ...(unmapped.length === 0
      ? []
      : [jobSentence(language, 'jobs.unmapped', { names: unmapped.join(', ') })]),
  ].join(' ');
}
