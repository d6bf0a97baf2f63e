import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAccounts } from '../accounts/accounts.ts';
import { type Json, StoreUnavailable } from '../store/document-store.ts';
import { soon } from '../testing/soon.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import type { JobRequest } from './job.ts';
import type { Kinds } from './job-kind.ts';
import { type Jobs, openJobs } from './jobs.ts';
import stepsKind from './testing/steps-kind.ts';

/** Whatever its name, a job of these tests does what its parameters say. */
const KINDS: Kinds = {
  report: stepsKind,
  import: stepsKind,
  convert: stepsKind,
  export: stepsKind,
  'report-preview': stepsKind,
  'kept-long': stepsKind,
};
const PILOTS_UNIT = 'test_stake_gtm';

/** A server's jobs on a data folder; a second one on the same folder is another run. */
async function aRunner(dataDir = aFolder(), run = 'run-a') {
  const stores = await aStores(join(dataDir, 'databases'));
  const accountStore = await stores.open('sys_accounts');
  const accounts = await openAccounts({ stores, clock: () => new Date() });
  const logged: unknown[] = [];
  const written: string[] = [];
  const log = {
    error: (what: unknown) => logged.push(what),
    warn: (what: unknown) => logged.push(what),
  };
  const jobs = await openJobs({
    stores,
    accounts,
    accountStore,
    dataDir,
    run,
    kinds: KINDS,
    onWritten: (name) => void written.push(name),
    memoryMb: { few: 32, most: 64 },
    clock: () => new Date(),
    log: log as never,
  });
  onTestFinished(() => jobs.close());
  const found = await accounts.byUsername('ana');
  const made =
    found === null
      ? await accounts.create({
          username: 'ana',
          email: 'ana@example.org',
          firstName: 'Ana',
          lastName: 'López',
          roles: ['user', 'sync'],
          passwordHash: null,
          language: 'en',
        })
      : { ok: true as const, account: found };
  if (!made.ok) throw new Error(made.code);
  const request = (parameters: Json, room: string | null = null): JobRequest => ({
    kind: 'report',
    owner: made.account.id,
    username: 'ana',
    room,
    language: 'en',
    from: '127.0.0.1',
    detail: 'steps',
    needs: { action: 'report-unit', place: { stakeDB: PILOTS_UNIT, countryCode: 'GTM' } },
    parameters,
  });
  const begin = async (parameters: Json, room: string | null = null) => {
    const started = await jobs.start(request(parameters, room));
    if (!started.ok) throw new Error(started.code);
    return started.job.id;
  };
  return {
    jobs,
    written,
    stores,
    accounts,
    logged,
    dataDir,
    account: made.account,
    begin,
    request,
  };
}

const ended = (jobs: Jobs, id: string) =>
  soon(async () => {
    const job = await jobs.byId(id);
    if (job === null || job.state === 'running') throw new Error('it runs');
    return job;
  });

describe('the runner of jobs', () => {
  it('runs a job in a thread and stores its result', async () => {
    const { jobs, begin, dataDir } = await aRunner();
    const job = await ended(jobs, await begin({ steps: 3 }));
    expect(job).toMatchObject({
      state: 'finished',
      count: 3,
      maxCount: 3,
      text: 'step 3',
      code: null,
      problems: [{ unit: null, code: 'nothing', count: 0 }],
      result: { from: 0, attempt: 1 },
    });
    expect(existsSync(join(dataDir, 'jobs', 'run-a', job.id))).toBe(false);
  });

  it.each([
    ['throw', 'fault'],
    ['exit', 'fault'],
    ['fill-memory', 'out-of-memory'],
    ['fill-disk', 'disk-full'],
  ])('shows a job whose thread ends by %s as failed, and runs the next one', async (at, code) => {
    const { jobs, begin, logged } = await aRunner();
    expect(await ended(jobs, await begin({ steps: 1, at }))).toMatchObject({
      state: 'failed',
      code,
    });
    expect(logged).toHaveLength(1);
    expect(await ended(jobs, await begin({ steps: 1 }))).toMatchObject({ state: 'finished' });
  });

  it('a job that a full disk ended is failed at once, although its end cannot be stored yet', async () => {
    const { jobs, begin, stores, account } = await aRunner();
    const store = await stores.open('sys_jobs');
    const write = store.write.bind(store);
    let isFull = true;
    vi.spyOn(store, 'write').mockImplementation(async (drafts) => {
      if (isFull && drafts.some(({ state }) => state === 'failed')) {
        throw new StoreUnavailable('no room');
      }
      return write(drafts);
    });
    const id = await begin({ steps: 1, at: 'fill-disk' });
    expect(await ended(jobs, id)).toMatchObject({ state: 'failed', code: 'disk-full' });
    const own: (string | null)[] = [];
    for await (const { state } of jobs.ofOwner(account.id)) own.push(state);
    expect(own).toEqual(['failed']);
    isFull = false;
    await soon(async () =>
      expect(await store.read(`job_${id}`)).toMatchObject({ state: 'failed', code: 'disk-full' }),
    );
  });

  it('starts only one job however often an account asks with the same room', async () => {
    const { jobs, request, begin } = await aRunner();
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => jobs.start(request({ steps: 1 }, 'AnaLopez1'))),
    );
    const ids = new Set(asked.map((started) => (started.ok ? started.job.id : '')));
    expect(ids.size).toBe(1);
    expect(asked.filter((started) => started.ok && started.isNew)).toHaveLength(1);
    await ended(jobs, [...ids][0] ?? '');
    expect(await begin({ steps: 1 }, 'AnaLopez1')).toBe([...ids][0]);
    expect(await begin({ steps: 1 }, 'AnaLopez2')).not.toBe([...ids][0]);
  });

  it('refuses a sixth job of one account while five are unfinished', async () => {
    const { jobs, request, begin } = await aRunner();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await begin({ steps: 40, pauseMs: 50 }));
    expect(await jobs.start(request({ steps: 1 }))).toEqual({ ok: false, code: 'too-many' });
    for (const id of ids) jobs.stop(id, 'cancelled');
    for (const id of ids) {
      expect(await ended(jobs, id)).toMatchObject({ state: 'failed', code: 'cancelled' });
    }
    expect((await jobs.start(request({ steps: 1 }))).ok).toBe(true);
  });

  it('ends a job within seconds when its owner loses the right to it', async () => {
    const { jobs, begin, accounts, account } = await aRunner();
    const id = await begin({ steps: 1_000, pauseMs: 20 });
    await soon(async () => expect((await jobs.byId(id))?.count).toBeGreaterThan(0));
    await accounts.update(account.id, { roles: ['user'] });
    expect(await ended(jobs, id)).toMatchObject({ state: 'failed', code: 'right-ended' });
    expect(await ended(jobs, await begin({ steps: 1 }))).toMatchObject({ code: 'right-ended' });
  });

  it('makes the server’s change feeds notice what a thread writes', async () => {
    const { jobs, begin, stores, written } = await aRunner();
    const unit = await stores.open(`unit_${PILOTS_UNIT}`);
    let heard = 0;
    onTestFinished(unit.onChange(() => (heard += 1)));
    const before = (await unit.info()).updateSeq;
    await ended(jobs, await begin({ steps: 3, unit: PILOTS_UNIT }));
    expect(await unit.countChanges(before)).toBe(3);
    expect((await unit.info()).docCount).toBe(3);
    await soon(() => expect(heard).toBeGreaterThan(0));
    expect(new Set(written)).toEqual(new Set([`unit_${PILOTS_UNIT}`]));
  });

  it('loses no record when a thread and the server write the same database', async () => {
    const { jobs, begin, stores } = await aRunner();
    const unit = await stores.open(`unit_${PILOTS_UNIT}`);
    const id = await begin({ steps: 100, unit: PILOTS_UNIT });
    for (let i = 0; i < 100; i += 1) {
      const [written] = await unit.write([
        { _id: `chld_${PILOTS_UNIT}_own_${i}`, firstName: 'Eva' },
      ]);
      expect(written?.ok).toBe(true);
    }
    expect(await ended(jobs, id)).toMatchObject({ state: 'finished' });
    expect((await unit.info()).docCount).toBe(200);
  });

  it('continues at the next start from the checkpoint, and removes half-written files', async () => {
    const first = await aRunner();
    const id = await first.begin({ steps: 60, pauseMs: 20 });
    await soon(async () => expect((await first.jobs.byId(id))?.count).toBeGreaterThan(5));
    await first.jobs.close();
    const second = await aRunner(first.dataDir, 'run-b');
    await second.jobs.takeOver();
    const job = await ended(second.jobs, id);
    expect(job).toMatchObject({
      state: 'finished',
      count: 60,
      run: 'run-b',
      result: { attempt: 2 },
    });
    expect((job.result as { from: number }).from).toBeGreaterThan(4);
    expect(existsSync(join(first.dataDir, 'jobs', 'run-a'))).toBe(false);
  });

  it('a runner does not take over the jobs of a server that still runs on the same folder', async () => {
    const first = await aRunner();
    const id = await first.begin({ steps: 100, pauseMs: 10 });
    const second = await aRunner(first.dataDir, 'run-b');
    await second.jobs.takeOver();
    expect(await second.jobs.byId(id)).toMatchObject({ run: 'run-a' });
    expect(await ended(first.jobs, id)).toMatchObject({ result: { attempt: 1 } });
  });

  it('shows a job as interrupted after three unsuccessful starts', async () => {
    const { dataDir, begin, jobs } = await aRunner();
    const id = await begin({ steps: 1_000, pauseMs: 20 });
    await soon(async () => expect((await jobs.byId(id))?.count).toBeGreaterThan(0));
    await jobs.close();
    for (const run of ['run-b', 'run-c']) {
      const next = await aRunner(dataDir, run);
      await next.jobs.takeOver();
      await soon(async () => expect((await next.jobs.byId(id))?.attempts).toBeGreaterThan(1));
      await next.jobs.close();
    }
    const last = await aRunner(dataDir, 'run-d');
    await last.jobs.takeOver();
    expect(await last.jobs.byId(id)).toMatchObject({ state: 'failed', code: 'interrupted' });
  });
});
