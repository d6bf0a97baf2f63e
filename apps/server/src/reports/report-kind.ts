import { jobKind } from '../jobs/job-kind.ts';
import { reportFigure } from '../jobs/job-text.ts';
import { reportParameters } from './report-request.ts';

/** A report as a file: counts units; after a kill it starts from the beginning. */
export default jobKind({
  file: import.meta.url,
  audit: 'report-made',
  listed(job) {
    const rows = reportFigure(job, 'rows');
    const settings = reportFigure(job, 'settings');
    return { ...(rows !== null && { rows }), ...(settings !== null && { settings }) };
  },
  parameters: reportParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { makeReport } = await import('./report-work.ts');
    return makeReport(context, parameters);
  },
});
