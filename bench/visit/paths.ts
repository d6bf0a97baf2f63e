import type { Locator, Page } from '@playwright/test';
import type { Hand } from './hand.ts';

export const UNIT = '/children/list/test_stake_gtm/Guatemala/-/a/children';
export const DUE = '/children/due/test_stake_gtm/Guatemala';
export const DAY = '/children/day/test_stake_gtm/Guatemala';

export interface Known {
  id: string;
  name: string;
}

const figure = (page: Page, name: 'muac' | 'height' | 'weight') =>
  page.locator(`form input[name="${name}"]`);
const result = (page: Page) => page.locator('.saved');
const tapeOf = (page: Page, { id }: Known) =>
  page.locator(`a[href*="${id}"][href*="measures=muac"]`);
const rowOf = (page: Page, { id }: Known) => page.locator(`a[href*="/view/${id}"]`);
const searchField = (page: Page) => page.getByRole('searchbox');

/** A figure a little above the one of the last visit, which stands beside its field. */
async function grown(page: Page, name: 'muac' | 'height' | 'weight'): Promise<string> {
  const added = { muac: 0.1, height: 1.2, weight: 0.2 }[name];
  const field = page.locator('.measure', { has: page.locator(`[name="${name}"]`) });
  const last = Number.parseFloat((await field.locator('.last b').textContent()) ?? '');
  return (last + added).toFixed(1);
}

/**
 * From the last figure *Done* leads to the feet, which closes a phone's keypad; *Save* leaves them
 * unanswered.
 */
async function saveFromFeet(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press('Enter');
  await hand.tap(page.locator('.form-side [type="submit"]'));
  await hand.read(result(page));
}

/** Types MUAC into the open form and saves it from the keypad. */
async function takeMuac(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.reach(figure(page, 'muac'));
  await hand.type(await grown(page, 'muac'));
  await saveFromFeet(hand);
}

/** From a row that is in view to the result of its MUAC. */
export async function muacOfRow(hand: Hand, tape: Locator): Promise<void> {
  await hand.glance(tape);
  await hand.tap(tape);
  await takeMuac(hand);
}

/** From the top of the list, by five letters of the name, to the result of a MUAC. */
export async function muacBySearch(hand: Hand, followed: Known[]): Promise<void> {
  await search(hand, followed);
  const child = await firstShown(hand.page, followed);
  await muacOfRow(hand, tapeOf(hand.page, child));
}

/** Shows a child's row by a search, before anything is counted. */
export async function rowSearch(page: Page, followed: Known[]): Promise<Known> {
  await searchField(page).fill(letters(followed));
  return firstShown(page, followed);
}

/** The first five letters of a name, without accents, as people search. */
const letters = ([first]: readonly Known[]) =>
  (first?.name ?? '').slice(0, 5).normalize('NFD').replaceAll(/\p{M}/gu, '');

async function search(hand: Hand, followed: readonly Known[]): Promise<void> {
  await hand.tap(searchField(hand.page));
  await hand.type(letters(followed));
}

/** What the children of a screening day come for; a name is a new child's. */
const QUEUE = ['muac', 'all', 'muac', 'Nilo', 'muac', 'all', 'muac', 'Otto', 'all', 'muac'];
export const QUEUE_LENGTH = QUEUE.length;

/** Ten children in the screening day's page, from its empty field to the empty field again. */
export async function tenOfDay(hand: Hand, followed: Known[]): Promise<void> {
  const { page } = hand;
  for (const wish of QUEUE) {
    await hand.reach(searchField(page));
    if (wish === 'muac' || wish === 'all') {
      await hand.type(letters(followed));
      const child = await firstShown(page, followed);
      const link =
        wish === 'muac' ? tapeOf(page, child) : page.locator(`.day-go[href*="${child.id}"]`);
      await hand.glance(link);
      await hand.tap(link);
      if (wish === 'muac') await takeMuac(hand);
      else await takeAll(hand, grownMeasures(page));
    } else {
      await hand.type(`${wish} Vela`);
      await hand.glance(page.locator('.day-add'));
      await hand.tap(page.locator('.day-add'));
      await hand.glance(named(page, 'firstName'));
      await finishAndScreen(hand);
    }
    await goOn(hand);
  }
  await searchField(page).waitFor();
}

/** Takes the first child of the list that can be followed up out of those that are left. */
async function firstShown(page: Page, followed: Known[]): Promise<Known> {
  const ids = followed.map(({ id }) => id);
  const found = await page.waitForFunction((wanted) => {
    const rows = [...document.querySelectorAll('main a[href*="/view/"], .day-go')];
    return wanted.find((id) => rows.some((row) => row.getAttribute('href')?.includes(id)));
  }, ids);
  const id = await found.jsonValue();
  const [child] = followed.splice(
    followed.findIndex((each) => each.id === id),
    1,
  );
  if (child === undefined) throw new Error('no child to follow up');
  return child;
}

/** From the top of the list, by five letters of the name, to the result of all three measures. */
export async function allBySearch(hand: Hand, followed: Known[]): Promise<void> {
  const { page } = hand;
  await search(hand, followed);
  const child = await firstShown(page, followed);
  await hand.glance(rowOf(page, child));
  await hand.tap(rowOf(page, child));
  const screen = page.locator('.dock a[href*="/survey/"]').first();
  await hand.glance(screen);
  await hand.tap(screen);
  await takeAll(hand, grownMeasures(page));
}

const grownMeasures = (page: Page) => ({
  muac: () => grown(page, 'muac'),
  height: () => grown(page, 'height'),
  weight: () => grown(page, 'weight'),
});

async function takeAll(
  hand: Hand,
  values: Record<'muac' | 'height' | 'weight', () => Promise<string>>,
): Promise<void> {
  const { page } = hand;
  await hand.reach(figure(page, 'muac'));
  await hand.type(await values.muac());
  await hand.reachNext(figure(page, 'height'));
  await hand.type(await values.height());
  await hand.reachNext(figure(page, 'weight'));
  await hand.type(await values.weight());
  await saveFromFeet(hand);
}

const named = (page: Page, name: string, value?: string) =>
  page.locator(`form [name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`);

/** Fills the open form of a new child, saves it, and takes its three measures. */
async function registerAndScreen(hand: Hand, firstName: string): Promise<void> {
  const { page } = hand;
  await hand.reach(named(page, 'firstName'));
  await hand.type(firstName);
  await hand.reachNext(named(page, 'lastName'));
  await hand.type('Vela');
  await finishAndScreen(hand);
}

/** Fills what follows the name of a new child, saves it, and takes its three measures. */
async function finishAndScreen(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.choose(named(page, 'gender', 'Boy'));
  await hand.choose(named(page, 'memberStatus', 'Unknown'));
  await hand.choose(named(page, 'ageBy', 'months'));
  const months = named(page, 'ageMonths');
  if (!(await months.evaluate((field) => field === document.activeElement))) await hand.tap(months);
  await hand.type('20');
  // The age is the last of what must be known.
  await hand.press('Enter');
  const answers = { muac: '13.2', height: '81.9', weight: '10.4' };
  await takeAll(hand, {
    muac: async () => answers.muac,
    height: async () => answers.height,
    weight: async () => answers.weight,
  });
}

/** From a result to where the visit was opened. */
const goOn = (hand: Hand) => hand.tap(hand.page.locator('.dock a').last());

/** From the result of one child to the result of the next, who is new. */
export async function nextNewChild(hand: Hand, firstName: string): Promise<void> {
  const { page } = hand;
  await goOn(hand);
  await hand.tap(page.locator('a[href*="/children/create/"]:visible').first());
  await registerAndScreen(hand, firstName);
}

/** From the first page on an empty device to the first result. */
export async function firstEver(hand: Hand): Promise<void> {
  const { page } = hand;
  const country = page.locator('a[href*="/children/list/stakes/"]', { hasText: 'Guatemala' });
  await hand.glance(country.first());
  await hand.tap(country.first());
  const unit = page.locator('a[href*="/test_stake_gtm/"]').first();
  await hand.glance(unit);
  await hand.tap(unit);
  await sayName(hand);
  const add = page.locator('a[href*="/children/create/"]:visible').first();
  await hand.glance(add);
  await hand.tap(add);
  await registerAndScreen(hand, 'Luis');
}

/** "Who is screening?", which a device asks once. */
async function sayName(hand: Hand): Promise<void> {
  const name = hand.page.locator('[name="screenerName"]');
  await hand.reach(name);
  await hand.type('Ana Morales');
  await hand.press('Enter');
  await name.waitFor({ state: 'detached' });
}
