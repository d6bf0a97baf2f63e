/**
 * The first download on a phone's line. Bytes per record in several forms and codings with the server's
 * processor time; what reading costs a slowed phone; and the whole download in real Chromium with a real
 * server, at several line speeds, with the processor as it is and four times slower: where a faster
 * line no longer helps, the phone is the limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';
import { makeFirstAdmin, somebody } from '../../e2e/support/account-server.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { type Measurement, median } from '../measure.ts';
import type { SyncBench } from '../sync/in-page.ts';
import { CODINGS, codedBytes, processorTime } from './codings.ts';
import { asLines, formsOf, packed } from './forms.ts';
import { type Carried, fillWith, realisticUnit } from './unit.ts';

const UNIT = 'test_stake_gtm';
const RECORDS = 40_000;
const ROUNDS = 3;
const SLOW_LINE = 1.6;
/** Megabits a second; null: as fast as the machine. */
const LINES: readonly (number | null)[] = [0.8, SLOW_LINE, 3.2, 6.4, null];
const SLOWER = [1, 4];
const BITS = 8;
const MEGA = 1_000_000;

function secondsOn(megabits: number, bytes: number): string {
  return ((bytes * BITS) / (megabits * MEGA)).toFixed(1);
}

async function bytesOnTheLine(documents: readonly Carried[]): Promise<void> {
  const [lineMs] = await processorTime(() => asLines(documents));
  const [packMs] = await processorTime(() => packed(documents));
  console.log(
    `Processor time to make the text: ${Math.round(lineMs)} ms as lines, ${Math.round(packMs)} ms as blocks`,
  );
  for (const { name, bodies } of formsOf(documents)) {
    const plain = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    console.log(`${name}: ${Math.round(plain / documents.length)} bytes a record as they are`);
    for (const [coding, make] of Object.entries(CODINGS)) {
      const [ms, bytes] = await processorTime(async () => {
        let sum = 0;
        for (const body of bodies) sum += await codedBytes(body, make);
        return sum;
      });
      console.log(
        `  ${coding}: ${(bytes / documents.length).toFixed(1)} bytes a record, ${secondsOn(SLOW_LINE, bytes)} s at ${SLOW_LINE} Mbit/s, ${Math.round(ms)} ms of processor`,
      );
    }
  }
}

async function slowDown(page: Page, rate: number, megabits: number | null): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (megabits === null) return;
  const bytesPerSecond = (megabits * MEGA) / BITS;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

async function reading(browser: Browser, documents: readonly Carried[]): Promise<Measurement> {
  const bodies: Readonly<Record<string, string>> = {
    '/lines': asLines(documents),
    '/packed': packed(documents),
  };
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', 'text/html').end(bodies[url] ?? '<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = await browser.newPage();
  const times = { lines: [] as number[], packed: [] as number[] };
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    await runInOrigin(page, '../../bench/line/in-page.ts');
    await slowDown(page, 4, null);
    for (let round = 0; round < ROUNDS; round += 1) {
      times.lines.push(await page.evaluate(() => window.lineBench.read('/lines', false)));
      times.packed.push(await page.evaluate(() => window.lineBench.read('/packed', true)));
    }
  } finally {
    await page.close();
    server.close();
  }
  return {
    what: `reading ${RECORDS.toLocaleString('en')} packed records, processor four times slower`,
    ms: median(times.packed),
    samples: ROUNDS,
    baseline: { what: 'one JSON line per document', ms: median(times.lines) },
  };
}

interface Download {
  ms: number;
  bytes: number;
}

async function download(
  browser: Browser,
  { url, token }: { url: string; token: string },
  { rate, megabits }: { rate: number; megabits: number | null },
): Promise<Download> {
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/chrome-only.html`);
    const parts: SyncBench = { token, stakeDB: UNIT };
    await page.evaluate((handed) => Object.assign(window, { syncBench: handed }), parts);
    await runInOrigin(page, '../../bench/sync/in-page.ts');
    await slowDown(page, rate, megabits);
    const ms = await page.evaluate(() => window.syncBench.first?.());
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .reduce((sum, each) => sum + (each as PerformanceResourceTiming).transferSize, 0),
    );
    return { ms: ms ?? Number.NaN, bytes };
  } finally {
    await context.close();
  }
}

async function wholeDownloads(
  browser: Browser,
  server: ServerProcess,
  token: string,
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const rate of SLOWER) {
    for (const megabits of LINES) {
      const line = megabits === null ? 'as fast as it can' : `${megabits} Mbit/s`;
      const { ms, bytes } = await download(browser, { url: server.url, token }, { rate, megabits });
      console.log(
        `line ${line}, processor ${rate} × slower: ${(bytes / MEGA).toFixed(2)} MB in ${(ms / 1000).toFixed(1)} s`,
      );
      measured.push({
        what: `first download, line ${line}, processor ${rate} × slower`,
        ms,
        samples: 1,
        handled: { count: RECORDS, name: 'records' },
      });
      if (megabits !== null) continue;
      const even = (bytes * BITS) / (ms / 1000) / MEGA;
      console.log(
        `  on lines of less than ${even.toFixed(1)} Mbit/s the line is the limit, on faster ones the phone`,
      );
    }
  }
  return measured;
}

export async function line(): Promise<Measurement[]> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const documents = realisticUnit(RECORDS);
  await bytesOnTheLine(documents);
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-line-'));
  await fillWith(dataDir, documents);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_ARGS });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    return [await reading(browser, documents), ...(await wholeDownloads(browser, server, token))];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
