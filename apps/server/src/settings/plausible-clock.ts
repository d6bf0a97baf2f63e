import type { FastifyBaseLogger } from 'fastify';
import type { DocumentStore } from '../store/document-store.ts';

/** The document with the last instant that the server wrote under a plausible clock. */
const MARK_ID = 'clock_mark';
const MINUTE_MS = 60_000;
/** Machines correct their clocks by a little, backwards too. */
const BACKWARDS_MS = 10 * MINUTE_MS;
/** A server may have been off for so long; after more, a person says that the clock is right. */
const FORWARDS_MS = 30 * 24 * 60 * MINUTE_MS;
/** The mark is written anew after so long. */
const NOTE_EVERY_MS = 10 * MINUTE_MS;

export type ClockVerdict = 'plausible' | 'behind' | 'ahead';

/** What the clock looks like beside the last instant known to be right; null: none is known. */
export function clockVerdict(known: Date | null, now: Date): ClockVerdict {
  const since = known === null ? 0 : now.getTime() - known.getTime();
  if (since < -BACKWARDS_MS) return 'behind';
  return since > FORWARDS_MS ? 'ahead' : 'plausible';
}

export interface PlausibleClockOptions {
  /** The database of the accounts. */
  readonly store: DocumentStore;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** The newest instant in the audit log, for a server that has no mark yet. */
  readonly newestEntry: () => Promise<Date | null>;
}

/** Tells whether what is old by the clock may be deleted. */
export interface PlausibleClock {
  /** Whether the clock is plausible now; notes the instant when it is, and warns once when not. */
  isPlausible(): Promise<boolean>;
}

function instantIn(text: unknown): Date | null {
  const at = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The newest instant that a server wrote under a plausible clock; `null`: none is noted. */
export async function markedInstant(store: DocumentStore): Promise<Date | null> {
  return instantIn((await store.read(MARK_ID))?.['at']);
}

/** Whether an instant is plausible beside the one that a server has noted; notes nothing. */
export async function isPlausibleInstant(store: DocumentStore, now: Date): Promise<boolean> {
  return clockVerdict(await markedInstant(store), now) === 'plausible';
}

async function note(store: DocumentStore, now: Date, rev: string | undefined): Promise<void> {
  const draft = { _id: MARK_ID, at: now.toISOString() };
  // Another process that writes its own at the same moment is as right.
  await store.write([rev === undefined ? draft : { ...draft, _rev: rev }]);
}

/** A person says that the clock is right, whichever way it has moved. */
export async function acceptClock(store: DocumentStore, now: Date): Promise<void> {
  await note(store, now, (await store.read(MARK_ID))?._rev);
}

/**
 * Guards deletions against a wrong clock: only an instant that this server wrote itself under a
 * plausible clock counts, and only now lies at most 30 days after it is believed.
 */
export function createPlausibleClock(options: PlausibleClockOptions): PlausibleClock {
  const { store, clock, log, newestEntry } = options;
  let warnedOf: ClockVerdict | null = null;

  return {
    async isPlausible() {
      const now = clock();
      const kept = await store.read(MARK_ID);
      const mark = instantIn(kept?.['at']);
      const verdict = clockVerdict(mark ?? (await newestEntry()), now);
      if (verdict !== 'plausible') {
        const known = mark?.toISOString() ?? null;
        if (warnedOf !== verdict) {
          log.warn(
            { now: now.toISOString(), known, verdict },
            'the clock is not plausible: nothing old is deleted until it is, or "crece clock ok" accepts it',
          );
        }
        warnedOf = verdict;
        return false;
      }
      warnedOf = null;
      const isStale = mark === null || now.getTime() - mark.getTime() >= NOTE_EVERY_MS;
      if (isStale) await note(store, now, kept?._rev);
      return true;
    },
  };
}
