import { type Inside, insideOf } from '../stake/inside.ts';
import type { CarriedDocument } from '../sync/types.ts';
import type { LocalStake } from '../types.ts';
import type { RevisionOf } from '../unit/sync-store.ts';
import { lineOf } from './entries.ts';
import { headerOf, SALT_BYTES } from './format.ts';
import { canEncrypt, isTooShort, keyOf } from './passphrase.ts';
import { SealedWriter } from './sealed-writer.ts';

/** Documents read in one go. */
const PAGE = 200;

/** Signs records that show how the application works; they are nobody's and never leave the device. */
const DEMONSTRATION = 'demo';

/** How many records of a unit a file holds. */
export interface SavedUnit {
  readonly stakeDb: string;
  readonly records: number;
}

export type MadeBackup =
  | { readonly ok: true; readonly file: Blob; readonly units: readonly SavedUnit[] }
  | {
      readonly ok: false;
      readonly code: 'not-available' | 'passphrase-too-short' | 'nothing-to-save';
    };

interface MakeOptions {
  now: Date;
  /** How many records are in the file by now. */
  onProgress?: (records: number) => void;
}

/** Every leaf that the server is not known to have, and that a synchronisation would offer, in pages. */
async function* unsentRevisions({ ledger }: Inside): AsyncGenerator<readonly RevisionOf[]> {
  // Another tab may have synchronised.
  await ledger.load();
  const waiting = await ledger.waitingToOffer();
  yield waiting;
  // A refused one whose document changed since is met again.
  const isWaiting = new Set(waiting.map(({ id, rev }) => id + rev));
  let since = ledger.state.scanned;
  for (;;) {
    const { changes, sequence, done } = await ledger.toOffer(since, PAGE);
    yield changes.flatMap(({ id, leaves, sequence: at }) =>
      leaves
        .filter((rev) => !isWaiting.has(id + rev) && !ledger.isAcknowledged(id, rev, at))
        .map((rev) => ({ id, rev })),
    );
    if (done) return;
    since = sequence;
  }
}

/** The same with their content and ancestry. */
async function* unsentDocuments(inside: Inside): AsyncGenerator<readonly CarriedDocument[]> {
  for await (const revisions of unsentRevisions(inside)) {
    const documents = await inside.store.revisions(revisions);
    yield documents.filter(({ device }) => device !== DEMONSTRATION);
  }
}

/** Writes one unit's unsent revisions; answers how many records they belong to. */
async function addUnit(
  writer: SealedWriter,
  inside: Inside,
  onRecords: (records: number) => void,
): Promise<number> {
  const ids = new Set<string>();
  const { stakeDb } = inside;
  for await (const documents of unsentDocuments(inside)) {
    if (ids.size === 0 && documents.length > 0) {
      await writer.add(lineOf({ kind: 'unit', stakeDb, devices: [...inside.deviceIds()] }));
    }
    for (const document of documents) {
      ids.add(document._id);
      await writer.add(lineOf({ kind: 'revision', document }));
    }
    onRecords(ids.size);
  }
  return ids.size;
}

/**
 * Makes an encrypted file of everything in the units that the server does not have: all that a
 * synchronisation would offer, with its ancestry, so that on another device it is the same revisions
 * and not copies.
 */
export async function makeBackup(
  stakes: readonly LocalStake[],
  passphrase: string,
  { now, onProgress }: MakeOptions,
): Promise<MadeBackup> {
  if (!canEncrypt()) return { ok: false, code: 'not-available' };
  if (isTooShort(passphrase)) return { ok: false, code: 'passphrase-too-short' };
  const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const writer = new SealedWriter(header, await keyOf(passphrase, header));
  await writer.add(lineOf({ kind: 'backup', madeAt: now.toISOString() }));
  const units: SavedUnit[] = [];
  let total = 0;
  for (const stake of stakes) {
    const inside = insideOf(stake);
    const before = total;
    const records = await addUnit(writer, inside, (count) => onProgress?.(before + count));
    total += records;
    if (records > 0) units.push({ stakeDb: stake.stakeDb, records });
  }
  if (units.length === 0) return { ok: false, code: 'nothing-to-save' };
  return { ok: true, file: await writer.finish(), units };
}
