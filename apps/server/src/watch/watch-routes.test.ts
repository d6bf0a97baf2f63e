import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { aChild } from '@crece/domain/testing';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../backup/make-backup.ts';
import { noteBackup } from '../base/last-backup.ts';
import { aGateway, TEST_UNIT } from '../gateway/testing/a-gateway.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { aFolder, anApp, aServer, aStores } from '../testing/test-app.ts';
import { classOfRoute } from './watch-routes.ts';

const clock = () => new Date();

/** The value of a line of `/metrics`; 0: it is not there. */
const figureOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  );

function aLog(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: pino({ level }, to) };
}

describe('GET /ready', () => {
  it.each([
    ['a minute later', 61_000],
    ['after a clock 800 days ahead is put right', -800 * 24 * 3_600_000],
  ])(
    'names a damaged unit by a code, in the log by its name, and no longer when it is whole, %s',
    async (_when, later) => {
      const dataDir = aFolder();
      const dir = join(dataDir, 'databases');
      const path = join(dir, 'units', `${TEST_UNIT}.sqlite`);
      let now = Date.parse('2026-06-10T12:00:00.000Z');
      const writing = await openSqliteStores({ dir });
      const store = await writing.open(`unit_${TEST_UNIT}`);
      for (let place = 10; place < 99; place += 1) {
        const id = `chld_${TEST_UNIT}_17468784000${place}_abcdef`;
        await store.write([{ ...aChild({ _id: id }), comment: 'x'.repeat(2_000) }]);
      }
      await writing.close();
      const whole = readFileSync(path);
      const { lines, logger } = aLog();
      const stores = await aStores(dir);
      const gateway = await aGateway({
        ...{ config: { dataDir }, stores, logger },
        clock: () => new Date(now),
      });
      const warnings = async () =>
        ((await (await fetch(`${gateway.origin}/ready`)).json()) as { warnings: string[] })
          .warnings;
      await makeBackup({
        ...{ dataDir, file: join(aFolder(), 'whole.backup'), encryption: null, withSecret: false },
        clock: () => new Date(now),
      });
      expect(await warnings()).not.toContain('unit');
      const noise = Buffer.from(whole);
      noise.fill(0xa5, 40_960, 122_880);
      writeFileSync(path, noise);
      await (await gateway.ask('/_all_docs?include_docs=true')).text().catch(() => undefined);
      expect(await warnings()).toContain('unit');
      expect(lines.filter(({ msg }) => msg === 'a unit is damaged')).toMatchObject([
        { unit: TEST_UNIT, level: 50 },
      ]);
      writeFileSync(path, whole);
      expect(await warnings()).toContain('unit');
      now += later;
      expect(await warnings()).not.toContain('unit');
    },
  );
});

describe('GET /metrics', () => {
  it('counts what phones push and pull, what is refused and why, open feeds and answers', async () => {
    const gateway = await aGateway();
    const figures = async () => (await fetch(`${gateway.origin}/metrics`)).text();
    const before = await figures();
    const child = aChild({ _id: `chld_${TEST_UNIT}_1746878400000_abcdef` });
    const pushed = (id: string) => ({
      ...{ ...child, _id: id, _rev: `1-${'a'.repeat(32)}` },
      _revisions: { start: 1, ids: ['a'.repeat(32)] },
    });
    const docs = [pushed(child._id), pushed('_design/views')];
    expect((await gateway.post('/_bulk_docs', { new_edits: false, docs })).status).toBe(201);
    await (await gateway.ask('/_all_docs')).text();
    const stop = new AbortController();
    const feed = await gateway.ask('/_changes?feed=continuous&since=now&heartbeat=1000', {
      signal: stop.signal,
    });
    const after = await figures();
    const grown = (line: string) => figureOf(after, line) - figureOf(before, line);
    expect(grown('crece_pushed_records_total')).toBe(1);
    const refused = after.split('\n').filter((line) => line.startsWith('crece_refused_records'));
    expect(refused.length).toBeGreaterThan(0);
    expect(grown('crece_pulled_records_total{by="all-docs"}')).toBe(1);
    expect(grown('crece_open_feeds')).toBe(1);
    expect(grown('crece_requests_total{class="sync",method="POST",status="201"}')).toBe(1);
    stop.abort();
    await feed.text().catch(() => undefined);
  });

  it('tells of limits, jobs, disk, mails, backups and the build', async () => {
    const dataDir = aFolder();
    const stores = await aStores(join(dataDir, 'databases'));
    const { app, services } = await anApp({ config: { dataDir }, stores });
    for (let i = 0; i < 6; i += 1) services.limits.signIn('ana', '203.0.113.7');
    const file = join(aFolder(), 'crece.backup');
    await makeBackup({ dataDir, file, encryption: null, withSecret: false, clock });
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(figureOf(body, 'crece_limited_total{rule="signInPair"}')).toBeGreaterThan(0);
    expect(figureOf(body, 'crece_disk_free_bytes')).toBeGreaterThan(0);
    expect(figureOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    for (const line of [
      'crece_jobs{state="failed"} 0',
      'crece_outbox_mails 0',
      'crece_damaged_units 0',
      'crece_passwords_waiting 0',
    ]) {
      expect(body.split('\n')).toContain(line);
    }
    expect(body).toMatch(/^crece_backup_age_seconds \d/m);
    expect(body).toMatch(/^crece_info\{version="[^"]+",commit="[^"]+"\} 1$/m);
    expect(body).toMatch(/^crece_event_loop_delay_seconds\{quantile="0.99"\} \d/m);
    // Every line is a comment, or a name with labels and one number.
    for (const line of body.trim().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^{}]*\})? [-+.e\d]+)$/);
    }
  });

  it('a backup that is dated ahead of the clock has no age', async () => {
    const dataDir = aFolder();
    const { app } = await anApp({ config: { dataDir } });
    await noteBackup(dataDir, { at: new Date('2100-01-01T02:00:00Z'), file: '/mnt/a.backup' });
    expect((await app.inject('/metrics')).body).not.toContain('crece_backup_age_seconds');
  });

  it('metrics are for this machine alone: not through a proxy, nor from elsewhere', async () => {
    const app = await aServer();
    const status = async (options: { headers?: Record<string, string>; from?: string }) =>
      (
        await app.inject({
          ...{ url: '/metrics', headers: options.headers ?? {} },
          remoteAddress: options.from ?? '127.0.0.1',
        })
      ).statusCode;
    expect(await status({})).toBe(200);
    expect(await status({ from: '::ffff:127.0.0.1' })).toBe(200);
    expect(await status({ from: '192.0.2.7' })).toBe(403);
    expect(await status({ headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(403);
    expect(await status({ headers: { via: '1.1 proxy' } })).toBe(403);
    expect(await status({ headers: { authorization: 'Bearer guessed-word-of-some-length' } })).toBe(
      403,
    );
  });

  it('the token of the settings opens the metrics to others', async () => {
    const app = await aServer({ config: { metricsToken: 'a-word-of-the-watcher' } });
    const statusOf = async (token: string) =>
      (
        await app.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${token}` },
          remoteAddress: '192.0.2.7',
        })
      ).statusCode;
    expect(await statusOf('a-word-of-the-watcher')).toBe(200);
    expect(await statusOf('a-word-of-the-watchez')).toBe(403);
    expect(await statusOf('a-word')).toBe(403);
  });

  it.each([
    ['/api/children/stakes', 'api/children'],
    ['/sync/:stakeDB/_bulk_docs', 'sync'],
    ['/files/:name', 'files'],
    ['/*', 'pages'],
    ['/', 'pages'],
    [undefined, 'unknown'],
  ])('puts the route %s into the class %s', (pattern, kind) => {
    expect(classOfRoute(pattern)).toBe(kind);
  });
});

describe('the log', () => {
  it('at level debug names each request by its route and never by its address', async () => {
    const { lines, logger } = aLog('debug');
    const app = await aServer({ logger });
    const answer = await app.inject('/api/pictures/Marisol.webp');
    expect(lines.filter(({ msg }) => msg === 'a request was answered')).toMatchObject([
      { route: '/api/pictures/:name', method: 'GET', status: 404 },
    ]);
    expect(lines[0]?.['reqId']).toBe(answer.headers['x-request-id']);
    expect(JSON.stringify(lines)).not.toContain('Marisol');
  });
});
