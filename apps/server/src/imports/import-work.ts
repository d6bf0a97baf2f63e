import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { KeptFile } from '../files/kept-file.ts';
import { type JobContext, type JobEnd, JobFailure } from '../jobs/job-kind.ts';
import { asJson } from '../store/as-json.ts';
import { findingsCsv } from './findings-file.ts';
import { dropWork, fileDigestOf, importFile, takeBackImport } from './import-file.ts';
import type { ImportParameters, UndoParameters } from './import-parameters.ts';
import { undoneResult } from './import-result.ts';
import { uploadPath } from './uploads.ts';

const RANDOM_BYTES = 8;

/** `import_coban_stake_gtm_20260228-1504_….csv`: the findings of all rows. */
function fileNameOf(stakeDB: string, at: Date): string {
  const stamp = at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  return `import_${stakeDB}_${stamp}_${randomBytes(RANDOM_BYTES).toString('hex')}.csv`;
}

/**
 * Collects faults of the push log: the records are written, and the job ends by logging the faults.
 */
function collector() {
  const faults: unknown[] = [];
  return { onFault: (error: unknown) => void faults.push(error), faults };
}

async function runImport(context: JobContext, asked: ImportParameters): Promise<JobEnd> {
  const { job, stores, dataDir, signal } = context;
  const { stakeDB, upload, isDryRun, answers, mapping, author, startedAt } = asked;
  const path = await uploadPath(dataDir, job.owner, upload);
  if (!existsSync(path)) throw new JobFailure('interrupted');
  const { onFault, faults } = collector();
  const kept: { file?: { name: string; bytes: number } } = {};
  const result = await importFile(
    {
      importId: job.id,
      path,
      fileDigest: await fileDigestOf(path),
      stakeDB,
      isDryRun,
      answers,
      mapping,
      accountId: job.owner,
      username: job.username,
      author,
      now: new Date(startedAt),
    },
    {
      stores,
      dataDir,
      signal,
      onFault,
      progress: (done, rows) => {
        if (done === 0) context.expect(rows);
        context.progress(done, stakeDB);
      },
    },
    async (scan, work) => {
      context.expect(scan.rows);
      const pieces = findingsCsv(work, scan, job.language);
      kept.file = await KeptFile.keep(fileNameOf(stakeDB, context.clock()), context, pieces);
    },
  );
  if (faults.length > 0) context.problem({ unit: stakeDB, code: 'push-log', count: faults.length });
  return { ...kept, result: asJson(result) };
}

async function runUndo(context: JobContext, asked: UndoParameters): Promise<JobEnd> {
  const { job, stores, dataDir, signal, clock } = context;
  const { importId, author, stakeDB } = asked;
  const { onFault, faults } = collector();
  const { children, kept } = await takeBackImport(
    { importId, accountId: job.owner, username: job.username, author, now: clock() },
    {
      stores,
      signal,
      onFault,
      progress: (done) => context.progress(done, stakeDB),
    },
  );
  await dropWork(dataDir, importId);
  if (faults.length > 0) context.problem({ unit: stakeDB, code: 'push-log', count: faults.length });
  return { result: asJson(undoneResult(children, kept)) };
}

/** Checks a file, imports it into a unit, or undoes an import; continues after a kill. */
export function workOnImport(
  context: JobContext,
  asked: ImportParameters | UndoParameters,
): Promise<JobEnd> {
  return asked.do === 'undo' ? runUndo(context, asked) : runImport(context, asked);
}
