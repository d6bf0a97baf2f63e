import { aChild, aScreening } from '@crece/domain/testing';
import type { Locator, Page } from '@playwright/test';
import { dayOfMonthsAgo, TEST_UNIT, walkTo } from '../pages/app.ts';
import { IS_DEEP } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true });

/** The size of the window, and whether one chart is shown at once; a release has all. */
const SIZES = (
  [
    [360, 740, true],
    [800, 900, true],
    [1100, 800, true],
    [1280, 800, false],
  ] as const
).filter(([width]) => IS_DEEP || width === 360 || width === 1280);

const childId = (index: number) => `chld_${TEST_UNIT}_${1_600_000_000_000 + index}`;

/** Children of five years with three screenings each; the newest one has this MUAC in cm. */
async function plantChildren(page: Page, newestMuacs: readonly number[]): Promise<void> {
  const documents = newestMuacs.flatMap((newest, index) => {
    const _id = childId(index);
    const birthDate = dayOfMonthsAgo(58);
    const screenings = [
      { months: 20, muac: 14.5, height: 82, weight: 10.6 },
      { months: 40, muac: 13.1, height: 95, weight: 12.9 },
      { months: 57, muac: newest, height: 105, weight: 15.8 },
    ];
    return [
      aChild({ _id, firstName: `Ana ${index}`, lastName: 'Tum', birthDate }),
      ...screenings.map(({ months, ...measures }) =>
        aScreening({
          _id: `scr_${TEST_UNIT}_${1_700_000_000_000 + index * 100 + months}`,
          owner: _id,
          surveyDate: dayOfMonthsAgo(58 - months),
          monthAge: months,
          ...measures,
        }),
      ),
    ];
  });
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, documents);
}

async function openCharts(page: Page, index: number): Promise<void> {
  const address = `/children/view/${childId(index)}`;
  if (page.url().includes('/children/')) await walkTo(page, address);
  else await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${index}` })).toBeVisible();
  await expect(page.locator('.chart').first()).toBeAttached();
}

async function sizeOf(element: Locator): Promise<{ width: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not displayed');
  return { width: Math.round(box.width), height: Math.round(box.height) };
}

/** The size of each drawing on the page, shown in tabs or side by side. */
async function measureAll(page: Page) {
  const tabs = page.getByRole('tab');
  const isTabbed = (await tabs.count()) > 0;
  const sizes: Record<string, { width: number; height: number; room: number }> = {};
  for (const [index, name] of ['height', 'weight', 'weight-for-height', 'muac'].entries()) {
    if (isTabbed) await tabs.nth(index).click();
    const card = page.locator('.chart-card').nth(index);
    const room = await card.evaluate(
      (element) =>
        element.clientWidth - 2 * Number.parseFloat(getComputedStyle(element).paddingLeft),
    );
    sizes[name] = { ...(await sizeOf(card.locator('.chart'))), room };
  }
  return { isTabbed, sizes };
}

/** Words of the chart that the newest screening's figure covers, as Chromium really drew them. */
function wordsUnderFigure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chart = [...document.querySelectorAll('.chart')].at(-1);
    const figure = chart?.querySelector('.chart-newest')?.getBoundingClientRect();
    if (chart === undefined || figure === undefined) throw new Error('no figure');
    const words = [...chart.querySelectorAll('text:not(.chart-newest text)')];
    return words
      .filter((word) => {
        const box = word.getBoundingClientRect();
        return (
          box.left < figure.right &&
          box.right > figure.left &&
          box.top < figure.bottom &&
          box.bottom > figure.top
        );
      })
      .map(({ textContent }) => textContent ?? '');
  });
}

test.describe('the charts of a child', () => {
  test('charts have the specified size wherever there is room, and are side by side only then', {
    tag: '@deep',
  }, async ({ page }) => {
    await plantChildren(page, [13]);
    await openCharts(page, 0);
    for (const [width, height, isTabbed] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('tab')).toHaveCount(isTabbed ? 4 : 0);
      const measured = await measureAll(page);
      for (const [kind, size] of Object.entries(measured.sizes)) {
        const what = `${kind} at ${width}`;
        // The full width of its card.
        expect(Math.abs(size.width - size.room), what).toBeLessThanOrEqual(1);
        expect(size.height, what).toBeGreaterThanOrEqual(200);
        if (width === 360) {
          expect(size.width / size.height, what).toBeCloseTo(5 / 4, 1);
          expect(size.width, what).toBe(304);
        } else {
          expect(size.width, what).toBeGreaterThanOrEqual(400);
          if (kind === 'muac') expect(size.height, what).toBeGreaterThanOrEqual(400);
        }
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }

    if (!IS_DEEP) return;
    // They stay 400 wide down to the last width at which two stand side by side.
    const resize = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      // Two frames: the charts measure themselves and are redrawn.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      return (await page.getByRole('tab').count()) > 0;
    };
    // Bisects to the exact width at which one column becomes two.
    let [one, two] = [1100, 1280];
    while (two - one > 1) {
      const middle = Math.floor((one + two) / 2);
      if (await resize(middle)) one = middle;
      else two = middle;
    }
    const shown = page.locator('.chart').filter({ visible: true }).first();
    await resize(two);
    const narrowest = (await sizeOf(shown)).width;
    expect(narrowest).toBeGreaterThanOrEqual(400);
    expect(narrowest).toBeLessThan(404);
    await resize(one);
    expect((await sizeOf(shown)).width).toBeGreaterThan(800);
  });
});

test.describe('the figure of the newest MUAC', () => {
  // Next to and on the words "Severe, below 11.5", "Moderate" and "Normal, 12.5 and above".
  const muacs = [8.5, 11.4, 12, 12.6, 19.8];
  test('covers no word, on a phone and a desktop, in the longer language', async ({ page }) => {
    await plantChildren(page, muacs);
    await page.addInitScript(() => localStorage.setItem('crece.language', 'es'));
    for (const index of muacs.keys()) {
      await openCharts(page, index);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const tab = page.getByRole('tab', { name: 'MUAC' });
        if (width < 1280) await tab.click();
        else await expect(tab).toHaveCount(0);
        const chart = page.locator('.chart').last();
        await expect(chart.locator('.chart-newest')).toBeVisible();
        await expect(chart).toContainText('Moderada');
        expect(await wordsUnderFigure(page), `${muacs[index]} cm at ${width}`).toEqual([]);
      }
    }
  });
});
