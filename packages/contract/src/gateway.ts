import { z } from 'zod';

/** Body of every refusal of the gateway: CouchDB's error word, and our reason. */
export const syncRefusalBody = z.object({ error: z.string(), reason: z.string() });

/** Body of `_bulk_docs`: complete revisions, each with `_id`, `_rev` and `_revisions`. */
export const bulkDocsBody = z.strictObject({
  new_edits: z.literal(false),
  docs: z.array(
    z.looseObject({
      _id: z.string(),
      _rev: z.string(),
      _deleted: z.boolean().optional(),
      _revisions: z.object({ start: z.number(), ids: z.array(z.string()) }),
    }),
  ),
});

/** Body of a checkpoint, `_local/:id`: the fields that PouchDB and CouchDB write. */
export const checkpointBody = z.looseObject({
  _rev: z.string().optional(),
  session_id: z.string(),
  history: z.array(z.looseObject({})),
});
