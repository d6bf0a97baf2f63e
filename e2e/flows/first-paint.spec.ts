import { listAddress } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

test('before the script there is a header with "Abriendo…", and nothing shifts when the script takes over', async ({
  page,
}) => {
  await page.goto('/chrome-only.html');
  await page.evaluate(() => localStorage.setItem('crece.language', 'es'));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(listAddress(), { waitUntil: 'commit' });
  await expect(page.getByText('Abriendo…')).toBeVisible();
  await expect(page.getByText('Opening…')).toBeHidden();
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(27, 36, 89)');
  letGo();
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as number[])).toEqual([]);
});
