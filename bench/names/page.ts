import type { Page } from '@playwright/test';
import { takeSession } from '../../e2e/pages/accounts.ts';
import { startAccountServer } from '../../e2e/support/account-server.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { member } from '../../e2e/support/phones.ts';
import { makeProfile } from '../disk-profile.ts';
import { throttle } from '../list/list.ts';

const LIST = '/children/list/test_stake_gtm/Guatemala/-/a/children';
const SAME = '/children/same/test_stake_gtm/Guatemala';
const FILL_TIMEOUT_MS = 900_000;
/** The list's own work behind its first rows has ended by then. */
const REST_MS = 4_000;

/** Milliseconds from leaving the list to the first painted pairs, and until no name is left. */
export interface Answer {
  first: number;
  all: number;
}

/** Leaves the list, which has just been started, for the page "Perhaps the same child". */
async function answerOf(page: Page, url: string, rate: number): Promise<Answer> {
  await throttle(page, 1);
  await page.goto(`${url}${LIST}`);
  await page.locator('a[href*="/children/view/"]').first().waitFor({ timeout: FILL_TIMEOUT_MS });
  await page.waitForTimeout(REST_MS);
  await throttle(page, rate);
  return page.evaluate(
    (path) =>
      new Promise<Answer>((resolve) => {
        const start = performance.now();
        let first = 0;
        new MutationObserver((_, observer) => {
          if (document.querySelector('.same-pairs li') === null) return;
          // Once all are compared it says how many more there are.
          const said = document.querySelector('main p[role="status"]')?.textContent ?? '';
          const isAll = /\d/.test(said);
          if (isAll) observer.disconnect();
          requestAnimationFrame(() => {
            const now = performance.now() - start;
            if (first === 0) first = now;
            if (isAll) resolve({ first, all: now });
          });
        }).observe(document, { childList: true, subtree: true, characterData: true });
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }),
    SAME,
  );
}

/**
 * The page "Perhaps the same child" of a unit with 30,000 children in the built application: so many
 * answers, each of an application that was just started, at this rate of the processor.
 */
export async function pageAnswers(count: number, rate: number): Promise<Answer[]> {
  const server = await startAccountServer();
  const profile = await makeProfile();
  try {
    const { session } = await member(server, 'Ana', ['user']);
    const { page, context } = await profile.start({ bypassCSP: true });
    try {
      await takeSession(page, session, server.url);
      await runInOrigin(page, '../../bench/names/fill.ts');
      await page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
        timeout: FILL_TIMEOUT_MS,
      });
      const title = await page.title();
      if (!title.startsWith('filled')) throw new Error(title);
      const answers: Answer[] = [];
      for (let round = 0; round < count; round += 1) {
        answers.push(await answerOf(page, server.url, rate));
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
