import { checkDocument, type IsoInstant, kindOfId } from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { EngineParts, UnitWithEngine } from '../core/engine.ts';
import { GENERATION_TOO_HIGH, isInBounds } from '../ledger/untaken.ts';
import { type Entry, entryOf, Lines } from './entries.ts';
import type { Header } from './format.ts';
import type { SavedUnit } from './make-backup.ts';
import { canEncrypt, isTooShort, keyOf } from './passphrase.ts';
import { headerOfFile, readSealed, type SealedRefusal } from './sealed-reader.ts';
import { fromText } from './text-form.ts';

/**
 * Why a file was not opened. At the first chunk, a wrong passphrase and damage cannot be told
 * apart; `damaged`: a later chunk is damaged, exchanged or out of order; `cut`: the end of the file
 * is missing.
 */
export type BackupRefusal = SealedRefusal | 'not-available' | 'passphrase-too-short';

/** The result of loading one unit. */
export interface UnitLoaded {
  readonly stakeDB: string;
  /** The unit cannot be opened here, so nothing of it was loaded. */
  readonly skipped: boolean;
  /** Number of records that got something new. */
  readonly added: number;
  /** Number of records of which everything was already here. */
  readonly alreadyHere: number;
  /** Records that failed validation, with the codes; they are not written. */
  readonly refused: readonly { readonly id: string; readonly codes: readonly string[] }[];
}

/** A file that was read to its end and found complete and authentic. */
export interface Backup {
  readonly madeAt: IsoInstant;
  readonly units: readonly SavedUnit[];
  /**
   * Loads every unit that `openUnit` opens, as pending records of this device. Existing data is
   * left alone. The units stay open; the caller closes them.
   */
  load(
    openUnit: (stakeDB: string) => Promise<UnitWithEngine | null>,
  ): Promise<readonly UnitLoaded[]>;
}

export type OpenedBackup =
  | { readonly ok: true; readonly backup: Backup }
  | { readonly ok: false; readonly code: BackupRefusal };

interface OpenOptions {
  /** Called with the share of the file that was read, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Number of revisions looked up and written together. */
const BATCH = 200;

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
  take: (entry: Entry) => void | Promise<void>,
  onProgress?: (share: number) => void,
): Promise<SealedRefusal | null> {
  const lines = new Lines();
  let isReadable = true;
  const refusal = await readSealed(file, opened, async (content, read) => {
    const cut = isReadable ? lines.cut(content) : [];
    isReadable &&= cut !== null;
    for (const line of cut ?? []) {
      const entry = entryOf(line);
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

  add(entry: Entry): void {
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

/** Whether a revision is a child as it was registered (its first revision). */
function isRegistration({ _id, _rev }: CarriedDocument): boolean {
  return kindOfId(_id) === 'chld' && _rev.startsWith('1-');
}

/** Loads one unit while its part of the file is read. */
class Loading {
  readonly #stakeDB: string;
  readonly #engine: EngineParts | null;
  #devices: ReadonlySet<string> = new Set();
  #madeThere: ReadonlySet<string> = new Set();
  #batch: CarriedDocument[] = [];
  /** Ids of records that got something new; a record may have several revisions. */
  readonly #added = new Set<string>();
  readonly #read = new Set<string>();
  readonly #refused: { id: string; codes: readonly string[] }[] = [];

  constructor(stakeDB: string, engine: EngineParts | null) {
    this.#stakeDB = stakeDB;
    this.#engine = engine;
  }

  get report(): UnitLoaded {
    return {
      stakeDB: this.#stakeDB,
      skipped: this.#engine === null,
      added: this.#added.size,
      alreadyHere: this.#read.size - this.#added.size,
      refused: this.#refused,
    };
  }

  /** Begins a part of the file made by one installation. */
  begin({ devices, madeHere }: Extract<Entry, { kind: 'unit' }>): void {
    this.#devices = new Set(devices);
    this.#madeThere = new Set(madeHere);
  }

  async add(document: CarriedDocument): Promise<void> {
    if (this.#engine === null) return;
    const check = checkDocument(document);
    if (!check.ok) {
      this.#refused.push({ id: document._id, codes: check.codes });
      return;
    }
    if (!isInBounds(document)) {
      this.#refused.push({ id: document._id, codes: [GENERATION_TOO_HIGH] });
      return;
    }
    this.#batch.push(document);
    if (this.#batch.length >= BATCH) await this.write();
  }

  async write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (this.#engine === null || batch.length === 0) return;
    const { store } = this.#engine;
    const asked = new Map<string, string[]>();
    for (const { _id, _rev } of batch) asked.set(_id, [...(asked.get(_id) ?? []), _rev]);
    const missing = await store.missing(asked);
    const added = batch.filter(({ _id, _rev }) => missing.get(_id)?.includes(_rev) === true);
    await this.#answerFor(added);
    const isAlone = (document: CarriedDocument): boolean =>
      this.#madeThere.has(document._id) || isRegistration(document);
    await this.#engine.noteMade(added.filter(isAlone).map(({ _id }) => _id));
    await store.take(added);
    for (const { _id } of added) this.#added.add(_id);
    for (const { _id } of batch) this.#read.add(_id);
  }

  /**
   * Makes the writes of the file's maker count as this device's own, so they are pending here. This
   * is noted before the records are written: otherwise they could look sent.
   */
  async #answerFor(documents: readonly CarriedDocument[]): Promise<void> {
    const known = this.#engine?.deviceIds() ?? new Set();
    const signing = documents.flatMap(({ device }) =>
      typeof device === 'string' && this.#devices.has(device) && !known.has(device) ? [device] : [],
    );
    if (signing.length > 0) await this.#engine?.addDeviceIds([...new Set(signing)]);
  }

  async end(): Promise<UnitLoaded> {
    await this.write();
    await this.#engine?.announce();
    return this.report;
  }
}

async function loadEntries(
  sealed: Sealed,
  openUnit: (stakeDB: string) => Promise<UnitWithEngine | null>,
): Promise<readonly UnitLoaded[]> {
  const units = new Map<string, Loading>();
  let current: Loading | null = null;
  const refusal = await readEntries(sealed, async (entry) => {
    if (entry.kind === 'revision') await current?.add(entry.document);
    if (entry.kind !== 'unit') return;
    await current?.write();
    current = units.get(entry.stakeDB) ?? null;
    if (current === null) {
      const unit = await openUnit(entry.stakeDB);
      current = new Loading(entry.stakeDB, unit === null ? null : await unit.engine());
      units.set(entry.stakeDB, current);
    }
    current.begin(entry);
  });
  // The file was complete when it was opened, so it has changed since.
  if (refusal !== null) throw new StorageError('failed', { message: `the file is ${refusal} now` });
  const reports: UnitLoaded[] = [];
  for (const unit of units.values()) reports.push(await unit.end());
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
  const sealed: Sealed = { file, header, key: await keyOf(passphrase, header) };
  const contents = new Contents();
  const refusal = await readEntries(sealed, (entry) => contents.add(entry), onProgress);
  if (refusal !== null) return { ok: false, code: refusal };
  const { madeAt, units, isInOrder } = contents;
  if (madeAt === null || !isInOrder) return { ok: false, code: 'damaged' };
  const load: Backup['load'] = (openUnit) => loadEntries(sealed, openUnit);
  return { ok: true, backup: { madeAt, units, load } };
}
