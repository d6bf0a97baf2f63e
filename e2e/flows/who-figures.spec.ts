import {
  addChild,
  dayOfMonthsAgo,
  fillMeasures,
  openList,
  saveScreening,
  unfoldWhy,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

test("WHO's exact figures fit on card and page in both widths, with the reason", {
  tag: '@deep',
}, async ({ page }) => {
  await openList(page);
  await addChild(page, {
    firstName: 'Noa',
    lastName: 'Pop',
    sex: 'Girl',
    birthDate: dayOfMonthsAgo(2, 14),
  });
  await fillMeasures(page, { height: '56.7', weight: '4.6' });
  await saveScreening(page);

  const isWhole = async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const line = page.getByText(/^WHO exact: weight for height −0\.94, height for age −0\./);
      const reason = page.getByText(/counts the age in days and reads height to 0\.1 cm/);
      // A phone folds the reason, a moment after the window became one.
      await expect(async () => {
        await unfoldWhy(page);
        await expect(reason).toBeVisible({ timeout: 500 });
      }).toPass({ intervals: [100] });
      await expect(line).toContainText('weight for age −1.');
      const box = await line.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThan(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  await isWhole();
  await page.getByRole('button', { name: 'Open record' }).click();
  await expect(page.getByText(/^Saved on this device/)).toBeHidden();
  await isWhole();
});
