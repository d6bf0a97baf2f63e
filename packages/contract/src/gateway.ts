import { z } from 'zod';
import { unitParams } from './params.ts';

// Parameters and bodies of the gateway's calls. Any other name and any unreadable value are refused.

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

/** A document of a unit, or a checkpoint. */
export const documentParams = unitParams.extend({ id: z.string() });

/** DELETE of a checkpoint. */
export const checkpointQuery = z.strictObject({ rev: z.string().optional() });

/** Body of a checkpoint, `_local/:id`: the fields that PouchDB and CouchDB write. */
export const checkpointBody = z.looseObject({
  _rev: z.string().optional(),
  session_id: z.string(),
  history: z.array(z.looseObject({})),
});

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Parses JSON; `undefined` when it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A parameter that carries JSON of this form. */
function json<Value>(form: z.ZodType<Value>) {
  return z.string().transform((text, context) => {
    const read = form.safeParse(jsonOf(text));
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'not the JSON that this parameter carries' });
    return z.NEVER;
  });
}

const key = json(z.string());
const keys = json(z.array(z.string()));

/** CouchDB's replicator sends sequences as JSON, with quotes; PouchDB without. */
const sequence = z
  .string()
  .min(1)
  .transform((text) => {
    const read = jsonOf(text);
    return typeof read === 'string' && read !== '' ? read : text;
  });

/** CouchDB's own interval for `heartbeat=true`, and the longest silence of an open feed. */
const LONGEST_WAIT_MS = 60_000;
/** More frequent heartbeats would only be traffic. */
const SHORTEST_HEARTBEAT_MS = 1_000;

const heartbeat = z.union([
  flag.transform((isWanted) => (isWanted ? LONGEST_WAIT_MS : null)),
  count.transform((ms) => Math.min(Math.max(ms, SHORTEST_HEARTBEAT_MS), LONGEST_WAIT_MS)),
]);

export const changesQuery = z.strictObject({
  feed: z.enum(['normal', 'longpoll', 'continuous']).default('normal'),
  /** A sequence, or `now`. */
  since: sequence.optional(),
  'last-event-id': sequence.optional(),
  limit: count.optional(),
  style: z.enum(['main_only', 'all_docs']).default('main_only'),
  /** Milliseconds between the heartbeats of an open feed. */
  heartbeat: heartbeat.optional(),
  /** Milliseconds after which a waiting feed ends; without effect when there are heartbeats. */
  timeout: count.transform((ms) => Math.min(ms, LONGEST_WAIT_MS)).default(LONGEST_WAIT_MS),
  include_docs: flag.default(false),
  /** The only filter: stock clients name it beside `doc_ids`. */
  filter: z.literal('_doc_ids').optional(),
  doc_ids: keys.optional(),
  /** Accepted without effect: every row has its sequence. */
  seq_interval: count.optional(),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

export const changesBody = z.strictObject({ doc_ids: z.array(z.string()).optional() });

export const bulkGetQuery = z.strictObject({
  revs: flag.default(false),
  latest: flag.default(false),
  /** Accepted without effect: stock clients send it, but there are no attachments. */
  attachments: flag.optional(),
});

export const bulkGetBody = z.object({
  docs: z.array(z.object({ id: z.string(), rev: z.string().optional() })),
});

export const allDocsQuery = z.strictObject({
  key: key.optional(),
  keys: keys.optional(),
  startkey: key.optional(),
  start_key: key.optional(),
  endkey: key.optional(),
  end_key: key.optional(),
  inclusive_end: flag.default(true),
  descending: flag.default(false),
  limit: count.optional(),
  skip: count.default(0),
  include_docs: flag.default(false),
  conflicts: flag.default(false),
  update_seq: flag.default(false),
});
export type AllDocsQuery = z.infer<typeof allDocsQuery>;

export const allDocsBody = z.strictObject({ keys: z.array(z.string()).optional() });

export const documentQuery = z.strictObject({
  rev: z.string().optional(),
  revs: flag.default(false),
  latest: flag.default(false),
  conflicts: flag.default(false),
  open_revs: z.union([z.literal('all'), keys]).optional(),
  /** Accepted without effect: stock clients send it, but there are no attachments. */
  attachments: flag.optional(),
  atts_since: keys.optional(),
});

export const snapshotQuery = z.strictObject({
  /** The last document that the reader has completely. */
  after: z.string().min(1).optional(),
  tombstones: flag.default(true),
});
