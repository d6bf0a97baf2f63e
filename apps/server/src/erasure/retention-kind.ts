import { threadWork } from '../jobs/job-kind.ts';
import { retentionParameters } from './retention-facts.ts';

/** The children who were kept long enough, for a waiting request; changes nothing. */
export default threadWork({
  file: import.meta.url,
  parameters: retentionParameters,
  afterKill: 'fail',
  async run(context, parameters) {
    const { findKeptLong } = await import('./retention-work.ts');
    return { result: { units: await findKeptLong(context, parameters) } };
  },
});
