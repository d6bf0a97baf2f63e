import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { backupInThread } from '../backup/backup-in-thread.ts';
import { dropCutOff } from '../backup/cut-off-backups.ts';
import { encryptionFor } from '../backup/encryption.ts';
import { backupName, backupsUntil } from '../backup/kept-backups.ts';
import { type DataState, readDataState, writeDataState } from '../settings/data-version.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { upgradeFolder } from './begin-upgrade.ts';
import { STEPS, type UpgradeStep } from './steps.ts';
import { finishUpgrade, type StepsParts, takeSteps } from './take-steps.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After so long nobody goes back any more. */
export const FINISHED_AFTER_MS = 7 * DAY_MS;
const KEPT_INSIDE = 2;

export interface RunningUpgradeOptions {
  readonly stores: Stores;
  readonly config: {
    readonly dataDir: string;
    readonly backup: { readonly folder: string; readonly recipients: readonly string[] } | null;
  };
  readonly clock: () => Date;
  /** Whether the clock is plausible. */
  readonly mayDropOld: () => Promise<boolean>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  readonly steps?: readonly UpgradeStep[];
}

/**
 * The upgrade while the server serves: first the backup of the data as the former build left it, then
 * the steps, and after seven days its end. It goes on after a stop or kill where it was.
 */
export class RunningUpgrade {
  readonly #options: RunningUpgradeOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();

  constructor(options: RunningUpgradeOptions) {
    this.#options = options;
  }

  /** Goes on at once, and looks every hour. */
  start(): void {
    void this.look();
    this.#timer ??= setInterval(() => void this.look(), HOUR_MS).unref();
  }

  /** Does what is due; of two calls at once the second waits for the first. */
  look(): Promise<void> {
    this.#running ??= this.#look()
      .catch((error: unknown) => {
        this.#options.log.error(
          { err: error },
          'the upgrade is interrupted and goes on in an hour',
        );
      })
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** Looks no more: a backup ends, a step is waited for. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stop.abort();
    await this.#running;
  }

  get #parts(): StepsParts {
    const { stores, config, clock, log, steps = STEPS } = this.#options;
    const say = ({ name, version }: UpgradeStep) =>
      log.info({ step: name, version }, 'a step of the upgrade was taken');
    return { stores, dataDir: config.dataDir, clock, steps, say };
  }

  async #change(different: Partial<DataState>): Promise<void> {
    const store = await this.#options.stores.open(ACCOUNTS_DATABASE);
    const kept = await readDataState(store);
    if (kept !== null) await writeDataState(store, { ...kept.state, ...different }, kept.rev);
  }

  async #state(): Promise<DataState | null> {
    const store = await this.#options.stores.open(ACCOUNTS_DATABASE);
    return (await readDataState(store))?.state ?? null;
  }

  async #look(): Promise<void> {
    const state = await this.#state();
    if (state === null) return;
    if (!state.mayStep && !(await this.#backUp())) return;
    const isFinished = state.before.length === 0;
    await takeSteps(this.#parts, isFinished);
    if (!isFinished) await this.#finishInTime(state);
  }

  /** Counted by instants that were written under a plausible clock only. */
  async #finishInTime({ since }: DataState): Promise<void> {
    const { clock, mayDropOld, log } = this.#options;
    if (!(await mayDropOld())) return;
    if (since === null) await this.#change({ since: clock().toISOString() });
    else if (clock().getTime() - Date.parse(since) >= FINISHED_AFTER_MS) {
      await finishUpgrade(this.#parts);
      log.info({ since }, 'the upgrade is finished: older builds can no longer be gone back to');
    }
  }

  async #backUp(): Promise<boolean> {
    const { config, clock, log } = this.#options;
    const folder = upgradeFolder(config);
    const recipients = config.backup?.recipients ?? [];
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await dropCutOff(folder, clock());
    const { at, file } = freeName(folder, clock(), recipients.length > 0);
    const { dataDir } = config;
    const isInside = config.backup === null;
    const encryption = encryptionFor(recipients);
    const asked = { dataDir, file, encryption, withSecret: true, isInside };
    const made = await backupInThread({ ...asked, at: at.toISOString() }, this.#stop.signal);
    if (this.#stop.signal.aborted) return false;
    if (!made.ok) {
      log.error({ reason: made.reason }, 'the backup before the upgrade failed');
      return false;
    }
    await this.#change({ mayStep: true });
    if (isInside) await dropOlder(folder, clock());
    log.info({ file, ...made.counts }, 'a backup was made');
    return true;
  }
}

/**
 * A backup has the name of its second and replaces none: an upgrade that was gone back on and is taken
 * again within it gets the next one.
 */
function freeName(folder: string, at: Date, isEncrypted: boolean): { at: Date; file: string } {
  const file = join(folder, backupName(at, isEncrypted));
  const next = new Date(at.getTime() + SECOND_MS);
  return existsSync(file) ? freeName(folder, next, isEncrypted) : { at, file };
}

/** Backups in the data folder are for the way back: of this upgrade, and of the one before it. */
async function dropOlder(folder: string, now: Date): Promise<void> {
  const backups = [...backupsUntil(await readdir(folder), now)].sort();
  for (const name of backups.slice(0, -KEPT_INSIDE)) await rm(join(folder, name), { force: true });
}
