import { addDays, type Child, type Screening, todayIn } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo, listAddress, measureField, TEST_UNIT, walkTo } from '../pages/app.ts';
import {
  expect,
  type Member,
  member,
  type OwnServer,
  openChild,
  syncAll,
  syncNow,
  test,
} from '../support/phones.ts';
import { plantRecords } from '../support/plant.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';
import { said, saidFirst, saidWithin } from '../support/said.ts';

// The ways in which a child in danger once left every list: after each the child is still in sight.
test.describe.configure({ timeout: 120_000 });
test.use({ bypassCSP: true });

const TODAY = todayIn('America/Guatemala', new Date());
const YESTERDAY = addDays(TODAY, -1);

const dueAddress = (unit: string) => `/children/due/${unit}/Test`;
const section = (page: Page, name: 'refer' | 'overdue') =>
  page.getByRole('region', { name: saidFirst(`due.section.${name}`) });
const rowsIn = (page: Page) => page.getByRole('main').locator('a.child');

/** Expects exactly these children in a section of the due list. */
async function expectDue(
  page: Page,
  unit: string,
  name: 'refer' | 'overdue',
  names: readonly string[],
): Promise<void> {
  await walkTo(page, dueAddress(unit));
  await expect(section(page, name).locator('.due-row')).toHaveCount(names.length);
  for (const each of names) await expect(section(page, name)).toContainText(each);
}

/** Expects exactly these children under the filter "refer" of the list, and no green mark there. */
async function expectUnderRefer(page: Page, unit: string, names: readonly string[]): Promise<void> {
  await walkTo(page, listAddress(unit, '-', 'm'));
  await expect(rowsIn(page)).toHaveCount(names.length);
  for (const each of names) await expect(rowsIn(page).filter({ hasText: each })).toBeVisible();
  await expect(rowsIn(page).locator('.mark.st-green')).toHaveCount(0);
}

/** Types an arm circumference, and saves although the form says once what is missing. */
async function saveArm(page: Page, muac: string): Promise<void> {
  await measureField(page, 'MUAC').fill(muac);
  const button = (key: 'screenings.save' | 'screenings.save-anyway') =>
    page.getByRole('button', { name: said(key) });
  const anyway = button('screenings.save-anyway');
  const saved = page.getByText(saidFirst('screenings.saved'));
  const name = page.locator('[name="screenerName"]');
  await button('screenings.save').click();
  await expect(anyway.or(name).or(saved).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(name.or(saved).first()).toBeVisible();
  if (await name.isVisible()) {
    await name.fill('Ana Morales');
    await page.keyboard.press('Enter');
  }
  await expect(saved).toBeVisible();
}

for (const language of ['en', 'es'] as const) {
  test(`an arm measured at the door closes nothing (${language})`, {
    tag: language === 'en' ? [] : '@deep',
  }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      bypassCSP: true,
      viewport: { width: 360, height: 740 },
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    const place = (firstName: string, months: number, different: Partial<Child> = {}): Child =>
      aChild({
        _id: newId('chld', TEST_UNIT),
        firstName,
        mother: 'Elena Tum',
        birthDate: dayOfMonthsAgo(months),
        ...different,
      });
    const ada = place('Ada', 20);
    const bel = place('Bel', 20);
    const cid = place('Cid', 3, { gender: 'Boy' });
    const dan = place('Dan', 2);
    const visit = (child: Child, measures: Partial<Screening>) =>
      anAssessedScreening(child, {
        _id: newId('scr', TEST_UNIT),
        surveyDate: YESTERDAY,
        ...measures,
      });
    await page.goto('/chrome-only.html');
    await page.evaluate((to) => localStorage.setItem('crece.language', to), language);
    await plantRecords(page, TEST_UNIT, [
      ada,
      visit(ada, { height: 81, weight: 7.8 }),
      bel,
      visit(bel, { height: 80, weight: 10.3, oedema: true }),
      cid,
      visit(cid, { height: 61, weight: 4.6 }),
      dan,
    ]);

    // Weight for height below −3 yesterday, or swollen feet: the tape button of the row opens all measures.
    for (const [child, muac] of [
      [ada, '12.8'],
      [bel, '13.6'],
    ] as const) {
      await page.goto(listAddress(TEST_UNIT));
      const name = `${child.firstName} ${child.lastName}`;
      await page.getByRole('link', { name: said('children.measure', { name }) }).click();
      await expect(measureField(page, 'Height')).toBeVisible();
      await saveArm(page, muac);
      await expect(page.locator('main .mark.st-green')).toHaveCount(0);
      await expect(page.getByRole('main')).not.toContainText(saidWithin('assessment.title.Normal'));
    }
    // A baby's arm assesses nothing, whatever it was before.
    for (const [child, muac] of [
      [cid, '12.0'],
      [dan, '9.6'],
    ] as const) {
      await page.goto(`/children/survey/${child._id}`);
      await saveArm(page, muac);
      await expect(page.locator('main .mark.st-green')).toHaveCount(0);
    }

    await expectDue(page, TEST_UNIT, 'refer', ['Ada', 'Bel', 'Cid']);
    await expectDue(page, TEST_UNIT, 'overdue', ['Dan']);
    await expect(section(page, 'overdue')).toContainText(saidWithin('due.why.measure-now'));
    await expect(page.locator('.nav-count').first()).toContainText('4');
    await expectUnderRefer(page, TEST_UNIT, ['Ada', 'Bel', 'Cid']);
    await expect(rowsIn(page).filter({ hasText: 'Ada' })).toContainText(
      saidWithin('children.referred'),
    );
    await walkTo(page, listAddress(TEST_UNIT, '-', 'n'));
    await expect(rowsIn(page)).toHaveCount(0);
    await walkTo(page, `/children/day/${TEST_UNIT}/Test`);
    await expect(page.locator('.day-refer')).toContainText('3');
    await context.close();
  });
}

interface Pair {
  server: OwnServer;
  ana: Member;
  first: Page;
  second: Page;
}

/** A ward that a phone remembers hides nobody who moved to another one. */
async function expectSeenInAnotherWard({ server, ana, first, second }: Pair): Promise<void> {
  const unit = 'motagua_district_gtm';
  const luz = aChild({
    _id: newId('chld', unit),
    firstName: 'Luz',
    ward: 'Norte',
    birthDate: dayOfMonthsAgo(20),
  });
  const others = ['Norte', 'Sur'].map((ward) =>
    aChild({ _id: newId('chld', unit), firstName: 'Sol', ward, birthDate: dayOfMonthsAgo(20) }),
  );
  const severe = anAssessedScreening(luz, {
    _id: newId('scr', unit),
    surveyDate: YESTERDAY,
    height: 81,
    weight: 7.8,
  });
  await pushRecords(server, ana, unit, [luz, ...others, severe].map(written));
  for (const page of [first, second]) await syncAll(page, unit);
  await walkTo(first, dueAddress(unit));
  await first.getByRole('combobox', { name: 'Ward' }).selectOption('Norte');
  await expect(section(first, 'refer')).toContainText('Luz');

  await openChild(second, unit, 'Luz');
  await walkTo(second, `/children/edit/${luz._id}`);
  await second.getByLabel('Ward').selectOption('Sur');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second).toHaveURL(/\/children\/view\//);
  await syncAll(second, unit);
  await syncAll(first, unit);

  await expectDue(first, unit, 'refer', ['Luz']);
  await expect(first.locator('.due-elsewhere')).toContainText('1 child of another ward');
  await walkTo(first, listAddress(unit, '-', 'm'));
  await expect(rowsIn(first)).toHaveCount(1);
}

/** Of two figures of an earlier arm one is red: every list knows the child. */
async function expectSeenWithTwoFigures({ server, ana, first, second }: Pair): Promise<void> {
  const unit = 'salama_district_gtm';
  const luz = aChild({
    _id: newId('chld', unit),
    firstName: 'Luz',
    lastName: 'Xicay',
    birthDate: dayOfMonthsAgo(20),
  });
  const visit = (surveyDate: string, measures: Partial<Screening>) =>
    anAssessedScreening(luz, { _id: newId('scr', unit), surveyDate, ...measures });
  const earlier = visit(addDays(TODAY, -10), { height: 80, weight: 10.3, muac: 14 });
  const newest = visit(YESTERDAY, { height: 80, weight: 10.4 });
  await pushRecords(server, ana, unit, [luz, earlier, newest].map(written));
  for (const page of [first, second]) await syncAll(page, unit);
  for (const [page, muac] of [
    [first, '14.5'],
    [second, '11'],
  ] as const) {
    await openChild(page, unit, 'Luz');
    await walkTo(page, `/children/survey/edit/${luz._id}/${earlier._id}`);
    await measureField(page, 'MUAC').fill(muac);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();
  }
  await syncAll(first, unit);
  await syncNow(second, unit);
  await syncNow(first, unit);

  for (const page of [first, second]) {
    await expectDue(page, unit, 'refer', ['Luz']);
    await expect(page.locator('.nav-count').first()).toContainText('1');
    await expectUnderRefer(page, unit, ['Luz']);
    await walkTo(page, `/children/view/${luz._id}`);
    await expect(page.getByRole('main')).toContainText(/Referred/);
    await walkTo(page, `/children/desk/GTM/${unit}`);
    await expect(page.locator('.desk-refer .desk-child')).toHaveCount(1);
  }
}

test('two phones: a remembered ward hides nobody who moved to another one; as long as one of two figures of an earlier arm is red, every list knows the child', async ({
  accountServer,
  phone,
}) => {
  const [ana, beto] = [await member(accountServer, 'Ana'), await member(accountServer, 'Beto')];
  const pair = { server: accountServer, ana, first: await phone(ana), second: await phone(beto) };
  await test.step('another ward', () => expectSeenInAnotherWard(pair));
  await test.step('two figures', () => expectSeenWithTwoFigures(pair));
});
