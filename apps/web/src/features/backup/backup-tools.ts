import { asText, canEncrypt, makeBackup, openBackup } from '@crece/storage/backup';

/** Functions that make and open backup files; a test passes its own. */
export interface BackupTools {
  canEncrypt: typeof canEncrypt;
  makeBackup: typeof makeBackup;
  openBackup: typeof openBackup;
}

export const REAL_TOOLS: BackupTools = { canEncrypt, makeBackup, openBackup };

/** The date by this device's clock, for the name of a file. */
function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A file for another phone, as text, which every share sheet passes on: `crece-2026-03-14.txt`. */
export async function handOverFile(file: Blob, now: Date): Promise<File> {
  return new File([await asText(file)], `crece-${dayOf(now)}.txt`, { type: 'text/plain' });
}

/** `crece-backup-2026-03-14.crece`: the date by this device's clock. */
export const backupFileName = (now: Date): string => `crece-backup-${dayOf(now)}.crece`;
