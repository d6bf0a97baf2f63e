import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo, measureField, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantRecords } from '../support/plant.ts';
import { said, saidFirst } from '../support/said.ts';
import { storedRecords } from '../support/stored.ts';

test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

const DUE = `/children/due/${TEST_UNIT}/Guatemala`;

/** Plants a child with one earlier screening, on a phone whose screener has a name. */
async function plantChild(
  page: Page,
  child: Partial<Child>,
  earlier: Partial<Screening>,
): Promise<{ child: Child; visit: Screening }> {
  const planted = aChild({ mother: 'Elena Tum', ...child });
  const visit = anAssessedScreening(planted, earlier);
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, [planted, visit]);
  return { child: planted, visit };
}

const live = (page: Page) => page.locator('.live b');
const muacOnly = (page: Page) => page.getByRole('radio', { name: said('screenings.muac-only') });

async function save(page: Page, key: 'screenings.save' | 'children.save-changes'): Promise<void> {
  await page.getByRole('button', { name: said(key) }).click();
  const name = page.locator('[name="screenerName"]');
  const saved = page.getByText(saidFirst('screenings.saved'));
  await expect(name.or(saved).first()).toBeVisible();
  if (await name.isVisible()) {
    await name.fill('Ana Morales');
    await page.keyboard.press('Enter');
  }
  await expect(saved).toBeVisible();
}

async function expectSevere(page: Page, firstName: string): Promise<void> {
  await expect(
    page.getByRole('heading', {
      level: 2,
      name: said('assessment.title.Acute: sam supplements required'),
    }),
  ).toBeVisible();
  await page.goto(DUE);
  const refer = page.getByRole('region', { name: saidFirst('due.section.refer') });
  await expect(refer).toContainText(firstName);
}

test('a new screening of 81 cm and 7.5 kg stays severe when only the arm is asked for', async ({
  page,
}) => {
  const { child } = await plantChild(
    page,
    { firstName: 'Ada', birthDate: dayOfMonthsAgo(20) },
    { surveyDate: dayOfMonthsAgo(3), height: 78, weight: 9.2, muac: 13.1 },
  );
  await page.goto(`/children/survey/${child._id}`);
  await measureField(page, 'Height').fill('81');
  await measureField(page, 'Weight').fill('7.5');
  await expect(live(page)).toHaveText('Severe acute');
  await muacOnly(page).check({ force: true });
  await measureField(page, 'MUAC').fill('12.9');
  await expect(page.getByText(/^Typed already: height 81 cm and weight 7.5 kg/)).toBeVisible();
  await expect(live(page)).toHaveText('Severe acute');
  // The result is read from its top, although the form was scrolled.
  await page.setViewportSize({ width: 360, height: 440 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await save(page, 'screenings.save');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const stored = await storedRecords(page, TEST_UNIT, 'scr_');
  expect(stored).toContainEqual(expect.objectContaining({ height: 81, weight: 7.5, muac: 12.9 }));
  await expectSevere(page, 'Ada');
});

test('an edited screening of 78 cm and 7.2 kg stays severe when only the arm is asked for, in Spanish', {
  tag: '@deep',
}, async ({ page }) => {
  const { child, visit } = await plantChild(
    page,
    { firstName: 'Bel', birthDate: dayOfMonthsAgo(20) },
    { surveyDate: dayOfMonthsAgo(0), height: 78, weight: 7.2, muac: 12.1 },
  );
  await page.evaluate(() => localStorage.setItem('crece.language', 'es'));
  await page.goto(`/children/survey/edit/${child._id}/${visit._id}`);
  await muacOnly(page).check({ force: true });
  await page.locator('form [name="muac"]').fill('12,7');
  await expect(page.getByText(/^Ya escrito: talla 78 cm y peso 7,2 kg/)).toBeVisible();
  await expect(live(page)).toHaveText('Aguda severa');
  await save(page, 'children.save-changes');
  const stored = await storedRecords(page, TEST_UNIT, visit._id);
  expect(stored).toMatchObject([{ height: 78, weight: 7.2, muac: 12.7 }]);
  await expectSevere(page, 'Bel');
});

test('97 cm of a refused 18.6 kg stay in the screening when the form’s help leads to the arm', {
  tag: '@deep',
}, async ({ page }) => {
  const { child } = await plantChild(
    page,
    { firstName: 'Leo', gender: 'Boy', birthDate: dayOfMonthsAgo(59) },
    { surveyDate: dayOfMonthsAgo(6), height: 96, weight: 15, muac: 15.4 },
  );
  await page.goto(`/children/survey/${child._id}`);
  await measureField(page, 'Height').fill('97');
  await measureField(page, 'Weight').fill('18.6');
  await measureField(page, 'Weight').blur();
  await page.getByRole('button', { name: 'Keep 18.6 kg as it is' }).click();
  await muacOnly(page).check({ force: true });
  await measureField(page, 'MUAC').fill('15.5');
  await expect(live(page)).toHaveText('At risk');
  await expect(page.locator('.live')).toContainText('Kept as it is: weight 18.6 kg');
  await save(page, 'screenings.save');
  const stored = await storedRecords(page, TEST_UNIT, 'scr_');
  expect(stored).toContainEqual(
    expect.objectContaining({ height: 97, muac: 15.5, outsideLimits: { weight: 18.6 } }),
  );
  await expect(page.getByRole('heading', { level: 2, name: 'At risk' })).toBeVisible();
});
