import { jobKind } from '../jobs/job-kind.ts';
import { rowsOf } from '../jobs/job-text.ts';
import { reportParameters } from './report-request.ts';

/** A report as a file: counts units; after a kill it starts from the beginning. */
export default jobKind({
  file: import.meta.url,
  audit: 'report-made',
  listed(job) {
    const rows = rowsOf(job);
    return rows === null ? {} : { rows };
  },
  parameters: reportParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { makeReport } = await import('./report-work.ts');
    return makeReport(context, parameters);
  },
});
