import { type importBody, importResultBody } from '@crece/contract/schemas';
import { withoutUndefined } from '@crece/domain';
import type { z } from 'zod';
import type { Job } from '../jobs/job.ts';
import { importParameters } from './import-parameters.ts';

export type SentImport = z.infer<typeof importBody>;

/** The request of a job; null: the job is no import. */
function askedOf({ kind, parameters }: Job) {
  const asked = kind === 'import' ? importParameters.safeParse(parameters) : null;
  return asked?.success === true ? asked.data : null;
}

/** An import as its owner sees it; null: the job is no import. */
export function importBodyOf(job: Job): SentImport | null {
  const asked = askedOf(job);
  if (asked === null) return null;
  const { id, state, code, startedAt, endedAt, count, maxCount, room, fileName, isExpired } = job;
  const result = importResultBody.safeParse(job.result);
  return withoutUndefined({
    id,
    stakeDB: asked.stakeDB,
    dryRun: asked.do === 'import' && asked.isDryRun,
    undoOf: asked.do === 'undo' ? asked.importId : undefined,
    state,
    waiting: job.isWaiting === true && state === 'running' ? (true as const) : undefined,
    code: code ?? undefined,
    startedAt,
    endedAt: endedAt ?? undefined,
    count,
    maxCount,
    upload: asked.do === 'import' ? asked.upload : undefined,
    room: room ?? undefined,
    fileName: fileName === null || isExpired ? undefined : fileName,
    result: result.success ? result.data : undefined,
  });
}
