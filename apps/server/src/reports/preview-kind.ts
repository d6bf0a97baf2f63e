import { threadWork } from '../jobs/job-kind.ts';
import { previewParameters } from './report-request.ts';

/** The first rows of a report and their total number, for a waiting request; writes no file. */
export default threadWork({
  file: import.meta.url,
  parameters: previewParameters,
  afterKill: 'fail',
  async run(context, parameters) {
    const { makePreview } = await import('./preview-work.ts');
    return makePreview(context, parameters);
  },
});
