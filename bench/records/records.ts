/**
 * A unit's storage without screens, network and list: the product's store compared with published
 * PouchDB. Real Chromium, each store in its own profile on disk (without a profile Chromium keeps
 * IndexedDB in memory); the system's file cache is warm.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { type Measurement, median, quantile } from '../measure.ts';
import type { Way } from './in-page.ts';

const WAYS: readonly Way[] = ['own', 'stock'];
const RECORDS = 40_000;
const ROUNDS = 3;
const SAVES = 60;
const FILES = 150;

interface Times {
  take: number[];
  saves: number[];
  open: number[];
  files: number[];
  readAll: number[];
  megabytes: number[];
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);
}

async function withPage(
  profile: string,
  url: string,
  executablePath: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: CHROMIUM_ARGS,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    await runInOrigin(page, '../../bench/records/in-page.ts');
    await use(page);
  } finally {
    await context.close();
  }
}

/** One store in an empty profile: filled, then measured in a restarted browser. */
async function round(way: Way, url: string, executablePath: string, times: Times): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'crece-bench-records-'));
  try {
    await withPage(profile, url, executablePath, async (page) => {
      const count = { way, count: RECORDS };
      times.take.push(
        await page.evaluate((asked) => window.recordsBench.take(asked.way, asked.count), count),
      );
    });
    times.megabytes.push(bytesIn(join(profile, 'Default', 'IndexedDB')) / 1e6);
    await withPage(profile, url, executablePath, async (page) => {
      times.open.push(await page.evaluate((each) => window.recordsBench.open(each), way));
      const files = { way, count: FILES };
      times.files.push(
        ...(await page.evaluate(
          (asked) => window.recordsBench.files(asked.way, asked.count),
          files,
        )),
      );
      times.readAll.push(await page.evaluate((each) => window.recordsBench.readAll(each), way));
      const saves = { way, count: SAVES };
      times.saves.push(
        ...(await page.evaluate(
          (asked) => window.recordsBench.saves(asked.way, asked.count),
          saves,
        )),
      );
    });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

export async function records(): Promise<Measurement[]> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const empty = (): Times => ({
    take: [],
    saves: [],
    open: [],
    files: [],
    readAll: [],
    megabytes: [],
  });
  const times: Record<Way, Times> = { own: empty(), stock: empty() };
  try {
    for (let sample = 0; sample < ROUNDS; sample += 1) {
      for (const way of WAYS) {
        await round(way, `http://127.0.0.1:${port}/`, found.path, times[way]);
      }
    }
  } finally {
    server.close();
  }
  for (const way of WAYS) {
    console.log(`${way}: ${median(times[way].megabytes).toFixed(1)} MB on disk after the download`);
  }
  const line = (
    what: string,
    pick: (of: Times) => number[],
    of: (samples: number[]) => number,
    budgetMs?: number,
  ): Measurement => ({
    what,
    ms: of(pick(times.own)),
    samples: pick(times.own).length,
    baseline: { what: 'PouchDB as published', ms: of(pick(times.stock)) },
    ...(budgetMs === undefined ? {} : { budgetMs }),
  });
  const p95 = (samples: number[]) => quantile(samples, 0.95);
  return [
    line(`${RECORDS.toLocaleString('en')} records taken over`, ({ take }) => take, median),
    line('one durable save, median', ({ saves }) => saves, median, 20),
    line('one durable save, p95', ({ saves }) => saves, p95, 40),
    line('a child’s file, median', ({ files }) => files, median),
    line('a child’s file, p95', ({ files }) => files, p95, 10),
    line('opening', ({ open }) => open, median),
    line('every record, by pages of changes', ({ readAll }) => readAll, median),
  ];
}
