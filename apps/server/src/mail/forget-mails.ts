import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIL_FOLDER, OUTBOX_FOLDER } from './mailer.ts';
import { Outbox } from './outbox.ts';

const TO = /^To: *<?([^>\r\n]+)/im;

/** Deletes the files of mails to these addresses, on their way and written instead of sent. */
export async function forgetMails(
  dataDir: string,
  isTheirs: (address: string) => boolean,
): Promise<void> {
  await new Outbox(join(dataDir, OUTBOX_FOLDER)).forget(isTheirs);
  const folder = join(dataDir, MAIL_FOLDER);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    // A file may be deleted meanwhile, because only the newest are kept.
    const text = await readFile(file, 'utf8').catch(() => '');
    const address = TO.exec(text)?.[1];
    if (address !== undefined && isTheirs(address.trim())) await rm(file, { force: true });
  }
}
