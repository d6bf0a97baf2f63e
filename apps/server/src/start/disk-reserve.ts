import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytesSync } from '../base/disk-room.ts';

const FILE_NAME = 'reserve';
const MEGABYTE = 1_048_576;
/** Enough for the logs and locks of some hundred units and for sign-ins of a day. */
const RESERVE_MEGABYTES = 32;
/** With less a start might fail: even reading needs files of SQLite's. */
const NEEDED_BYTES = 24 * MEGABYTE;
/** Only a disk with so much room is asked for a reserve. */
const ROOMY_BYTES = 1_024 * MEGABYTE;

/**
 * Gives the reserve up where the disk is full, so that the server can start and be read from, whoever
 * has filled it. Returns whether it did.
 */
export function giveUpReserve(dataDir: string, free = freeBytesSync(dataDir)): boolean {
  const path = join(dataDir, FILE_NAME);
  if (free === null || free >= NEEDED_BYTES || !existsSync(path)) return false;
  rmSync(path, { force: true });
  return true;
}

/** Puts a reserve into the data folder, if there is none and the disk has room enough. */
export async function keepReserve(dataDir: string, free = freeBytesSync(dataDir)): Promise<void> {
  const path = join(dataDir, FILE_NAME);
  if (existsSync(path) || free === null || free < ROOMY_BYTES) return;
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      // Not zeros: a file system that packs or leaves holes would reserve nothing.
      const piece = Buffer.alloc(MEGABYTE);
      for (let count = 0; count < RESERVE_MEGABYTES; count += 1) {
        await file.write(randomFillSync(piece));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
