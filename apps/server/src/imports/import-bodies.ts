import { userBody } from '@crece/contract/accounts';
import { withoutUndefined } from '@crece/domain';
import { z } from 'zod';
import type { Job } from '../jobs/job.ts';
import { importParameters } from './import-parameters.ts';

// Schemas of the bodies in contract's `imports.ts`, by which the server checks its answers.

const params = z.record(z.string(), z.union([z.string(), z.number()]));
const finding = z.object({
  code: z.string(),
  level: z.enum(['reject', 'warn']),
  field: z.string().optional(),
  column: z.string().optional(),
  params: params.optional(),
});
const row = z.object({
  row: z.number(),
  outcome: z.enum(['created', 'updated', 'duplicate', 'rejected']),
  findings: z.array(finding),
});
const question = z.object({
  code: z.string(),
  options: z.array(z.string()),
  count: z.number(),
  examples: z.array(z.object({ row: z.number(), text: z.string() })),
});
const column = z.object({
  header: z.string(),
  field: z.string().nullable(),
  by: z.enum(['report', 'name', 'mapping', 'derived', 'unknown']),
  examples: z.array(z.string()).optional(),
});
const problem = z.object({
  code: z.string(),
  field: z.string().optional(),
  headers: z.array(z.string()).optional(),
});

const sample = z.object({
  row: z.number(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  gender: z.enum(['Boy', 'Girl']).optional(),
  birthDate: z.string().optional(),
  birthDateEstimated: z.boolean().optional(),
  surveyDate: z.string().optional(),
  weight: z.number().optional(),
  height: z.number().optional(),
  muac: z.number().optional(),
  oedema: z.boolean().optional(),
});
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
const change = z.object({
  row: z.number(),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), from: value, to: value })),
});

const resultBody = z.object({
  status: z.enum(['refused', 'columns', 'questions', 'checked', 'imported', 'undone']),
  refusal: z.string().optional(),
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  columns: z.array(column),
  problems: z.array(problem),
  questions: z.array(question),
  findings: z.array(row),
  rowsWithFindings: z.number(),
  sheet: z.string().optional(),
  otherSheets: z.array(z.string()).optional(),
  above: z.array(z.string()).optional(),
  namesakes: z.number().optional(),
  sample: z.array(sample).optional(),
  changes: z.array(change).optional(),
  changedFields: z.record(z.string(), z.number()).optional(),
  undone: z.object({ children: z.number(), kept: z.array(z.string()) }).optional(),
});

export const importBody = z.object({
  id: z.string(),
  stakeDB: z.string(),
  dryRun: z.boolean(),
  undoOf: z.string().optional(),
  state: z.enum(['running', 'finished', 'failed']),
  waiting: z.literal(true).optional(),
  code: z.string().optional(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  count: z.number(),
  maxCount: z.number(),
  upload: z.string().optional(),
  room: z.string().optional(),
  fileName: z.string().optional(),
  result: resultBody.optional(),
});
export type ImportBody = z.infer<typeof importBody>;
export const importsBody = z.object({ imports: z.array(importBody) });
/** The account as it is now, with the result of the file. */
export const uploadedBody = userBody.extend({ import: importBody });

/** The request of a job; null: the job is no import. */
function askedOf({ kind, parameters }: Job) {
  const asked = kind === 'import' ? importParameters.safeParse(parameters) : null;
  return asked?.success === true ? asked.data : null;
}

/** An import as its owner sees it; null: the job is no import. */
export function importBodyOf(job: Job): ImportBody | null {
  const asked = askedOf(job);
  if (asked === null) return null;
  const { id, state, code, startedAt, endedAt, count, maxCount, room, fileName, isExpired } = job;
  const result = resultBody.safeParse(job.result);
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
