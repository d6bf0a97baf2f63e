import { jobSentence } from '@crece/messages/job-words';
import { z } from 'zod';
import type { Job } from '../jobs/job.ts';
import { jobKind } from '../jobs/job-kind.ts';
import { exportParameters } from './export-request.ts';

const unmappedNames = z.object({ unmapped: z.array(z.string()) });

/** Indicators and units that are missing in the mapping of an export. */
function unmappedBy({ result }: Job): readonly string[] {
  return unmappedNames.safeParse(result).data?.unmapped ?? [];
}

/** A file for other programs: counts units; after a kill it starts from the beginning. */
export default jobKind({
  file: import.meta.url,
  audit: 'report-made',
  left(job) {
    const names = unmappedBy(job).join(', ');
    return names === '' ? [] : [jobSentence(job.language, 'jobs.unmapped', { names })];
  },
  listed: () => ({}),
  parameters: exportParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { makeExport } = await import('./export-work.ts');
    return makeExport(context, parameters);
  },
});
