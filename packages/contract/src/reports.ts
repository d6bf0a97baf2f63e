import { EXPORT_FORMATS, REPORT_FORMATS, REPORT_TYPES } from '@crece/domain';
import { z } from 'zod';

// Bodies of the calls about reports and the jobs that make them.

const FIRST_ROWS = 20;
/** As many as a list printed from the page may have. */
const MOST_PREVIEW_ROWS = 2_000;
const MOST_OF_TEXT = 200;

/**
 * What is reported: the names of its address. Texts, so that a refusal can say which are allowed.
 */
export const reportParams = z.object({
  stakeDB: z.string(),
  cCode: z.string(),
  scopeType: z.string(),
  sortField: z.string(),
  language: z.string(),
  csvType: z.string(),
  monthSelect: z.string(),
});
export const convertParams = z.object({
  stakeDB: z.string(),
  /** Sent by clients as specified, but ignored: the catalogue's name is used. */
  stakeName: z.string(),
  cCode: z.string(),
  scopeType: z.string(),
});

/** The query of every call that starts a job: the room of `/csvStatus` that is told of it. */
export const roomQuery = z.object({ socketRoomId: z.string().max(MOST_OF_TEXT).optional() });
export const reportQuery = z.object({
  /** Sent by clients as specified, but ignored: the catalogue's name is used. */
  stakeName: z.string().max(MOST_OF_TEXT).optional(),
  ...roomQuery.shape,
  format: z.string().default('csv'),
  /** Whether the units that have ended are in it: `with` or `without`. */
  retired: z.string().default('with'),
});
export const previewQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MOST_PREVIEW_ROWS).default(FIRST_ROWS),
  format: z.string().default('csv'),
  retired: z.string().default('with'),
});

/** The response (202) to the call that starts a report, an export or a conversion. */
export const reportStartedBody = z.object({ message: z.string(), jobId: z.string() });
export type ReportStartedBody = z.infer<typeof reportStartedBody>;

/** The first rows of a report and the total number; nothing is written. */
export const reportPreviewBody = z.object({
  /** Titles in the requested language, in the order of the cells; `kind` as in `@crece/reports`. */
  columns: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      kind: z.enum(['text', 'number', 'date', 'answer']),
    }),
  ),
  /** Cells as `@crece/reports` makes them, unescaped; at most the requested number of rows. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** Number of rows in the whole report. */
  count: z.number(),
  /** Number of children in the units, in the report or not. */
  children: z.number(),
  /** Units that could not be read: their rows are missing. */
  failedUnits: z.array(z.string()),
  /** Number of unreadable records in the units that could be read. */
  unreadable: z.number(),
  /** The number of the programme's settings by which the rows were made. */
  settings: z.number(),
});
/** As a browser reads it: older servers tell neither `children` nor `settings`. */
export const receivedPreview = reportPreviewBody.partial({ children: true, settings: true });
export type ReportPreviewBody = z.infer<typeof receivedPreview>;

/**
 * Result of "Convert z-scores": screenings and children's summaries, each with the number checked
 * and the number changed.
 */
export const convertedCounts = z.object({
  screenings: z.number(),
  changedScreenings: z.number(),
  children: z.number(),
  changedChildren: z.number(),
  /** Unreadable records, and screenings whose child is missing or unreadable. */
  unreadable: z.number(),
  withoutChild: z.number(),
  /** Records of children with versions in conflict: a person must choose first. */
  waiting: z.number(),
});
export type ConvertedCounts = z.infer<typeof convertedCounts>;

/** A person's report: waiting, running, finished with a file, or failed. */
export const reportJobBody = z.object({
  id: z.string(),
  kind: z.enum(['report', 'convert', 'export']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** The parameters of the call that started it. */
  asked: z.object({
    stakeDB: z.string(),
    stakeName: z.string(),
    cCode: z.string(),
    scopeType: z.string(),
    csvType: z.enum(REPORT_TYPES).optional(),
    language: z.string().optional(),
    monthSelect: z.number().optional(),
    format: z.enum(REPORT_FORMATS).optional(),
    exportFormat: z.enum(EXPORT_FORMATS).optional(),
  }),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  /** Progress: units of work done, and total. */
  count: z.number(),
  maxCount: z.number(),
  /** Set for a finished report. */
  fileName: z.string().optional(),
  bytes: z.number().optional(),
  rows: z.number().optional(),
  /** Number of the programme's settings by which it was made; 0: nobody has changed any. */
  settings: z.number().optional(),
  /** When the file is deleted; the file is gone when `fileName` is absent. */
  expiresAt: z.string().optional(),
  /** A text for a person: why it failed, or which units are missing in a finished report. */
  text: z.string().optional(),
  failedUnits: z.array(z.string()).optional(),
  /** For a conversion: the counts so far, or the final ones. */
  converted: convertedCounts.optional(),
});
export type ReportJobBody = z.infer<typeof reportJobBody>;

/** GET: the reports of the account, the newest first. */
export const reportJobsBody = z.object({ jobs: z.array(reportJobBody) });
export type ReportJobsBody = z.infer<typeof reportJobsBody>;
