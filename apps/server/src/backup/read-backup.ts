import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, pipeline as through } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { DATA_VERSION } from '../settings/data-version.ts';
import { MIGRATIONS } from '../store/sqlite/schema.ts';
import {
  FORMAT_VERSION,
  HEAD_NAME,
  headSchema,
  isNameOfDataFolder,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
} from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { AGE_START, decrypterFor, type Key } from './encryption.ts';

const GZIP_START = Buffer.from([0x1f, 0x8b]);
/** A manifest of 10,000 units has 2 MB. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/** Names the whole path: a command may count from another folder than the one it was typed in. */
function notOpened(file: string, error: unknown): BackupRefused {
  const path = resolve(file);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused(`There is no file ${path}.`, { cause: error });
  const why = code === 'EACCES' ? ': the user that runs this command may not read it' : '';
  return new BackupRefused(`${path} cannot be opened${why}.`, { cause: error });
}

async function startOf(file: string): Promise<Buffer> {
  const opened = await open(file, 'r').catch((error: unknown) => {
    throw notOpened(file, error);
  });
  try {
    if ((await opened.stat()).isDirectory()) {
      throw new BackupRefused(`${resolve(file)} is a folder: name one of the files in it.`);
    }
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(AGE_START.length), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

const isStart = (start: Buffer, of: Buffer) => start.subarray(0, of.length).equals(of);

/** The packed bytes of a backup, decrypted. */
async function packedBytes(file: string, key: Key | null): Promise<Readable> {
  const start = await startOf(file);
  const bytes = createReadStream(file, { highWaterMark: 1 << 18 });
  if (isStart(start, GZIP_START)) return bytes;
  bytes.on('error', () => undefined);
  if (!isStart(start, Buffer.from(AGE_START))) {
    bytes.destroy();
    throw new BackupRefused(`${file} is no backup of Crece.`);
  }
  if (key === null) {
    bytes.destroy();
    throw new BackupRefused(
      `${file} is encrypted: name the key file with --identity, or the passphrase with --passphrase-file.`,
    );
  }
  const encrypted = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
  try {
    const plain = await decrypterFor(key).decrypt(encrypted);
    return Readable.fromWeb(plain as NodeStream);
  } catch (error) {
    bytes.destroy();
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(`${file} does not open with this key or passphrase.`, { cause: error });
  }
}

const damaged = (file: string, cause?: unknown): BackupRefused =>
  cause instanceof BackupRefused
    ? cause
    : new BackupRefused(`${file} is damaged or cut off.`, { cause });

/** Hands the unpacked bytes to the reader of the archive, and reads on to their end. */
async function feed(tar: Readable, to: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of tar) await to.write(chunk as Buffer);
    await to.close();
  } catch (error) {
    await to.abort(error).catch(() => undefined);
    throw error;
  }
}

/** The files of a backup in their order; each must be read or cancelled before the next. */
async function* entriesOf(file: string, key: Key | null): AsyncGenerator<ParsedTarEntry> {
  const packed = await packedBytes(file, key);
  const tar = through(packed, createGunzip(), () => undefined);
  const decoder = createTarDecoder({ strict: true });
  const feeding = feed(tar, decoder.writable.getWriter());
  // Thrown below, where it ends the reading.
  feeding.catch(() => undefined);
  try {
    for await (const entry of decoder.readable as NodeStream<ParsedTarEntry>) yield entry;
    // What is cut off behind the last file is noticed too.
    await feeding;
  } catch (error) {
    throw damaged(file, error);
  } finally {
    packed.destroy();
    tar.destroy();
  }
}

async function textOf(file: string, { header, body }: ParsedTarEntry): Promise<unknown> {
  if (header.size > LONGEST_TEXT) throw damaged(file);
  const text = await new Response(body).text().catch((error: unknown) => {
    throw damaged(file, error);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** What a file of a backup turned out to be. */
export interface ReadFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

type Take = (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Hashes a file's bytes on their way to whoever takes them. */
async function taken(file: string, entry: ParsedTarEntry, take: Take): Promise<ReadFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    const reader = entry.body.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw damaged(file, error);
      });
      if (done) return;
      hash.update(value);
      bytes += value.length;
      yield value;
    }
  }
  await take(entry.header.name, counted());
  return { name: entry.header.name, bytes, sha256: hash.digest('hex') };
}

function refuseOther(file: string, head: unknown): void {
  const parsed = headSchema.safeParse(head);
  if (!parsed.success) throw new BackupRefused(`${file} is no backup of Crece.`);
  if (parsed.data.version > FORMAT_VERSION) {
    throw new BackupRefused(`${file} was made by a newer version of Crece: update this one first.`);
  }
}

function refuseDifferences(file: string, manifest: Manifest, found: readonly ReadFile[]): void {
  if (manifest.tables > MIGRATIONS.length || manifest.data > DATA_VERSION) {
    throw new BackupRefused(`${file} was made by a newer version of Crece: update this one first.`);
  }
  const said = new Map(manifest.files.map((each) => [each.name, each]));
  for (const { name, bytes, sha256 } of found) {
    const expected = said.get(name);
    if (expected?.bytes !== bytes || expected.sha256 !== sha256) {
      throw new BackupRefused(`${file} was altered: ${name} is not what was put in.`);
    }
    said.delete(name);
  }
  const [missing] = said.keys();
  if (missing !== undefined) throw new BackupRefused(`${file} was altered: ${missing} is missing.`);
  if (!manifest.files.some(({ name }) => name === 'databases/system.sqlite')) {
    throw new BackupRefused(`${file} holds no accounts.`);
  }
}

/**
 * Reads a backup to its end, hands every file of it on, and checks each against the manifest. Throws
 * `BackupRefused` for a file that is foreign, cut, altered, newer or does not open; what was handed on
 * until then is not to be used.
 */
export async function readBackup(file: string, key: Key | null, take: Take): Promise<Manifest> {
  const found: ReadFile[] = [];
  let isHeadRead = false;
  let manifest: Manifest | null = null;
  for await (const entry of entriesOf(file, key)) {
    const { name } = entry.header;
    if (!isHeadRead) {
      refuseOther(file, name === HEAD_NAME ? await textOf(file, entry) : null);
      isHeadRead = true;
    } else if (name === MANIFEST_NAME) {
      const parsed = manifestSchema.safeParse(await textOf(file, entry));
      if (!parsed.success) throw new BackupRefused(`${file} is damaged: its list cannot be read.`);
      manifest = parsed.data;
    } else if (manifest !== null || !isNameOfDataFolder(name) || entry.header.type !== 'file') {
      throw new BackupRefused(`${file} was altered: ${name} does not belong there.`);
    } else found.push(await taken(file, entry, take));
  }
  if (manifest === null) throw damaged(file);
  refuseDifferences(file, manifest, found);
  return manifest;
}

/** Reads a backup without keeping anything of it. */
export function verifyBackup(
  file: string,
  key: Key | null,
  signal?: AbortSignal,
): Promise<Manifest> {
  return readBackup(file, key, async (_name, bytes) => {
    for await (const _chunk of bytes) signal?.throwIfAborted();
  });
}
