import type { EngineParts, UnitWithEngine } from '../core/engine.ts';
import { lineOf } from './entries.ts';
import { headerOf, SALT_BYTES } from './format.ts';
import { canEncrypt, isTooShort, keyOf } from './passphrase.ts';
import { SealedWriter } from './sealed-writer.ts';
import { unsentDocuments } from './unsent.ts';

/** Number of records of a unit in the file. */
export interface SavedUnit {
  readonly stakeDB: string;
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
  /** Called with the number of records written so far. */
  onProgress?: (records: number) => void;
}

/** Writes one unit's unsent revisions; returns the number of their records. */
async function addUnit(
  writer: SealedWriter,
  engine: EngineParts,
  onRecords: (records: number) => void,
): Promise<number> {
  const ids = new Set<string>();
  const { stakeDB, store } = engine;
  // Another tab may have synchronised since.
  const ledger = await engine.ledger.load();
  for await (const documents of unsentDocuments({ ledger, store })) {
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
  return ids.size;
}

/**
 * Makes an encrypted file of everything in the units that the server lacks: what a synchronisation
 * would offer, with ancestry, so that another device gets the same revisions and not copies.
 */
export async function makeBackup(
  stakes: readonly UnitWithEngine[],
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
  for (const unit of stakes) {
    const engine = await unit.engine();
    const before = total;
    const records = await addUnit(writer, engine, (count) => onProgress?.(before + count));
    total += records;
    if (records > 0) units.push({ stakeDB: unit.stakeDB, records });
  }
  if (units.length === 0) return { ok: false, code: 'nothing-to-save' };
  return { ok: true, file: await writer.finish(), units };
}
