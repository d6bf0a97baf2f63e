export { decideFileRemovals, type FileRemoval, fileRemovals } from './file-removals.ts';
export type { NamedRecord, UnitLoaded, UnitLook } from './file-unit.ts';
export { backUpFormer, type FormerUnit, formerUnits, removeFormer } from './former-units.ts';
export { type MadeBackup, type MadeUnit, makeBackup, type SavedUnit } from './make-backup.ts';
export {
  type Backup,
  type BackupRefusal,
  type BackupUnitOpener,
  type OpenedBackup,
  openBackup,
} from './open-backup.ts';
export { canEncrypt, isTooShort, MIN_PASSPHRASE_LENGTH } from './passphrase.ts';
export { asText } from './text-form.ts';
