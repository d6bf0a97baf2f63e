import type { IsoInstant } from '@crece/domain';
import type { Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import { arrivalOf } from './arrival.ts';
import type { RefusedRecord, SyncStamp, SyncState } from './types.ts';

/** Local document of a unit's database that holds the ledger. */
export const LEDGER_ID = 'crece-sync';

/** How far the first download has come. */
export type Download =
  | { state: 'none' }
  | { state: 'complete' }
  | {
      state: 'partial';
      /** Of the server that the parts came from. */
      epoch: string;
      /** Sequence of the oldest snapshot that a part was taken from: the feed is read from there. */
      oldest: string;
      /** Everything up to this id is here; null when nothing is. */
      after: string | null;
      done: number;
      total: number;
    };

/** A revision that the server was seen to have. */
export interface Fact {
  id: string;
  rev: string;
  /** Local sequence by which it was written here; null while that is not known. */
  upTo: number | null;
}

/** A version from elsewhere that was not taken, as unreadable records are listed. */
export interface Untaken extends UnreadableDocument {
  rev: string;
}

/** Local sequences, both included. */
export type Range = readonly [from: number, to: number];

/**
 * What a device knows about the server's copy of a unit. It is only ever moved on after the fact: a
 * ledger that is behind, or lost, makes the device ask the server again and never hides a write.
 */
export interface LedgerState {
  /** Another one is another history of truth: what was judged by the former is judged anew. */
  lineage: string;
  epoch: string | null;
  /** The unit's last mark: a server that does not know it was put back to a backup. */
  mark: string | null;
  /** Everything up to this local sequence is on the server, except `waiting`. */
  scanned: number;
  /** Local sequence up to which this round of sending has come: behind `scanned` during a check. */
  offered: number;
  /** Nothing is left out while everything is offered again. */
  isChecking: boolean;
  /** Local sequences after `scanned` that came from the server, sorted, apart from each other. */
  received: readonly Range[];
  facts: readonly Fact[];
  /** Server sequence up to which its feed was taken over; null: from the start. */
  pulledTo: string | null;
  download: Download;
  /** All that the server had was here once: its feed was read to the end after the first download. */
  isWhole: boolean;
  /** Local sequence up to which documents with several leaves were merged or looked at. */
  mergedTo: number;
  /** Revisions that the server, or the line, did not take, by document and revision. */
  waiting: Readonly<Record<string, Readonly<Record<string, RefusedRecord>>>>;
  /** Versions from elsewhere that this device did not take, as documents: nobody can have written them. */
  untaken: readonly Untaken[];
  stamp: SyncStamp | null;
  /** A run after the stamp began to receive and was not proven complete. */
  isPullCut: boolean;
  checkedAt: IsoInstant | null;
  checkDue: boolean;
  /** Server clock minus device clock in milliseconds at the last contact. */
  clockDifference: number | null;
  contactAt: IsoInstant | null;
}

/**
 * Why a record waits that the server was never asked to take: somebody on the line (a proxy) lets
 * nothing as large pass. It is only on this device, and not refused.
 */
export const TOO_LARGE_FOR_LINE = 'too-large-for-line';

/** Nothing is known: everything written here counts as unsent. */
export const UNKNOWN: LedgerState = {
  lineage: '',
  epoch: null,
  mark: null,
  scanned: 0,
  offered: 0,
  isChecking: false,
  received: [],
  facts: [],
  pulledTo: null,
  download: { state: 'none' },
  isWhole: false,
  mergedTo: 0,
  waiting: {},
  untaken: [],
  stamp: null,
  isPullCut: false,
  checkedAt: null,
  checkDue: false,
  clockDifference: null,
  contactAt: null,
};

/** The ledger in its local document. What another version wrote is not believed. */
export function readLedger(stored: Document | null): LedgerState {
  const ledger = stored?.['ledger'];
  return stored?.['version'] === 1 && typeof ledger === 'object' && ledger !== null
    ? { ...UNKNOWN, ...ledger }
    : UNKNOWN;
}

/**
 * The same as a tab that begins finds it: whoever was killed while it received had no time to note
 * that; the place in the feed tells.
 */
export function withCutNoticed(state: LedgerState): LedgerState {
  const { stamp, pulledTo, isPullCut } = state;
  const isCut = stamp !== null && pulledTo !== stamp.serverSequence;
  return isCut && !isPullCut ? { ...state, isPullCut: true } : state;
}

/** Whether a local sequence is one that the server is known to have. */
export function isCovered({ scanned, received }: LedgerState, sequence: number): boolean {
  return sequence <= scanned || received.some(([from, to]) => from <= sequence && sequence <= to);
}

const factKeys = new WeakMap<readonly Fact[], ReadonlySet<string>>();

/** Whether the server was seen to have a revision. */
export function isFact({ facts }: LedgerState, id: string, rev: string): boolean {
  let keys = factKeys.get(facts);
  if (keys === undefined) {
    keys = new Set(facts.map((fact) => fact.id + fact.rev));
    factKeys.set(facts, keys);
  }
  return keys.has(id + rev);
}

/** What screens show of it. */
export function syncStateOf(
  ledger: LedgerState,
  others: Pick<SyncState, 'madeHere' | 'tasks' | 'vanished'>,
): SyncState {
  const { stamp, isPullCut, waiting } = ledger;
  return {
    stamp,
    isIncomplete: stamp !== null && isPullCut,
    arrival: arrivalOf(ledger),
    refused: Object.values(waiting)
      .flatMap((revisions) => Object.values(revisions))
      .filter(({ reason }) => reason !== TOO_LARGE_FOR_LINE)
      .sort((a, b) => (a.title + a.id < b.title + b.id ? -1 : 1)),
    ...others,
  };
}

/** Names of the records that the line did not carry; empty where a record has none. */
export function tooLargeForLine({ waiting }: LedgerState): string[] {
  return Object.values(waiting)
    .flatMap((revisions) => Object.values(revisions))
    .filter(({ reason }) => reason === TOO_LARGE_FOR_LINE)
    .map(({ title }) => title);
}

/**
 * Whether a revision can be one that was written here and is nowhere else: signed by this
 * installation, or the end that a merge gives to a leaf, which nobody signs.
 */
export function mayBeOurs(document: Document, deviceIds: ReadonlySet<string>): boolean {
  const { device, why } = document;
  return typeof device === 'string' && deviceIds.has(device)
    ? true
    : document._deleted === true && why === 'merged';
}
