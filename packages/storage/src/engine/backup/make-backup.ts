import type { FileMark } from '../../base/file-mark.ts';
import type { EngineParts, UnitWithEngine } from '../core/engine.ts';
import { lineOf } from './entries.ts';
import { headerOf, SALT_BYTES } from './format.ts';
import { canEncrypt, deriveKey, isTooShort } from './passphrase.ts';
import { SealedWriter } from './sealed-writer.ts';
import { allDocuments, unsentDocuments } from './unsent.ts';

/** Number of records of a unit in the file. */
export interface SavedUnit {
  readonly stakeDB: string;
  readonly records: number;
}

/** A unit in a file that this device has made. */
export interface MadeUnit extends SavedUnit {
  /** What the file holds of the unit; see `LocalUnit.heldBy`. */
  readonly mark: FileMark;
}

export type MadeBackup =
  | { readonly ok: true; readonly file: Blob; readonly units: readonly MadeUnit[] }
  | {
      readonly ok: false;
      readonly code: 'not-available' | 'passphrase-too-short' | 'nothing-to-save';
    };

interface MakeOptions {
  now: Date;
  /**
   * Also what the server is known to have: for a server that was lost, whose backup is older than that.
   * Otherwise what a synchronisation would offer.
   */
  isAll?: boolean;
  /** Called with the number of records written so far. */
  onProgress?: (records: number) => void;
}

/** Writes one unit's unsent revisions, or all of them; returns the number of their records, and what was written. */
async function addUnit(
  writer: SealedWriter,
  engine: EngineParts,
  { isAll, onRecords }: { isAll: boolean; onRecords: (records: number) => void },
): Promise<MadeUnit> {
  const ids = new Set<string>();
  const { stakeDB, store } = engine;
  // A record that is changed while the file is written may be in it or not: it does not count.
  const mark: FileMark = { instance: engine.instance, sequence: await store.lastSequence() };
  // Another tab may have synchronised since.
  const ledger = await engine.ledger.load();
  for await (const documents of (isAll ? allDocuments : unsentDocuments)({ ledger, store })) {
    if (ids.size === 0 && documents.length > 0) {
      const devices = [...engine.deviceIds()];
      await writer.add(lineOf({ kind: 'unit', stakeDB, devices, madeHere: engine.madeHere() }));
    }
    for (const document of documents) {
      ids.add(document._id);
      await writer.add(lineOf({ kind: 'revision', document }));
    }
    onRecords(ids.size);
  }
  return { stakeDB, records: ids.size, mark };
}

/**
 * Makes an encrypted file of everything in the units that the server lacks, or of all that they have,
 * with ancestry, so that another device gets the same revisions and not copies.
 */
export async function makeBackup(
  stakes: readonly UnitWithEngine[],
  passphrase: string,
  { now, isAll = false, onProgress }: MakeOptions,
): Promise<MadeBackup> {
  if (!canEncrypt()) return { ok: false, code: 'not-available' };
  if (isTooShort(passphrase)) return { ok: false, code: 'passphrase-too-short' };
  const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const writer = new SealedWriter(header, await deriveKey(passphrase, header));
  await writer.add(lineOf({ kind: 'backup', madeAt: now.toISOString() }));
  const units: MadeUnit[] = [];
  let total = 0;
  for (const unit of stakes) {
    const engine = await unit.engine();
    const before = total;
    const made = await addUnit(writer, engine, {
      isAll,
      onRecords: (count) => onProgress?.(before + count),
    });
    total += made.records;
    if (made.records > 0) units.push(made);
  }
  if (units.length === 0) return { ok: false, code: 'nothing-to-save' };
  return { ok: true, file: await writer.finish(), units };
}
