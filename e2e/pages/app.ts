import { expect, type Locator, type Page } from '@playwright/test';
import { said, saidFirst } from '../support/said.ts';
import { settled } from '../support/settled.ts';

/** Guatemala's test unit. */
export const TEST_UNIT = 'test_stake_gtm';

export interface NewChild {
  firstName: string;
  lastName: string;
  sex: 'Boy' | 'Girl';
  months?: number;
  birthDate?: string;
  /**
   * The child is over 36 months old by its birth date, so that the application asks for
   * confirmation.
   */
  isOver36?: boolean;
}

export interface Measures {
  height?: string;
  weight?: string;
  muac?: string;
}

/** Chooses one option of a group. */
export async function pick(
  page: Page,
  group: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  await page
    .getByRole('radiogroup', { name: group })
    .or(page.getByRole('group', { name: group }))
    .getByRole('radio', { name: option, exact: true })
    .check();
}

/** From a newcomer's first address to the children of a country's test unit. */
export async function openTestUnit(page: Page, country = 'Guatemala'): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: new RegExp(`^${country}`) }).click();
  await page
    .getByRole('link', { name: /children/i })
    .and(page.locator('[href*="/test_stake_"]'))
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who is screening?' });
  const isInside = () => /\/children\/list\/test_stake_/.test(page.url());
  await expect.poll(async () => isInside() || (await dialog.isVisible())).toBe(true);
  if (!isInside()) await sayName(dialog, 'Ana Morales');
  await expect(page.getByRole('searchbox')).toBeVisible();
}

async function sayName(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Save my name' }).click();
}

/** Opens the children of a unit. */
export async function openList(page: Page, stakeDB = TEST_UNIT): Promise<void> {
  await openAddress(page, listAddress(stakeDB));
  await expect(page.getByRole('searchbox')).toBeVisible();
}

/** The address of a unit's list; `search` and `color` in the specification's format. */
export function listAddress(stakeDB = TEST_UNIT, search = '-', color = 'a'): string {
  return `/children/list/${stakeDB}/Test/${encodeURIComponent(search)}/${color}/children`;
}

/**
 * Navigates within the open application like its own links, without a page load, which saves a
 * second each time.
 */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { idx: history.length, key: 'walk', usr: null };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/**
 * Opens an address of the application; loads the page only if the application is not open in it.
 */
export async function openAddress(page: Page, address: string): Promise<void> {
  const isOpen = /^http/.test(page.url()) && (await page.locator('#app').count()) > 0;
  if (isOpen) await walkTo(page, address);
  else await page.goto(address);
}

/**
 * Opens another page of the open application by its address, and waits until it is drawn: every
 * page writes its title when it has come, so nobody looks at the page before.
 */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    document.title = '';
  });
  await walkTo(page, address);
  await page.waitForFunction(() => document.title !== '');
  await settled(page);
}

/** The row of a child in the list. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link').filter({ hasText: name });
}

/** A filter chip of the list by its word; its text ends with the number of matches. */
export function chip(page: Page, word: string): Locator {
  return page
    .getByRole('group', { name: 'Show' })
    .getByRole('button', { name: new RegExp(`^${word}\\s*\\d+$`) });
}

/** Opens the form of a new child from the list. */
export async function openNewChild(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^(Add child|Add the first child|Start a list here)$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'New child' })).toBeVisible();
}

/** Fills the form of a new child. */
export async function fillChild(page: Page, child: NewChild): Promise<void> {
  await page.getByLabel('First name').fill(child.firstName);
  await page.getByLabel('Last name').fill(child.lastName);
  await pick(page, 'Boy or girl', child.sex);
  if (child.birthDate === undefined) {
    await pick(page, 'Age', 'By months');
    await page.getByRole('textbox', { name: 'Age in months' }).fill(String(child.months ?? 12));
  } else {
    await pick(page, 'Age', 'By date');
    await page.locator('input[type="date"]').fill(child.birthDate);
  }
  await pick(page, 'Member of the Church', 'Unknown');
}

/** Registers a child from the list; ends on its screening form. */
export async function addChild(page: Page, child: NewChild): Promise<void> {
  await openNewChild(page);
  await fillChild(page, child);
  await page.getByRole('button', { name: 'Save and screen' }).click();
  if (child.isOver36 ?? (child.months ?? 0) > 36) await registerAnyway(page);
  await answerScreenerName(page);
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(child.firstName) }),
  ).toBeVisible();
}

/** Confirms the registration of a child over 36 months, which does not qualify. */
export async function registerAnyway(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Child does not qualify' })
    .getByRole('button', { name: 'Register anyway' })
    .click();
}

/** Answers the device's one-time question who is screening, if it is asked. */
export async function answerScreenerName(page: Page, name = 'Ana Morales'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Who is screening?' });
  const next = page
    .getByRole('button', { name: /Save screening/ })
    .or(page.getByRole('navigation', { name: 'Mothers' }));
  await expect(dialog.or(next).first()).toBeVisible();
  if (!(await dialog.isVisible())) return;
  await sayName(dialog, name);
}

const MEASURES = {
  Height: saidFirst('screenings.height'),
  Weight: saidFirst('screenings.weight'),
  MUAC: saidFirst('screenings.muac'),
};

/** A measure's field of the screening form. */
export function measureField(page: Page, measure: keyof typeof MEASURES): Locator {
  return page.getByRole('textbox', { name: MEASURES[measure] });
}

/** Sets the date of the screening, which is hidden behind "Change". */
export async function fillSurveyDate(page: Page, day: string): Promise<void> {
  const change = page.getByRole('button', { name: 'Change', exact: true });
  if (await change.isVisible()) await change.click();
  await page.getByLabel('Date of the screening').fill(day);
}

/** Opens the comments of the screening form and writes one. */
export async function fillComment(page: Page, text: string): Promise<void> {
  const comments = page.getByRole('textbox', { name: 'Comments' });
  if (!(await comments.isVisible())) {
    await page.locator('summary').filter({ hasText: 'Comments' }).click();
  }
  await comments.fill(text);
}

/** Types measures into the screening form. */
export async function fillMeasures(page: Page, measures: Measures): Promise<void> {
  const isMuacOnly = measures.height === undefined && measures.weight === undefined;
  const choice = isMuacOnly ? 'screenings.muac-only' : 'screenings.all-measures';
  await pick(page, said('screenings.what'), said(choice));
  if (measures.height !== undefined) await measureField(page, 'Height').fill(measures.height);
  if (measures.weight !== undefined) await measureField(page, 'Weight').fill(measures.weight);
  if (measures.muac !== undefined) await measureField(page, 'MUAC').fill(measures.muac);
}

/** Saves the screening and waits for the result card. */
export async function saveScreening(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('screenings.save') }).click();
  await expect(page.getByText(saidFirst('screenings.saved'))).toBeVisible();
}

/** Unfolds the child's record, where its correction and removal stand. */
export async function unfoldRecord(page: Page): Promise<void> {
  const record = page.locator('.family details').first();
  await record.waitFor();
  if ((await record.getAttribute('open')) === null) await record.locator('summary').first().click();
}

/** Unfolds the reason of the colour, which a phone folds, on a result or a child's page. */
export async function unfoldWhy(page: Page): Promise<void> {
  const fold = page.locator('.why-card details, .measures details').first();
  await expect(fold).toBeVisible();
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
}

/** Goes from the result card to the child's page. */
export async function openFromCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open record' }).click();
  await expect(page.getByText(/^Saved on this device/)).toBeHidden();
}

/** From the result card or a child's page to the list, by the header's arrow. */
export async function backToList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
}

export interface NewMother {
  firstName: string;
  lastName: string;
  /** The expected delivery date, or the child's birth date. */
  date: string;
  ward?: string;
}

/** Fills the form of a pregnant woman or a nursing mother. */
export async function fillMother(page: Page, mother: NewMother): Promise<void> {
  await page.getByLabel('First name').fill(mother.firstName);
  await page.getByLabel('Last name').fill(mother.lastName);
  await page.getByLabel(/^(Expected delivery date|Child’s birth date)$/).fill(mother.date);
  await pick(page, 'Member of the Church', 'Unknown');
  if (mother.ward !== undefined) await page.getByLabel(/^Ward/).fill(mother.ward);
}

/** Adds a mother through the address of her form; ends on the list of her kind. */
export async function addMother(
  page: Page,
  kind: 'pregnant' | 'nursing',
  mother: NewMother,
  stakeDB = TEST_UNIT,
): Promise<void> {
  await page.goto(`/children/mothers/create/${stakeDB}/Test/${kind}`);
  await fillMother(page, mother);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await answerScreenerName(page);
  await expect(page).toHaveURL(new RegExp(`/mothers/list/${stakeDB}/[^/]+/${kind}`));
}

/** A date in Guatemala as an ISO date: today minus months and days. */
export function dayOfMonthsAgo(months: number, days = 0): string {
  const today = new Date(
    `${new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(new Date())}T00:00:00Z`,
  );
  const day = today.getUTCDate();
  today.setUTCDate(1);
  today.setUTCMonth(today.getUTCMonth() - months);
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0)).getUTCDate();
  today.setUTCDate(Math.min(day, last) - days);
  return today.toISOString().slice(0, 10);
}
