import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE_NAME = 'last-mail.json';

const noteSchema = z.object({
  sent: z.iso.datetime().nullable().default(null),
  lost: z.iso.datetime().nullable().default(null),
});

/** When the last mail was sent, and when the last one was given up. */
export interface LastMail {
  readonly sent: Date | null;
  readonly lost: Date | null;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export async function lastMail(dataDir: string): Promise<LastMail> {
  try {
    const text = await readFile(join(dataDir, FILE_NAME), 'utf8');
    const { sent, lost } = noteSchema.parse(JSON.parse(text));
    return { sent: dateOf(sent), lost: dateOf(lost) };
  } catch {
    return { sent: null, lost: null };
  }
}

/**
 * Notes in the data folder what became of a mail, for whoever looks whether mails arrive at all. One
 * that was only worded is noted too, so that it takes as long.
 */
export async function noteMail(
  dataDir: string,
  what: keyof LastMail | 'pretended',
  at: Date,
): Promise<void> {
  const path = join(dataDir, FILE_NAME);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const note = { ...(await lastMail(dataDir)), [what]: at };
    await writeFile(temporary, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
