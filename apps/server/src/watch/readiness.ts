import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotReady, ReadyBody, ReadyWarning } from '@crece/contract';
import { isBackupOverdue } from '../base/last-backup.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import type { DamagedUnits } from './damaged-units.ts';

const MEGABYTE = 1024 * 1024;
/** With less, the next large batch of a phone may be refused. */
export const FULL_BYTES = 50 * MEGABYTE;
const SCARCE_BYTES = 1_024 * MEGABYTE;
const SCARCE_SHARE = 0.1;
/** After so long the first four tries of a mail have failed. */
export const MAIL_LATE_MS = 30 * 60_000;

export interface Disk {
  readonly free: number;
  readonly total: number;
}

/** The room that this user has on the disk of a folder. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Whether an operator should make room: less than 1 GB, or less than a tenth. */
export function isScarce({ free, total }: Disk): boolean {
  return free < SCARCE_BYTES || free < total * SCARCE_SHARE;
}

/** When the mails on their way were handed over, the oldest first: their names begin with it. */
export async function waitingMails(dataDir: string): Promise<readonly Date[]> {
  const names = await readdir(join(dataDir, 'outbox')).catch(() => []);
  return names
    .flatMap((name) => {
      const found = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3})Z-[0-9a-f]+[.]json$/.exec(
        name,
      );
      return found === null ? [] : new Date(`${found[1]}:${found[2]}:${found[3]}.${found[4]}Z`);
    })
    .sort((a, b) => a.getTime() - b.getTime());
}

export interface ReadinessParts {
  readonly config: {
    readonly dataDir: string;
    readonly couch: object | null;
    /** With CouchDB, whose own means may back it up, a missing backup is told where this is set. */
    readonly backup: object | null;
  };
  readonly stores: Pick<Stores, 'check' | 'open'>;
  /** Whether the clock is plausible. */
  readonly mayDropOld: () => Promise<boolean>;
  readonly clock: () => Date;
  readonly damaged: Pick<DamagedUnits, 'list'>;
  readonly disk?: (folder: string) => Promise<Disk>;
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

async function reachesStore({ stores }: ReadinessParts): Promise<boolean> {
  await stores.check();
  await (await stores.open(ACCOUNTS_DATABASE)).info();
  return true;
}

/**
 * Whether the server can do its work, and what an operator should see to: codes only, because
 * everybody may ask.
 */
export async function readinessOf(parts: ReadinessParts): Promise<ReadyBody> {
  const { config, clock, damaged, disk = diskOf } = parts;
  const { dataDir, couch, backup } = config;
  const room = await disk(dataDir).catch((): Disk => ({ free: 0, total: 0 }));
  const isStore = await holds(() => reachesStore(parts));
  const problems: NotReady[] = [];
  if (room.free < FULL_BYTES) problems.push('disk');
  if (!isStore) problems.push('store');
  // Without its databases the server cannot tell.
  else if (!(await holds(parts.mayDropOld))) problems.push('clock');
  const now = clock().getTime();
  const warnings: ReadyWarning[] = [];
  if (isScarce(room)) warnings.push('disk');
  if (damaged.list().length > 0) warnings.push('unit');
  const [oldest] = await waitingMails(dataDir);
  if (oldest !== undefined && now - oldest.getTime() > MAIL_LATE_MS) warnings.push('mail');
  const isOurs = couch === null || backup !== null;
  if (isOurs && (await isBackupOverdue(dataDir, clock()))) warnings.push('backup');
  return { ready: problems.length === 0, problems, warnings };
}
