import convertKind from './convert/convert-kind.ts';
import retentionKind from './erasure/retention-kind.ts';
import exportKind from './exports/export-kind.ts';
import importKind from './imports/import-kind.ts';
import type { Kinds } from './jobs/job-kind.ts';
import previewKind from './reports/preview-kind.ts';
import reportKind from './reports/report-kind.ts';

/** Every kind of job, and of work for a waiting request. */
export const JOB_KINDS: Kinds = {
  report: reportKind,
  import: importKind,
  convert: convertKind,
  export: exportKind,
  'report-preview': previewKind,
  'kept-long': retentionKind,
};
