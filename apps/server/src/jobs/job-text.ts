import { type Catalogue, findStake } from '@crece/domain';
import { jobSentence } from '@crece/messages/job-words';
import type { Job } from './job.ts';

/** Records of units that are there but for these; a unit that failed is named instead. */
const LOST_RECORDS = ['unreadable', 'without-child'];

/** The names of the units of which nothing could be read, in the order in which they failed. */
export function failedUnitsOf({ problems }: Job, catalogue: Catalogue): string[] {
  return problems
    .filter(({ code, unit }) => code === 'unit-failed' && unit !== null)
    .map(({ unit }) => findStake(catalogue, unit ?? '')?.stake.stakeName ?? unit ?? '');
}

/** How many rows a finished report has; `null`: it is none. */
export function rowsOf({ result }: Job): number | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const rows: unknown = (result as Readonly<Record<string, unknown>>)['rows'];
  return typeof rows === 'number' ? rows : null;
}

/** What a person reads at the end of a job, in the language in which it was asked for. */
export function endText(job: Job, catalogue: Catalogue): string {
  const { language, code, problems } = job;
  if (code !== null) return jobSentence(language, `jobs.failure.${code}`);
  const rows = rowsOf(job);
  const units = failedUnitsOf(job, catalogue);
  const count = problems
    .filter((problem) => LOST_RECORDS.includes(problem.code))
    .reduce((sum, problem) => sum + problem.count, 0);
  return [
    rows === null
      ? jobSentence(language, 'jobs.complete-plain')
      : jobSentence(language, 'jobs.complete', { rows }),
    ...(units.length === 0
      ? []
      : [jobSentence(language, 'jobs.failed-units', { units: units.join(', ') })]),
    ...(count === 0 ? [] : [jobSentence(language, 'jobs.unreadable', { count })]),
  ].join(' ');
}
