import { TOO_LARGE_FOR_LINE } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { AdaptiveBatch } from './adaptive-batch.ts';
import { ClientFault, isTooLarge } from './client-fault.ts';
import { type KeptChildren, REMOVAL } from './kept-children.ts';
import { byDocument, keyOf, type Revision } from './revisions.ts';
import type { ServerClient } from './server-client.ts';
import { SyncFault } from './types.ts';

/** How many times the server may leave a document without an answer before that becomes a fault. */
const MAX_ROUNDS = 3;

const BAD_REQUEST = 400;

/** A document to be sent, with its JSON text. */
export interface OutgoingRevision extends Revision {
  readonly document: CarriedDocument;
  readonly text: string;
  /** Taken from somebody's file; a batch holds only such documents, or none. */
  readonly isFromFile: boolean;
}

/** A document that the server refuses, with its reason. */
export interface Refusal {
  readonly document: CarriedDocument;
  readonly reason: string;
  readonly details: readonly string[];
}

/** The parts of a run that sending uses. */
export interface DeliveryContext {
  readonly client: ServerClient;
  readonly batchSize: AdaptiveBatch;
  readonly kept: KeptChildren;
}

/** The result of sending: every document is in one of the two lists. */
export interface Delivered {
  accepted: Revision[];
  refused: Refusal[];
}

/**
 * Sends documents until the server has accepted or refused each of them by its own row. A document
 * without a row (another kind of server) is looked up on the server. After a broken connection a
 * smaller request follows; documents that had already arrived are acknowledged again and change
 * nothing.
 */
export async function deliver(
  delivery: DeliveryContext,
  outgoing: readonly OutgoingRevision[],
): Promise<Delivered> {
  const { client, batchSize } = delivery;
  const accepted: Revision[] = [];
  const refused: Refusal[] = [];
  let rounds = 0;
  for (let open = outgoing; open.length > 0; ) {
    const batch = batchSize.next(open);
    const part = await send(delivery, batch);
    if (part === null) continue;
    const { lacking, known } = await whichLack(client, unanswered(batch, part));
    accepted.push(...part.accepted, ...known);
    refused.push(...part.refused);
    open = [...lacking, ...open.slice(batch.length)];
    rounds = lacking.length < batch.length ? 0 : rounds + 1;
    if (rounds === MAX_ROUNDS) throw new ClientFault('server', { reason: 'not-acknowledged' });
  }
  return { accepted, refused };
}

function unanswered(
  outgoing: readonly OutgoingRevision[],
  { accepted, refused }: Delivered,
): OutgoingRevision[] {
  const answered = new Set(accepted.map(keyOf));
  for (const { document } of refused) answered.add(keyOf({ id: document._id, rev: document._rev }));
  return outgoing.filter((outgoingRevision) => !answered.has(keyOf(outgoingRevision)));
}

/** Divides revisions by whether the server lacks them. */
export async function whichLack<R extends Revision>(
  client: ServerClient,
  revisions: readonly R[],
): Promise<{ lacking: R[]; known: Revision[] }> {
  if (revisions.length === 0) return { lacking: [], known: [] };
  const missing = await client.missing(byDocument(revisions));
  const lacking: R[] = [];
  const known: Revision[] = [];
  for (const revision of revisions) {
    const { id, rev } = revision;
    if (missing.get(id)?.has(rev) === true) lacking.push(revision);
    else known.push({ id, rev });
  }
  return { lacking, known };
}

/**
 * Sends one batch, halved while the server finds it too large or cannot read it, or a proxy finds
 * it too large. Null after a broken connection when a retry is worthwhile.
 */
async function send(
  delivery: DeliveryContext,
  outgoing: readonly OutgoingRevision[],
): Promise<Delivered | null> {
  const { client, batchSize } = delivery;
  try {
    return await sendWhole(delivery, outgoing);
  } catch (error) {
    if (!isUnfit(error)) {
      batchSize.broke();
      await client.pauseAfter(error, batchSize.failures);
      return null;
    }
    const [only] = outgoing;
    if (only === undefined) throw error;
    const characters = lengthOf(outgoing);
    if (outgoing.length === 1) {
      // A single document that no request can carry must not keep the others from being sent.
      const reason = error.code === 'foreign' ? TOO_LARGE_FOR_LINE : error.reason;
      // If even a small request is refused, the record is not the reason.
      if (reason === TOO_LARGE_FOR_LINE && batchSize.carries(characters)) throw error;
      return { accepted: [], refused: [refusal(only, reason ?? String(error.status))] };
    }
    batchSize.tooLarge(characters);
    const middle = Math.ceil(outgoing.length / 2);
    const both: Delivered = { accepted: [], refused: [] };
    for (const half of [outgoing.slice(0, middle), outgoing.slice(middle)]) {
      const part = await send(delivery, half);
      if (part === null) break;
      both.accepted.push(...part.accepted);
      both.refused.push(...part.refused);
    }
    return both;
  }
}

/**
 * Whether the same request will always be refused; which document causes it is for the server to
 * say.
 */
function isUnfit(error: unknown): error is SyncFault {
  if (isTooLarge(error)) return true;
  return error instanceof SyncFault && error.code === 'refused' && error.status === BAD_REQUEST;
}

function lengthOf(outgoing: readonly OutgoingRevision[]): number {
  return outgoing.reduce((sum, { text }) => sum + text.length, 0);
}

function refusal(
  { document }: OutgoingRevision,
  reason: string,
  details: readonly string[] = [],
): Refusal {
  return { document, reason, details };
}

/**
 * Sends one request. Screenings of a child whose removal was refused are left out, because they
 * stay on the server with it.
 */
async function sendWhole(
  { client, batchSize, kept }: DeliveryContext,
  outgoing: readonly OutgoingRevision[],
): Promise<Delivered> {
  const accepted: Revision[] = [];
  const refused: Refusal[] = [];
  const sent = new Map<string, OutgoingRevision>();
  for (const outgoingRevision of outgoing) {
    if (kept.holds(outgoingRevision.document)) refused.push(refusal(outgoingRevision, REMOVAL));
    else sent.set(keyOf(outgoingRevision), outgoingRevision);
  }
  const texts = [...sent.values()].map(({ text }) => text);
  const length = lengthOf([...sent.values()]);
  const rows =
    texts.length === 0
      ? []
      : await batchSize.watch(length, () => client.push(texts, outgoing[0]?.isFromFile === true));
  for (const { id, rev, reason, details } of rows) {
    // A row without a revision refers to the only revision sent under that id.
    const outgoingRevision = rev === null ? onlyOf(outgoing, id) : sent.get(keyOf({ id, rev }));
    if (outgoingRevision === undefined || !sent.delete(keyOf(outgoingRevision))) continue;
    if (reason === null) accepted.push({ id, rev: outgoingRevision.rev });
    else {
      refused.push(refusal(outgoingRevision, reason, details));
      kept.note(outgoingRevision.document, reason);
    }
  }
  return { accepted, refused };
}

function onlyOf(outgoing: readonly OutgoingRevision[], id: string): OutgoingRevision | undefined {
  const [first, ...others] = outgoing.filter((outgoingRevision) => outgoingRevision.id === id);
  return others.length === 0 ? first : undefined;
}
