import { API_PATHS, type SignedInBody, type SyncCredentials } from '@crece/contract';
import type { Role } from '@crece/domain';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { takeSession } from '../pages/accounts.ts';
import {
  fillMeasures,
  listAddress,
  type Measures,
  openAddress,
  openList,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expect as usualExpect, test as withAccounts } from './account-fixtures.ts';
import {
  type AccountServer,
  answerOf,
  grantByCall,
  type Person,
  signInByCall,
  signUpByCall,
  somebody,
} from './account-server.ts';
import { saidFirst } from './said.ts';
import { settled } from './settled.ts';

/** A person with an account, signed in. */
export interface Member {
  person: Person;
  session: SignedInBody;
}

/** A server with the administrator's token. */
export type OwnServer = Pick<AccountServer, 'url' | 'adminToken'>;

export const MAY_SYNC = ['user', 'sync'] as const satisfies readonly Role[];

/** Creates an account with these roles. */
export async function member(
  server: OwnServer,
  firstName: string,
  roles: readonly Role[] = MAY_SYNC,
): Promise<Member> {
  const person = somebody(firstName);
  const { user } = await signUpByCall(server, person);
  await grantByCall(server, user, roles);
  return { person, session: await signInByCall(server, person) };
}

/** Changes an account's roles, which ends its sessions, and signs in again by API call. */
export async function changeRoles(
  server: OwnServer,
  { person, session }: Member,
  roles: readonly Role[],
): Promise<Member> {
  await grantByCall(server, session.user, roles);
  return { person, session: await signInByCall(server, person) };
}

interface PhoneOptions {
  /** Another server than the one shared by this worker's tests. */
  origin?: string;
  /** Whether it synchronises by itself, like a new device; otherwise this is switched off. */
  background?: boolean;
}

/** Opens a page on a separate phone with an empty database; `null`: nobody is signed in. */
export type OpenPhone = (who: Member | null, options?: PhoneOptions) => Promise<Page>;

/**
 * Switches background sync off before the application first opens, so that only the test starts a
 * sync.
 */
export async function switchBackgroundOff(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('crece_device', 1);
        opening.onupgradeneeded = () => {
          for (const store of ['values', 'drafts', 'projections']) {
            opening.result.createObjectStore(store);
          }
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('values', 'readwrite');
          writing.objectStore('values').put('off', 'setting:backgroundSync');
          writing.onabort = () => reject(writing.error);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

/** Tests with several phones and the account server. */
export const test = withAccounts.extend<{ phone: OpenPhone }>({
  phone: async ({ browser, accountServer }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (who, { origin = accountServer.url, background = false } = {}) => {
      const context = await browser.newContext({ baseURL: origin });
      contexts.push(context);
      const page = await context.newPage();
      if (who === null) await page.goto('/chrome-only.html');
      else await takeSession(page, who.session);
      if (!background) await switchBackgroundOff(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Several phones and a server work at once, possibly on a busy machine. */
export const expect = usualExpect.configure({ timeout: 30_000 });

/** The address of a unit's sync page. */
export const syncAddress = (unit: string) => `/children/sync/${unit}/Test/children`;

/** The address of a unit's conflicts and refusals. */
export const waitingAddress = (unit: string) => `/children/waiting/${unit}/Test`;

/** The header's status of the unit: confirmed, or the number of records only on this phone. */
export const header = (page: Page): Locator =>
  page.getByRole('region', { name: 'Records and connection' }).getByRole('link').locator('b');

/** The central card of the sync page. */
export const syncCard = (page: Page): Locator =>
  page.getByRole('region', { name: 'Sync', exact: true });

/** Opens the folded part of the sync page with this title. */
export async function unfoldSync(page: Page, title: string): Promise<Locator> {
  const fold = page.locator('details.box').filter({ hasText: title });
  await fold.locator('summary').click();
  return fold;
}

/** Opens a unit's sync page. */
export async function openSync(page: Page, unit: string): Promise<void> {
  await openAddress(page, syncAddress(unit));
  await expect(syncCard(page)).toBeVisible();
}

/** Maximum time of a whole sync on a busy machine. */
const RUN_MS = 45_000;

/** Waits until a run that a person started has returned to the list. */
export async function untilBackOnList(page: Page, unit: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${listAddress(unit).split('/Test/')[0]}/`), {
    timeout: RUN_MS,
  });
  await expect(page.getByRole('searchbox')).toBeVisible();
}

/** Synchronises on the sync page; ends on the list, like the run. */
export async function syncNow(page: Page, unit: string): Promise<void> {
  await openSync(page, unit);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await untilBackOnList(page, unit);
}

/** Synchronises and expects everything to be on the server. */
export async function syncAll(page: Page, unit: string): Promise<void> {
  await syncNow(page, unit);
  await expect(header(page)).toHaveText(/^Synced, /);
}

/** The pause before a phone synchronises a unit by itself (`RHYTHM` in storage). */
const FIRST_PAUSE = '00:03';

/**
 * Opens a page of a unit on a phone that synchronises in the background, and waits until everything
 * has come; the pause before its first run passes at once. The page's clock is the test's from now on.
 */
export async function openArrived(page: Page, address: string): Promise<void> {
  await page.clock.install();
  const begun = page.waitForRequest(/\/sync\/\w+\//);
  await page.goto(address);
  await settled(page);
  // What begins the pause is loaded after the page.
  let hasBegun = false;
  void begun.then(() => {
    hasBegun = true;
  });
  await expect(async () => {
    await page.clock.fastForward(FIRST_PAUSE);
    expect(hasBegun).toBe(true);
  }).toPass({ intervals: [200] });
  const bar = page.locator('.syncbar b');
  await expect(bar).toHaveText(saidFirst('app.synced', { time: '' }), { timeout: RUN_MS });
}

/**
 * What was removed or merged can be undone for ten seconds and is held back so long; no longer once
 * its tab is loaded anew.
 */
export async function endUndo(page: Page): Promise<void> {
  await page.reload();
}

/** Opens the list of an empty unit. */
export async function openEmptyList(page: Page, unit: string): Promise<void> {
  await openList(page, unit);
  await expect(header(page)).toHaveText('Not synced yet');
}

/** Opens a child's page from the list of its unit. */
export async function openChild(page: Page, unit: string, firstName: string): Promise<void> {
  await openList(page, unit);
  await rowOf(page, firstName).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(firstName) })).toBeVisible();
}

/** Screens a child of the unit; ends on the result card. */
export async function screen(
  page: Page,
  unit: string,
  firstName: string,
  measures: Measures,
): Promise<void> {
  await openChild(page, unit, firstName);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await fillMeasures(page, measures);
  await saveScreening(page);
}

/** A record as stored on the server. */
export type Stored = Record<string, unknown> & { _id: string };

/** All present records of a unit on the server, as another client would receive them. */
export async function onServer(
  server: { url: string },
  { session }: Member,
  unit: string,
): Promise<Stored[]> {
  const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, {
    token: session.token,
  });
  const { rows } = await answerOf<{ rows: { doc: Stored }[] }>(
    server,
    'GET',
    `/sync/${unit}/_all_docs?include_docs=true`,
    { token: entity },
  );
  return rows.map(({ doc }) => doc);
}

/** The notices since the page was loaded, newest first, from the header's menu. */
export async function noticesSoFar(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Account(: | and notices)/ }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  const texts = await menu
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Notices' }) })
    .getByRole('listitem')
    .allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  return texts.map((text) => text.replace(/^[\d:]+(\s?[AP]M)?\s/, ''));
}

/** Holds every request to an address until released. */
export async function hold(page: Page, address: RegExp) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    // The page may have cancelled the request or closed.
    await route.continue().catch(() => undefined);
  });
  return {
    /** Resolves when the page has sent the request. */
    asked: page.waitForRequest(address, { timeout: RUN_MS }).then(() => undefined),
    async letGo() {
      letGo();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
