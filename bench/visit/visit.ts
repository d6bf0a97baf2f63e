/**
 * The visits of a field day by a script with a person's delays (docs/visit.md), in real Chromium at
 * CPU 4× on a profile on disk, with 1,200 children and without a connection. Beside each path stands
 * what it took before the screening form was made shorter.
 */
import type { Page } from '@playwright/test';
import { setOffline } from '../../e2e/support/connection.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { makeProfile } from '../disk-profile.ts';
import { type Measurement, median } from '../measure.ts';
import { Hand, type Work } from './hand.ts';
import {
  allBySearch,
  DAY,
  DUE,
  firstEver,
  type Known,
  muacBySearch,
  muacOfRow,
  nextNewChild,
  QUEUE_LENGTH,
  rowSearch,
  tenOfDay,
  UNIT,
} from './paths.ts';

const RUNS = 3;
const CPU = 4;
const FILL_TIMEOUT_MS = 300_000;
const NEW_NAMES = ['Yago', 'Iker', 'Enzo'];

/** One path with its runs. */
interface Path {
  what: string;
  before: string;
  budgetMs?: number;
  /** How many children one run screens, if several. */
  children?: number;
  works: Work[];
}

async function throttled(page: Page): Promise<Hand> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  return new Hand(page);
}

async function filledPage(server: ServerProcess, page: Page): Promise<Known[]> {
  await page.goto(`${server.url}/chrome-only.html`);
  await runInOrigin(page, '../../bench/visit/fill.ts');
  await page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
    timeout: FILL_TIMEOUT_MS,
  });
  const title = await page.title();
  if (!title.startsWith('filled ')) throw new Error(title);
  return JSON.parse(title.slice('filled '.length)) as Known[];
}

/** Runs a path from where `prepare` leads, and counts from there. */
async function time(
  hand: Hand,
  path: Path,
  prepare: () => Promise<void>,
  walk: () => Promise<void>,
): Promise<void> {
  await prepare();
  hand.begin();
  await walk();
  path.works.push(hand.end());
}

async function followUps(server: ServerProcess): Promise<Path[]> {
  const byRow: Path = { what: 'MUAC alone, from a row', before: '–', budgetMs: 8_000, works: [] };
  const bySearch: Path = {
    what: 'MUAC alone, from the list by five letters',
    before: '6 taps, 9 keys, 14.8 s',
    works: [],
  };
  const byDue: Path = {
    what: 'MUAC alone, from the due list',
    before: '–',
    budgetMs: 8_000,
    works: [],
  };
  const all: Path = {
    what: 'all measures, from the list by five letters',
    before: '5 taps, 19 keys, 18.6 s',
    budgetMs: 14_000,
    works: [],
  };
  const next: Path = {
    what: 'register and screen the next child, from the last result',
    before: '11 taps, 23 keys, 22.8 s',
    budgetMs: 18_000,
    works: [],
  };
  const day: Path = {
    what: 'ten children of a screening day, five with MUAC, three with all measures, two new',
    before: '–',
    children: QUEUE_LENGTH,
    works: [],
  };
  const profile = await makeProfile();
  const { page, context } = await profile.start({ bypassCSP: true });
  try {
    const followed = await filledPage(server, page);
    const openList = async () => {
      await page.goto(`${server.url}${UNIT}`);
      await page.locator('a[href*="/children/view/"]').first().waitFor();
    };
    await openList();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForTimeout(5_000);
    await setOffline(context, true);
    const hand = await throttled(page);
    const hasTape = (await page.locator('a[href*="measures=muac"]').count()) > 0;
    for (let run = 0; run < RUNS; run += 1) {
      if (hasTape) await time(hand, bySearch, openList, () => muacBySearch(hand, followed));
      if (hasTape) {
        let child: Known | undefined;
        const showRow = async () => {
          await openList();
          child = await rowSearch(page, followed);
        };
        await time(hand, byRow, showRow, () =>
          muacOfRow(hand, page.locator(`a[href*="${child?.id}"][href*="measures=muac"]`)),
        );
      }
      const due = page.locator('a[href*="measures=muac"][href*="from=due"]').nth(run);
      const showDue = async () => {
        await page.goto(`${server.url}${DUE}`);
        await page.locator('.due-row').first().waitFor();
      };
      await showDue();
      if (hasTape) await time(hand, byDue, showDue, () => muacOfRow(hand, due));
      await time(hand, all, openList, () => allBySearch(hand, followed));
      const first = NEW_NAMES[run] ?? '';
      await time(
        hand,
        next,
        async () => undefined,
        () => nextNewChild(hand, first),
      );
    }
    const openDay = async () => {
      await page.goto(`${server.url}${DAY}`);
      await page.locator('.day-page').waitFor();
    };
    await time(hand, day, openDay, () => tenOfDay(hand, followed));
  } finally {
    await context.close();
    profile.remove();
  }
  return [byRow, bySearch, byDue, all, next, day];
}

async function newcomers(server: ServerProcess): Promise<Path> {
  const path: Path = {
    what: 'first-ever screening, from an empty device',
    before: '13 taps, 34 keys, 36.0 s',
    budgetMs: 30_000,
    works: [],
  };
  for (let run = 0; run < RUNS; run += 1) {
    const profile = await makeProfile();
    const { page, context } = await profile.start();
    const hand = await throttled(page);
    const open = async () => {
      await page.goto(server.url);
    };
    try {
      await time(hand, path, open, () => firstEver(hand));
    } finally {
      await context.close();
      profile.remove();
    }
  }
  return path;
}

function measured({ what, before, budgetMs, children, works }: Path): Measurement {
  const [first] = works;
  const budget = budgetMs === undefined ? {} : { budgetMs };
  if (first === undefined) {
    return { what: `${what}: no row has a tape button`, ms: Infinity, samples: 0, ...budget };
  }
  const { taps, keys, personMs } = first;
  const person = (personMs / 1000).toFixed(1);
  const ms = median(works.map((work) => work.ms));
  const each = children === undefined ? '' : `, ${(ms / 1000 / children).toFixed(1)} s a child`;
  return {
    what: `${what}: ${taps} taps, ${keys} keys, ${person} s of it the person's${each} (before: ${before})`,
    ms,
    samples: works.length,
    ...budget,
  };
}

export async function visit(): Promise<Measurement[]> {
  const server = await startServer();
  try {
    return [...(await followUps(server)), await newcomers(server)].map(measured);
  } finally {
    await server.stop();
  }
}
