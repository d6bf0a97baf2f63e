/**
 * The children list of a unit with 10,000 children, in real Chromium with the built application, on a
 * profile on disk: offline cold start to a list that answers a search, and key stroke to results.
 * Budgets (design, section 9): start ≤ 1.2 s, key stroke p95 ≤ 60 ms, both at CPU 4×.
 *
 * `BASELINE_BUILD=FOLDER` names another built application with the same format of records: it is
 * measured in turns with this one, so that a busy moment of the machine falls on both alike. Each is left
 * before the other is measured.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { setOffline } from '../../e2e/support/connection.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { type ServerProcess, serveBuild, startServer } from '../../e2e/support/server-process.ts';
import { type DiskProfile, makeProfile } from '../disk-profile.ts';
import { type Measurement, median, quantile } from '../measure.ts';

const LIST = '/children/list/test_stake_gtm/Guatemala/-/a/children';
const FILL_TIMEOUT_MS = 900_000;
const CHILDREN = 10_000;
const STARTS = 7;
/** So many times all keys, that the slowest in twenty are more than one. */
const KEY_ROUNDS = 3;
/** Typed and deleted again, so that nearly every key changes the results. */
const KEYS = [
  'm',
  'a',
  'r',
  'Backspace',
  'i',
  'Backspace',
  'Backspace',
  'l',
  'Backspace',
  'Backspace',
].flatMap((key, index, all) =>
  index === all.length - 1
    ? [key, 'j', 'u', 'Backspace', 'Backspace', 'a', 'n', 'Backspace', 'Backspace']
    : [key],
);
/**
 * Until what a start begins in the person's pauses has ended, also at CPU 4×. How a list answers before
 * is the figure of the answered search.
 */
const STARTED_MS = 7_000;
/** Longer than any response, shorter than the pause after which a single result opens. */
const KEY_REST_MS = 450;

export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

const firstRow = (page: Page) => page.locator('a[href*="/children/view/"]').first();

/** What a page that starts notes of itself, in milliseconds since the start of the navigation. */
interface Start {
  row: number;
  search: number;
}

/**
 * Runs in each page: notes when the first child was painted; then types a search, and notes when it was
 * answered. All of it in the page: a question from outside waits for a page that is busy with the rest of
 * its list, and what Playwright brings along to ask it takes as long as a part of the application.
 */
function noteStart(): void {
  if (location.hash !== '#cold-start') return;
  const start: Start = { row: 0, search: 0 };
  Object.assign(window, { start });
  const when = (isSo: () => boolean, then: () => void): void => {
    new MutationObserver((_, observer) => {
      if (!isSo()) return;
      observer.disconnect();
      requestAnimationFrame(then);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  };
  // A list whose rest is still being read shows no number.
  const shown = () => document.querySelector('main .shown')?.textContent;
  when(
    () => document.querySelector('main .row-item') !== null,
    () => {
      start.row = performance.now();
      const all = shown();
      when(
        () => shown() !== undefined && shown() !== all,
        () => {
          start.search = performance.now();
        },
      );
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (field === null) throw new Error('no search');
      field.focus();
      document.execCommand('insertText', false, 'qu');
    },
  );
}

/** As long as the browser goes on with what a page had begun. */
const LEFT_MS = 1_000;

/** Ends what a page does beside the screen: it would be measured with the other build. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.waitForTimeout(LEFT_MS);
}

/**
 * Opens the list, which stays open; milliseconds from the start of the navigation to the first child, and
 * to the answer of a search.
 */
export async function coldStart(page: Page, url: string): Promise<Start> {
  await page.goto(`${url}${LIST}#cold-start`, { waitUntil: 'commit' });
  const answered = await page.waitForFunction(
    () => {
      const { start } = window as unknown as { start?: Start };
      return start !== undefined && start.search > 0 && start;
    },
    null,
    { polling: 200 },
  );
  return (await answered.jsonValue()) as Start;
}

/**
 * Runs in the page, once: notes when a key is pressed, and the last painted change of the results that
 * follows. One observer for all keys: one more for each would take longer than the application.
 */
function watchKeys(): void {
  const watched = { pressed: 0, painted: 0 };
  Object.assign(window, { watched });
  // The count and the five rows that a phone shows. Rows outside the window that are removed when the
  // typing rests, and the picture of "nothing found" that loads later, are not results.
  const all = (selector: string) => [...document.querySelectorAll(`main ${selector}`)];
  const results = () =>
    [...all('[role="status"], .list-blank'), ...all('.row-item').slice(0, 5)]
      .map(({ textContent }) => textContent)
      .join();
  let last = results();
  document.addEventListener(
    'keydown',
    () => {
      watched.pressed = performance.now();
    },
    { capture: true },
  );
  new MutationObserver(() => {
    const now = results();
    if (now === last) return;
    last = now;
    requestAnimationFrame(() => {
      watched.painted = performance.now();
    });
  }).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/**
 * Opens the list and types; returns the milliseconds from each key to the last painted change of the
 * results that it caused.
 */
export async function keyStrokes({ page, server }: Side): Promise<number[]> {
  const times: number[] = [];
  await page.goto(`${server.url}${LIST}`);
  await firstRow(page).waitFor();
  await page.waitForTimeout(STARTED_MS);
  await page.getByRole('searchbox').focus();
  await page.evaluate(watchKeys);
  for (const key of KEYS) {
    await page.keyboard.press(key);
    await page.waitForTimeout(KEY_REST_MS);
    const { pressed, painted } = await page.evaluate(
      () => (window as unknown as { watched: { pressed: number; painted: number } }).watched,
    );
    if (painted > pressed) times.push(painted - pressed);
  }
  await leave(page);
  return times;
}

/** One build with a browser of its own, in front of the filled list. */
export interface Side {
  server: ServerProcess;
  profile: DiskProfile;
  page: Page;
  context: BrowserContext;
}

export async function openSide(server: ServerProcess, children: number): Promise<Side> {
  const profile = await makeProfile();
  const filling = await profile.start({ bypassCSP: true });
  await filling.page.goto(`${server.url}/chrome-only.html?children=${children}`);
  await runInOrigin(filling.page, '../../bench/list/fill.ts');
  await filling.page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
    timeout: FILL_TIMEOUT_MS,
  });
  const title = await filling.page.title();
  await filling.context.close();
  if (!title.startsWith('filled')) throw new Error(title);
  const { page, context } = await profile.start();
  await page.addInitScript(noteStart);
  await page.goto(`${server.url}${LIST}`);
  await firstRow(page).waitFor({ timeout: FILL_TIMEOUT_MS });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(5_000);
  await setOffline(context, true);
  await leave(page);
  return { server, profile, page, context };
}

export async function closeSides(sides: readonly Side[]): Promise<void> {
  for (const { context, profile } of sides) {
    await context.close();
    profile.remove();
  }
}

async function measureSides(sides: readonly Side[]): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const rate of [1, 4]) {
    const times = sides.map(() => ({
      row: [] as number[],
      search: [] as number[],
      keys: [] as number[],
    }));
    for (const { page } of sides) await throttle(page, rate);
    for (let round = 0; round < STARTS; round += 1) {
      for (const [index, { page, server }] of sides.entries()) {
        const { row, search } = await coldStart(page, server.url);
        await leave(page);
        times[index]?.row.push(row);
        times[index]?.search.push(search);
      }
    }
    for (let round = 0; round < KEY_ROUNDS; round += 1) {
      for (const [index, side] of sides.entries()) {
        times[index]?.keys.push(...(await keyStrokes(side)));
      }
    }
    const [own, other] = times;
    if (own === undefined) throw new Error('nothing was measured');
    const add = (
      what: string,
      name: keyof typeof own,
      value: (samples: readonly number[]) => number,
      budgetMs?: number,
    ) =>
      lines.push({
        what: `${what}, CPU ${rate}×`,
        ms: value(own[name]),
        samples: own[name].length,
        ...(other && { baseline: { what: 'the other build', ms: value(other[name]) } }),
        ...(budgetMs !== undefined && rate === 4 && { budgetMs }),
      });
    const p95 = (samples: readonly number[]) => quantile(samples, 0.95);
    const start = 'cold start offline, 10,000 children';
    add(`${start}, to the first rows`, 'row', median);
    add(`${start}, to an answered search`, 'search', median, 1_200);
    add('key stroke to results, median', 'keys', median);
    add('key stroke to results, p95', 'keys', p95, 60);
  }
  return lines;
}

export async function list(): Promise<Measurement[]> {
  const baseline = process.env['BASELINE_BUILD'];
  const servers = [await startServer()];
  const sides: Side[] = [];
  try {
    if (baseline !== undefined) servers.push(await serveBuild(baseline));
    for (const server of servers) sides.push(await openSide(server, CHILDREN));
    return await measureSides(sides);
  } finally {
    await closeSides(sides);
    for (const server of servers) await server.stop();
  }
}
