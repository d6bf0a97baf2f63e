import { jobKind } from '../jobs/job-kind.ts';
import { importParameters } from './import-parameters.ts';

/** Checks a file, imports it into a unit, or undoes an import; continues after a kill. */
export default jobKind({
  file: import.meta.url,
  audit: 'records-imported',
  parameters: importParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { workOnImport } = await import('./import-work.ts');
    return workOnImport(context, parameters);
  },
});
