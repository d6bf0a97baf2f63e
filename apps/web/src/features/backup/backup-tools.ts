import { canEncrypt, makeBackup, openBackup } from '@crece/storage/backup';

/** Functions that make and open backup files; a test passes its own. */
export interface BackupTools {
  canEncrypt: typeof canEncrypt;
  makeBackup: typeof makeBackup;
  openBackup: typeof openBackup;
}

export const REAL_TOOLS: BackupTools = { canEncrypt, makeBackup, openBackup };

/** `crece-backup-2026-03-14.crece`: the date by this device's clock. */
export function backupFileName(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `crece-backup-${day}.crece`;
}
