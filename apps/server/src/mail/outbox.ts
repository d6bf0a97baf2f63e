import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailDraft } from './mail-draft.ts';

/** Mails contain links that sign people in, so only the server's user may read them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const EXTENSION = '.json';
const UNFINISHED = '.part';

/** A mail stored on disk until it is sent. */
export interface KeptMail {
  /** Name of its file; `null`: it could not be stored and is in memory only. */
  file: string | null;
  /** When it was handed over, in milliseconds since 1970. */
  at: number;
  mail: MailDraft;
  /** To be worded and discarded. */
  isPretended: boolean;
}

/** Restores dates: mails that contain an instant have it in `at`. */
function revive(key: string, value: unknown): unknown {
  return key === 'at' && typeof value === 'string' ? new Date(value) : value;
}

/**
 * The outgoing mails as files in the data folder, from before the answer until they are sent or
 * given up, so that a killed process loses none. A mail whose file was not deleted after sending is
 * sent twice.
 */
export class Outbox {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Resolves when the mail is stored on disk. */
  async keep(mail: MailDraft, now: Date, isPretended = false): Promise<KeptMail> {
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
    const instant = now.toISOString().replace(/[:.]/g, '-');
    const file = `${instant}-${randomBytes(8).toString('hex')}${EXTENSION}`;
    const path = join(this.folder, file);
    const part = `${path}${UNFINISHED}`;
    try {
      const handle = await open(part, 'wx', FILE_MODE);
      try {
        await handle.writeFile(JSON.stringify({ sent: now.getTime(), mail, isPretended }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, path);
    } catch (error) {
      // What lies there may be a whole mail with its link.
      await rm(part, { force: true });
      throw error;
    }
    return { file, at: now.getTime(), mail, isPretended };
  }

  async drop({ file }: KeptMail): Promise<void> {
    if (file !== null) await rm(join(this.folder, file), { force: true });
  }

  /** Mails of an earlier process, the oldest first; deletes files that are no mails. */
  async left(): Promise<KeptMail[]> {
    const mails: KeptMail[] = [];
    for (const file of await this.files()) {
      const kept = file.endsWith(EXTENSION) ? await this.read(file) : null;
      if (kept === null) await rm(join(this.folder, file), { force: true });
      else mails.push(kept);
    }
    return mails;
  }

  /** Drops the mails to these addresses, unfinished ones too; one to others may be being stored. */
  async forget(isTheirs: (address: string) => boolean): Promise<void> {
    for (const file of await this.files()) {
      const kept = await this.read(file);
      if (kept !== null && isTheirs(kept.mail.to)) await this.drop(kept);
    }
  }

  private async files(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).sort();
  }

  private async read(file: string): Promise<KeptMail | null> {
    try {
      const text = await readFile(join(this.folder, file), 'utf8');
      // Safe to trust: only this server writes these files, each as a whole.
      const { sent, ...kept } = JSON.parse(text, revive) as Omit<KeptMail, 'file' | 'at'> & {
        sent: number;
      };
      return { file, at: sent, ...kept };
    } catch {
      return null;
    }
  }
}
