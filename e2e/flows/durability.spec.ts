import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  addChild,
  dayOfMonthsAgo,
  fillChild,
  fillMeasures,
  fillSurveyDate,
  listAddress,
  measureField,
  openNewChild,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { deep } from '../support/deep.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { type OwnBrowser, startBrowser } from '../support/own-browser.ts';

interface Lives {
  /** Starts the browser on this test's profile; it can be started again after `kill`. */
  start(): Promise<{ browser: OwnBrowser; page: Page }>;
}

const test = base.extend<Lives>({
  start: async ({ server }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'crece-profile-'));
    let running: OwnBrowser | null = null;
    await use(async () => {
      running = await startBrowser(profile, server.url);
      const page = running.context.pages()[0] ?? (await running.context.newPage());
      return { browser: running, page };
    });
    // A killed browser is closed already; a failed test may leave one running.
    await (running as OwnBrowser | null)?.context.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

test.describe('when the browser process is killed', () => {
  test('right after the result card, the screening is stored; repeatedly', async ({ start }) => {
    const weights = ['7.1', '7.2', '7.3', '7.4'].slice(0, deep(4, 1));
    let address = '';
    for (const [round, weight] of weights.entries()) {
      const { browser, page } = await start();
      if (round === 0) {
        await page.goto(listAddress());
        await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
      } else {
        await page.goto(address);
        await expect(
          page.getByRole('region', { name: 'Screenings' }).getByRole('listitem'),
        ).toHaveCount(round);
        await page.goto(address.replace('/view/', '/survey/'));
      }
      await fillMeasures(page, { height: '68.5', weight });
      await fillSurveyDate(page, dayOfMonthsAgo(weights.length - 1 - round));
      await saveScreening(page);
      address = new URL(page.url()).pathname;
      await browser.kill();
    }

    const { page } = await start();
    await page.goto(address);
    const screenings = page.getByRole('region', { name: 'Screenings' }).getByRole('listitem');
    await expect(screenings).toHaveCount(weights.length);
    for (const [index, weight] of weights.toReversed().entries()) {
      await expect(screenings.nth(index)).toContainText(`Weight kg ${weight}`);
    }
    await page.goto(listAddress());
    await expect(rowOf(page, 'Luz Xicay')).toContainText('today');
  });

  test('in the middle of typing, the half-typed forms are restored', async ({ start }) => {
    const first = await start();
    await first.page.goto(listAddress());
    await addChild(first.page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    const survey = new URL(first.page.url()).pathname;
    await first.page.goto(listAddress());
    await openNewChild(first.page);
    await fillChild(first.page, { firstName: 'Ana', lastName: 'Tum', sex: 'Girl', months: 9 });
    await expect(first.page.getByText('Draft kept on this device')).toBeVisible();
    const create = new URL(first.page.url()).pathname;
    await first.page.goto(survey);
    await measureField(first.page, 'Height').fill('68.');
    await expect(first.page.getByText('Draft kept on this device')).toBeVisible();
    await first.browser.kill();

    const { page } = await start();
    await page.goto(survey);
    await expect(page.getByText('What you typed before is back')).toBeVisible();
    await expect(measureField(page, 'Height')).toHaveValue('68.');
    await page.goto(create);
    await expect(page.getByLabel('First name')).toHaveValue('Ana');
    await expect(page.getByRole('radio', { name: 'Girl' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Age in months' })).toHaveValue('9');
  });
});
