import { type BigIntStats, statSync } from 'node:fs';

/**
 * A fingerprint of a database file from the file system; it changes with every write, by any
 * process.
 */
export interface DatabaseMark {
  readonly text: string;
  /** Whether the last write is so long ago that the next one must change the mark. */
  readonly isSettled: boolean;
}

/** Timestamps of file systems advance every few milliseconds, the coarsest every two seconds. */
const SETTLED_AFTER_MS = 2_500;
const LOG_SUFFIX = '-wal';

function textOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}

/**
 * The mark of a database file and of the log beside it, into which writes go first; `null` when
 * there is no file. An empty log counts as none, because mere readers create and remove one.
 */
export function markOf(path: string): DatabaseMark | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return null;
  const found = statSync(`${path}${LOG_SUFFIX}`, { bigint: true, throwIfNoEntry: false });
  const log = found === undefined || found.size === 0n ? null : found;
  const youngest = Math.max(Number(file.mtimeMs), Number(log?.mtimeMs ?? 0));
  const age = Date.now() - youngest;
  return {
    text: log === null ? textOf(file) : `${textOf(file)} ${textOf(log)}`,
    isSettled: age > SETTLED_AFTER_MS,
  };
}
