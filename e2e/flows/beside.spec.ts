import { listAddress, rowOf, TEST_UNIT } from '../pages/app.ts';
import { chooseLanguage, expectAccessible, expectSpanish } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantVisited, type Visited } from '../support/plant-visited.ts';
import { said } from '../support/said.ts';

test.use({ bypassCSP: true, viewport: { width: 1280, height: 800 } });

/** An overdue child first, then those whose rows have no badges. */
const NAMES = [
  'Bea',
  'Celia',
  'Diego',
  'Elsa',
  'Flor',
  'Gil',
  'Hugo',
  'Inés',
  'Juan',
  'Karla',
  'Luz',
];
const KNOWN: readonly Visited[] = [['Ana', 22, 75], ...NAMES.map((name): Visited => [name, 30])];

test('on a laptop a coordinator reads child after child beside the list by keys alone, opens one, and comes back to it', async ({
  page,
}) => {
  await page.goto('/chrome-only.html');
  await plantVisited(page, TEST_UNIT, KNOWN);
  await page.goto(listAddress());
  const beside = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });
  const row = (name: string) => rowOf(page, name).and(page.locator('.child'));
  await expect(beside('Ana')).toBeVisible();

  // Search, ward and filters are one line, and ten rows are whole below it.
  const whole = await page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const top = edge('.list-top')?.bottom ?? 0;
    const rows = [...document.querySelectorAll('.child')].map((one) => one.getBoundingClientRect());
    return {
      line: edge('.list-top')?.height,
      rows: rows.filter(({ top: from, bottom }) => from >= top && bottom <= window.innerHeight)
        .length,
    };
  });
  expect(whole.line).toBeLessThan(72);
  expect(whole.rows).toBeGreaterThanOrEqual(10);

  const address = page.url();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('Ana')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('Bea')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('Celia')).toBeFocused();
  await expect(row('Celia')).toHaveAttribute('aria-current', 'true');
  await expect(beside('Celia')).toBeVisible();
  await expect(beside('Ana')).toHaveCount(0);
  expect(page.url()).toBe(address);

  await page.keyboard.press('ArrowRight');
  await expect(beside('Celia')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(beside('Celia').getByRole('link', { name: /^Celia / })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row('Celia')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Celia / })).toBeVisible();
  await expect(page).toHaveURL(/\/children\/view\//);

  await page.goBack();
  await expect(row('Celia')).toBeFocused();
  await expect(beside('Celia')).toBeVisible();
  expect(page.url()).toBe(address);

  // Exactly one result opens, as everywhere.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('ana');
  await expect(page.getByRole('heading', { level: 1, name: /^Ana / })).toBeVisible();
  await page.goBack();
  await expect(beside('Ana')).toBeVisible();

  await expectAccessible(page, 'list with a child beside it');
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooseLanguage(page, 'es');
  await expect(page.getByRole('link', { name: said('screenings.growth-card') })).toBeVisible();
  await expectSpanish(page, 'list with a child beside it');
  await expectAccessible(page, 'list with a child beside it, dark, in Spanish');
});

test('on a laptop the name of the chosen child stays in sight at the end of the list', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/chrome-only.html');
  await plantVisited(page, TEST_UNIT, KNOWN);
  await page.goto(listAddress());
  const head = page.locator('.beside-head');
  await expect(head).toBeVisible();
  await page.mouse.move(400, 500);
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const edge = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect();
        return (edge('.beside-name')?.top ?? 0) - (edge('.list-top')?.bottom ?? 0);
      }),
    )
    .toBeGreaterThanOrEqual(0);
});
