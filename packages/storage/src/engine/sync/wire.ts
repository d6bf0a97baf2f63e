import { isCounted, type Unpacker } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** Validation of the server's answers: each is checked here, once, before it is used. */

/** Thrown by the readers below; the client reports it as a breach of the protocol by the server. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** The body of an answer as JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProtocolError('not JSON', { cause: error });
  }
}

interface Fields {
  readonly [name: string]: unknown;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('not an object');
  }
  return { ...value };
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new ProtocolError('not a text');
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ProtocolError('not a list');
  return value;
}

function sequenceOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return textOf(value);
}

/** Position of a sequence in its history, used to compare sequences: 12 of `12-g1AAA`. */
export function sequencePosition(sequence: string): number {
  const position = Number.parseInt(sequence, 10);
  return Number.isNaN(position) ? 0 : position;
}

/**
 * Whether the server has less than before. Only plain numbers prove it: the replicas of a CouchDB
 * cluster that answer in turn may differ a little (`12-g1AAA`) without any loss.
 */
export function isLower(sequence: string, than: string): boolean {
  return isCounted(sequence) && isCounted(than) && Number(sequence) < Number(than);
}

/** How the server introduces itself. */
export interface Greeting {
  /** The name of its history. */
  epoch: string;
  /** Whether it repeats the question in every answer about a unit. */
  echoes: boolean;
}

export function readGreeting(body: unknown): Greeting {
  const { uuid, echo } = fieldsOf(body);
  return { epoch: textOf(uuid), echoes: echo === 1 };
}

/** The current end of a unit's feed. */
export function readUpdateSequence(body: unknown): string {
  return sequenceOf(fieldsOf(body)['update_seq']);
}

export interface FeedPage {
  rows: readonly { id: string; leaves: readonly string[] }[];
  sequence: string;
  /** Number of rows after this page; null when the server does not say. */
  pending: number | null;
}

/**
 * A page of the feed after a sequence. Where changes are counted, the page must end with its last
 * row, and a page without rows must not advance; anything else would skip changes.
 */
export function readFeedPage(body: unknown, since: string): FeedPage {
  const { results, last_seq, pending } = fieldsOf(body);
  const listed = listOf(results).map(fieldsOf);
  const sequence = sequenceOf(last_seq);
  const end = listed.at(-1)?.['seq'] ?? since;
  if (isLower(sequenceOf(end), sequence)) throw new ProtocolError('further than its rows');
  return {
    rows: listed.map(({ id, changes }) => ({
      id: textOf(id),
      leaves: listOf(changes).map((change) => textOf(fieldsOf(change)['rev'])),
    })),
    sequence,
    pending: typeof pending === 'number' ? pending : null,
  };
}

/** A document with the ancestry of its revision, in the form used in both directions. */
export function readCarried(value: unknown): CarriedDocument {
  const fields = fieldsOf(value);
  const { start, ids } = fieldsOf(fields['_revisions']);
  if (typeof start !== 'number') throw new ProtocolError('no generation');
  return {
    ...fields,
    _id: textOf(fields['_id']),
    _rev: textOf(fields['_rev']),
    _revisions: { start, ids: listOf(ids).map(textOf) },
  };
}

/** The delivered documents; the server has said that it cannot deliver the others. */
export function readBulkGet(body: unknown): CarriedDocument[] {
  const given: CarriedDocument[] = [];
  for (const result of listOf(fieldsOf(body)['results'])) {
    for (const each of listOf(fieldsOf(result)['docs'])) {
      const { ok } = fieldsOf(each);
      if (ok !== undefined) given.push(readCarried(ok));
    }
  }
  return given;
}

/**
 * For each document the revisions that the server lacks; throws unless the document `nowhere`,
 * which no server has, is among them.
 */
export function readMissing(body: unknown, nowhere: string): Map<string, ReadonlySet<string>> {
  const missing = new Map(
    Object.entries(fieldsOf(body)).map(([id, answer]) => {
      const { missing } = fieldsOf(answer);
      return [id, new Set(missing === undefined ? [] : listOf(missing).map(textOf))];
    }),
  );
  if ((missing.get(nowhere)?.size ?? 0) === 0)
    throw new ProtocolError('not an answer to this question');
  return missing;
}

/** The result of one document of a push. */
export interface PushAnswer {
  id: string;
  /** Null when a server of another kind does not say. */
  rev: string | null;
  /** Reason of the refusal; null: the document is on the server. */
  reason: string | null;
  details: readonly string[];
}

/** Ignores rows that name no document; the documents without a row are looked up again. */
export function readPushAnswers(body: unknown): PushAnswer[] {
  return listOf(body).flatMap((row): PushAnswer[] => {
    const { id, rev, ok, error, reason, details } = fieldsOf(row);
    if (typeof id !== 'string') return [];
    const answer = { id, rev: typeof rev === 'string' ? rev : null };
    if (ok === true) return [{ ...answer, reason: null, details: [] }];
    if (typeof error !== 'string') return [];
    return [
      {
        ...answer,
        reason: typeof reason === 'string' && reason !== '' ? reason : error,
        details: Array.isArray(details) ? details.filter((each) => typeof each === 'string') : [],
      },
    ];
  });
}

export interface SnapshotHead {
  epoch: string;
  sequence: string;
  total: number;
}

export function readSnapshotHead(line: unknown): SnapshotHead {
  const { epoch, seq, total } = fieldsOf(line);
  if (typeof total !== 'number') throw new ProtocolError('no total');
  return { epoch: textOf(epoch), sequence: sequenceOf(seq), total };
}

/** The next documents of a snapshot, each with all its leaves; null for the line that ends it. */
export function readSnapshotLine(line: unknown, unpacker: Unpacker): CarriedDocument[][] | null {
  if (fieldsOf(line)['end'] === true) return null;
  try {
    return unpacker.read(line);
  } catch (error) {
    throw new ProtocolError('not a block', { cause: error });
  }
}
