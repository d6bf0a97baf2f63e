import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type OwnBrowser, startBrowser } from '../support/own-browser.ts';
import { runInOrigin } from '../support/page-bundle.ts';
import type { Inspected } from './inspect-unit.ts';
import { UNIT } from './scene.ts';

/** A page of the application's origin that opens no unit. */
const QUIET_PAGE = '/chrome-only.html';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'crece-profile-'));
}

function copyOf(folder: string): string {
  const copy = newFolder();
  try {
    execFileSync('cp', ['-a', `${folder}/.`, copy], { stdio: 'ignore' });
  } catch {
    // Files that the browser removed meanwhile are missing in the copy, as in anybody's copy.
  }
  // The lock names the first browser; on another device there is no such process.
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
    rmSync(join(copy, name), { force: true });
  }
  return copy;
}

/** The built application in a real Chromium whose profile lies on disk and outlives its browsers. */
export class ProfilePhone {
  readonly #origin: string;
  readonly #folders: string[] = [];
  /** The profile's folder. */
  folder: string;
  #browser: OwnBrowser | null = null;

  /** `from`: the profile of a browser that has ended, to begin with a copy of it. */
  constructor(origin: string, from?: string) {
    this.#origin = origin;
    this.folder = from === undefined ? newFolder() : copyOf(from);
    this.#folders.push(this.folder);
  }

  /** Starts the browser; returns a page that has not opened the application. */
  async start(): Promise<Page> {
    this.#browser = await startBrowser(this.folder, this.#origin, { bypassCSP: true });
    const { context } = this.#browser;
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(QUIET_PAGE);
    return page;
  }

  /** Ends the browser in an orderly way. */
  async stop(): Promise<void> {
    await this.#browser?.context.close();
    this.#browser = null;
  }

  async kill(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = null;
  }

  freeze(): void {
    this.#browser?.freeze();
  }

  /**
   * Copies the profile as it lies on disk, while the browser runs. `kill` then ends the browser on the
   * first folder; the next `start` uses the copy.
   */
  copy(): string {
    const copy = copyOf(this.folder);
    this.#folders.push(copy);
    return copy;
  }

  async close(): Promise<void> {
    await this.stop();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** What is stored of the unit; the page must not have opened it. */
export async function inspect(page: Page): Promise<Inspected> {
  await page.goto(QUIET_PAGE);
  await page.evaluate((unit) => {
    window.unitToInspect = unit;
  }, UNIT);
  await runInOrigin(page, '../torture/inspect-unit.ts');
  return page.evaluate(() => window.unitInspected);
}

/** Violations that no state after any fault may have. */
export function faultsOf({ isStored, unsound, lost }: Inspected): string[] {
  return [
    ...(isStored ? [] : ['the unit is not there']),
    ...unsound,
    ...(lost > 0 ? [`${lost} ranges are lost with damaged blocks`] : []),
  ];
}

/** All drafts of the device as one text. */
function draftsOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('crece_device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );
}

/** Waits until a draft with this text is stored on the device. */
export async function untilKept(page: Page, typed: string): Promise<void> {
  await expect.poll(() => draftsOf(page)).toContain(typed);
}
