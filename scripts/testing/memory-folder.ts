import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** Two workers use some 100 MB at a time; a container may have no more than 64 MB. */
const ROOM_BYTES = 1_000_000_000;

/**
 * Puts the tests' folders into memory if there is enough: a test with databases waits for the disk
 * dozens of times, and no test depends on the disk itself (a killed process keeps everything that
 * it has passed to the system).
 */
export default function setup(): (() => void) | undefined {
  if (!hasRoom()) return undefined;
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(MEMORY, 'crece-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
