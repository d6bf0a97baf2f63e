import type { Unpacker } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** What of the server's answers is believed: each is read here, once, before anything acts on it. */

/** Thrown by the readers below; the client says that the server broke the protocol. */
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

/** Position of a sequence in its history, by which sequences are compared: 12 of `12-g1AAA`. */
export function positionOf(sequence: string): number {
  const position = Number.parseInt(sequence, 10);
  return Number.isNaN(position) ? 0 : position;
}

/**
 * Whether a server came back with less. Only bare numbers tell: in a cluster of CouchDB copies that
 * answer in turn may stand a little apart (`12-g1AAA`), and nothing is lost.
 */
export function isLower(sequence: string, than: string): boolean {
  return isCounted(sequence) && isCounted(than) && Number(sequence) < Number(than);
}

/** Whether each change has a number of its own, the next one after the last. */
export function isCounted(sequence: string): boolean {
  return /^\d+$/.test(sequence);
}

/** `uuid` of the server's greeting: the name of its history. */
export function readEpoch(body: unknown): string {
  return textOf(fieldsOf(body)['uuid']);
}

/** Where a unit's feed ends now. */
export function readUpdateSequence(body: unknown): string {
  return sequenceOf(fieldsOf(body)['update_seq']);
}

export interface FeedPage {
  rows: readonly { id: string; leaves: readonly string[] }[];
  sequence: string;
  /** Rows after this page; null when the server does not say. */
  pending: number | null;
}

/**
 * A page of the feed after a sequence. Where changes are counted it ends with its last row, and one
 * without rows goes no further: anything else would pass over changes that nobody has seen.
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

/** A document with the ancestry of its revision, as both directions carry it. */
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

/** The documents that were given; of the others the server has said that it cannot give them. */
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

/** For each document the revisions that the server does not have, among them that of `nowhere`. */
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

/** What became of one document of a push. */
export interface PushAnswer {
  id: string;
  /** Null when another kind of server does not tell. */
  rev: string | null;
  /** Why it was refused; null: it is on the server. */
  reason: string | null;
  details: readonly string[];
}

/** Rows that name no document say nothing: what they stood for is asked about again. */
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

/** The next documents of a snapshot by all their leaves, or null for the line that ends it. */
export function readSnapshotLine(line: unknown, unpacker: Unpacker): CarriedDocument[][] | null {
  if (fieldsOf(line)['end'] === true) return null;
  try {
    return unpacker.read(line);
  } catch (error) {
    throw new ProtocolError('not a block', { cause: error });
  }
}
