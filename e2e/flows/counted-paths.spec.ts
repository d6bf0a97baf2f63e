import { todayIn } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { answerScreenerName, listAddress, walkTo } from '../pages/app.ts';
import { Hand } from '../support/hand.ts';
import { expect, member, openArrived, test } from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

const UNIT = 'chulac_district_gtm';
const today = todayIn('America/Guatemala', new Date());
const daysAgo = (days: number) => {
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
};

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const option = (page: Page, name: string, value: string) =>
  page.locator(`form [name="${name}"][value="${value}"]`);
const saveButton = (page: Page) => page.locator('.form-side [type="submit"]');
const saved = (page: Page) => page.locator('.saved');

/** The figures of all three fields, and *Save*: the feet stay unanswered. */
async function takeAll(hand: Hand, page: Page): Promise<void> {
  await hand.reach(field(page, 'muac'));
  await hand.type('13.2');
  await hand.press('Enter');
  await hand.type('81.9');
  await hand.press('Enter');
  await hand.type('10.4');
  await hand.press('Enter');
  await hand.tap(saveButton(page));
  await saved(page).waitFor();
}

/** What follows the name of a new child, with its age in months. */
async function finishChild(hand: Hand, page: Page): Promise<void> {
  await hand.choose(option(page, 'gender', 'Boy'));
  await hand.choose(option(page, 'memberStatus', 'Unknown'));
  await hand.choose(option(page, 'ageBy', 'months'));
  await hand.reach(field(page, 'ageMonths'));
  await hand.type('20');
  await hand.press('Enter');
}

test('a child takes as many taps as were counted: the first ever, a new one, an arm, a mistake', async ({
  page,
}) => {
  const hand = new Hand(page);
  await page.goto('/');
  await hand.tap(page.getByRole('link', { name: /^Guatemala/ }));
  await hand.tap(page.locator('[href*="/children/list/test_stake_gtm/"]').first());
  await answerScreenerName(page).catch(() => undefined);
  await hand.tap(
    page.getByRole('link', { name: /^(Add the first child|Start a list here)$/ }).first(),
  );
  await hand.reach(field(page, 'firstName'));
  await hand.type('Luis');
  await hand.press('Enter');
  await hand.type('Vela');
  await finishChild(hand, page);
  await takeAll(hand, page);
  expect(hand.done()).toBe('8 taps, 27 keys');

  // The next one, from the field of the screening day.
  await walkTo(page, '/children/day/test_stake_gtm/Test');
  await hand.reach(page.getByRole('searchbox'));
  await hand.type('Ana Vela');
  await hand.tap(page.locator('.day-add'));
  await finishChild(hand, page);
  await takeAll(hand, page);
  expect(hand.done()).toBe('3 taps, 26 keys');

  // An arm, from a row of the list.
  await walkTo(page, listAddress());
  await hand.tap(page.locator('a[href*="measures=muac"]').first());
  await hand.reach(field(page, 'muac'));
  await hand.type('13.4');
  await hand.press('Enter');
  await hand.tap(saveButton(page));
  await saved(page).waitFor();
  expect(hand.done()).toBe('2 taps, 5 keys');

  // A wrong figure, seen in the result.
  await hand.tap(page.getByRole('link', { name: 'Correct' }));
  await field(page, 'muac').fill('13.3');
  await hand.tap(saveButton(page));
  await saved(page).waitFor();
  expect(hand.done()).toBe('2 taps, 0 keys');
});

test('the result of a referral, a removal and its undoing, and another language take as many as were counted', async ({
  accountServer,
  phone,
}) => {
  const who = await member(accountServer, 'Ana');
  const children = ['Luz', 'Eva'].map((firstName) =>
    aChild({ _id: newId('chld', UNIT), firstName, lastName: 'Tot', birthDate: daysAgo(600) }),
  );
  const screenings = children.map((child) =>
    anAssessedScreening(child, { _id: newId('scr', UNIT), surveyDate: daysAgo(3), muac: 11.1 }),
  );
  await pushRecords(accountServer, who, UNIT, [...children, ...screenings].map(written));
  const page = await phone(who, { background: true });
  await openArrived(page, `/children/due/${UNIT}/Chulac`);
  await expect(page.getByRole('heading', { name: '2 children to visit' })).toBeVisible();
  const hand = new Hand(page);
  await hand.tap(page.getByRole('button', { name: 'Result of the referral of Luz Tot' }));
  await hand.tap(page.getByRole('button', { name: /^Not found/ }));
  await expect(page.getByRole('heading', { name: '1 child to visit' })).toBeVisible();
  expect(hand.done()).toBe('2 taps, 0 keys');
  await hand.tap(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('heading', { name: '2 children to visit' })).toBeVisible();
  expect(hand.done()).toBe('1 taps, 0 keys');

  await walkTo(page, `/children/view/${children[1]?._id}?stakeDB=${UNIT}`);
  await hand.tap(page.getByRole('button', { name: 'Seen at the clinic' }));
  await expect(page.getByText(/^Seen at the clinic · /).first()).toBeVisible();
  expect(hand.done()).toBe('1 taps, 0 keys');

  // A child removed by mistake comes back by one tap.
  await walkTo(page, `/children/view/${children[0]?._id}?stakeDB=${UNIT}`);
  await hand.tap(page.getByRole('button', { name: /^Account/ }));
  await hand.tap(page.getByRole('link', { name: 'Remove child' }));
  await hand.tap(page.getByRole('button', { name: /^Remove/ }).last());
  await expect(page.getByText(/1 screening were removed/)).toBeVisible();
  expect(hand.done()).toBe('3 taps, 0 keys');
  await hand.tap(page.getByRole('button', { name: 'Undo' }).last());
  await expect(page.getByText(/is back/)).toBeVisible();
  expect(hand.done()).toBe('1 taps, 0 keys');

  // The other language, from any page.
  await hand.tap(page.getByRole('button', { name: /^Account/ }));
  await hand.tap(page.getByRole('button', { name: 'Español' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(hand.done()).toBe('2 taps, 0 keys');
});
