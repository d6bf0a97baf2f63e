import { z } from 'zod';
import { answersSchema, mappingSchema } from './answers.ts';

const importing = z.object({
  do: z.literal('import'),
  stakeDB: z.string(),
  /** Id of the uploaded file. */
  upload: z.string(),
  isDryRun: z.boolean(),
  answers: answersSchema,
  mapping: mappingSchema,
  /** The name with which records are signed. */
  author: z.string(),
  /** The creation time of new records; the same after a kill. */
  startedAt: z.iso.datetime(),
});

const undoing = z.object({
  do: z.literal('undo'),
  stakeDB: z.string(),
  importId: z.string(),
  author: z.string(),
});

/** The parameters of a job of the kind `import`. */
export const importParameters = z.discriminatedUnion('do', [importing, undoing]);
export type ImportParameters = z.infer<typeof importing>;
export type UndoParameters = z.infer<typeof undoing>;
