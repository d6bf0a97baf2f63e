import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { DocumentStore, StoredDocument } from '../../store/document-store.ts';
import type { UnitRequest } from '../unit-request.ts';

/**
 * Checkpoints of stock replicators (`_local/…`). Each belongs to the account that wrote it, no
 * other account sees it, and only the fields of a checkpoint can be stored in it.
 */
export interface Checkpoints {
  read(unit: UnitRequest, id: string): Promise<StoredDocument | null>;
  write(unit: UnitRequest, id: string, body: unknown): Promise<CheckpointResult>;
  remove(unit: UnitRequest, id: string, rev: string | undefined): Promise<CheckpointResult>;
}

export type CheckpointResult =
  | { ok: true; rev: string }
  | { ok: false; reason: 'bad-request' | 'conflict' | 'too-large' | 'missing' };

export const MAX_CHECKPOINT_BYTES = 8 * 1_024;
/** Limit per account and unit; beyond it the least recently written checkpoint is dropped. */
export const MAX_CHECKPOINTS = 50;
const MAX_ID_LENGTH = 200;
/** No client names its checkpoints so, and not every back end keeps such a name. */
const UNNAMEABLE = /[\p{Cc}\p{Surrogate}]/u;

const PREFIX = 'checkpoint_';
const WRITTEN_AT = 'writtenAt';

/** The fields that PouchDB 9 and CouchDB 3 write into a checkpoint. */
const FIELDS: ReadonlySet<string> = new Set([
  'history',
  'last_seq',
  'replication_id_version',
  'replicator',
  'session_id',
  'source_last_seq',
  'version',
  'start_time',
  'end_time',
  'docs_read',
  'docs_written',
  'doc_write_failures',
]);
const HISTORY_FIELDS: ReadonlySet<string> = new Set([
  'bulk_get_attempts',
  'bulk_get_docs',
  'doc_write_failures',
  'docs_read',
  'docs_written',
  'end_last_seq',
  'end_time',
  'last_seq',
  'missing_checked',
  'missing_found',
  'recorded_seq',
  'session_id',
  'start_last_seq',
  'start_time',
]);
const PROTOCOL_FIELDS: ReadonlySet<string> = new Set(['_id', '_rev', '_revisions']);

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function isHistory(value: unknown): value is Fields[] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isFields(entry) &&
        Object.entries(entry).every(([name, told]) => HISTORY_FIELDS.has(name) && isScalar(told)),
    )
  );
}

/**
 * The fields of a checkpoint without the protocol's own; `null` when the body holds anything else.
 */
function readCheckpoint(body: Fields): Fields | null {
  const fields = Object.entries(body).filter(([name]) => !PROTOCOL_FIELDS.has(name));
  const isOne = fields.every(([name, value]) =>
    name === 'history' ? isHistory(value) : FIELDS.has(name) && isScalar(value),
  );
  return isOne ? Object.fromEntries(fields) : null;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * The checkpoint with as many entries of its history, newest first, as fit. CouchDB keeps 50
 * entries and needs only those that the other side has too. `null`: too large even without history.
 */
function fitted(checkpoint: Fields): Fields | null {
  const { history } = checkpoint;
  if (!isHistory(history)) return sizeOf(checkpoint) <= MAX_CHECKPOINT_BYTES ? checkpoint : null;
  let kept = history.length;
  while (
    kept > 0 &&
    sizeOf({ ...checkpoint, history: history.slice(0, kept) }) > MAX_CHECKPOINT_BYTES
  ) {
    kept -= 1;
  }
  const next = { ...checkpoint, history: history.slice(0, kept) };
  return sizeOf(next) <= MAX_CHECKPOINT_BYTES ? next : null;
}

function prefixOf({ accountId }: UnitRequest): string {
  return `${PREFIX}${accountId}_`;
}

/** Drops the oldest checkpoints of an account until there is room for one more. */
async function makeRoom(store: DocumentStore, prefix: string): Promise<void> {
  const kept: StoredDocument[] = [];
  for await (const document of store.listLocal(prefix)) kept.push(document);
  const tooMany = kept.length - (MAX_CHECKPOINTS - 1);
  if (tooMany <= 0) return;
  const oldestFirst = kept.toSorted((a, b) =>
    String(a[WRITTEN_AT]) < String(b[WRITTEN_AT]) ? -1 : 1,
  );
  for (const { _id, _rev } of oldestFirst.slice(0, tooMany)) {
    await store.writeLocal({ _id, _rev, _deleted: true });
  }
}

/** Opens the checkpoints, stored in the units' own databases. */
export function createCheckpoints(clock: () => Date): Checkpoints {
  const mutex = new KeyedMutex();
  const isId = (id: string): boolean =>
    id.length > 0 && id.length <= MAX_ID_LENGTH && !UNNAMEABLE.test(id);

  async function write(unit: UnitRequest, id: string, body: unknown): Promise<CheckpointResult> {
    const checkpoint = isFields(body) ? readCheckpoint(body) : null;
    if (!isId(id) || !isFields(body) || checkpoint === null) {
      return { ok: false, reason: 'bad-request' };
    }
    const kept = fitted(checkpoint);
    if (kept === null) return { ok: false, reason: 'too-large' };
    const { _rev: rev } = body;
    const prefix = prefixOf(unit);
    if (rev === undefined) await makeRoom(unit.store, prefix);
    const written = await unit.store.writeLocal({
      ...kept,
      [WRITTEN_AT]: clock().toISOString(),
      _id: `${prefix}${id}`,
      ...(typeof rev === 'string' ? { _rev: rev } : {}),
    });
    return written.ok ? { ok: true, rev: written.rev } : { ok: false, reason: 'conflict' };
  }

  return {
    async read(unit, id) {
      if (!isId(id)) return null;
      const kept = await unit.store.readLocal(`${prefixOf(unit)}${id}`);
      if (kept === null) return null;
      const { [WRITTEN_AT]: _, ...checkpoint } = kept;
      return { ...checkpoint, _id: `_local/${id}`, _rev: kept._rev };
    },

    // Exclusive: two simultaneous writes must not both find the last place free.
    write: (unit, id, body) => mutex.runExclusive([prefixOf(unit)], () => write(unit, id, body)),

    async remove(unit, id, rev) {
      if (!isId(id)) return { ok: false, reason: 'missing' };
      const _id = `${prefixOf(unit)}${id}`;
      const kept = await unit.store.readLocal(_id);
      if (kept === null) return { ok: false, reason: 'missing' };
      if (kept._rev !== rev) return { ok: false, reason: 'conflict' };
      const removed = await unit.store.writeLocal({ _id, _rev: rev, _deleted: true });
      return removed.ok ? { ok: true, rev: removed.rev } : { ok: false, reason: 'conflict' };
    },
  };
}
