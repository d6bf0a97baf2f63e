import { STAKE_DB_PATTERN } from '@crece/domain';

/** The database of accounts, sessions, one-use secrets and the settings of the programme. */
export const ACCOUNTS_DATABASE = 'sys_accounts';

/** Every database of the server's own, in the order in which they are made. */
export const SYSTEM_DATABASES = [
  ...[ACCOUNTS_DATABASE, 'sys_audit', 'sys_catalogue', 'sys_erased', 'sys_imports'],
  ...['sys_jobs', 'sys_phones', 'sys_pushes'],
] as const;

const UNIT_PREFIX = 'unit_';
const SYSTEM = /^sys_[a-z]{1,32}$/;
/** Files with these names open a device on Windows, with every extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * Whether a unit's `stakeDB` can name a database: `les_palmes_ht`. Lower case only, because the
 * file systems of Windows and macOS treat names that differ only in case as one.
 */
export function isStakeDB(text: string): boolean {
  return STAKE_DB_PATTERN.test(text) && !WINDOWS_DEVICE.test(text);
}

/**
 * The `stakeDB` in the name of a unit's database: `unit_la_paz` → `la_paz`; `null` for other names.
 */
export function stakeDBOf(name: string): string | null {
  const stakeDB = name.startsWith(UNIT_PREFIX) ? name.slice(UNIT_PREFIX.length) : '';
  return isStakeDB(stakeDB) ? stakeDB : null;
}

/** Whether a database may have this name: `unit_` + a stakeDB, or `sys_` + lower-case letters. */
export function isStoreName(name: string): boolean {
  return SYSTEM.test(name) || stakeDBOf(name) !== null;
}
