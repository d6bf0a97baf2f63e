import { jobKind } from '../jobs/job-kind.ts';
import { convertParameters } from './convert-request.ts';
import { convertedBy, convertedText } from './converted-text.ts';

/** "Convert z-scores": counts units; after a kill it continues with the interrupted unit. */
export default jobKind({
  file: import.meta.url,
  audit: 'records-converted',
  done(job) {
    const converted = convertedBy(job);
    return converted === null ? null : convertedText(job.language, converted);
  },
  listed(job) {
    const converted = convertedBy(job);
    return converted === null ? {} : { converted };
  },
  parameters: convertParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { convertScope } = await import('./convert-work.ts');
    return convertScope(context, parameters);
  },
});
