import { isCounted } from '@crece/replication';
import { dropErasedAmong } from '../erasing/drop-erased.ts';
import { isOwnVersion } from '../ledger/unreadable-here.ts';
import { ClientFault, RecordsLost } from './client-fault.ts';
import { whichLack } from './deliver.ts';
import { covers, type Revision } from './revisions.ts';
import { endIfCancelled, isDesign, partsOf, type RunContext } from './run-context.ts';
import type { Unconfirmed } from './unconfirmed.ts';
import { type FeedPage, isLower, sequencePosition } from './wire.ts';

/** How many pages are asked for at once where nearly all of them is here. */
const KNOWN_PAGES = 10;

/** The beginning of the feed. */
const START = '0';

/**
 * Receives everything that the server has and this device lacks, page by page of the feed. The
 * place in the feed is stored together with the page's documents, never before them.
 */
export class Pull {
  readonly #context: RunContext;
  /**
   * Revisions sent earlier. When the feed names one of them, it is confirmed and does not count as
   * received.
   */
  readonly #unconfirmed: Unconfirmed;
  /**
   * Documents that the server named but could not deliver; they are requested again, but may have
   * been replaced.
   */
  readonly #owed = new Set<string>();

  constructor(context: RunContext, unconfirmed: Unconfirmed) {
    this.#context = context;
    this.#unconfirmed = unconfirmed;
  }

  /**
   * Reads the feed to its end. `end` is the end that the server named: where changes are counted,
   * no page that ends before it is the last. CouchDB's end may be beyond the last change that
   * travels (a design document, another replica's count); there a second page must confirm it.
   * Returns the sequence of the end. A document that cannot be delivered holds the stored place
   * before it; the rest is received, and the run ends with a fault.
   */
  async run(end: string): Promise<string> {
    let since = this.#context.engine.ledger.state.pulledTo ?? START;
    let next = this.#ask(since);
    for (let standstill = 0; ; ) {
      endIfCancelled(this.#context);
      const page = await next;
      const hasMoved = page.sequence !== since;
      const isSaidTwice = standstill > 0 && !isCounted(end);
      const isLast = isOver(page) && (isSaidTwice || isReached(page, end));
      // Request the next page while this one is written.
      if (!isLast && hasMoved) next = this.#ask(page.sequence);
      await this.#take(page);
      since = page.sequence;
      if (isLast) break;
      standstill = hasMoved ? 0 : standstill + 1;
      if (hasMoved) continue;
      // An empty page is not the end while the server says, or has said, that more rows follow.
      if (isOver(page) && isCounted(end)) await this.#compareEnds(end);
      if (!isOver(page) || isCounted(end)) await this.#pause(standstill);
      next = this.#ask(since);
    }
    await this.#confirmRest();
    if (this.#owed.size > 0) throw new ClientFault('server', { reason: 'document-not-given' });
    return since;
  }

  /** A server whose end is lower than before has lost the changes in between. */
  async #compareEnds(named: string): Promise<void> {
    if (isLower(await this.#context.client.updateSequence(), named)) throw new RecordsLost();
  }

  #ask(since: string): Promise<FeedPage> {
    const { client, limits, engine } = this.#context;
    // The whole feed is known but for a few: larger pages read the blocks of this device less often.
    const isKnown = engine.ledger.state.leaves === 'asking';
    const page = client.changes(since, limits.pullPage * (isKnown ? KNOWN_PAGES : 1));
    // The request may fail while another page is being written; the error is rethrown where the
    // page is awaited.
    page.catch(() => undefined);
    return page;
  }

  #pause(attempt: number): Promise<void> {
    const fault = new ClientFault('server', { reason: 'feed-stuck' });
    return this.#context.transport.pauseAfter(fault, attempt);
  }

  async #take(page: FeedPage): Promise<void> {
    const { engine, progress, limits } = this.#context;
    const rows = page.rows.filter(({ id }) => !isDesign(id));
    const missing = await engine.store.missing(new Map(rows.map(({ id, leaves }) => [id, leaves])));
    const wanted = [...missing].flatMap(([id, revs]) => revs.map((rev) => ({ id, rev })));
    const own = this.#confirm(rows);
    progress.expect('receiving', rows.length - own + (page.pending ?? 0));
    // A document listed again was replaced: only its newest place in the feed counts.
    for (const { id } of rows) this.#owed.delete(id);
    for (const part of partsOfRecords(wanted, limits.pullDocuments)) {
      endIfCancelled(this.#context);
      await this.#receive(part);
    }
    await this.#forgetUntaken(rows);
    if (this.#owed.size === 0 && page.sequence !== engine.ledger.state.pulledTo) {
      await engine.ledger.note({ pulledTo: page.sequence });
    }
    progress.count('receiving', { done: rows.length - own });
  }

  /** Removes versions from the list of untaken ones that the server no longer has. */
  async #forgetUntaken(rows: FeedPage['rows']): Promise<void> {
    const { ledger } = this.#context.engine;
    const { untaken } = ledger.state;
    if (untaken.length === 0) return;
    const named = new Map(rows.map(({ id, leaves }) => [id, leaves]));
    const left = untaken.filter(
      (each) => isOwnVersion(each) || named.get(each.id)?.includes(each.rev) !== false,
    );
    if (left.length < untaken.length) await ledger.note({ untaken: left });
  }

  /** Confirms sent revisions that the feed names; returns how many rows these were. */
  #confirm(rows: FeedPage['rows']): number {
    return rows.filter(({ id, leaves }) => {
      const confirmed = leaves.filter((rev) => this.#unconfirmed.confirm({ id, rev }));
      return confirmed.length > 0;
    }).length;
  }

  /**
   * Checks sent revisions that the feed did not name: another device replaced them, or the server
   * lost them.
   */
  async #confirmRest(): Promise<void> {
    for (const part of partsOf(this.#unconfirmed.revisions, this.#context.limits.pushPage)) {
      const { lacking, known } = await whichLack(this.#context.client, part);
      if (lacking.length > 0) throw new RecordsLost();
      for (const revision of known) this.#unconfirmed.confirm(revision);
    }
    await this.#unconfirmed.keep();
  }

  async #receive(asked: readonly Revision[]): Promise<void> {
    const { client, engine, progress } = this.#context;
    const given = await client.bulkGet(asked);
    const lacking = new Set<string>();
    for (const { id, rev } of asked) {
      if (!given.some((each) => each._id === id && covers(each, rev))) lacking.add(id);
    }
    for (const id of lacking) this.#owed.add(id);
    // What replaces a deleted version may be the one that is lacking.
    const safe = given.filter(({ _id, _deleted }) => _deleted !== true || !lacking.has(_id));
    await dropErasedAmong(engine, given, this.#context.clock());
    const { taken } = await engine.ledger.receive(safe);
    progress.took(taken);
  }
}

/** Splits revisions, sorted by record, into parts of about `size`; a record is never split. */
function* partsOfRecords(
  revisions: readonly Revision[],
  size: number,
): Generator<readonly Revision[]> {
  let part: Revision[] = [];
  for (const revision of revisions) {
    if (part.length >= size && part.at(-1)?.id !== revision.id) {
      yield part;
      part = [];
    }
    part.push(revision);
  }
  if (part.length > 0) yield part;
}

/** Whether this page is the last: as the server says, or an empty page when it does not say. */
function isOver({ pending, rows }: FeedPage): boolean {
  return pending === null ? rows.length === 0 : pending === 0;
}

/** Whether the page reaches the end that the server had named. */
function isReached({ sequence }: FeedPage, updateSequence: string): boolean {
  return sequencePosition(sequence) >= sequencePosition(updateSequence);
}
