export { type MadeBackup, type MadeUnit, makeBackup, type SavedUnit } from './make-backup.ts';
export {
  type Backup,
  type BackupRefusal,
  type OpenedBackup,
  openBackup,
  type UnitLoaded,
} from './open-backup.ts';
export { canEncrypt, isTooShort, MIN_PASSPHRASE_LENGTH } from './passphrase.ts';
export { asText } from './text-form.ts';
