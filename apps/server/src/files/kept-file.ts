import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../jobs/job-kind.ts';
import { isFileName } from './file-names.ts';

/** Limits of the space for job files. */
export interface FileLimits {
  /** Bytes that must stay free on the disk, for the databases. */
  freeBytes: number;
  /** Bytes of all stored files together. */
  keptBytes: number;
}

export const FILE_LIMITS: FileLimits = {
  freeBytes: 200 * 1024 * 1024,
  keptBytes: 5 * 1024 * 1024 * 1024,
};

/** The limits are checked again after this many bytes. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;
const BUFFER_BYTES = 256 * 1024;
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function faultOf(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && FULL.includes(String(error.code));
  return isFull ? new JobFailure('disk-full', { cause: error }) : error;
}

/** Bytes of all files in a folder. */
async function keptIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(
    // A file deleted meanwhile counts as 0.
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Forces a folder's entries to the disk, if the system can, so that a rename survives a power cut.
 */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows cannot open folders; there the file system's journal covers the rename.
  }
}

/**
 * A file that a job writes piece by piece. It is `<name>.part` in the job's own folder and is moved
 * to the finished files only when it is complete and on the disk.
 */
export class KeptFile {
  readonly name: string;
  readonly #part: string;
  readonly #folder: string;
  readonly #limits: FileLimits;
  readonly #handle: FileHandle;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #lookAt = 0;

  private constructor(
    name: string,
    part: string,
    folder: string,
    limits: FileLimits,
    handle: FileHandle,
  ) {
    this.name = name;
    this.#part = part;
    this.#folder = folder;
    this.#limits = limits;
    this.#handle = handle;
  }

  /** Begins a file; rejects with the failure `disk-full` or `quota` when there is no room. */
  static async begin(
    name: string,
    { folder, filesFolder }: { folder: string; filesFolder: string },
    limits: FileLimits = FILE_LIMITS,
  ): Promise<KeptFile> {
    if (!isFileName(name)) throw new TypeError(`not the name of a file: ${name}`);
    try {
      await mkdir(filesFolder, { recursive: true, mode: 0o700 });
      const part = join(folder, `${name}.part`);
      const file = new KeptFile(name, part, filesFolder, limits, await open(part, 'w', 0o600));
      await file.#lookForRoom();
      return file;
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** A file of these pieces; none is left when one of them fails. */
  static async keep(
    name: string,
    folders: { folder: string; filesFolder: string },
    pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  ): Promise<{ name: string; bytes: number }> {
    const file = await KeptFile.begin(name, folders);
    try {
      for await (const piece of pieces) await file.write(piece);
    } catch (error) {
      await file.discard();
      throw error;
    }
    return file.finish();
  }

  /** Adds a piece; small pieces are buffered. */
  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    if (this.#waitingBytes >= BUFFER_BYTES) await this.#flush();
  }

  /** Moves the complete file to the finished ones. */
  async finish(): Promise<{ name: string; bytes: number }> {
    try {
      await this.#flush();
      await this.#handle.sync();
      await this.#handle.close();
      await rename(this.#part, join(this.#folder, this.name));
      await syncFolder(this.#folder);
      return { name: this.name, bytes: this.#bytes };
    } catch (error) {
      await this.discard();
      throw faultOf(error);
    }
  }

  /** Discards the file. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#part, { force: true });
  }

  async #flush(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (pieces.length === 0) return;
    try {
      const bytes = Buffer.concat(pieces);
      await this.#handle.appendFile(bytes);
      this.#bytes += bytes.byteLength;
      if (this.#bytes >= this.#lookAt) await this.#lookForRoom();
    } catch (error) {
      throw faultOf(error);
    }
  }

  async #lookForRoom(): Promise<void> {
    this.#lookAt = this.#bytes + LOOK_EVERY_BYTES;
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < this.#limits.freeBytes) throw new JobFailure('disk-full');
    if ((await keptIn(this.#folder)) + this.#bytes > this.#limits.keptBytes) {
      throw new JobFailure('quota');
    }
  }
}
