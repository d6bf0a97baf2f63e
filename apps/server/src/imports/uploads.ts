import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_UPLOAD_BYTES } from '@crece/contract';
import { AccountPlaces } from '../concurrency/account-places.ts';
import { FILE_LIMITS } from '../files/kept-file.ts';
import type { Job } from '../jobs/job.ts';
import { uploadsFolder } from './import-file.ts';
import { importParameters } from './import-parameters.ts';

const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;
const OWNER_DIGITS = 16;
/** An uploaded file is kept for a day, because answers to its questions come in later requests. */
const LIFE_MS = 24 * 60 * 60_000;

/** Limits of the space for uploaded files. */
export interface UploadLimits {
  /** Bytes that must stay free on the disk, for the databases. */
  freeBytes: number;
  /** Bytes of all files of one account: two of the largest. */
  ofAccountBytes: number;
  keptBytes: number;
}

export const ROOM_FOR_UPLOADS: UploadLimits = {
  freeBytes: FILE_LIMITS.freeBytes,
  ofAccountBytes: 2 * MAX_UPLOAD_BYTES,
  keptBytes: FILE_LIMITS.keptBytes,
};

const MOST_UNDER_WAY_OF_ACCOUNT = 3;
/** The limits are checked again after this many bytes. */
const LOOK_EVERY_BYTES = 8 * 1024 * 1024;

/** There is no room for a file, by the limits or on the disk. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

function ownerMark(owner: string): string {
  const of = createHash('sha256').update(owner).digest('hex').slice(0, OWNER_DIGITS);
  return `-${of}.upload`;
}

/** The path of an uploaded file; it contains the account, so another account has another path. */
export async function uploadPath(dataDir: string, owner: string, id: string): Promise<string> {
  if (!ID.test(id)) throw new TypeError('not the id of an upload');
  return join(await uploadsFolder(dataDir), `${id}${ownerMark(owner)}`);
}

interface Kept {
  readonly name: string;
  readonly size: number;
  readonly usedAt: number;
}

async function filesIn(folder: string): Promise<Kept[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      // A file deleted meanwhile counts as 0.
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({
        size: 0,
        mtimeMs: 0,
      }));
      return { name, size, usedAt: mtimeMs };
    }),
  );
}

const bytesOf = (files: readonly Kept[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** The ids of files that arrive at present in this process. */
const arriving = new Set<string>();

/** Whether an uploaded file is still arriving, by its name. */
export const isArriving = (name: string): boolean => arriving.has(name.slice(0, ID_BYTES * 2));

/** A file on its way: who sends it, how long it says to be, and what stops it. */
export interface Arriving {
  readonly owner: string;
  readonly file: Readable;
  /** By its header; 0: unknown. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Stores files while they arrive, within the limits of the accounts, of the server and its disk. */
export class Uploads {
  readonly #dataDir: string;
  readonly #jobs: (owner: string) => AsyncIterable<Job>;
  readonly #limits: UploadLimits;
  readonly #places = new AccountPlaces(MOST_UNDER_WAY_OF_ACCOUNT);

  constructor(
    dataDir: string,
    jobs: (owner: string) => AsyncIterable<Job>,
    limits: UploadLimits = ROOM_FOR_UPLOADS,
  ) {
    this.#dataDir = dataDir;
    this.#jobs = jobs;
    this.#limits = limits;
  }

  /** Whether an account has uploaded a file with this id that still exists. */
  async has(owner: string, id: string): Promise<boolean> {
    if (!ID.test(id)) return false;
    return stat(await uploadPath(this.#dataDir, owner, id)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Stores a file and returns its id; an interrupted upload leaves nothing. Rejects with `NoRoom`
   * as soon as a limit is reached, and with `AccountBusy` when the account sends too many at once.
   */
  keep(file: Arriving): Promise<string> {
    return this.#places.run(file.owner, () => this.#keep(file));
  }

  async #keep({ owner, file, bytes, signal }: Arriving): Promise<string> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const path = await uploadPath(this.#dataDir, owner, id);
    arriving.add(id);
    try {
      await this.#makeWay(owner, bytes);
      await this.#lookForRoom(owner);
      const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(file, (pieces) => this.#withinLimits(owner, pieces), target, { signal });
      await this.#lookForRoom(owner);
      return id;
    } catch (error) {
      await rm(path, { force: true });
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw isFull ? new NoRoom('the disk is full', { cause: error }) : error;
    } finally {
      arriving.delete(id);
    }
  }

  async *#withinLimits(owner: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sinceLook = 0;
    for await (const piece of pieces) {
      sinceLook += piece.length;
      if (sinceLook >= LOOK_EVERY_BYTES) {
        await this.#lookForRoom(owner);
        sinceLook = 0;
      }
      yield piece;
    }
  }

  /**
   * Deletes the account's oldest files that nobody needs at present, so that a person who only
   * checks lists is never shut out; the page sends such a file once more.
   */
  async #makeWay(owner: string, bytes: number): Promise<void> {
    const folder = await uploadsFolder(this.#dataDir);
    const own = (await filesIn(folder)).filter(({ name }) => name.endsWith(ownerMark(owner)));
    let over = bytesOf(own) + bytes - this.#limits.ofAccountBytes;
    if (over <= 0) return;
    const needed = await neededFiles(this.#jobs(owner));
    for (const { name, size } of own.toSorted((a, b) => a.usedAt - b.usedAt)) {
      const id = name.slice(0, ID_BYTES * 2);
      if (over <= 0 || needed.has(id) || isArriving(name)) continue;
      await rm(join(folder, name), { force: true });
      over -= size;
    }
  }

  async #lookForRoom(owner: string): Promise<void> {
    const folder = await uploadsFolder(this.#dataDir);
    const { freeBytes, ofAccountBytes, keptBytes } = this.#limits;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < freeBytes) throw new NoRoom('the disk is nearly full');
    const all = await filesIn(folder);
    const own = all.filter(({ name }) => name.endsWith(ownerMark(owner)));
    if (bytesOf(own) > ofAccountBytes) throw new NoRoom('the share of the account is full');
    if (bytesOf(all) > keptBytes) throw new NoRoom('the share of uploads is full');
  }
}

/** Deletes an uploaded file. */
export async function dropUpload(dataDir: string, owner: string, id: string): Promise<void> {
  await rm(await uploadPath(dataDir, owner, id), { force: true });
}

/** Names that begin the files of running imports: their uploads and their work files. */
async function neededFiles(jobs: AsyncIterable<Job>): Promise<Set<string>> {
  const needed = new Set<string>();
  for await (const job of jobs) {
    const asked = job.state === 'running' ? importParameters.safeParse(job.parameters) : null;
    if (asked?.success !== true || asked.data.do !== 'import') continue;
    needed.add(asked.data.upload);
    needed.add(job.id);
  }
  return needed;
}

/**
 * Deletes uploads, and work files, that no running import needs and nobody used for a day; returns how
 * many.
 */
export async function sweepUploads(
  dataDir: string,
  now: Date,
  jobs: AsyncIterable<Job>,
): Promise<number> {
  const folder = await uploadsFolder(dataDir);
  const names = await readdir(folder);
  if (names.length === 0) return 0;
  let dropped = 0;
  const needed = await neededFiles(jobs);
  for (const name of names) {
    if (needed.has(name.slice(0, ID_BYTES * 2))) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || now.getTime() - found.mtimeMs <= LIFE_MS) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
}
