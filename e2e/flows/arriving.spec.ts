import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import {
  addChild,
  backToList,
  dayOfMonthsAgo,
  fillMeasures,
  listAddress,
  openList,
  rowOf,
  saveScreening,
  unfoldRecord,
} from '../pages/app.ts';
import type { AccountServer } from '../support/account-server.ts';
import { type HeldLine, holdLine } from '../support/held-line.ts';
import { expect, type Member, member, test } from '../support/phones.ts';
import { newId, type Pushed, pushRecords, written } from '../support/push-records.ts';

/** Number of records of the unit; Zoila's screenings come last, because ids are sent in order. */
const RECORDS = 3_600;

/** A unit with this many invented records, and a girl with one screening, one month old. */
function recordsOf(unit: string): { records: Pushed[]; zoila: string } {
  const today = new Date().toISOString().slice(0, 10);
  const demo = demoRecords({ stakeDB: unit, today, children: 1_200 });
  const [child] = demo.children;
  const [screening] = demo.screenings;
  if (child === undefined || screening === undefined) throw new Error('nothing was invented');
  const zoila = newId('chld', unit);
  const born = { birthDate: dayOfMonthsAgo(14), gender: 'Girl' as const };
  const hers = [
    { ...child, ...born, _id: zoila, firstName: 'Zoila', lastName: 'Último' },
    {
      ...screening,
      _id: newId('scr', unit),
      owner: zoila,
      gender: 'Girl' as const,
      surveyDate: dayOfMonthsAgo(1),
      height: 68,
      weight: 6.9,
      muac: 13,
    },
  ];
  const others = [...demo.children, ...demo.mothers, ...demo.screenings];
  const records = [...others.slice(0, RECORDS - hers.length), ...hers].map((record) => {
    const { _rev, ...fields } = { _rev: undefined, ...record };
    const document = { ...fields, device: 'another-phone', updatedBy: 'Berta Coc', rules: '1' };
    return written(document);
  });
  return { records, zoila };
}

/** Sentences that are untrue or dangerous before all records have arrived. */
const UNTRUE =
  /never|Not screened|No visit yet|No screening yet|No children|No child |No pregnant|No nursing|Remove child/;

const VISITS = 'Screenings still arriving';
const LINE = 'Not all records of this unit have arrived yet';

/** A phone whose download the test can hold, and a server with the unit. */
async function aSlowLine(
  server: AccountServer,
  unit: string,
): Promise<{ ana: Member; line: HeldLine; zoila: string }> {
  const ana = await member(server, 'Ana');
  const { records, zoila } = recordsOf(unit);
  await pushRecords(server, ana, unit, records);
  return { ana, zoila, line: await holdLine(server.url) };
}

const main = (page: Page) => page.getByRole('main');

/** Finds a child and opens it: a single match opens by itself, unless the list grew meanwhile. */
async function openFound(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await expect(async () => {
    if (!page.url().includes('/children/view/')) {
      await rowOf(page, name).click({ timeout: 2_000 });
    }
    await expect(page).toHaveURL(/\/children\/view\//, { timeout: 2_000 });
  }).toPass();
}

async function saysNothingUntrue(page: Page): Promise<void> {
  expect(await main(page).innerText()).not.toMatch(UNTRUE);
}

const chips = async (page: Page): Promise<string> =>
  (await page.getByRole('group', { name: 'Show' }).allInnerTexts()).join(' ');

test('a first download on a slow line makes no claims about missing records, at 10, 50 and 90 %, after a cut and a reload, and then completes', async ({
  accountServer,
  phone,
}) => {
  const unit = 'test_stake_zwe';
  test.setTimeout(300_000);
  const { ana, line, zoila } = await aSlowLine(accountServer, unit);
  const page = await phone(ana, { origin: line.url });
  try {
    await openList(page, unit);
    await saysNothingUntrue(page);
    line.passTo(0.1);
    await page.getByRole('link', { name: 'Download' }).click();
    await page.getByRole('link', { name: 'Go on with the list' }).click();
    for (const share of [0.1, 0.5]) {
      line.passTo(share);
      await expect(
        page.getByRole('heading', { name: 'The records of this unit are arriving' }),
      ).toBeVisible();
      expect(await chips(page)).not.toMatch(/\d(?! years)/);
      await saysNothingUntrue(page);
    }

    line.passTo(0.9);
    await expect(rowOf(page, VISITS).first()).toBeVisible();
    await expect(main(page)).toContainText(LINE);
    await saysNothingUntrue(page);
    expect(await chips(page)).not.toMatch(/\d(?! years)/);
    // Her screening arrives last; others may arrive while they are shown.
    await openFound(page, 'Zoila');
    await expect(page.getByRole('heading', { name: VISITS })).toBeVisible();
    await saysNothingUntrue(page);

    // Records that have arrived are kept when the line breaks; the person does not retry.
    line.cut();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Sync', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Go on syncing' })).toBeVisible();
    for (let screening = 0; screening < 2; screening += 1) {
      await page.goto(listAddress(unit));
      await expect(main(page)).toContainText(LINE);
      await expect(rowOf(page, VISITS).first()).toBeVisible();
      await saysNothingUntrue(page);
    }
    await page.goto(`/children/remove/${zoila}`);
    await expect(page.getByRole('heading', { name: 'Zoila cannot be removed yet' })).toBeVisible();
    await expect(page.locator('.btn-danger')).toHaveCount(0);

    line.repair();
    line.passTo(1);
    await page.goto(`/children/sync/${unit}/Test/children`);
    await page.getByRole('button', { name: 'Go on syncing' }).click();
    await expect(page).toHaveURL(/\/children\/list\//, { timeout: 90_000 });
    await expect(page.locator('.syncbar b')).toHaveText(/^Synced, /);
    await expect(main(page)).not.toContainText(LINE);
    await expect(main(page)).not.toContainText(VISITS);
    expect(await chips(page)).toMatch(/\d(?! years)/);
    await page.goto(listAddress(unit, 'Zoila'));
    await expect(rowOf(page, 'Zoila')).toContainText('ago');
  } finally {
    await line.close();
  }
});

test('a child registered during the first download is shown normally, and a screening saved then finally counts its earlier ones', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'test_stake_phl';
  const { ana, line } = await aSlowLine(accountServer, unit);
  const page = await phone(ana, { origin: line.url });
  const doNow = page.getByRole('region', { name: 'Do now' });
  try {
    await openList(page, unit);
    line.passTo(0.9);
    await page.getByRole('link', { name: 'Download' }).click();
    await page.getByRole('link', { name: 'Go on with the list' }).click();
    await expect(rowOf(page, 'Screenings still arriving').first()).toBeVisible();

    await addChild(page, { firstName: 'Zuri', lastName: 'Coc', sex: 'Girl', months: 20 });
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Not screened yet' })).toBeVisible();
    await unfoldRecord(page);
    await expect(page.getByRole('link', { name: 'Remove child' })).toBeVisible();
    await backToList(page);
    await expect(async () => {
      // The list grows during the test.
      await page.keyboard.press('End');
      await expect(rowOf(page, 'Zuri Coc')).toContainText('Not screened yet', { timeout: 1_000 });
    }).toPass();

    await openFound(page, 'Zoila');
    await page.getByRole('link', { name: 'New screening' }).first().click();
    await expect(page.getByText('Earlier screenings may still be arriving')).toBeVisible();
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await saveScreening(page);
    await expect(doNow).toContainText('Start supplement: 240 kcal a day');
    await expect(page.getByText(/this result takes them into account/)).toBeVisible();

    line.passTo(1);
    await expect(page.getByText(/this result takes them into account/)).toHaveCount(0);
    await expect(doNow).toContainText('Keep giving 240 kcal a day');
    await expect(doNow).not.toContainText('Start supplement');
    await page.getByRole('button', { name: 'Open record' }).click();
    await expect(
      page.getByRole('region', { name: 'Screenings' }).getByRole('listitem'),
    ).toHaveCount(2);
  } finally {
    await line.close();
  }
});
