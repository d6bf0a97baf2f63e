import { withoutUndefined } from '@crece/domain';
import { ANSWER_OPTIONS, type ColumnMapping } from '@crece/imports';
import { z } from 'zod';
import type { FileAnswers } from './scan.ts';
import { ENCODINGS } from './source/text-encoding.ts';

const MAX_SHEET_CHARACTERS = 200;

/** Answers to the questions about a file, from a query, a command line or a job's document. */
export const answersSchema = z
  .object({
    encoding: z.enum(ENCODINGS).optional(),
    dateOrder: z.enum(ANSWER_OPTIONS.dateOrder).optional(),
    muacUnit: z.enum(ANSWER_OPTIONS.muacUnit).optional(),
    weightUnit: z.enum(ANSWER_OPTIONS.weightUnit).optional(),
    heightUnit: z.enum(ANSWER_OPTIONS.heightUnit).optional(),
    letterM: z.enum(ANSWER_OPTIONS.letterM).optional(),
    sameDay: z.enum(ANSWER_OPTIONS.sameDay).optional(),
    sheet: z.string().max(MAX_SHEET_CHARACTERS).optional(),
    firstRow: z.enum(['headings', 'data']).optional(),
  })
  .transform((answers): FileAnswers => withoutUndefined(answers));

const MAX_HEADERS = 300;
const MAX_HEADER_CHARACTERS = 1_000;

/** Columns assigned by hand, from header to field. */
export const mappingSchema = z
  .record(z.string().max(MAX_HEADER_CHARACTERS), z.string().max(100))
  .refine(
    (mapping) => Object.keys(mapping).length <= MAX_HEADERS,
  ) satisfies z.ZodType<ColumnMapping>;
