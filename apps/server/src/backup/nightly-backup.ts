import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { StoresAddress } from '../store/document-store.ts';
import { backupInThread } from './backup-in-thread.ts';
import { dropCutOff } from './cut-off-backups.ts';
import { encryptionFor } from './encryption.ts';
import { backupName, backupsToDrop, type KeepRule, timeOfBackup } from './kept-backups.ts';

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 10 * 60_000;
/** After the rush of a start; whoever has just set it up sees the first backup. */
const FIRST_LOOK_MS = 60_000;
/** Begun at night, when phones rest, by the clock of this machine. */
const NIGHT = { from: 1, before: 5 } as const;
const DAY_MS = 20 * HOUR_MS;
/** So long after the last one a backup is made at any hour. */
const OVERDUE_MS = 26 * HOUR_MS;

/**
 * Whether a backup is made now: at night once a day, and by day when the last night had none (the
 * server was off) or there is none at all. One that lies ahead, because a clock was wrong, counts as none;
 * while there is such a one nothing is made by day, because the clock may be wrong now.
 *
 * @param times when the backups that are there were made
 * @param hour of the day, by the clock of this machine
 */
export function isBackupDue(times: readonly Date[], now: Date, hour: number): boolean {
  if (times.length === 0) return true;
  const ages = times.map((time) => now.getTime() - time.getTime());
  const known = ages.filter((age) => age >= -HOUR_MS);
  const age = Math.min(...known);
  if (known.length === ages.length && age >= OVERDUE_MS) return true;
  return age >= DAY_MS && hour >= NIGHT.from && hour < NIGHT.before;
}

export interface NightlyOptions {
  readonly dataDir: string;
  /** Where the databases are; absent: files of the data folder. */
  readonly stores?: StoresAddress;
  /** Where the backups are put; made if it is not there. */
  readonly folder: string;
  /** Of age; empty: not encrypted. */
  readonly recipients: readonly string[];
  readonly keep: KeepRule;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** The server's own backups: one a night in a folder, older ones dropped by the rule. */
export class NightlyBackup {
  readonly #options: NightlyOptions;
  #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();

  constructor(options: NightlyOptions) {
    this.#options = options;
  }

  /** Looks in a minute, and every ten minutes from now on, whether one is due. */
  start(): void {
    if (this.#timers.length > 0) return;
    const look = () => void this.look();
    this.#timers = [setTimeout(look, FIRST_LOOK_MS), setInterval(look, LOOK_EVERY_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Makes a backup if one is due; of two calls at once the second waits for the first. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Looks no more; the backup that is being made ends without leaving anything. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#stop.abort();
    await this.#running;
  }

  async #look(): Promise<void> {
    const { folder, clock, log } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const times = (await readdir(folder)).flatMap((name) => timeOfBackup(name) ?? []);
      const now = clock();
      if (isBackupDue(times, now, now.getHours())) await this.#make(now);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const reason = `CRECE_BACKUP_DIR cannot be used: ${why}`;
      log.error({ reason, err: error }, 'the backup of this night failed');
    }
  }

  async #make(now: Date): Promise<void> {
    const { dataDir, stores, folder, recipients, keep, log } = this.#options;
    await dropCutOff(folder, new Date());
    const file = join(folder, backupName(now, recipients.length > 0));
    const encryption = encryptionFor(recipients);
    const place = { dataDir, ...(stores === undefined ? {} : { stores }) };
    const asked = { ...place, file, encryption, withSecret: true, at: now.toISOString() };
    const made = await backupInThread(asked, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    if (!made.ok) {
      log.error({ reason: made.reason }, 'the backup of this night failed');
      return;
    }
    const dropped = backupsToDrop(await readdir(folder), keep, now);
    for (const name of dropped) await rm(join(folder, name), { force: true });
    log.info({ file, ...made.counts, dropped: dropped.length }, 'a backup was made');
  }
}
