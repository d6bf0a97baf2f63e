import { type Child, type ChildFields, isTestUnit } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import type { UnitWithEngine } from '../../engine/core/engine.ts';
import { openSync, type SyncOptions } from '../../engine/sync/open-sync.ts';
import type { SyncOutcome, UnitSync } from '../../engine/sync/types.ts';
import { childFields, screeningOf } from '../records.ts';
import { type CreceServer, startCreceServer } from './crece-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Disk, openPhone, type Phone } from './phone.ts';

const AUTHOR = { name: 'Ana Morales' };

/** Waits as long as a test can; a busy machine is not silent for five seconds. */
const HASTE = { firstPauseMs: 4, longestPauseMs: 40, silenceMs: 5_000 };

/**
 * Each once: two stakes of the catalogue are one unit (La Ceiba). None for practice: the server joins
 * such a unit to no other.
 */
const UNITS = [
  ...new Set(
    BUILT_IN_CATALOGUE.countries
      .flatMap(({ stakes }) => stakes)
      .filter(({ pilot }) => pilot !== true)
      .map(({ stakeDB }) => stakeDB)
      .filter((stakeDB) => !isTestUnit(stakeDB)),
  ),
];

let unitsUsed = 0;

/** A unit that no other test of this file uses. */
export function freshUnit(): string {
  const unit = UNITS[unitsUsed];
  unitsUsed += 1;
  if (unit === undefined) throw new Error('no unit is left');
  return unit;
}

/**
 * Accounts with these roles may synchronise these units and remove no child: the only ones whose
 * pushes the server refuses for a role.
 */
export const PILOT = {
  roles: ['phl-pilot', 'sync'],
  units: ['calapan_phl', 'mindoro_phl', 'northern_sumar_phl'],
} as const;

/** A real server for all tests of a file, which may kill it and move its clock. */
export function useServer(): { readonly current: CreceServer } {
  const server = served(async () => {
    await keepUnits();
    return startCreceServer();
  });
  afterAll(() => server.current.stop());
  return server;
}

let shared: Promise<CreceServer> | null = null;

/**
 * The real server of all files that one process of the tests runs, each on units of its own
 * (`freshUnit`, never `PILOT`): for tests that leave it as it is. It ends with that process.
 */
export function useSharedServer(): { readonly current: CreceServer } {
  return served(async () => {
    await keepUnits();
    shared ??= startCreceServer();
    return shared;
  });
}

/** A process that runs many files would run out of units: it gets another server in time. */
async function keepUnits(): Promise<void> {
  if (unitsUsed < UNITS.length / 2) return;
  unitsUsed = 0;
  const used = await shared;
  shared = null;
  await used?.stop();
}

function served(start: () => Promise<CreceServer>): { readonly current: CreceServer } {
  // Servers are started and killed in the middle: on a busy machine that takes its time.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 });
  let server: CreceServer | null = null;
  beforeAll(async () => {
    server = await start();
  });
  return {
    get current() {
      if (server === null) throw new Error('not started');
      return server;
    },
  };
}

export interface PhoneOptions {
  stakeDB: string;
  /** Whose account; the administrator's unless told. */
  person?: { token: string };
  disk?: Disk;
  deviceId?: string;
  clock?: () => Date;
  sync?: SyncOptions;
  /** What goes over the line, in a test's own hands. */
  fetch?: typeof fetch;
}

/** A phone with a line of its own to the server, and a person who types. */
export class SyncPhone {
  readonly phone: Phone;
  readonly proxy: FaultProxy;
  readonly server: CreceServer;
  readonly stakeDB: string;
  readonly options: PhoneOptions;
  sync: UnitSync;
  #typed = 0;
  #isOn = true;

  constructor(phone: Phone, proxy: FaultProxy, server: CreceServer, options: PhoneOptions) {
    this.phone = phone;
    this.proxy = proxy;
    this.server = server;
    this.stakeDB = options.stakeDB;
    this.options = options;
    this.sync = this.newSync();
  }

  get unit(): UnitWithEngine {
    return this.phone.unit;
  }

  /** Another synchronisation of the same unit, as another tab has. */
  newSync(different: SyncOptions = {}, own = this.options.fetch): UnitSync {
    const { person = this.server.admin, sync = {}, clock } = this.options;
    const gateway = this.server.gateway(person, this.proxy.url);
    return openSync(this.unit, own === undefined ? gateway : { ...gateway, fetch: own }, {
      ...sync,
      ...(clock === undefined ? {} : { clock }),
      ...different,
      retryPolicy: { ...HASTE, ...sync.retryPolicy, ...different.retryPolicy },
    });
  }

  /** The power is cut: nothing of this phone answers any more. */
  crash(): void {
    this.#isOn = false;
    this.phone.crash();
  }

  async close(): Promise<void> {
    await this.proxy.close();
    if (this.#isOn) await this.phone.close();
  }

  run(): Promise<SyncOutcome> {
    return this.sync.run();
  }

  /** Runs and expects that it ends well. */
  async complete(): Promise<Extract<SyncOutcome, { kind: 'complete' }>> {
    const outcome = await this.run();
    if (outcome.kind === 'complete') return outcome;
    throw outcome.kind === 'failed' ? outcome.fault : new Error(outcome.kind);
  }

  addChild(different: Partial<ChildFields> = {}): Promise<Child> {
    this.#typed += 1;
    const firstName = `Marisol ${this.#typed}`;
    return this.unit.createChild(
      childFields({ firstName, ...different }),
      AUTHOR,
      this.phone.now(),
    );
  }

  async addChildren(count: number): Promise<Child[]> {
    const children: Child[] = [];
    for (let i = 0; i < count; i += 1) children.push(await this.addChild());
    return children;
  }

  async editChild(id: string, fields: Partial<ChildFields>): Promise<Child> {
    const file = await this.unit.readChildFile(id);
    if (file === null) throw new Error(`no child ${id}`);
    const { child } = file;
    return this.unit.editChild(
      child,
      childFields({ ...child, ...fields }),
      AUTHOR,
      this.phone.now(),
    );
  }

  async screen(id: string): Promise<string> {
    const file = await this.unit.readChildFile(id);
    if (file === null) throw new Error(`no child ${id}`);
    const screening = screeningOf(file.child, {}, file.screenings);
    return (await this.unit.saveScreening(id, screening, AUTHOR, this.phone.now()))._id;
  }

  async removeChild(id: string): Promise<void> {
    await this.unit.removeChild(id, AUTHOR, this.phone.now());
  }

  names(): string[] {
    return this.unit.snapshot().children.map(({ firstName }) => firstName);
  }

  /** Every document here with its leaves, as the server's are told by `serverLeaves`. */
  async leaves(): Promise<Map<string, string[]>> {
    const { changes } = await this.phone.engine.store.changesSince(0, 1_000_000);
    return new Map(changes.map(({ id, leaves }) => [id, [...leaves].sort()]));
  }

  /** Paths asked for since the proxy began, without queries and hosts. */
  asked(): string[] {
    return this.proxy.requests.map(({ method, path }) => {
      const name = path.replace(/\?.*/, '').replace(`/sync/${this.stakeDB}`, '/db');
      return `${method} ${name}`;
    });
  }
}

/** Opens a phone; it is closed when the test ends. */
export async function aPhone(server: CreceServer, options: PhoneOptions): Promise<SyncPhone> {
  const { stakeDB, disk, deviceId, clock } = options;
  const phone = await openPhone({
    stakeDB,
    ...(disk === undefined ? {} : { disk }),
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(clock === undefined ? {} : { clock }),
  });
  const proxy = await startFaultProxy(server.url);
  const made = new SyncPhone(phone, proxy, server, options);
  onTestFinished(() => made.close());
  return made;
}

/** The name of the server's history as it is now. */
export async function epochOf(server: CreceServer): Promise<string> {
  const answer = await fetch(`${server.url}/sync/`);
  return ((await answer.json()) as { uuid: string }).uuid;
}

interface FeedRow {
  id: string;
  changes: { rev: string }[];
  doc: Record<string, unknown>;
}

async function feedOf(server: CreceServer, unit: string): Promise<FeedRow[]> {
  const { entity, url } = await server
    .gateway(server.admin)
    .credentials(new AbortController().signal);
  const answer = await fetch(`${url}/${unit}/_changes?style=all_docs&include_docs=true`, {
    headers: { authorization: `JWT ${entity}` },
  });
  return ((await answer.json()) as { results: FeedRow[] }).results;
}

/** Every document on the server with its leaves, sorted. */
export async function serverLeaves(
  server: CreceServer,
  unit: string,
): Promise<Map<string, string[]>> {
  const rows = await feedOf(server, unit);
  return new Map(rows.map(({ id, changes }) => [id, changes.map(({ rev }) => rev).sort()]));
}

/** Winners on the server by id. */
export async function serverDocuments(
  server: CreceServer,
  unit: string,
): Promise<Map<string, Record<string, unknown>>> {
  return new Map((await feedOf(server, unit)).map(({ id, doc }) => [id, doc]));
}
