/**
 * Reports of 10,000 children made by the phone itself, in real Chromium: the time of the whole
 * workbook, and the longest time for which the page is blocked (budgets: 100 ms on a desktop, 400
 * ms at a quarter of its speed).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { startServer } from '../../e2e/support/server-process.ts';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import type { Measurement } from '../measure.ts';
import type { LocalRun } from './local-in-page.ts';

const FILL_TIMEOUT_MS = 300_000;
const BLOCKED_MS = { 1: 100, 4: 400 } as const;
const TYPES = ['all', 'sup', 'missedScreening'] as const;

type InPage = { makeReport: (type: (typeof TYPES)[number]) => Promise<LocalRun> };

export async function localReports(): Promise<Measurement[]> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const server = await startServer();
  const profile = mkdtempSync(join(tmpdir(), 'crece-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: found.path,
    args: CHROMIUM_ARGS,
    bypassCSP: true,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${server.url}/health`);
    await runInOrigin(page, '../../bench/reports/local-in-page.ts');
    await page.waitForFunction(() => document.title !== '', null, { timeout: FILL_TIMEOUT_MS });
    if ((await page.title()) !== 'filled') throw new Error(await page.title());
    const session = await context.newCDPSession(page);
    const lines: Measurement[] = [];
    for (const rate of [1, 4] as const) {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      for (const type of TYPES) {
        const { ms, longestMs } = await page.evaluate(
          (kind) => (window as unknown as InPage).makeReport(kind),
          type,
        );
        const what = `workbook "${type}" of 10,000 children on the phone, CPU ${rate}×`;
        lines.push({ what, ms, samples: 1 });
        const budgetMs = BLOCKED_MS[rate];
        lines.push({ what: `${what}: longest task`, ms: longestMs, samples: 1, budgetMs });
      }
    }
    return lines;
  } finally {
    await context.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
