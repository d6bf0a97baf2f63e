/**
 * The duplicate question of a new child in a unit with 30,000 records, at CPU 4×: the first search
 * works out the words of every record, later ones have them. And the pairs that may be one child:
 * their search by itself, and the page "Perhaps the same child" of the built application.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { throttle } from '../list/list.ts';
import { type Measurement, median, quantile } from '../measure.ts';
import { type Answer, pageAnswers } from './page.ts';

const RECORDS = 30_000;
const CPU_RATE = 4;
const PAGES = 5;
const SEARCHES = 10;
const BUDGET_MS = 300;
/** The page looks for pairs in slices; no step may hold up a typed letter. */
const STEP_BUDGET_MS = 50;
/** The whole search of a unit in which 47,587 pairs may be one child, with the first use of its code. */
const ALL_BUDGET_MS = 600;
const PAGE_ANSWERS = 7;
const PAIR_PAGES = 3;

export async function names(): Promise<Measurement[]> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_ARGS });
  const first: number[] = [];
  const later: number[] = [];
  const whole: number[] = [];
  const steps: number[] = [];
  try {
    for (let round = 0; round < PAGES; round += 1) {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      await runInOrigin(page, '../../bench/names/in-page.ts');
      await page.evaluate((count) => window.namesBench.fill(count), RECORDS);
      await throttle(page, CPU_RATE);
      for (let each = 0; each < SEARCHES; each += 1) {
        const place = each * 997;
        const { ms } = await page.evaluate((at) => window.namesBench.search(at), place);
        (each === 0 ? first : later).push(ms);
      }
      if (round < PAIR_PAGES) {
        const all = await page.evaluate(() => window.namesBench.pairs());
        whole.push(all.ms);
        steps.push(...all.steps);
      }
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
  const { list, link, child } = await pageAnswers(PAGE_ANSWERS, CPU_RATE);
  const line = (what: string, ms: number, samples: number, budgetMs = BUDGET_MS): Measurement => ({
    what: `30,000 records searched for duplicates, CPU 4×: ${what}`,
    ms,
    samples,
    budgetMs,
  });
  const ofPage = (way: string, answers: readonly Answer[]): Measurement[] => {
    const all = answers.map((answer) => answer.all);
    const firstOnes = answers.map((answer) => answer.first);
    return [
      line(`the page of pairs ${way}, first ones`, median(firstOnes), PAGE_ANSWERS),
      line(`the page of pairs ${way}, all`, median(all), PAGE_ANSWERS),
      line(`the page of pairs ${way}, all, least`, Math.min(...all), PAGE_ANSWERS),
    ];
  };
  return [
    line('first search, median', median(first), first.length),
    line('later search, median', median(later), later.length),
    line('later search, p95', quantile(later, 0.95), later.length),
    line(
      'all pairs that may be one, step, p99.9',
      quantile(steps, 0.999),
      steps.length,
      STEP_BUDGET_MS,
    ),
    line('all pairs that may be one, in slices', median(whole), whole.length, ALL_BUDGET_MS),
    ...ofPage('from the list', list),
    ...ofPage('by its link', link),
    ...ofPage('for one child', child),
  ];
}
