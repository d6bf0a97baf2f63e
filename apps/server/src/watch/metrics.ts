import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { lastBackup } from '../base/last-backup.ts';
import { COUNTED, type Counted, talliesOf } from '../base/tally.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import { isLoopback } from '../http/addresses.ts';
import type { Job } from '../jobs/job.ts';
import type { DamagedUnits } from './damaged-units.ts';
import { type Family, prometheusText } from './prometheus-text.ts';
import { diskOf, waitingMails } from './readiness.ts';

export interface MetricsParts {
  readonly config: { readonly dataDir: string };
  readonly clock: () => Date;
  readonly damaged: Pick<DamagedUnits, 'list'>;
  readonly jobs: { all(): AsyncIterable<Pick<Job, 'state' | 'isWaiting'>> };
  /** Hashes of passwords that wait. */
  readonly passwords: { readonly work: { readonly waiting: number } };
}

const GAUGES: ReadonlySet<Counted> = new Set(['crece_open_feeds']);
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1] as const;

const one = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ labels: {}, value }],
});

function counted(): Family[] {
  return (Object.keys(COUNTED) as Counted[]).map((name) => ({
    name,
    help: COUNTED[name],
    type: GAUGES.has(name) ? 'gauge' : 'counter',
    samples: talliesOf(name),
  }));
}

async function jobsByState({ jobs }: MetricsParts): Promise<Family> {
  const counts = new Map([
    ['running', 0],
    ['waiting', 0],
    ['finished', 0],
    ['failed', 0],
  ]);
  for await (const { state, isWaiting } of jobs.all()) {
    const named = isWaiting === true ? 'waiting' : state;
    counts.set(named, (counts.get(named) ?? 0) + 1);
  }
  const samples = [...counts].map(([state, value]) => ({ labels: { state }, value }));
  return { name: 'crece_jobs', help: 'Kept jobs, by state.', type: 'gauge', samples };
}

async function ageOfBackup({ config, clock }: MetricsParts): Promise<Family[]> {
  const now = clock();
  const last = await lastBackup(config.dataDir, now);
  if (last === null) return [];
  const seconds = (now.getTime() - last.at.getTime()) / 1_000;
  return [one('crece_backup_age_seconds', 'Since the newest backup was begun.', seconds)];
}

/** Measures the event loop from now on; each look tells of the time since the one before. */
export class Metrics {
  readonly #parts: MetricsParts;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor(parts: MetricsParts) {
    this.#parts = parts;
    this.#delay.enable();
  }

  #eventLoop(): Family {
    const samples = QUANTILES.map((quantile) => ({
      labels: { quantile: String(quantile) },
      // Without a single tick since the last look there is no figure.
      value: (this.#delay.count === 0 ? 0 : this.#delay.percentile(quantile * 100)) / NANOSECONDS,
    }));
    this.#delay.reset();
    const help = 'How late the event loop came to its timers since the last look.';
    return { name: 'crece_event_loop_delay_seconds', help, type: 'gauge', samples };
  }

  /** All figures as Prometheus reads them. */
  async text(): Promise<string> {
    const { config, damaged, passwords } = this.#parts;
    const mails = await waitingMails(config.dataDir);
    const { free } = await diskOf(config.dataDir);
    const started = Date.now() / 1_000 - process.uptime();
    return prometheusText([
      {
        name: 'crece_info',
        help: 'Which build runs.',
        type: 'gauge',
        samples: [{ labels: { version: VERSION, commit: COMMIT }, value: 1 }],
      },
      one('process_start_time_seconds', 'When the process began, since 1970.', started),
      one('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
      this.#eventLoop(),
      ...counted(),
      await jobsByState(this.#parts),
      one('crece_passwords_waiting', 'Hashes of passwords that wait.', passwords.work.waiting),
      one('crece_outbox_mails', 'Mails that are not sent yet.', mails.length),
      one('crece_disk_free_bytes', 'Room on the disk of the data folder.', free),
      ...(await ageOfBackup(this.#parts)),
      one('crece_damaged_units', 'Units whose files are damaged.', damaged.list().length),
    ]);
  }

  stop(): void {
    this.#delay.disable();
  }
}

function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a proxy adds to a request that it passes on. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether this caller may read figures: with the token, or a program of this machine, which no proxy
 * stands before.
 */
export function mayReadMetrics(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  token: string | null,
): boolean {
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== null && isToken(given, token);
  const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopback(from) && !OF_PROXIES.some((name) => headers[name] !== undefined);
}
