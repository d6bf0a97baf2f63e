import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** Two workers hold some 100 MB at a time; a container may give no more than 64 MB. */
const ROOM_BYTES = 1_000_000_000;

/**
 * Lets the tests put their folders into memory, where there is one with room: a test that opens
 * databases waits for the disk dozens of times, and no test proves that the disk keeps what it took
 * (a killed process loses nothing that it has handed to the system).
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
