import { type Catalogue, findUnit } from '@crece/domain';
import type { Language } from '@crece/messages';
import { jobSentence } from '@crece/messages/job-words';
import type { Job } from './job.ts';
import type { JobKind } from './job-kind.ts';

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

/**
 * A figure of a finished report: how many rows it has, or the number of the programme's settings by
 * which it was made; `null`: the job is no report, or one of a build that did not note it.
 */
export function reportFigure({ result }: Job, name: 'rows' | 'settings'): number | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const figure: unknown = (result as Readonly<Record<string, unknown>>)[name];
  return typeof figure === 'number' ? figure : null;
}

/** By which settings of the programme a report was made; nothing for the built-in ones. */
export function settingsText(language: Language, number: number): string | undefined {
  return number > 0 ? jobSentence(language, 'jobs.settings-number', { number }) : undefined;
}

/** That a job is complete, with the number of its rows and of the settings if it has any. */
function completeText(job: Job): string[] {
  const rows = reportFigure(job, 'rows');
  const { language } = job;
  const settings = settingsText(language, reportFigure(job, 'settings') ?? 0);
  if (rows === null) return [jobSentence(language, 'jobs.complete-plain')];
  return [
    jobSentence(language, 'jobs.complete', { rows }),
    ...(settings === undefined ? [] : [settings]),
  ];
}

/** The sentence shown at the end of a job, in the language of its request. */
export function endText(job: Job, { done, left }: JobKind, catalogue: Catalogue): string {
  const { language, code } = job;
  if (code !== null) return jobSentence(language, `jobs.failure.${code}`);
  const units = failedUnitsOf(job, catalogue);
  const count = lostRecords(job);
  return [
    ...(done?.(job) ?? completeText(job)),
    ...(units.length === 0
      ? []
      : [jobSentence(language, 'jobs.failed-units', { units: units.join(', ') })]),
    ...(count === 0 ? [] : [jobSentence(language, 'jobs.unreadable', { count })]),
    ...(left?.(job) ?? []),
  ].join(' ');
}
