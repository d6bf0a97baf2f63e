import { ClientFault, RecordsLost } from './client-fault.ts';
import { whichLack } from './deliver.ts';
import { covers, type Revision } from './revisions.ts';
import { endIfCancelled, isDesign, partsOf, type RunContext } from './run-context.ts';
import type { Unconfirmed } from './unconfirmed.ts';
import { type FeedPage, isCounted, isLower, positionOf } from './wire.ts';

/** The feed from its beginning. */
const START = '0';

/**
 * Receives what is on the server and not here, page by page of its feed. The place in the feed is
 * noted together with the page's documents, never before them.
 */
export class Pull {
  readonly #context: RunContext;
  /** What was sent: the feed names it again, which proves it and counts as nothing received. */
  readonly #unconfirmed: Unconfirmed;
  /** What the server named and could not give; once it is asked for again, it may have been replaced. */
  readonly #owed = new Set<string>();

  constructor(context: RunContext, unconfirmed: Unconfirmed) {
    this.#context = context;
    this.#unconfirmed = unconfirmed;
  }

  /**
   * Reads the feed to its end; `end` is where the server said that it lay, and where changes are
   * counted no page that ends before it is the last. CouchDB's end may lie behind what travels (a design
   * document, another copy's count): there a second page has to say the same. Answers the sequence of
   * the end. A document that cannot be had holds the noted place before it, the rest is received, and
   * the run ends with a fault.
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
      // The next page comes over the line while this one is written.
      if (!isLast && hasMoved) next = this.#ask(page.sequence);
      await this.#take(page);
      since = page.sequence;
      if (isLast) break;
      standstill = hasMoved ? 0 : standstill + 1;
      if (hasMoved) continue;
      // An empty page is no end while the server says, or has said, that there is more.
      if (isOver(page) && isCounted(end)) await this.#compareEnds(end);
      if (!isOver(page) || isCounted(end)) await this.#pause(standstill);
      next = this.#ask(since);
    }
    await this.#confirmRest();
    if (this.#owed.size > 0) throw new ClientFault('server', { reason: 'document-not-given' });
    return since;
  }

  /** A server whose end is lower than it was has lost what lay between. */
  async #compareEnds(named: string): Promise<void> {
    if (isLower(await this.#context.client.updateSequence(), named)) throw new RecordsLost();
  }

  #ask(since: string): Promise<FeedPage> {
    const page = this.#context.client.changes(since, this.#context.limits.pullPage);
    // It may fail while another page is being written; whoever waits for it is told.
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
    // A document that stands in the feed again was replaced: only its newest place counts.
    for (const { id } of rows) this.#owed.delete(id);
    for (const part of partsOf(wanted, limits.pullDocuments)) {
      endIfCancelled(this.#context);
      await this.#receive(part);
    }
    await this.#forgetUntaken(rows);
    if (this.#owed.size === 0 && page.sequence !== engine.ledger.state.pulledTo) {
      await engine.ledger.note({ pulledTo: page.sequence });
    }
    progress.count('receiving', { done: rows.length - own });
  }

  /** Versions that were not taken, and that the server does not have any more. */
  async #forgetUntaken(rows: FeedPage['rows']): Promise<void> {
    const { ledger } = this.#context.engine;
    const { untaken } = ledger.state;
    if (untaken.length === 0) return;
    const named = new Map(rows.map(({ id, leaves }) => [id, leaves]));
    const left = untaken.filter(({ id, rev }) => named.get(id)?.includes(rev) !== false);
    if (left.length < untaken.length) await ledger.note({ untaken: left });
  }

  /** Takes the feed's word for what was sent; answers how many rows were our own. */
  #confirm(rows: FeedPage['rows']): number {
    return rows.filter(({ id, leaves }) => {
      const confirmed = leaves.filter((rev) => this.#unconfirmed.confirm({ id, rev }));
      return confirmed.length > 0;
    }).length;
  }

  /** What was sent and is not in the feed was replaced by another device, or lost by the server. */
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
    for (const { id, rev } of asked) {
      if (!given.some((each) => each._id === id && covers(each, rev))) this.#owed.add(id);
    }
    const { taken } = await engine.ledger.receive(given);
    progress.took(taken);
  }
}

/** Whether nothing follows this page: the server's word, or an empty page where it says nothing. */
function isOver({ pending, rows }: FeedPage): boolean {
  return pending === null ? rows.length === 0 : pending === 0;
}

/** Whether the page reaches the place that the server had named as its end. */
function isReached({ sequence }: FeedPage, updateSequence: string): boolean {
  return positionOf(sequence) >= positionOf(updateSequence);
}
