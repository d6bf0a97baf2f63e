import { TOO_LARGE_FOR_LINE } from '../ledger/ledger-state.ts';
import { ClientFault, isTooLarge } from './client-fault.ts';
import { type KeptChildren, REMOVAL } from './kept-children.ts';
import type { Pace } from './pace.ts';
import { byDocument, keyOf, type Revision } from './revisions.ts';
import type { ServerClient } from './server-client.ts';
import { type CarriedDocument, SyncFault } from './types.ts';

/** How often the server may say nothing about what it was sent before that is told. */
const MAX_ROUNDS = 3;

const BAD_REQUEST = 400;

/** A document on its way, with its text as it is sent. */
export interface Parcel extends Revision {
  readonly document: CarriedDocument;
  readonly text: string;
}

/** A document that the server does not take, with what it says about it. */
export interface Refusal {
  readonly document: CarriedDocument;
  readonly reason: string;
  readonly details: readonly string[];
}

/** What a run goes by when it sends. */
export interface Manner {
  readonly client: ServerClient;
  readonly pace: Pace;
  readonly kept: KeptChildren;
}

/** What became of documents: every one of them is in one of the two. */
export interface Delivered {
  accepted: Revision[];
  refused: Refusal[];
}

/**
 * Sends documents until the server has taken or refused each of them by its own row. Where it said
 * neither (another kind of server) it is asked whether it has them. After a line that broke a smaller
 * request follows; what had arrived is acknowledged once more and changes nothing.
 */
export async function deliver(manner: Manner, parcels: readonly Parcel[]): Promise<Delivered> {
  const { client, pace } = manner;
  const accepted: Revision[] = [];
  const refused: Refusal[] = [];
  let rounds = 0;
  for (let open = parcels; open.length > 0; ) {
    const batch = pace.next(open);
    const part = await send(manner, batch);
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

function unanswered(parcels: readonly Parcel[], { accepted, refused }: Delivered): Parcel[] {
  const answered = new Set(accepted.map(keyOf));
  for (const { document } of refused) answered.add(keyOf({ id: document._id, rev: document._rev }));
  return parcels.filter((parcel) => !answered.has(keyOf(parcel)));
}

/** Sorts revisions by whether the server lacks them. */
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
 * One batch; halved as long as the server finds it too large or cannot read it, or somebody on the line
 * finds it too large. Null after a line that broke, when another try is worth it.
 */
async function send(manner: Manner, parcels: readonly Parcel[]): Promise<Delivered | null> {
  const { client, pace } = manner;
  try {
    return await sendWhole(manner, parcels);
  } catch (error) {
    if (!isUnfit(error)) {
      pace.broke();
      await client.pauseAfter(error, pace.failures);
      return null;
    }
    const [only] = parcels;
    if (only === undefined) throw error;
    const characters = lengthOf(parcels);
    if (parcels.length === 1) {
      // The one that no batch can carry must not keep the others from being sent.
      const reason = error.code === 'foreign' ? TOO_LARGE_FOR_LINE : error.reason;
      // But where not even a little passes, it is not the record that somebody minds.
      if (reason === TOO_LARGE_FOR_LINE && pace.carries(characters)) throw error;
      return { accepted: [], refused: [refusal(only, reason ?? String(error.status))] };
    }
    pace.tooLarge(characters);
    const middle = Math.ceil(parcels.length / 2);
    const both: Delivered = { accepted: [], refused: [] };
    for (const half of [parcels.slice(0, middle), parcels.slice(middle)]) {
      const part = await send(manner, half);
      if (part === null) break;
      both.accepted.push(...part.accepted);
      both.refused.push(...part.refused);
    }
    return both;
  }
}

/** Whether a request is not taken as it is, whenever it comes; of what it holds only the server can say that. */
function isUnfit(error: unknown): error is SyncFault {
  if (isTooLarge(error)) return true;
  return error instanceof SyncFault && error.code === 'refused' && error.status === BAD_REQUEST;
}

function lengthOf(parcels: readonly Parcel[]): number {
  return parcels.reduce((sum, { text }) => sum + text.length, 0);
}

function refusal({ document }: Parcel, reason: string, details: readonly string[] = []): Refusal {
  return { document, reason, details };
}

/** One request, without what stays on the server with a child that was kept there. */
async function sendWhole(
  { client, pace, kept }: Manner,
  parcels: readonly Parcel[],
): Promise<Delivered> {
  const accepted: Revision[] = [];
  const refused: Refusal[] = [];
  const sent = new Map<string, Parcel>();
  for (const parcel of parcels) {
    if (kept.holds(parcel.document)) refused.push(refusal(parcel, REMOVAL));
    else sent.set(keyOf(parcel), parcel);
  }
  const texts = [...sent.values()].map(({ text }) => text);
  const length = lengthOf([...sent.values()]);
  const rows = texts.length === 0 ? [] : await pace.watch(length, () => client.push(texts));
  for (const { id, rev, reason, details } of rows) {
    // A row without a revision can only mean the one that was sent under that id.
    const parcel = rev === null ? onlyOf(parcels, id) : sent.get(keyOf({ id, rev }));
    if (parcel === undefined || !sent.delete(keyOf(parcel))) continue;
    if (reason === null) accepted.push({ id, rev: parcel.rev });
    else {
      refused.push(refusal(parcel, reason, details));
      kept.note(parcel.document, reason);
    }
  }
  return { accepted, refused };
}

function onlyOf(parcels: readonly Parcel[], id: string): Parcel | undefined {
  const [first, ...others] = parcels.filter((parcel) => parcel.id === id);
  return others.length === 0 ? first : undefined;
}
