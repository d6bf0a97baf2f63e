const UNIT = /^unit_([a-z][a-z0-9_]{1,63})$/;
const SYSTEM = /^sys_[a-z]{1,32}$/;
/** Files with these names open a device on Windows, with every extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * Whether a unit's `stakeDB` can name a database: `les_palmes_ht`. Lower case only, so that no two
 * names differ in case alone (file systems of Windows and macOS would take them for one).
 */
export function isStakeDb(text: string): boolean {
  return stakeDbOf(`unit_${text}`) !== null;
}

/** The `stakeDB` in the name of a unit's database: `unit_la_paz` → `la_paz`; `null` for any other. */
export function stakeDbOf(name: string): string | null {
  const stakeDb = UNIT.exec(name)?.[1];
  return stakeDb === undefined || WINDOWS_DEVICE.test(stakeDb) ? null : stakeDb;
}

/** Whether a database may have this name: `unit_` + a stakeDB, or `sys_` + lower-case letters. */
export function isStoreName(name: string): boolean {
  return SYSTEM.test(name) || stakeDbOf(name) !== null;
}
