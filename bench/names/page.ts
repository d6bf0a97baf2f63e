import type { Page } from '@playwright/test';
import { takeSession } from '../../e2e/pages/accounts.ts';
import { startAccountServer } from '../../e2e/support/account-server.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { member } from '../../e2e/support/phones.ts';
import { makeProfile } from '../disk-profile.ts';
import { throttle } from '../list/list.ts';

const LIST = '/children/list/test_stake_gtm/Guatemala/-/a/children';
const SAME = '/children/same/test_stake_gtm/Guatemala';
/** The page that links to it. */
const LINKING = '/children/sync/test_stake_gtm/Guatemala/children';
const FILL_TIMEOUT_MS = 900_000;
/** The list's own work behind its first rows has ended by then. */
const REST_MS = 4_000;
/** So long a person looks at the link before touching it. */
const LOOK_MS = 2_000;

/** Milliseconds from leaving a page to the first painted pairs, and until no name is left. */
export interface Answer {
  first: number;
  all: number;
}

/**
 * From where the page is opened: by its address, from the list; by its link, which has been in view
 * for a moment; or for one child, from the list, as its menu and the duplicate question do.
 */
export type Way = 'list' | 'link' | 'child';

/** Goes from the list to the page with the link, and scrolls there. */
async function showLink(page: Page): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, LINKING);
  await page.locator(`a[href^="${SAME}"]`).scrollIntoViewIfNeeded();
  await page.waitForTimeout(LOOK_MS);
}

/** The id of a child that may be another one, once the page of all pairs is shown. */
async function childOfPair(page: Page): Promise<string> {
  const link = await page.locator('.same-pair a').first().getAttribute('href');
  const id = link?.split('/').at(-1);
  if (id === undefined) throw new Error('no pair');
  return decodeURIComponent(id);
}

/** Opens the page "Perhaps the same child" in an application that has just been started. */
async function answerOf(
  page: Page,
  { url, rate, child }: { url: string; rate: number; child?: string },
  way: Way,
): Promise<Answer> {
  await throttle(page, 1);
  await page.goto(`${url}${LIST}`);
  await page.locator('a[href*="/children/view/"]').first().waitFor({ timeout: FILL_TIMEOUT_MS });
  await page.waitForTimeout(REST_MS);
  await throttle(page, rate);
  if (way === 'link') await showLink(page);
  return page.evaluate(
    ({ path, isOfOne }) =>
      new Promise<Answer>((resolve) => {
        const start = performance.now();
        let first = 0;
        new MutationObserver((_, observer) => {
          if (document.querySelector('.same-pairs li') === null) return;
          // Once all are compared the page of a unit says how many more there are; that of a child
          // says nothing more.
          const said = document.querySelector('main p[role="status"]')?.textContent;
          const isAll = isOfOne ? said === undefined : /\d/.test(said ?? '');
          if (isAll) observer.disconnect();
          requestAnimationFrame(() => {
            const now = performance.now() - start;
            if (first === 0) first = now;
            if (isAll) resolve({ first, all: now });
          });
        }).observe(document, { childList: true, subtree: true, characterData: true });
        const link = document.querySelector<HTMLElement>(`a[href^="${path}"]`);
        if (link !== null) {
          link.click();
          return;
        }
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }),
    {
      path: child === undefined ? SAME : `${SAME}?child=${encodeURIComponent(child)}`,
      isOfOne: child !== undefined,
    },
  );
}

/**
 * The page "Perhaps the same child" of a unit with 30,000 children in the built application: so many
 * answers in each way, by turns, each of an application that was just started, at this rate of the
 * processor.
 */
export async function pageAnswers(count: number, rate: number): Promise<Record<Way, Answer[]>> {
  const server = await startAccountServer();
  const profile = await makeProfile();
  try {
    const { session } = await member(server, 'Ana');
    const { page, context } = await profile.start({ bypassCSP: true });
    try {
      await takeSession(page, session, server.url);
      await runInOrigin(page, '../../bench/names/fill.ts');
      await page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
        timeout: FILL_TIMEOUT_MS,
      });
      const title = await page.title();
      if (!title.startsWith('filled')) throw new Error(title);
      const answers: Record<Way, Answer[]> = { list: [], link: [], child: [] };
      const { url } = server;
      for (let round = 0; round < count; round += 1) {
        answers.list.push(await answerOf(page, { url, rate }, 'list'));
        const child = await childOfPair(page);
        answers.link.push(await answerOf(page, { url, rate }, 'link'));
        answers.child.push(await answerOf(page, { url, rate, child }, 'child'));
      }
      return answers;
    } finally {
      await context.close();
    }
  } finally {
    profile.remove();
    await server.stop();
  }
}
