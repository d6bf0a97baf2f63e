import { EXPORT_FORMATS, REPORT_FORMATS, REPORT_TYPES } from '@crece/domain';
import { z } from 'zod';

// Schemas of the bodies in contract's `reports.ts`, by which the server checks its answers.

const asked = z.object({
  stakeDB: z.string(),
  stakeName: z.string(),
  cCode: z.string(),
  scopeType: z.string(),
  csvType: z.enum(REPORT_TYPES).optional(),
  language: z.string().optional(),
  monthSelect: z.number().optional(),
  format: z.enum(REPORT_FORMATS).optional(),
  exportFormat: z.enum(EXPORT_FORMATS).optional(),
});

/** The parameters of a job that are shown to its owner. */
export const askedOfJob = asked.omit({ stakeName: true });

const count = z.number();
/** The counts of a conversion, as its job stores them. */
export const convertedCounts = z.object({
  screenings: count,
  changedScreenings: count,
  children: count,
  changedChildren: count,
  unreadable: count,
  withoutChild: count,
  waiting: count,
});

export const reportJobBody = z.object({
  id: z.string(),
  kind: z.enum(['report', 'convert', 'export']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  asked,
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  count: z.number(),
  maxCount: z.number(),
  fileName: z.string().optional(),
  bytes: z.number().optional(),
  rows: z.number().optional(),
  expiresAt: z.string().optional(),
  text: z.string().optional(),
  failedUnits: z.array(z.string()).optional(),
  converted: convertedCounts.optional(),
});
export const reportJobsBody = z.object({ jobs: z.array(reportJobBody) });

/** The answer of a preview's thread. */
export const previewResult = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      kind: z.enum(['text', 'number', 'date', 'answer']),
    }),
  ),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  count: z.number(),
  children: z.number(),
});
export const reportPreviewBody = previewResult.extend({
  failedUnits: z.array(z.string()),
  unreadable: z.number(),
});
