import { kindOfId } from '@crece/domain';
import {
  isCovered,
  isFact,
  type LedgerState,
  UNREADABLE_HERE,
  type Untaken,
} from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { UnitRecords, UnreadEntry } from '../../unit/records/unit-records.ts';

/** An entry of this device that cannot be read, as far as it tells what it is. */
interface Unreadable {
  readonly listed: Untaken;
  /** Its place among the local changes; above all of them when it does not tell. */
  readonly sequence: number;
}

/** The entries that were set aside and whose version did not come again since. */
export async function unreadableHere(store: UnitRecords): Promise<readonly Unreadable[]> {
  const entries = (await store.unread()).map(unreadable);
  const missing = await store.missing(
    new Map(entries.map(({ listed: { id, rev } }) => [id, [rev]])),
  );
  return entries.filter(({ listed: { id, rev } }) => missing.get(id)?.includes(rev) === true);
}

function unreadable({ id, raw }: UnreadEntry): Unreadable {
  const { rev, seq } = Object(raw) as { rev: unknown; seq: unknown };
  const listed = {
    id,
    rev: typeof rev === 'string' ? rev : '',
    codes: [UNREADABLE_HERE],
    raw,
  };
  return { listed, sequence: typeof seq === 'number' ? seq : Number.POSITIVE_INFINITY };
}

/** The child that a cut text still names. */
function ownerIn(raw: unknown): string | undefined {
  const { body } = Object(raw) as { body: unknown };
  return typeof body === 'string' ? /"owner":"([^"\\]+)"/.exec(body)?.[1] : undefined;
}

/**
 * Lists entries that cannot be read. Of what the server is not known to have the ledger says that it
 * waits, so that it counts as unsent: "synced" would be a lie.
 */
export function withUnreadable(
  state: LedgerState,
  found: readonly Unreadable[],
  ownerOf: (id: string) => string | undefined,
  now: Date,
): LedgerState {
  const untaken = new Map(state.untaken.map((each) => [each.id, each]));
  const waiting = { ...state.waiting };
  for (const { listed, sequence } of found) {
    const { id, rev } = listed;
    const owner = ownerOf(id) ?? ownerIn(listed.raw);
    const childId = kindOfId(id) === 'scr' && owner !== undefined ? { childId: owner } : {};
    untaken.set(id, { ...listed, ...childId });
    const before = waiting[id];
    if (before === undefined && (isCovered(state, sequence) || isFact(state, id, rev))) continue;
    const record = {
      id,
      reason: UNREADABLE_HERE,
      details: [],
      removal: false,
      refusedAt: now.toISOString(),
      title: '',
    };
    const revs = [rev, ...Object.keys(before ?? {})];
    waiting[id] = Object.fromEntries(revs.map((each) => [each, { ...record, rev: each }]));
  }
  return { ...state, untaken: [...untaken.values()], waiting };
}

/** Whether documents that were stored now contain a version. */
function isIn(documents: readonly CarriedDocument[], id: string, rev: string): boolean {
  return documents.some(({ _id, _revisions: { start, ids } }) => {
    const [generation = '', hash = ''] = rev.split('-', 2);
    return _id === id && ids[start - Number(generation)] === hash;
  });
}

/** The ledger when versions that this device could not read have come again. */
export function withoutUnreadable(
  state: LedgerState,
  documents: readonly CarriedDocument[],
): LedgerState {
  const isListed = state.untaken.some(isOwnVersion);
  if (!isListed) return state;
  const waiting: Record<string, LedgerState['waiting'][string]> = {};
  for (const [id, revisions] of Object.entries(state.waiting)) {
    const left = Object.entries(revisions).filter(
      ([rev, { reason }]) => reason !== UNREADABLE_HERE || !isIn(documents, id, rev),
    );
    if (left.length > 0) waiting[id] = Object.fromEntries(left);
  }
  const untaken = state.untaken.filter((each) => {
    const { id, rev } = each;
    if (!isOwnVersion(each)) return true;
    const isAnyEnough = rev === '' && waiting[id] === undefined;
    return !(isAnyEnough ? documents.some(({ _id }) => _id === id) : isIn(documents, id, rev));
  });
  return { ...state, waiting, untaken };
}

/** Whether a listed version is one of this device's own. */
export function isOwnVersion({ codes }: Pick<Untaken, 'codes'>): boolean {
  return codes.includes(UNREADABLE_HERE);
}
