import { todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, aScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { chip, dayOfMonthsAgo, listAddress, rowOf, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true });

interface Person {
  firstName: string;
  lastName: string;
  ward?: string;
  months: number;
  screening: Parameters<typeof aScreening>[0] | null;
}

/** Their stored assessment is another child's: the list must show the reassessed one. */
const PEOPLE: readonly Person[] = [
  { firstName: 'Luz', lastName: 'Xicay', ward: 'El Centro', months: 14, screening: { muac: 13 } },
  {
    firstName: 'Marisol',
    lastName: 'Pérez',
    ward: 'El Centro',
    months: 20,
    screening: { height: 82.7, weight: 10.6, muac: 10.8, monthAge: 20 },
  },
  {
    firstName: 'José',
    lastName: 'Tum Ajú',
    ward: 'San Juan',
    months: 22,
    // HAZ −1.31 for this height.
    screening: { height: 84.5, weight: 9.9, muac: 14, monthAge: 22 },
  },
  {
    firstName: 'Ana',
    lastName: 'Tum',
    ward: 'San Juan',
    months: 30,
    screening: { height: 90.7, weight: 12.7, muac: 15, monthAge: 30 },
  },
  { firstName: 'Rosa', lastName: 'Chub', months: 9, screening: null },
  {
    firstName: 'Tomás',
    lastName: 'Batz',
    months: 61,
    screening: { height: 108.9, weight: 17.9, muac: 15, monthAge: 59 },
  },
];

/** A unit with a child of every colour, one with a red MUAC, one unscreened, one graduated. */
async function openPlantedList(page: Page): Promise<void> {
  const documents = PEOPLE.flatMap(({ firstName, lastName, ward, months, screening }, index) => {
    const childId = `chld_test_stake_gtm_${1_600_000_000_000 + index}`;
    const {
      ward: _ward,
      birthDateEstimated: _about,
      ...child
    } = aChild({
      _id: childId,
      firstName,
      lastName,
      birthDate: dayOfMonthsAgo(months),
    });
    const stored = { ...child, ...(ward === undefined ? {} : { ward }) };
    if (screening === null) return [stored];
    const surveyDate = dayOfMonthsAgo(months > 60 ? 2 : 0);
    const id = `scr_test_stake_gtm_${1_700_000_000_000 + index}`;
    return [stored, aScreening({ _id: id, owner: childId, surveyDate, ...screening })];
  });
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, documents);
  await page.goto(listAddress());
  await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
}

const rows = (page: Page) => page.locator('main a.child');
const search = (page: Page) => page.getByRole('searchbox');

async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(names.length);
  for (const name of names) await expect(rowOf(page, name)).toBeVisible();
}

test.describe("the filters of the children's list", () => {
  test('show how many children they match, follow the ward, and are remembered on the device', {
    tag: '@deep',
  }, async ({ page }) => {
    await openPlantedList(page);
    await expect(page.getByRole('group', { name: 'Show' }).getByRole('button')).toHaveText([
      /^All\s*5$/,
      /^Refer\s*1$/,
      /^Undernourished\s*2$/,
      /^At risk\s*1$/,
      /^Normal\s*1$/,
      /^Not assessed\s*1$/,
      /^Over 5 years\s*1$/,
      /^On a supplement\s*1$/,
    ]);
    await chip(page, 'Undernourished').click();
    await expect(page).toHaveURL(/\/-\/r\/children/);
    await expectRows(page, ['Luz Xicay', 'Marisol Pérez']);
    await chip(page, 'Refer').click();
    await expectRows(page, ['Marisol Pérez']);
    await expect(rowOf(page, 'Marisol Pérez').locator('.st-green')).toHaveCount(0);
    await chip(page, 'At risk').click();
    await expectRows(page, ['José Tum Ajú']);
    await chip(page, 'Not assessed').click();
    await expectRows(page, ['Rosa Chub']);
    await chip(page, 'Over 5 years').click();
    await expectRows(page, ['Tomás Batz']);
    await chip(page, 'All').click();
    await expect(rows(page)).toHaveCount(5);
    await expect(rowOf(page, 'Tomás Batz')).toHaveCount(0);

    await chip(page, 'At risk').click();
    await expectRows(page, ['José Tum Ajú']);
    await rowOf(page, 'José Tum Ajú').click();
    await expect(page.getByRole('heading', { level: 1, name: 'José Tum Ajú' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expectRows(page, ['José Tum Ajú']);

    await page.goto('/');
    await page.getByRole('link', { name: /^Continue/ }).click();
    await expect(chip(page, 'At risk')).toHaveAttribute('aria-pressed', 'true');
    await expectRows(page, ['José Tum Ajú']);
    await chip(page, 'All').click();
    await page.getByRole('combobox', { name: 'Ward' }).selectOption('San Juan');
    await expectRows(page, ['José Tum Ajú', 'Ana Tum']);
    // A filter that would show nobody has no chip.
    await expect(chip(page, 'Undernourished')).toHaveCount(0);
    await page.reload();
    await expectRows(page, ['José Tum Ajú', 'Ana Tum']);

    await search(page).fill('marisol');
    await expect(page.getByText('No child matches this search')).toBeVisible();
    await expect(page.getByText('1 child in other wards.')).toBeVisible();
    await page.getByRole('button', { name: 'Search all wards' }).click();
    await expectRows(page, ['Marisol Pérez']);
  });
});

test.describe("the search of the children's list", () => {
  test('opens the child when exactly one matches, and "back" restores the search', {
    tag: '@deep',
  }, async ({ page }) => {
    await openPlantedList(page);
    // At once: on a busy machine typing pauses longer than the search waits, and "tum jo" is one child too.
    await search(page).fill('tum jose');
    await expect(page.getByRole('heading', { level: 1, name: 'José Tum Ajú' })).toBeVisible();
    await expect(page).toHaveURL(/\/children\/view\//);
    await page.goBack();
    await expect(search(page)).toHaveValue('tum jose');
    await expectRows(page, ['José Tum Ajú']);
    // Longer than the pause after which a search opens its only result.
    await page.waitForTimeout(1_000);
    await expect(page).toHaveURL(/\/tum%20jose\/a\/children/);
  });
});

/** How many rows stand wholly above the bar at the bottom, without scrolling. */
const wholeRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bar = document.querySelector('.list-foot')?.getBoundingClientRect().top ?? 0;
    const items = [...document.querySelectorAll('.row-item')];
    return items.filter((row) => row.getBoundingClientRect().bottom <= bar).length;
  });

for (const locale of ['en-US', 'es-GT']) {
  // The longer language in every run.
  const tag = locale === 'es-GT' ? [] : '@deep';
  test.describe(`the list on a phone of 360 × 740, in ${locale}`, { tag }, () => {
    test.use({ locale });

    test('shows five whole rows, also of children with badges', async ({ page }) => {
      const today = todayIn('America/Guatemala', new Date());
      const demo = demoRecords({ stakeDB: TEST_UNIT, today, children: 48 });
      await page.goto('/chrome-only.html');
      await plantRecords(page, TEST_UNIT, [...demo.children, ...demo.screenings]);
      for (const filter of ['a', 'r', 'm', 'o', 's']) {
        await page.goto(listAddress(TEST_UNIT, '-', filter));
        // Who is overdue, or due for a supplement, is known a moment later.
        await expect(page.locator('.chip[aria-pressed="true"]')).toContainText(/\d$/);
        await expect(page.locator('.row-item .b').first()).toBeVisible();
        expect(await wholeRows(page), filter).toBeGreaterThanOrEqual(5);
      }
    });
  });
}
