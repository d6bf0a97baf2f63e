import { statfsSync } from 'node:fs';

const MEGABYTE = 1_048_576;
/**
 * What records of phones must leave free: sign-ins, sessions and the next start need some, and reading
 * needs a little for SQLite's own files. A phone keeps what is refused and sends it again.
 */
export const FREE_FOR_ITSELF_BYTES = 16 * MEGABYTE;

/** The room that this user has on the disk of a folder; `null`: the system does not tell. */
export function freeBytesSync(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Whether there is room for records of phones on the disk of a folder. */
export function hasRoomForRecords(folder: string): boolean {
  const free = freeBytesSync(folder);
  return free === null || free >= FREE_FOR_ITSELF_BYTES;
}
