import { answerCode, slipFragment } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { TEST_UNIT } from '../pages/app.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { expectAccessible } from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import { cameraWith } from '../support/fake-camera.ts';
import { expect, test } from '../support/fixtures.ts';
import { untilKeptForOffline } from '../support/offline.ts';
import { plantRecords } from '../support/plant.ts';

const SLIP = '0K3F9ZQ7M2XW5RTB';
const DAY = '2025-05-20';
const LIST = `/children/list/${TEST_UNIT}/Guatemala/-/a/children`;

const child = aChild({ _id: `chld_${TEST_UNIT}_1700000000001_aaaaaa`, firstName: 'Marisol' });
const screening = {
  ...aScreening({
    _id: `scr_${TEST_UNIT}_1700000000002_aaaaaa`,
    owner: child._id,
    surveyDate: DAY,
    muac: 11.2,
  }),
  slip: [SLIP],
};

/** A phone whose camera sees the slip on a table. */
async function phoneWithSlip(url: string) {
  const code = slipFragment({ slip: SLIP, signs: ['muac'], day: DAY });
  const camera = await cameraWith(`https://elsewhere.example/referral#${code}`, {
    size: 220,
    turned: 20,
    blur: 0.8,
  });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [...CHROMIUM_ARGS, ...camera],
  });
  const context = await browser.newContext({
    baseURL: url,
    bypassCSP: true,
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
    reducedMotion: 'reduce',
  });
  return { browser, page: await context.newPage() };
}

/** Whether any camera of the page is on. */
async function noteTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { isCameraOn: () => tracks.some((each) => each.readyState === 'live') });
    mediaDevices.getUserMedia = async (asked) => {
      const stream = await open(asked);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

const isCameraOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { isCameraOn: () => boolean }).isCameraOn());

test('a slip before the camera opens its child, and offline a clinic’s answer is typed where the camera is not allowed', {
  tag: '@deep',
}, async ({ server }) => {
  const { browser, page } = await phoneWithSlip(server.url);
  try {
    await noteTracks(page);
    await page.goto('/chrome-only.html');
    await plantRecords(page, TEST_UNIT, [child, screening]);
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await expect(page).toHaveURL(new RegExp(`/children/view/${child._id}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marisol');
    expect(await isCameraOn(page)).toBe(false);

    await untilKeptForOffline(page);
    await setOffline(page.context(), true);

    // The camera is off as soon as the sheet is left.
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => isCameraOn(page)).toBe(false);

    await page.goto(LIST);
    // Where the camera is not allowed the letters are typed.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('refused in this test', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await expect(page.getByText(/^The camera is not allowed here/)).toBeVisible();
    await expectAccessible(page, 'the sheet of the camera');
    const code = answerCode(SLIP, DAY, { outcome: 'admitted', day: '2025-05-22' });
    await page.getByLabel('Number on the card or slip').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Who is screening?' });
    await asked.getByLabel('Your name').fill('Ana Morales');
    await asked.getByRole('button', { name: 'Save my name' }).click();
    await expect(page.getByText(/clinic.*admitted/i).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/children/view/${child._id}$`));
  } finally {
    await browser.close();
  }
});
