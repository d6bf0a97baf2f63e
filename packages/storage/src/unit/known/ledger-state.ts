import type { IsoInstant } from '@crece/domain';
import type { Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import { arrivalOf } from './arrival.ts';
import type { RefusedRecord, SyncStamp, SyncState } from './types.ts';

export { LEDGER_ID } from '../records/locals.ts';

/** Progress of the first download. */
export type Download =
  | { state: 'none' }
  | { state: 'complete' }
  | {
      state: 'partial';
      /** Epoch of the server that the parts came from. */
      epoch: string;
      /** Sequence of the oldest snapshot used for a part; the feed is read from there. */
      oldest: string;
      /** Every document up to this id is here; null when none is. */
      after: string | null;
      done: number;
      total: number;
    };

/**
 * A check offers everything again and reads the whole feed. `due` may be asked for by the server or
 * a person; `offered` is the local sequence up to which a running one has come.
 */
export type Check =
  | { state: 'none' }
  | { state: 'due' }
  | { state: 'running'; readonly offered: number };

/** A noted revision: known to be on the server, or taken from a file. */
export interface Fact {
  id: string;
  rev: string;
  /** Local sequence with which it was written here; null while unknown. */
  upTo: number | null;
}

/** A received version that was not stored, in the form of an unreadable record. */
export interface Untaken extends UnreadableDocument {
  rev: string;
}

/** A range of local sequences, both ends included. */
export type Range = readonly [from: number, to: number];

/**
 * What a device knows about the server's copy of a unit. It is advanced only after the server has
 * confirmed: a ledger that is behind, or lost, makes the device ask the server again and never
 * hides an unsent record.
 */
export interface LedgerState {
  /**
   * Changes when the ledger is begun again: judgements made with another lineage must be made
   * again.
   */
  lineage: string;
  epoch: string | null;
  /**
   * The unit's last mark from the server. A server that does not know it was restored from a
   * backup.
   */
  mark: string | null;
  /** Everything up to this local sequence is on the server, except `waiting`. */
  scanned: number;
  check: Check;
  /**
   * Ranges of local sequences after `scanned` that came from the server, sorted and not touching.
   */
  received: readonly Range[];
  facts: readonly Fact[];
  /** Revisions from somebody's file that the server has not acknowledged. */
  fromFiles: readonly Fact[];
  /** Server sequence up to which the feed was received; null: read from the start. */
  pulledTo: string | null;
  download: Download;
  /**
   * True once everything on the server has been here: the feed was read to its end after the first
   * download.
   */
  isWhole: boolean;
  /** Local sequence up to which documents with several leaves were merged or checked. */
  mergedTo: number;
  /** Revisions that the server refused or the line did not carry, by document and revision. */
  waiting: Readonly<Record<string, Readonly<Record<string, RefusedRecord>>>>;
  /** Received versions that this device could not store; their records stay as they were. */
  untaken: readonly Untaken[];
  /**
   * Whether every leaf of the server was asked for by the rules of this build. Earlier builds did
   * not take some, and records went out of sight; the whole feed is read once more for them.
   */
  leaves: 'unasked' | 'asking' | 'asked';
  stamp: SyncStamp | null;
  /** A run after the stamp began to receive and did not reach a proven end. */
  isPullCut: boolean;
  /** A run ended against an older server, whose answers do not repeat their questions. */
  isUnproven: boolean;
  /** How many removals of somebody's file wait for a decision. */
  removalsInFiles: number;
  /** When this device last dropped what was erased for good; what it was is not kept. */
  erasedAt: IsoInstant | null;
  /** When the last check ended. */
  checkedAt: IsoInstant | null;
  /** Server clock minus device clock in milliseconds at the last contact. */
  clockDifference: number | null;
  contactAt: IsoInstant | null;
}

/**
 * Reason code of a record that never reached the server because something on the line (a proxy)
 * blocks requests of its size. It exists only on this device and is not refused.
 */
export const TOO_LARGE_FOR_LINE = 'too-large-for-line';

/**
 * Reason code of a record of which this device cannot read its own copy, and which the server is not
 * known to have. It is kept as it was found, and is not refused.
 */
export const UNREADABLE_HERE = 'unreadable-here';

/** The reasons that are not the server's. */
const OWN_REASONS: readonly string[] = [TOO_LARGE_FOR_LINE, UNREADABLE_HERE];

/** The empty ledger: everything written here counts as unsent. */
export const UNKNOWN: LedgerState = {
  lineage: '',
  epoch: null,
  mark: null,
  scanned: 0,
  check: { state: 'none' },
  received: [],
  facts: [],
  fromFiles: [],
  pulledTo: null,
  download: { state: 'none' },
  isWhole: false,
  mergedTo: 0,
  waiting: {},
  untaken: [],
  leaves: 'unasked',
  stamp: null,
  isPullCut: false,
  isUnproven: false,
  removalsInFiles: 0,
  erasedAt: null,
  checkedAt: null,
  clockDifference: null,
  contactAt: null,
};

/** A check in the ledger's document, in the fields that the first builds gave it. */
export interface StoredCheck {
  /** Lower than `scanned` during a check, else equal. */
  offered?: number;
  isChecking?: boolean;
  checkDue?: boolean;
}

/**
 * Reads the ledger from its local document; a document of another version gives the empty ledger.
 */
export function readLedger(stored: Document | null): LedgerState {
  const ledger = stored?.['ledger'];
  if (stored?.['version'] !== 1 || typeof ledger !== 'object' || ledger === null) return UNKNOWN;
  const { offered = 0, isChecking, checkDue, ...others }: StoredCheck = ledger;
  const waiting: Check = checkDue === true ? { state: 'due' } : UNKNOWN.check;
  const check: Check = isChecking === true ? { state: 'running', offered } : waiting;
  return { ...UNKNOWN, ...others, check };
}

/** Local sequence up to which this round of sending has come. */
export function offeredOf({ check, scanned }: LedgerState): number {
  return check.state === 'running' ? check.offered : scanned;
}

/**
 * The ledger as a new tab must read it: a tab that was killed while receiving could not note that,
 * so the place in the feed shows it.
 */
export function withCutNoticed(state: LedgerState): LedgerState {
  const { stamp, pulledTo, isPullCut } = state;
  const isCut = stamp !== null && pulledTo !== stamp.serverSequence;
  return isCut && !isPullCut ? { ...state, isPullCut: true } : state;
}

/** Whether this device cannot read its only copy of a record. */
export function isUnreadableHere({ waiting }: LedgerState, id: string): boolean {
  return Object.values(waiting[id] ?? {}).some(({ reason }) => reason === UNREADABLE_HERE);
}

/** Whether a local sequence is covered: the server is known to have its document. */
export function isCovered({ scanned, received }: LedgerState, sequence: number): boolean {
  return sequence <= scanned || received.some(([from, to]) => from <= sequence && sequence <= to);
}

const factKeys = new WeakMap<readonly Fact[], ReadonlySet<string>>();

function isAmong(facts: readonly Fact[], id: string, rev: string): boolean {
  let keys = factKeys.get(facts);
  if (keys === undefined) {
    keys = new Set(facts.map((fact) => fact.id + fact.rev));
    factKeys.set(facts, keys);
  }
  return keys.has(id + rev);
}

/** Whether the server is known to have a revision. */
export function isFact({ facts }: LedgerState, id: string, rev: string): boolean {
  return isAmong(facts, id, rev);
}

/** Whether a revision was taken from somebody's file and not acknowledged since. */
export function isFromFile({ fromFiles }: LedgerState, id: string, rev: string): boolean {
  return isAmong(fromFiles, id, rev);
}

/** The part of the ledger that screens show. */
export function syncStateOf(
  ledger: LedgerState,
  others: Pick<SyncState, 'madeHere' | 'tasks' | 'vanished'>,
): SyncState {
  const { stamp, isPullCut, waiting, removalsInFiles, erasedAt } = ledger;
  return {
    stamp,
    removalsInFiles,
    ...(erasedAt === null ? {} : { erasedAt }),
    isIncomplete: stamp !== null && isPullCut,
    arrival: arrivalOf(ledger),
    refused: Object.values(waiting)
      .flatMap((revisions) => Object.values(revisions))
      .filter(({ reason }) => !OWN_REASONS.includes(reason))
      .sort((a, b) => (a.title + a.id < b.title + b.id ? -1 : 1)),
    ...others,
  };
}

/** Names of the records that were too large for the line; empty for a record without a name. */
export function tooLargeForLine({ waiting }: LedgerState): string[] {
  return Object.values(waiting)
    .flatMap((revisions) => Object.values(revisions))
    .filter(({ reason }) => reason === TOO_LARGE_FOR_LINE)
    .map(({ title }) => title);
}

/**
 * Whether a revision may be written on this device and unsent: signed by this installation, or a
 * merge's end of a leaf, which no device signs.
 */
export function mayBeOurs(document: Document, deviceIds: ReadonlySet<string>): boolean {
  const { device, why } = document;
  return typeof device === 'string' && deviceIds.has(device)
    ? true
    : document._deleted === true && why === 'merged';
}
