import { aChild, aScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { pick, TEST_UNIT } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { IS_DEEP } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true, serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

/** Forty letters, the longest that people have written. */
const LONG = 'Maximiliana Guadalupe de los Ángeles Tum';

const idOf = (kind: string, number: number) =>
  `${kind}_${TEST_UNIT}_170000000${String(number).padStart(4, '0')}_aaaaaa`;

/** A child with so many visits, one a month, growing along a low line. */
function childWith(visits: number): object[] {
  const owner = idOf('chld', visits);
  const child = aChild({
    _id: owner,
    firstName: LONG,
    lastName: LONG,
    mother: `${LONG} viuda de Xicay`,
    ward: 'Aldea San Antonio de las Flores',
    birthDate: '2022-06-01',
  });
  const screenings = Array.from({ length: visits }, (_, at) =>
    aScreening({
      _id: idOf('scr', visits * 40 + at),
      owner,
      surveyDate: new Date(Date.UTC(2025, 5 - visits + at, 9)).toISOString().slice(0, 10),
      height: Math.round((56 + 15 * Math.sqrt(at / 3.2)) * 10) / 10,
      weight: Math.round((4.6 + 1.35 * Math.sqrt(at)) * 10) / 10,
      muac: at % 5 === 4 ? 12.2 : 13,
    }),
  );
  return [child, ...screenings].map((document) =>
    Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined)),
  );
}

const childAddress = (visits: number) => `/children/view/${idOf('chld', visits)}`;
const cardAddress = (visits: number) => `/children/card/${idOf('chld', visits)}`;

/** The number of pages of what is printed now, and the size of each in millimetres. */
async function printed(page: Page): Promise<readonly (readonly number[])[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)];
  return boxes.map(([, width, height]) => [mm(width), mm(height)]);
}

const A5 = [148, 210];
const A4 = [210, 297];

/** Expects that nothing of the card is cut and that its charts keep their room. */
async function expectRoom(page: Page): Promise<void> {
  const card = page.getByRole('article');
  await expect
    .poll(() => card.evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight))
    .toBeLessThanOrEqual(1);
  const chart = (await card.locator('.gc-plot').first().boundingBox())?.height ?? 0;
  expect(chart / ((await card.boundingBox())?.width ?? 0)).toBeGreaterThan(0.22);
}

test('offline, a card of one page is printed on A5 and A4, in one language or both, and its code opens the child', async ({
  page,
}) => {
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, [0, 1, 30].flatMap(childWith));
  await page.clock.setFixedTime(new Date('2025-05-20T18:00:00Z'));
  await page.goto(childAddress(30));
  await goOffline(page);
  await page.getByRole('link', { name: 'Growth card' }).click();
  await pick(page, 'Language of the card', 'Español');
  if (IS_DEEP) await expectGoodInBothLooks(page, 'growth card');

  await expectRoom(page);
  expect(await printed(page)).toEqual([A5]);
  await pick(page, 'Paper', 'A4 or Letter');
  expect(await printed(page)).toEqual([A4]);
  // Where the browser takes the paper from the printer instead.
  const letter = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(letter.match(/\/MediaBox/gu)).toHaveLength(1);
  await pick(page, 'Paper', 'A5');
  await pick(page, 'Language of the card', 'Both');
  await expect(page.getByText('Child growth card / Ficha de crecimiento').first()).toBeVisible();
  await expectRoom(page);
  expect(await printed(page)).toEqual([A5]);

  await page.setViewportSize({ width: 1280, height: 800 });
  const { data, info } = await sharp(await page.getByRole('article').getByRole('img').screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const address = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
  expect(new URL(address).pathname).toBe(childAddress(30));
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG);

  for (const visits of [0, 1]) {
    await page.goto(cardAddress(visits));
    await expectRoom(page);
    expect(await printed(page)).toEqual([A5]);
  }
});
