import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { noteBackup } from '../base/last-backup.ts';
import { systemCode } from '../base/start-error.ts';
import { VERSION } from '../base/version.ts';
import {
  addToErasedFile,
  ERASED_FILE,
  readErasedAccounts,
  readErasedFile,
} from '../erased/erased-file.ts';
import type { Stores } from '../store/document-store.ts';
import { MIGRATIONS } from '../store/sqlite/schema.ts';
import {
  BACKUP_FORMAT,
  type BackupFile,
  FORMAT_VERSION,
  HEAD_NAME,
  MANIFEST_NAME,
  type Manifest,
} from './backup-format.ts';
import { BackupRefused, inMegabytes } from './backup-refused.ts';
import { type BackupSource, below, couchSource, filesSource, SYSTEM } from './backup-source.ts';
import type { CopiedDatabase } from './copy-database.ts';
import { type Encryption, encrypterFor } from './encryption.ts';
import { packing } from './packing.ts';

export interface BackupAsked {
  /** The data folder of the server, which may be running. */
  readonly dataDir: string;
  /** The file to make; it must not exist, and not lie in the data folder. */
  readonly file: string;
  /** The databases of a server on CouchDB; absent: they are files of the data folder. */
  readonly couch?: Stores | null;
  readonly encryption: Encryption | null;
  /** Whether the secret that signs sessions is in it. */
  readonly withSecret: boolean;
  readonly clock: () => Date;
  /** Whether it may lie in the data folder: one for the way back, and not for the loss of the disk. */
  readonly isInside?: boolean;
  /** Told after each database. */
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

const SECRET = 'secret';
/** Folders whose files go into a backup as they are. */
const FOLDERS = ['pictures', 'outbox'] as const;
/** Room beside the copies of two databases, for what is written of the backup meanwhile. */
const SPARE_BYTES = 16 * 1024 * 1024;

/** Adds files to an archive and notes what they were. */
class Archive {
  readonly files: BackupFile[] = [];
  readonly #controller: TarPackController;

  constructor(controller: TarPackController) {
    this.#controller = controller;
  }

  async text(name: string, content: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    const writer = this.#controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await writer.write(bytes);
    await writer.close();
  }

  /** A file as long as it is now: what is written behind it meanwhile stays out. */
  async file(name: string, path: string, unit?: BackupFile['unit']): Promise<void> {
    const { size } = await stat(path);
    const hash = createHash('sha256');
    const writer = this.#controller.add({ name, size, mode: 0o600 }).getWriter();
    let bytes = 0;
    if (size > 0) {
      for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 1 << 18 })) {
        hash.update(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        await writer.write(chunk as Buffer);
      }
    }
    if (bytes !== size) throw new BackupRefused(`${name} became shorter while it was read.`);
    await writer.close();
    const sha256 = hash.digest('hex');
    this.files.push({ name, bytes, sha256, ...(unit === undefined ? {} : { unit }) });
  }
}

async function refusePlace({ dataDir, file, isInside = false }: BackupAsked): Promise<void> {
  const folder = await realpath(dirname(resolve(file))).catch((error: unknown) => {
    throw new BackupRefused(`There is no folder ${dirname(resolve(file))}.`, { cause: error });
  });
  const data = await realpath(dataDir);
  if (!isInside && (folder === data || folder.startsWith(`${data}${sep}`))) {
    throw new BackupRefused(
      `${file} lies in the data folder, with which it would be lost. Name a file on another disk.`,
    );
  }
  if (existsSync(file)) {
    throw new BackupRefused(`${file} is there already: a backup replaces no file.`);
  }
}

async function refuseWithoutRoom(twoLargest: number, file: string): Promise<void> {
  const needed = twoLargest + SPARE_BYTES;
  const { bavail, bsize } = await statfs(dirname(resolve(file)));
  if (bavail * bsize >= needed) return;
  throw new BackupRefused(
    `There is not enough room beside ${file}: the copies of the two largest databases need ${inMegabytes(needed)}, ${inMegabytes(bavail * bsize)} are free.`,
  );
}

interface Copy {
  readonly name: string;
  readonly path: string;
  readonly copied: CopiedDatabase;
}

/** Copies of databases in their order, each gone when the next is asked for: one is packed, one made. */
async function* copiesOf(
  source: BackupSource,
  names: readonly string[],
  file: string,
): AsyncGenerator<Copy> {
  const copy = async (at: number): Promise<Copy | null> => {
    const name = names[at];
    if (name === undefined) return null;
    const path = `${file}.${at % 2 === 0 ? 'copy' : 'copy2'}`;
    return { name, path, copied: await source.copy(name, path) };
  };
  let next = copy(0);
  try {
    for (let at = 0; ; at += 1) {
      const made = await next;
      if (made === null) return;
      next = copy(at + 1);
      // Its fault is thrown when it is asked for.
      next.catch(() => undefined);
      yield made;
      await rm(made.path, { force: true });
    }
  } finally {
    // Whoever stops here removes what lies beside the backup: nothing may be written after that.
    await next.catch(() => undefined);
  }
}

async function fillArchive(
  archive: Archive,
  { dataDir, file, withSecret, clock, onProgress }: BackupAsked,
  source: BackupSource,
  units: readonly string[],
): Promise<Manifest> {
  const head = {
    format: BACKUP_FORMAT,
    version: FORMAT_VERSION,
    madeAt: clock().toISOString(),
  } as const;
  await archive.text(HEAD_NAME, head);
  let done = 0;
  const tellProgress = () => {
    done += 1;
    onProgress?.({ done, of: units.length + 1 });
  };
  for await (const { name, path, copied } of copiesOf(source, units, file)) {
    const { sequence, children } = copied;
    await archive.file(name, path, { stakeDB: basename(name, '.sqlite'), sequence, children });
    tellProgress();
  }
  for (const folder of FOLDERS) {
    for (const name of await below(dataDir, folder)) await keepIfThere(archive, dataDir, name);
  }
  const hasSecret = withSecret && existsSync(join(dataDir, SECRET));
  if (hasSecret) await archive.file(SECRET, join(dataDir, SECRET));
  // Last: what accounts and notes say of the units is then never older than the units themselves.
  const path = `${file}.copy`;
  const { epoch, accounts, data } = await source.copy(SYSTEM, path);
  await archive.file(SYSTEM, path);
  await rm(path, { force: true });
  tellProgress();
  const manifest = {
    ...head,
    product: VERSION,
    tables: MIGRATIONS.length,
    data,
    epoch,
    hasSecret,
    accounts,
    files: archive.files,
  };
  await archive.text(MANIFEST_NAME, manifest);
  return manifest;
}

/** A picture or mail; one that was deleted since the folder was listed is left out. */
async function keepIfThere(archive: Archive, dataDir: string, name: string): Promise<void> {
  const path = join(dataDir, name);
  if (existsSync(path)) await archive.file(name, path);
}

/** The bytes of the archive as they are to be written: packed, then encrypted. */
async function asWritten(
  tar: ReadableStream<Uint8Array>,
  encryption: Encryption | null,
): Promise<Readable> {
  const packed = tar.pipeThrough(packing());
  const written = encryption === null ? packed : await encrypterFor(encryption).encrypt(packed);
  return Readable.fromWeb(written as NodeStream);
}

/** A restore asks this list who was erased since. A list that cannot be kept makes no backup worse. */
async function keepErasedBeside(dataDir: string, file: string): Promise<void> {
  try {
    const list = await readErasedFile(join(dataDir, ERASED_FILE));
    if (list !== null) {
      const accounts = await readErasedAccounts(join(dataDir, ERASED_FILE));
      await addToErasedFile(dirname(resolve(file)), list, accounts);
    }
  } catch {
    // Said by the restore, which finds none.
  }
}

/** What lies beside a backup while it is made, by the ends of the names. */
const UNFINISHED = ['part', 'copy', 'copy2', 'copies'] as const;

/** What lies beside a backup while it is made. */
export function unfinishedOf(file: string): readonly string[] {
  return UNFINISHED.map((kind) => `${file}.${kind}`);
}

/** Removes what lies beside a backup that did not become whole. */
export async function dropUnfinished(file: string): Promise<void> {
  const each = unfinishedOf(file).map((path) => rm(path, { recursive: true, force: true }));
  await Promise.all(each);
}

/**
 * Makes one file of a data folder, while the server runs: units one by one, pictures, mails on their
 * way and the secret, `system.sqlite` last; without reports, jobs and sent mails. It is whole or not
 * there: written under another name first. Throws `BackupRefused` with a sentence.
 */
export async function makeBackup(asked: BackupAsked): Promise<Manifest> {
  const { dataDir, file, encryption, couch = null } = asked;
  const source = couch === null ? filesSource(dataDir) : couchSource(couch, `${file}.copies`);
  const units = await source.units();
  await refusePlace(asked);
  await refuseWithoutRoom(await source.twoLargest(units), file);
  // Before anything is written: a wrong recipient is said at once.
  if (encryption !== null) encrypterFor(encryption);
  const part = `${file}.part`;
  try {
    const manifest = await writeArchive(asked, source, units, part);
    await rename(part, file);
    if (asked.isInside !== true) await keepErasedBeside(dataDir, file);
    // The backup is whole, whether or not the data folder takes the note.
    const note = { at: new Date(manifest.madeAt), file: resolve(file) };
    if (asked.isInside !== true) await noteBackup(dataDir, note).catch(() => undefined);
    return manifest;
  } catch (error) {
    // Another backup that is under way keeps its files.
    if (systemCode(error) === 'EEXIST') {
      throw new BackupRefused(
        `${part} is there: another backup is under way. If none is, it was cut off: delete that file.`,
        {
          cause: error,
        },
      );
    }
    await dropUnfinished(file);
    if (systemCode(error) === 'ENOSPC') {
      throw new BackupRefused(`The disk of ${file} is full; nothing was left there.`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    await source.close();
  }
}

async function writeArchive(
  asked: BackupAsked,
  source: BackupSource,
  units: readonly string[],
  part: string,
): Promise<Manifest> {
  // Before anything else is written: the copies of a backup that is under way have the same names.
  const opened = await open(part, 'wx', 0o600);
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    await asWritten(readable, asked.encryption),
    opened.createWriteStream({ flush: true }),
  );
  // Its fault is thrown below, after the other side has stopped.
  written.catch(() => undefined);
  const filling = fillArchive(new Archive(controller), asked, source, units);
  try {
    const manifest = await Promise.race([filling, written.then(() => filling)]);
    controller.finalize();
    await written;
    return manifest;
  } catch (error) {
    controller.error(error);
    await written.catch(() => undefined);
    await filling.catch(() => undefined);
    throw error;
  }
}
