import { convertedCounts } from '@crece/contract/schemas';
import type { Language } from '@crece/messages';
import { jobSentence } from '@crece/messages/job-words';
import type { z } from 'zod';
import type { Job } from '../jobs/job.ts';

/** The counts of a finished conversion; `null`: it has none. */
export function convertedBy({ result }: Job): z.infer<typeof convertedCounts> | null {
  return convertedCounts.safeParse(result).data ?? null;
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
