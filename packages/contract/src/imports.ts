import { z } from 'zod';
import { userBody } from './accounts.ts';
import type { ReadOnly } from './read-only.ts';
import { roomQuery } from './reports.ts';

// Bodies of the calls about imported files.

/**
 * The query of `POST /api/children/upload/:stakeDB`. Without `dryRun=true` the call imports.
 * `upload`, the id in an earlier response, replaces the file, which is then not sent again.
 */
export const uploadQuery = z.object({
  dryRun: z.enum(['true', 'false']).default('false'),
  language: z.string().optional(),
  ...roomQuery.shape,
  upload: z.string().max(100).optional(),
  /** JSON, header or place (`#1`) to field (`''`: ignore the column). */
  mapping: z.string().max(20_000).optional(),
  // Answers to questions, see `questions` below:
  encoding: z.string().optional(),
  dateOrder: z.string().optional(),
  muacUnit: z.string().optional(),
  weightUnit: z.string().optional(),
  heightUnit: z.string().optional(),
  letterM: z.string().optional(),
  /** `correction` or `second`: rows whose child has another screening of that day. */
  sameDay: z.string().optional(),
  /** The sheet of a workbook. */
  sheet: z.string().optional(),
  /** `headings` or `data`: what the first row holds. */
  firstRow: z.string().optional(),
});
export type UploadQuery = z.input<typeof uploadQuery>;

/** A finding about a row; its sentence is `imports.finding.<code>`. */
const finding = z.object({
  code: z.string(),
  level: z.enum(['reject', 'warn']),
  /** The field, and the header of its column in the file. */
  field: z.string().optional(),
  column: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ImportFindingBody = ReadOnly<z.infer<typeof finding>>;

/** A row and the action for it; rows are numbered from 1, the header being row 1. */
const row = z.object({
  row: z.number(),
  outcome: z.enum(['created', 'updated', 'duplicate', 'rejected']),
  findings: z.array(finding),
});
export type ImportRowBody = ReadOnly<z.infer<typeof row>>;

/** Information that the file lacks, asked once; its sentence is `imports.question.<code>`. */
const question = z.object({
  code: z.string(),
  options: z.array(z.string()),
  count: z.number(),
  examples: z.array(z.object({ row: z.number(), text: z.string() })),
});
export type ImportQuestionBody = ReadOnly<z.infer<typeof question>>;

/** A column of the file; `by` tells how it was recognised. */
const column = z.object({
  header: z.string(),
  field: z.string().nullable(),
  by: z.enum(['report', 'name', 'mapping', 'derived', 'unknown']),
  /** Its first cells. */
  examples: z.array(z.string()).optional(),
  /** How many of its cells are formulas without a result in the file; they are read as blank. */
  formulas: z.number().optional(),
});
export type ImportColumnBody = ReadOnly<z.infer<typeof column>>;

/** A row of the file as it was understood; what it does not say is absent. */
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
export type ImportSampleBody = ReadOnly<z.infer<typeof sample>>;

/** null: no value. */
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
/** What a row changes in stored records, field by field. */
const change = z.object({
  row: z.number(),
  /** The child's name in the file. */
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), from: value, to: value })),
});
export type ImportChangeBody = ReadOnly<z.infer<typeof change>>;

/** Why the columns do not allow reading any row; its sentence is `imports.column.<code>`. */
const problem = z.object({
  code: z.string(),
  field: z.string().optional(),
  headers: z.array(z.string()).optional(),
});
export type ImportColumnProblemBody = ReadOnly<z.infer<typeof problem>>;

/** The result of a file. Only `imported` has written anything. */
export const importResultBody = z.object({
  /**
   * `refused`: the whole file, see `refusal` (`imports.refusal.<code>`); `columns`: see `problems`;
   * `questions`: must be answered first; `checked`: a dry run; `undone`: the import was undone.
   */
  status: z.enum(['refused', 'columns', 'questions', 'checked', 'imported', 'undone']),
  refusal: z.string().optional(),
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  columns: z.array(column),
  problems: z.array(problem),
  /**
   * With the status `checked`, a question that the stored records raise; without its answer the
   * rows are refused.
   */
  questions: z.array(question),
  /** The first rows with findings, refused ones first. */
  findings: z.array(row),
  /** Total number of rows with findings; the complete list is the job's file. */
  rowsWithFindings: z.number(),
  // Absent in results of an earlier version:
  /** The sheet of the workbook that was read, and those that hold something and were not. */
  sheet: z.string().optional(),
  otherSheets: z.array(z.string()).optional(),
  /** Texts of the rows above the headings, which are not read. */
  above: z.array(z.string()).optional(),
  /** Rows that a spreadsheet does not show; they are read like the others. */
  hiddenRows: z.number().optional(),
  /** Rows of new children whose names another child has. */
  namesakes: z.number().optional(),
  /** The first five rows as they were understood. */
  sample: z.array(sample).optional(),
  /** The first rows that change something. */
  changes: z.array(change).optional(),
  /** How many rows change each field. */
  changedFields: z.record(z.string(), z.number()).optional(),
  /**
   * For an undone import: number of restored children, and the children left because they changed
   * since.
   */
  undone: z.object({ children: z.number(), kept: z.array(z.string()) }).optional(),
});
export type ImportResultBody = ReadOnly<z.infer<typeof importResultBody>>;

/** An import, or the undoing of one, as a job of its account. */
export const importBody = z.object({
  id: z.string(),
  stakeDB: z.string(),
  dryRun: z.boolean(),
  /** The import that this job undoes. */
  undoOf: z.string().optional(),
  state: z.enum(['running', 'finished', 'failed']),
  /** It waits for another import into the same unit. */
  waiting: z.literal(true).optional(),
  /** Why it failed; the sentence is `reports.failure.<code>`. */
  code: z.string().optional(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  count: z.number(),
  maxCount: z.number(),
  /** Id of the uploaded file, valid for one day in later requests. */
  upload: z.string().optional(),
  /** The room of `/csvStatus` for its progress. */
  room: z.string().optional(),
  /** A CSV file with all findings, downloaded like the file of a report. */
  fileName: z.string().optional(),
  /** Absent while it is running. */
  result: importResultBody.optional(),
});
export type ImportBody = ReadOnly<z.infer<typeof importBody>>;

/** GET: the imports of the account, the newest first, without dry runs. */
export const importsBody = z.object({ imports: z.array(importBody) });
export type ImportsBody = ReadOnly<z.infer<typeof importsBody>>;

/** The account as it is now, with the result of the file. */
export const uploadedBody = userBody.extend({ import: importBody });
export type UploadedBody = ReadOnly<z.infer<typeof uploadedBody>>;
