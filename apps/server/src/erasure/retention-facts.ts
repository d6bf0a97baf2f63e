import { keptLongChild } from '@crece/contract/schemas';
import { z } from 'zod';

/** What the thread looks for, and in which units. */
export const retentionParameters = z.strictObject({
  years: z.number().int().min(1),
  stakeDBs: z.array(z.string()),
});
export type RetentionParameters = z.infer<typeof retentionParameters>;

/** What the thread found: of each unit the children with the ids of all their records. */
export const retentionResult = z.object({
  units: z.array(
    z.object({
      stakeDB: z.string(),
      children: z.array(
        keptLongChild.extend({
          /** The child's own first. */
          ids: z.array(z.string()),
        }),
      ),
    }),
  ),
});
export type KeptLongUnit = z.infer<typeof retentionResult>['units'][number];
