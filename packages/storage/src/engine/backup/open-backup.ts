import type { IsoInstant } from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import type { UnitWithEngine } from '../core/engine.ts';
import { type BackupEntry, Lines, readBackupEntry } from './entries.ts';
import { FileUnit, type UnitLoaded, type UnitLook } from './file-unit.ts';
import type { Header } from './format.ts';
import type { SavedUnit } from './make-backup.ts';
import { canEncrypt, deriveKey, isTooShort } from './passphrase.ts';
import { headerOfFile, readSealed, type SealedRefusal } from './sealed-reader.ts';
import { fromText } from './text-form.ts';

/**
 * Why a file was not opened. At the first chunk, a wrong passphrase and damage cannot be told
 * apart; `damaged`: a later chunk is damaged, exchanged or out of order; `cut`: the end of the file
 * is missing.
 */
export type BackupRefusal = SealedRefusal | 'not-available' | 'passphrase-too-short';

/** Opens a unit of the file; null: it cannot be, and nothing of it is looked at or loaded. */
export type BackupUnitOpener = (stakeDB: string) => Promise<UnitWithEngine | null>;

/** A file that was read to its end and found complete and authentic. */
export interface Backup {
  readonly madeAt: IsoInstant;
  readonly units: readonly SavedUnit[];
  /** What `load` would do now, for every unit that `openUnit` opens. Writes nothing. */
  look(openUnit: BackupUnitOpener): Promise<readonly UnitLook[]>;
  /**
   * Loads every unit that `openUnit` opens: its versions are pending here, and stay their writers'.
   * Removals are not written; they wait (`fileRemovals`). The units stay open; the caller closes
   * them.
   */
  load(openUnit: BackupUnitOpener): Promise<readonly UnitLoaded[]>;
}

export type OpenedBackup =
  | { readonly ok: true; readonly backup: Backup }
  | { readonly ok: false; readonly code: BackupRefusal };

interface OpenOptions {
  /** Called with the share of the file that was read, 0 to 1. */
  onProgress?: (share: number) => void;
}

interface Sealed {
  file: Blob;
  header: Header;
  key: CryptoKey;
}

/**
 * Reads all entries of a file in order; returns why it stopped, or null at the authenticated end.
 */
async function readEntries(
  { file, ...opened }: Sealed,
  take: (entry: BackupEntry) => void | Promise<void>,
  onProgress?: (share: number) => void,
): Promise<SealedRefusal | null> {
  const lines = new Lines();
  let isReadable = true;
  const refusal = await readSealed(file, opened, async (content, read) => {
    const cut = isReadable ? lines.cut(content) : [];
    isReadable &&= cut !== null;
    for (const line of cut ?? []) {
      const entry = readBackupEntry(line);
      if (entry === null) isReadable = false;
      else await take(entry);
    }
    onProgress?.(read / file.size);
  });
  return refusal ?? (isReadable && lines.isClean ? null : 'damaged');
}

/** Counts the entries of a file without keeping them. */
class Contents {
  madeAt: IsoInstant | null = null;
  /** Whether the head comes first and each unit before its revisions. */
  isInOrder = true;
  readonly #ids = new Map<string, Set<string>>();
  #unit: Set<string> | null = null;

  get units(): SavedUnit[] {
    return [...this.#ids].map(([stakeDB, { size }]) => ({ stakeDB, records: size }));
  }

  add(entry: BackupEntry): void {
    if (entry.kind === 'backup') {
      this.isInOrder &&= this.madeAt === null;
      this.madeAt = entry.madeAt;
    } else if (entry.kind === 'unit') {
      this.isInOrder &&= this.madeAt !== null;
      this.#unit = this.#ids.get(entry.stakeDB) ?? new Set();
      this.#ids.set(entry.stakeDB, this.#unit);
    } else {
      this.isInOrder &&= this.#unit !== null;
      this.#unit?.add(entry.document._id);
    }
  }
}

/** The units of a file, each opened once; the parts of a unit may be anywhere in the file. */
class FileUnits {
  readonly #units = new Map<string, FileUnit>();

  get all(): readonly FileUnit[] {
    return [...this.#units.values()];
  }

  async of(stakeDB: string, openUnit: BackupUnitOpener): Promise<FileUnit> {
    const known = this.#units.get(stakeDB);
    if (known !== undefined) return known;
    const unit = await openUnit(stakeDB);
    const opened = new FileUnit(stakeDB, unit === null ? null : await unit.engine());
    this.#units.set(stakeDB, opened);
    return opened;
  }
}

/** Reads a file that was complete when it was opened; throws when it has changed since. */
async function readAgain(
  sealed: Sealed,
  take: (entry: BackupEntry) => Promise<void>,
): Promise<void> {
  const refusal = await readEntries(sealed, take);
  if (refusal !== null) throw new StorageError('failed', { message: `the file is ${refusal} now` });
}

/** Reads the file once, and compares it with what is here. */
async function lookAt(sealed: Sealed, openUnit: BackupUnitOpener): Promise<FileUnits> {
  const units = new FileUnits();
  let current: FileUnit | null = null;
  await readAgain(sealed, async (entry) => {
    if (entry.kind === 'unit') current = await units.of(entry.stakeDB, openUnit);
    else if (entry.kind === 'revision') current?.collect(entry.document);
  });
  for (const unit of units.all) await unit.judge();
  return units;
}

async function loadEntries(
  sealed: Sealed,
  openUnit: BackupUnitOpener,
): Promise<readonly UnitLoaded[]> {
  const units = await lookAt(sealed, openUnit);
  let current: FileUnit | null = null;
  await readAgain(sealed, async (entry) => {
    if (entry.kind === 'unit') {
      await current?.write();
      current = await units.of(entry.stakeDB, openUnit);
      current.begin(entry);
    } else if (entry.kind === 'revision') await current?.add(entry.document);
  });
  const reports: UnitLoaded[] = [];
  for (const unit of units.all) reports.push(await unit.end());
  return reports;
}

/**
 * Opens a backup file, also one passed on as text. It first reads and authenticates the whole file without writing anything:
 * only then is its content known, and that no part is missing or exchanged.
 */
export async function openBackup(
  given: Blob,
  passphrase: string,
  { onProgress }: OpenOptions = {},
): Promise<OpenedBackup> {
  if (!canEncrypt()) return { ok: false, code: 'not-available' };
  const file = await fromText(given);
  if (file === null) return { ok: false, code: 'damaged' };
  const read = await headerOfFile(file);
  if (!read.ok) return { ok: false, code: read.code };
  if (isTooShort(passphrase)) return { ok: false, code: 'passphrase-too-short' };
  const { header } = read;
  const sealed: Sealed = { file, header, key: await deriveKey(passphrase, header) };
  const contents = new Contents();
  const refusal = await readEntries(sealed, (entry) => contents.add(entry), onProgress);
  if (refusal !== null) return { ok: false, code: refusal };
  const { madeAt, units, isInOrder } = contents;
  if (madeAt === null || !isInOrder) return { ok: false, code: 'damaged' };
  const load: Backup['load'] = (openUnit) => loadEntries(sealed, openUnit);
  const look: Backup['look'] = async (openUnit) =>
    (await lookAt(sealed, openUnit)).all.map((unit) => unit.look);
  return { ok: true, backup: { madeAt, units, look, load } };
}
