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
  /** The name that records are signed with. */
  author: z.string(),
  /** The instant that new records say they were created at, also after a kill. */
  startedAt: z.iso.datetime(),
});

const undoing = z.object({
  do: z.literal('undo'),
  stakeDB: z.string(),
  importId: z.string(),
  author: z.string(),
});

/** What a job of the kind `import` is asked for. */
export const importParameters = z.discriminatedUnion('do', [importing, undoing]);
export type ImportParameters = z.infer<typeof importing>;
export type UndoParameters = z.infer<typeof undoing>;
