import { storageError } from '../../base/faults.ts';
import { tooLargeForLine, withCutNoticed } from '../../unit/known/ledger-state.ts';
import { noteFileRemovals } from '../backup/file-removals.ts';
import { mergeOpen, mergeThese } from '../conflicts/merge-open.ts';
import { compactUnit } from '../core/local-size.ts';
import { ClientFault, CONTENT_TOO_LARGE, EpochChanged, RecordsLost } from './client-fault.ts';
import { FirstDownload } from './download.ts';
import { Pull } from './pull.ts';
import { Push } from './push.ts';
import { endIfCancelled, type RunContext } from './run-context.ts';
import type { SyncOutcome } from './types.ts';
import type { Unconfirmed } from './unconfirmed.ts';
import { isLower } from './wire.ts';

/** Once a week everything is offered and read again, which reveals unnoticed differences. */
const CHECK_EVERY_MS = 7 * 24 * 60 * 60 * 1000;

/** Maximum number of changes of the server's history during one run; more are a fault. */
const MAX_HISTORIES = 4;

export type Step = Extract<SyncOutcome, { kind: 'failed' }>['step'];
type Complete = Extract<SyncOutcome, { kind: 'complete' }>;

/** Does what can wait for a run with room: what is here is to leave a full device all the same. */
async function withRoom(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (storageError(cause).code !== 'full-disk') throw cause;
  }
}

/**
 * One run over a unit: connect, send, receive, merge, send what the merge wrote, and note the
 * result.
 */
export class Run {
  /** The current step, reported when the run fails. */
  step: Step = 'credentials';
  readonly #context: RunContext;
  readonly #unconfirmed: Unconfirmed;
  readonly #push: Push;
  /** True from the beginning of receiving until both sides are proven to be the same. */
  #isOpen = false;

  constructor(context: RunContext, unconfirmed: Unconfirmed) {
    this.#context = context;
    this.#unconfirmed = unconfirmed;
    this.#push = new Push(context, unconfirmed);
  }

  async complete(): Promise<Complete> {
    const { transport, engine, progress } = this.#context;
    await transport.connect();
    this.step = 'up';
    for (let history = 1; ; history += 1) {
      try {
        return await this.#once();
      } catch (error) {
        const isNew = error instanceof EpochChanged;
        const isLost = error instanceof RecordsLost;
        if (!isNew && !isLost) {
          await this.#leaveInOrder();
          throw error;
        }
        if (history === MAX_HISTORIES) throw new ClientFault('server', { reason: 'epoch' });
        transport.epoch = null;
        this.step = 'up';
        if (isLost) await this.#distrust(engine.ledger.state.epoch ?? '');
        progress.phase('connecting');
      }
    }
  }

  async #once(): Promise<Complete> {
    const { engine, client, progress, transport } = this.#context;
    const { ledger } = engine;
    if (withCutNoticed(await ledger.load()) !== ledger.state)
      await ledger.note({ isPullCut: true });
    const [greeting, updateSequence] = await Promise.all([
      client.greeting(),
      client.updateSequence(),
    ]);
    const { epoch, echoes } = greeting;
    transport.epoch = epoch;
    transport.expectEcho(echoes);
    progress.show({ isOlderServer: !echoes });
    await ledger.keepHeard();
    await this.#compareHistories(epoch, updateSequence);
    const isCheck = await this.#beginCheck(echoes);

    // Completes the merge of a run that was cut between receiving and merging, once the unit is
    // whole.
    if (ledger.state.download.state === 'complete') await withRoom(() => this.#merge());
    progress.phase('sending');
    await this.#push.run();
    this.step = 'down';
    this.#isOpen = true;
    await this.#receiveSnapshot(epoch);
    const sequence = await this.#receiveFeed(updateSequence);
    this.step = 'up';
    progress.phase('sending');
    await this.#push.run();
    progress.complete('sending');

    const complete = await this.#stamp({ epoch, sequence, isCheck, echoes });
    // Compacting once a week is enough; after a failure the next check does it.
    if (isCheck) compactUnit(engine).catch(() => undefined);
    const [record] = tooLargeForLine(ledger.state);
    if (record !== undefined)
      throw new ClientFault('foreign', { status: CONTENT_TOO_LARGE, record });
    return complete;
  }

  /** Offers everything again when the server has another history, or less of it than before. */
  async #compareHistories(epoch: string, updateSequence: string): Promise<void> {
    const { ledger } = this.#context.engine;
    const known = ledger.state;
    // A check begins without a place in the feed; the place proven before it still counts.
    const reached = known.pulledTo ?? known.stamp?.serverSequence ?? null;
    const isLess = reached !== null && isLower(updateSequence, reached);
    // Another history means another state of the server's records: report both cases.
    if (isLess || (known.epoch !== null && known.epoch !== epoch)) await this.#distrust(epoch);
    else if (known.epoch === null) await withRoom(() => ledger.note({ epoch }));
  }

  async #distrust(epoch: string): Promise<void> {
    this.#context.progress.show({ serverLostRecords: true });
    await this.#context.engine.ledger.renew(epoch);
    await this.#unconfirmed.clear();
  }

  /** Begins a check when one is due; an interrupted check continues. Returns whether one is on. */
  async #beginCheck(echoes: boolean): Promise<boolean> {
    const { engine, clock } = this.#context;
    const { check, checkedAt, download, mergedTo, isUnproven } = engine.ledger.state;
    if (check.state === 'running') return true;
    // A device's clock may be years off in either direction.
    const age =
      checkedAt === null ? 0 : Math.abs(clock().getTime() - new Date(checkedAt).getTime());
    const isAsked = check.state === 'due' || this.#unconfirmed.isCut || age >= CHECK_EVERY_MS;
    const isDue = isAsked || (isUnproven && echoes);
    if (download.state !== 'complete' || !isDue) return false;
    await withRoom(async () => {
      await engine.ledger.beginCheck();
      // Everything is offered again but not merged: the push collects the documents with several
      // leaves.
      await engine.ledger.note({ mergedTo });
    });
    return engine.ledger.isChecking;
  }

  async #receiveSnapshot(epoch: string): Promise<void> {
    const context = this.#context;
    const { ledger, store } = context.engine;
    const { state } = ledger.state.download;
    if (state === 'complete') return;
    context.progress.phase('downloading');
    // Nothing was received by an earlier build.
    if (state === 'none') await ledger.note({ leaves: 'asked' });
    // Records from an earlier piece, or typed before, must be checked as a whole.
    let isAlone = state === 'none' && (await store.lastSequence()) === 0;
    const download = new FirstDownload(context, this.#unconfirmed, async () => {
      if ((await store.lastSequence()) <= ledger.offered) return;
      // Records typed during the download are sent after the current batch, however long the rest
      // takes.
      isAlone = false;
      await this.#push.run();
    });
    await download.run(epoch);
    endIfCancelled(context);
    if (isAlone) await this.#mergeBranched(download.branched);
    else await this.#merge();
  }

  async #receiveFeed(updateSequence: string): Promise<string> {
    const { progress, engine } = this.#context;
    const { store, ledger } = engine;
    progress.phase('receiving');
    progress.count('receiving', {});
    // Records lost with damaged blocks are found in the whole feed, because they are missing here.
    const lost = await store.lost();
    if (lost.length > 0) await ledger.note({ pulledTo: null, isWhole: false });
    if (ledger.state.leaves === 'unasked') await ledger.note({ pulledTo: null, leaves: 'asking' });
    const pull = new Pull(this.#context, this.#unconfirmed);
    try {
      const sequence = await pull.run(updateSequence);
      for (const range of lost) await store.forgetLost(range);
      if (ledger.state.leaves === 'asking') await ledger.note({ leaves: 'asked' });
      await this.#noteWhole();
      await this.#merge();
      // Documents with several leaves that a check found.
      if (this.#push.branched.size > 0) await mergeThese(engine, [...this.#push.branched]);
      return sequence;
    } finally {
      progress.complete('receiving');
    }
  }

  /**
   * Notes that everything the server had is here for the first time; call it when the lists show
   * it.
   */
  async #noteWhole(): Promise<void> {
    const { engine } = this.#context;
    if (engine.ledger.state.isWhole || (await engine.store.lost()).length > 0) return;
    await engine.announce();
    await engine.ledger.note({ isWhole: true });
  }

  /**
   * Merges what changed here since the last merge. A child's copy of its newest screening is not
   * corrected: lists compute from the screenings, and phones that wrote it would trigger each
   * other.
   */
  async #merge(): Promise<void> {
    const { engine, progress } = this.#context;
    const { mergedTo } = engine.ledger.state;
    const upTo = await engine.store.lastSequence();
    if (upTo <= mergedTo) return;
    progress.phase('merging');
    await mergeOpen(engine, mergedTo);
    await engine.ledger.note({ mergedTo: upTo });
  }

  /** Merges after a first download into an empty unit, without reading all of it again. */
  async #mergeBranched(ids: readonly string[]): Promise<void> {
    const { engine, progress } = this.#context;
    const upTo = await engine.store.lastSequence();
    progress.phase('merging');
    await mergeThese(engine, ids);
    await engine.ledger.note({ mergedTo: upTo });
  }

  async #stamp({
    epoch,
    sequence: serverSequence,
    isCheck,
    echoes,
  }: {
    epoch: string;
    sequence: string;
    isCheck: boolean;
    echoes: boolean;
  }): Promise<Complete> {
    const { engine, clock, progress } = this.#context;
    const at = clock().toISOString();
    const isFirst = engine.ledger.state.checkedAt === null;
    // One of which the record has been removed meanwhile waits no longer.
    await noteFileRemovals(engine);
    await engine.ledger.note({
      stamp: { completedAt: at, serverSequence, epoch },
      isPullCut: false,
      clockDifference: progress.snapshot().clockDifference,
      contactAt: at,
      // What an older server said is compared again when it repeats the questions.
      ...(echoes ? {} : { isUnproven: true }),
      ...(echoes && isCheck ? { isUnproven: false } : {}),
      ...(isCheck || isFirst ? { checkedAt: at } : {}),
    });
    this.#isOpen = false;
    await engine.announce();
    return { kind: 'complete', at, ...this.counts() };
  }

  /**
   * Runs at the end of every run: stores the clock difference, lets the lists show what has
   * arrived, and withdraws "synced" when something may be missing.
   */
  async #leaveInOrder(): Promise<void> {
    const { engine, clock, progress } = this.#context;
    const { clockDifference } = progress.snapshot();
    const note = {
      ...(this.#isOpen ? { isPullCut: true } : {}),
      ...(clockDifference === null ? {} : { clockDifference, contactAt: clock().toISOString() }),
    };
    try {
      if (Object.keys(note).length > 0) await engine.ledger.note(note);
      await engine.announce();
    } catch {
      // A storage failure here is reported by the fault that ends the run, or by the next run.
    }
  }

  /** What the run did, and how much is left only on this device. */
  counts(): Omit<Complete, 'kind' | 'at'> {
    const { progress, unit } = this.#context;
    const { pending, sync } = unit.snapshot();
    return {
      sent: this.#push.sent,
      received: progress.snapshot().received,
      refused: sync.refused.length,
      tasks: sync.tasks.length,
      pending,
    };
  }
}
