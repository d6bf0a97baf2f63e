import { Mutex } from '../../base/mutex.ts';
import {
  isCovered,
  isFact,
  LEDGER_ID,
  type LedgerState,
  offeredOf,
  type Range,
  readLedger,
  UNKNOWN,
} from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { changeLocal } from '../../unit/records/change-local.ts';
import type {
  Document,
  RevisionOf,
  UnitRecords,
  WriteDurability,
} from '../../unit/records/unit-records.ts';
import {
  asked,
  type Heard,
  newLineage,
  storedLedger,
  withHeard,
  withoutWaiting,
} from './ledger-changes.ts';
import { type ChangesToOffer, notReceived, refusedLeaves, waitingOf } from './offering.ts';
import { folded, withRange } from './ranges.ts';
import { Receiving } from './receiving.ts';
import { type Refused, refusedRecord } from './refused-record.ts';
import { unreadableHere, withoutUnreadable, withUnreadable } from './unreadable-here.ts';
import { sortedOut, withUntaken } from './untaken.ts';

/** The fields of the ledger that the engine may set directly. */
export type LedgerNote = Partial<
  Pick<
    LedgerState,
    | 'epoch'
    | 'pulledTo'
    | 'download'
    | 'isWhole'
    | 'mergedTo'
    | 'stamp'
    | 'isPullCut'
    | 'checkedAt'
    | 'clockDifference'
    | 'contactAt'
    | 'untaken'
    | 'leaves'
    | 'isUnproven'
    | 'removalsInFiles'
  >
>;

interface LedgerOptions {
  store: UnitRecords;
  /** Whether a revision looks as if it had been written on this device and not sent. */
  mayLookUnsent: (document: CarriedDocument) => boolean;
  /** Whether lists show the document as existing only on this device. */
  isShownPending: (id: string) => boolean;
  /** Resolves to whether an id names another unit of the catalogue. */
  isOfOtherUnit: () => Promise<(id: string) => boolean>;
  /** The ledger state that the unit shows now. */
  shown: () => LedgerState;
  /** Gives the unit a new ledger state; resolves when the lists reflect it. */
  show: (state: LedgerState) => Promise<void>;
}

/** What this device knows about the server's copy of the unit; kept in the unit's own database. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #mutex = new Mutex();
  /** The mark (and request for a check) received from the server since the last stored change. */
  #heard: Heard | null = null;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** The state last read or written. It is immutable; every change replaces it. */
  get state(): LedgerState {
    return this.#options.shown();
  }

  /** Reads the stored state again, because another tab may have synchronised. */
  load(): Promise<LedgerState> {
    return this.#change((state) => state);
  }

  /** The unit's last mark from the server, to be sent with the next request. */
  get mark(): string | null {
    return this.#heard?.mark ?? this.state.mark;
  }

  /**
   * Takes a mark from the server, which may also ask for a check. It is stored together with the
   * next change, so that no acknowledgement is stored without its mark.
   */
  hear(mark: string, mustCheck: boolean): void {
    if (mark === this.mark && !mustCheck) return;
    this.#heard = { mark, mustCheck: mustCheck || this.#heard?.mustCheck === true };
  }

  /** Stores the mark at once when the server asked for a check. */
  async keepHeard(): Promise<void> {
    if (this.#heard?.mustCheck === true) await this.note({});
  }

  /** Local sequence up to which this round of sending has come. */
  get offered(): number {
    return offeredOf(this.state);
  }

  get isChecking(): boolean {
    return this.state.check.state === 'running';
  }

  /** Whether the server is known to have a leaf whose document has this local sequence. */
  isAcknowledged(id: string, rev: string, sequence: number): boolean {
    const { state } = this;
    if (state.waiting[id]?.[rev] !== undefined) return false;
    return isCovered(state, sequence) || isFact(state, id, rev);
  }

  /**
   * The next documents that changed here after a local sequence and did not come from the server;
   * during a check, all documents. Begin with `offered`.
   */
  async toOffer(since: number, limit: number): Promise<ChangesToOffer> {
    const received = this.isChecking ? [] : this.state.received;
    return notReceived(this.#options.store, received, since, limit);
  }

  /**
   * Refused revisions that are still leaves. Revisions that are no longer leaves are removed from
   * the ledger.
   */
  async waitingToOffer(): Promise<RevisionOf[]> {
    const { standing, gone } = await refusedLeaves(this.#options.store, this.state.waiting);
    if (gone.length > 0) await this.#change((state) => withoutWaiting(state, gone));
    return standing;
  }

  /**
   * Records the server's answers: it has everything up to `offered`, except what it refused.
   * Revisions in `accepted`, and older revisions of the same documents, no longer count as refused.
   */
  async settle({
    offered,
    accepted = [],
    refused = [],
    now,
  }: {
    offered?: number;
    accepted?: readonly RevisionOf[];
    refused?: readonly Refused[];
    now: Date;
  }): Promise<void> {
    const { store } = this.#options;
    const records = await Promise.all(refused.map((each) => refusedRecord(store, each, now)));
    const answered = [...accepted, ...records.map(({ id, rev }) => ({ id, rev }))];
    const ids = answered.map(({ id }) => id);
    const { gone } = await refusedLeaves(store, waitingOf(this.state, ids));
    await this.#change(
      (before) => {
        const state = withoutWaiting(before, [...accepted, ...gone]);
        const waiting = { ...state.waiting };
        for (const record of records) {
          waiting[record.id] = { ...waiting[record.id], [record.rev]: record };
        }
        const upTo = Math.max(offered ?? 0, offeredOf(state));
        const { check } = state;
        return folded({
          ...state,
          waiting,
          check: check.state === 'running' ? { ...check, offered: upTo } : check,
          scanned: Math.max(upTo, state.scanned),
        });
      },
      records.length > 0 ? 'strict' : 'relaxed',
    );
  }

  /**
   * Stores revisions received from the server. Revisions that look unsent are noted as facts
   * before; what was written is marked as received afterwards, together with `note`. So `pulledTo`
   * and the progress of a download are never ahead of the records. What cannot be stored is listed
   * in `untaken`, and its record stays as it was. `isFresh`: the first download of an empty unit.
   * Returns how many revisions were new.
   */
  async receive(
    given: readonly CarriedDocument[],
    note: LedgerNote = {},
    isFresh = false,
  ): Promise<{ taken: number }> {
    const { store, mayLookUnsent } = this.#options;
    const isOfOtherUnit = await this.#options.isOfOtherUnit();
    const batch = await sortedOut(store, given, { isFresh, isOfOtherUnit });
    const { documents } = batch;
    const facts = documents.filter(mayLookUnsent).map(({ _id, _rev }) => ({ id: _id, rev: _rev }));
    await this.#addFacts(facts, null);
    const receiving = new Receiving(store, this.state);
    const taken = await receiving.take(documents);
    const upTo = await store.lastSequence();
    await this.#change((before) => {
      const state = withoutUnreadable(before, documents);
      const known = new Set(facts.map(({ id, rev }) => id + rev));
      return folded({
        ...state,
        ...note,
        untaken: withUntaken(state.untaken, batch),
        received: receiving.ranges.reduce(withRange, [...state.received]),
        facts: state.facts.map((fact) =>
          fact.upTo === null && known.has(fact.id + fact.rev) ? { ...fact, upTo } : fact,
        ),
      });
    });
    return { taken };
  }

  /**
   * Stores revisions from somebody's file. They are noted before, so that they are pending from the
   * first moment, whoever wrote them.
   */
  async takeFromFile(documents: readonly CarriedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const { store } = this.#options;
    const noted = documents.map(({ _id: id, _rev: rev }) => ({ id, rev, upTo: null }));
    const keys = new Set(noted.map(({ id, rev }) => id + rev));
    const others = ({ fromFiles }: LedgerState) =>
      fromFiles.filter(({ id, rev }) => !keys.has(id + rev));
    await this.#change((state) => ({ ...state, fromFiles: [...others(state), ...noted] }));
    await store.take(documents, { durability: 'strict' });
    const upTo = await store.lastSequence();
    await this.#change((state) => {
      const fromFiles = [...others(state), ...noted.map((each) => ({ ...each, upTo }))];
      return { ...state, fromFiles };
    });
  }

  /**
   * Notes that documents which the given ledger knows to be on the server got new local sequences.
   * Does nothing when the ledger was begun again since then, because the new one does not know them
   * as sent.
   */
  async moved(range: Range, { lineage }: LedgerState): Promise<void> {
    await this.#change((state) =>
      state.lineage === lineage
        ? folded({ ...state, received: withRange(state.received, range) })
        : state,
    );
  }

  /** Applies a change that seldom needed code of the engine makes. */
  async apply(change: (state: LedgerState) => LedgerState): Promise<void> {
    await this.#change(change, 'strict');
  }

  /** Notes that the server has these local revisions, so they need not be sent. */
  async seen(revisions: readonly RevisionOf[]): Promise<void> {
    const shown = revisions.filter(({ id }) => this.#options.isShownPending(id));
    if (shown.length === 0) return;
    await this.#addFacts(shown, await this.#options.store.lastSequence());
    await this.#change((state) => withoutWaiting(state, shown));
  }

  /** Stores what the engine learned; `checkedAt` ends a check. */
  async note(note: LedgerNote): Promise<void> {
    await this.#change(
      (state) => {
        const noted = { ...state, ...note };
        return note.checkedAt === undefined ? noted : { ...noted, check: UNKNOWN.check };
      },
      note.stamp === undefined ? 'relaxed' : 'strict',
    );
  }

  /**
   * Notes that records of this device were lost or cannot be read: the unit is not whole until the
   * server has sent what it has of them.
   */
  async noteLoss(ownerOf: (id: string) => string | undefined, now: Date): Promise<void> {
    const found = await unreadableHere(this.#options.store);
    await this.#change(
      (state) => ({
        ...withUnreadable(state, found, ownerOf, now),
        isWhole: false,
        isPullCut: true,
      }),
      'strict',
    );
  }

  /** Asks for a check with the next run. */
  async askCheck(): Promise<void> {
    await this.#change((state) => ({ ...state, check: asked(state.check) }));
  }

  /**
   * Begins a check: everything is offered again and the whole feed read. No record looks unsent
   * because of it.
   */
  async beginCheck(): Promise<void> {
    await this.#change((state) => ({
      ...state,
      check: { state: 'running', offered: 0 },
      mergedTo: 0,
      pulledTo: null,
    }));
  }

  /**
   * Begins the ledger again because the server has another history: nothing counts as being on the
   * server.
   */
  async renew(epoch: string): Promise<void> {
    await this.#change(
      (state) => ({
        ...state,
        lineage: newLineage(),
        epoch,
        scanned: 0,
        // A check that was on begins again.
        check: state.check.state === 'none' ? state.check : { state: 'due' },
        received: [],
        facts: [],
        pulledTo: null,
        stamp: null,
      }),
      'strict',
    );
  }

  async #addFacts(revisions: readonly RevisionOf[], upTo: number | null): Promise<void> {
    if (revisions.length === 0) return;
    await this.#change((state) => ({
      ...state,
      facts: [
        ...state.facts,
        ...revisions.flatMap(({ id, rev }) => (isFact(state, id, rev) ? [] : [{ id, rev, upTo }])),
      ],
    }));
  }

  /**
   * Applies changes one after another, each to the state stored at that time, because another tab
   * may have written it.
   */
  #change(
    change: (state: LedgerState) => LedgerState,
    durability: WriteDurability = 'relaxed',
  ): Promise<LedgerState> {
    const { store, show } = this.#options;
    return this.#mutex.run(async () => {
      let after = UNKNOWN;
      let written: Heard | null = null;
      const changed = (stored: Document | null) => {
        const before = readLedger(stored);
        const heard = this.#heard;
        after = withHeard(before, change(before), heard);
        written = after === before ? null : heard;
        if (after === before) return null;
        if (after.lineage === '') after = { ...after, lineage: newLineage() };
        return storedLedger(after);
      };
      await changeLocal(store, LEDGER_ID, changed, durability);
      if (this.#heard === written) this.#heard = null;
      await show(after);
      return after;
    });
  }
}
