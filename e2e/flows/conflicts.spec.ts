import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import {
  dayOfMonthsAgo,
  fillMeasures,
  openList,
  rowOf,
  saveScreening,
  unfoldRecord,
  walkTo,
} from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { IS_DEEP } from '../support/deep.ts';
import {
  endUndo,
  expect,
  header,
  type Member,
  member,
  type OpenPhone,
  type OwnServer,
  onServer,
  openChild,
  type Stored,
  syncAll,
  syncNow,
  test,
  waitingAddress,
} from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

// Two phones that synchronise several times, possibly on a busy machine.
test.describe.configure({ timeout: 240_000 });

interface Pair {
  unit: string;
  ana: Member;
  beto: Member;
  /** Ana's and Beto's phones; both have the child and are synchronised. */
  phones: readonly [Page, Page];
}

/** Two phones with the same child and one screening, sent by somebody else. */
async function twoPhones(server: OwnServer, phone: OpenPhone, unit: string): Promise<Pair> {
  const [ana, beto] = [await member(server, 'Ana'), await member(server, 'Beto')];
  const birthDate = dayOfMonthsAgo(14);
  const child = aChild({
    _id: newId('chld', unit),
    firstName: 'Luz',
    lastName: 'Xicay',
    birthDate,
  });
  const screening = anAssessedScreening(child, {
    _id: newId('scr', unit),
    surveyDate: dayOfMonthsAgo(0),
    height: 72,
    weight: 7.1,
  });
  await pushRecords(server, ana, unit, [child, screening].map(written));
  const phones = [await phone(ana), await phone(beto)] as const;
  await Promise.all(phones.map((page) => syncAll(page, unit)));
  for (const page of phones) await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
  return { unit, ana, beto, phones };
}

/** Changes a figure of the child's only screening on this phone. */
async function correct(
  page: Page,
  unit: string,
  weight: string,
  field: RegExp,
  figure: string,
): Promise<void> {
  await openChild(page, unit, 'Luz');
  await page.locator('summary').filter({ hasText: weight }).click();
  await page.getByRole('link', { name: /^Edit the screening/ }).click();
  await page.getByRole('textbox', { name: field }).fill(figure);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
}

const changeWeight = (page: Page, unit: string, from: string, to: string): Promise<void> =>
  correct(page, unit, from, /^Weight/, to);

const weightsOf = (records: readonly Stored[]): unknown[] =>
  records.filter(({ _id }) => _id.startsWith('scr')).map(({ weight }) => weight);

/** Expects no conflict or refusal on this phone, and every record confirmed by the server. */
async function expectSettled(page: Page, unit: string): Promise<void> {
  await openList(page, unit);
  await expect(header(page)).toHaveText(/^Synced, [\d:]+(?: [AP]M)?$/);
  await walkTo(page, waitingAddress(unit));
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
}

test('two weights of one screening are both shown, and choosing one ends the conflict on both phones', async ({
  accountServer,
  phone,
}) => {
  const { unit, ana, beto, phones } = await twoPhones(accountServer, phone, 'test_stake_bol');
  const [first, second] = phones;
  await changeWeight(first, unit, '7.1', '7.3');
  await changeWeight(second, unit, '7.1', '8.9');
  await syncAll(first, unit);
  await syncNow(second, unit);
  await syncNow(first, unit);

  await expectAccessible(first, 'list with what waits');
  for (const [page, own, other] of [
    [first, '7.3', '8.9'],
    [second, '8.9', '7.3'],
  ] as const) {
    const [here, there] = page === first ? [ana, beto] : [beto, ana];
    await expect(header(page)).toHaveText(/, 1 to decide$/);
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
    await page.getByRole('link', { name: '1 record is waiting for you' }).click();
    await expect(page.locator('.waits')).toBeVisible();
    if (IS_DEEP) await expectAccessible(page, 'waiting');
    await page.getByRole('link', { name: /^Luz Xicay/ }).click();
    await expect(
      page.getByRole('heading', { name: 'Which weight is right for Luz Xicay?' }),
    ).toBeVisible();
    await expect(page.getByText('The choice changes the care.')).toBeVisible();
    const answers = page.getByRole('group', { name: 'weight' }).getByRole('radio');
    await expect(answers).toHaveCount(2);
    const time = /\d\d?:\d\d/.source;
    await expect(answers.nth(0)).toHaveAccessibleName(
      new RegExp(`^${own} kg This device · ${here.person.firstName} Morales, ${time}`),
    );
    await expect(answers.nth(1)).toHaveAccessibleName(
      new RegExp(`^${other} kg Another device · ${there.person.firstName} Morales, ${time}`),
    );
    await expect(page.getByText('Both values are kept until someone chooses.')).toBeVisible();
  }

  await expect(second.getByRole('button', { name: 'Choose one' })).toBeDisabled();
  await second.getByRole('radio', { name: /^7\.3 kg/ }).check();
  await expectGoodInBothLooks(second, 'two values, one chosen');
  await second.getByRole('button', { name: 'Keep 7.3 kg' }).click();
  await expect(second.getByText('Saved: weight 7.3 kg')).toBeVisible();
  await syncAll(second, unit);
  await syncAll(first, unit);
  for (const page of phones) {
    await expectSettled(page, unit);
    await openChild(page, unit, 'Luz');
    await expect(page.getByRole('region', { name: 'Screenings' })).toContainText('7.3');
    await expect(page.getByRole('region', { name: 'Screenings' })).not.toContainText('8.9');
  }
  expect(weightsOf(await onServer(accountServer, ana, unit))).toEqual([7.3]);
});

test('a child removed on one phone and changed on the other stays when somebody keeps it', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const { unit, ana, phones } = await twoPhones(accountServer, phone, 'test_stake_bra');
  const [first, second] = phones;
  await openChild(first, unit, 'Luz');
  await unfoldRecord(first);
  await first.getByRole('link', { name: 'Remove child' }).click();
  await first.getByRole('button', { name: /^Remove Luz/ }).click();
  await expect(first.getByText('No children here yet')).toBeVisible();
  await expect(rowOf(first, 'Luz Xicay')).toHaveCount(0);
  await endUndo(first);
  await openChild(second, unit, 'Luz');
  await unfoldRecord(second);
  await second.getByRole('link', { name: 'Edit child' }).click();
  await second.getByLabel('Last name').fill('Xicay Tum');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Luz Xicay Tum' })).toBeVisible();
  await syncAll(first, unit);
  await syncNow(second, unit);
  await syncNow(first, unit);
  for (const page of phones) {
    await expect(rowOf(page, 'Luz Xicay Tum')).toBeVisible();
    await expect(header(page)).toHaveText(/ to decide$/);
    await openChild(page, unit, 'Luz');
    await expect(page.getByText(/^(?:Something|\d things) to decide here$/)).toBeVisible();
  }

  await second.goto(waitingAddress(unit));
  await second.getByRole('link', { name: /^Luz Xicay Tum.*[Dd]etails of the child/ }).click();
  await expect(
    second.getByRole('heading', { name: 'Keep Luz Xicay Tum or remove?' }),
  ).toBeVisible();
  await expect(second.getByText(/^Removed by Ana Morales, /)).toBeVisible();
  await expect(second.getByText(/^Changed by Beto Morales, /)).toBeVisible();
  await second.getByRole('radio', { name: /^Keep/ }).check();
  await second.getByRole('button', { name: 'Keep Luz Xicay Tum' }).click();
  await expect(second.getByText('Luz Xicay Tum stays.')).toBeVisible();
  await syncAll(second, unit);
  await syncAll(first, unit);
  for (const page of phones) {
    await expectSettled(page, unit);
    await openChild(page, unit, 'Luz Xicay Tum');
    await expect(page.getByRole('region', { name: 'Screenings' })).toContainText('7.1');
  }
  const records = await onServer(accountServer, ana, unit);
  expect(records.find(({ _id }) => _id.startsWith('chld'))).toMatchObject({
    lastName: 'Xicay Tum',
  });
  expect(weightsOf(records)).toEqual([7.1]);
});

test('a screening typed while another phone removes the child is kept, with a question', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const { unit, phones } = await twoPhones(accountServer, phone, 'test_stake_ecu');
  const [first, second] = phones;
  await openChild(second, unit, 'Luz');
  await second.getByRole('link', { name: 'New screening' }).first().click();
  await fillMeasures(second, { muac: '11.2' });
  await openChild(first, unit, 'Luz');
  await unfoldRecord(first);
  await first.getByRole('link', { name: 'Remove child' }).click();
  await first.getByRole('button', { name: /^Remove Luz/ }).click();
  await expect(first.getByText('No children here yet')).toBeVisible();
  await endUndo(first);
  await syncAll(first, unit);
  const otherTab = await second.context().newPage();
  await syncNow(otherTab, unit);
  await expect(rowOf(otherTab, 'Luz Xicay')).toHaveCount(0);

  await expect(second.getByText('This child was removed.')).toBeVisible();
  await expect(second.getByText(/By Ana Morales, .+: keep or remove\?$/)).toBeVisible();
  await expect(second.getByRole('textbox', { name: /MUAC/ })).toHaveValue('11.2');
  await saveScreening(second);
  await syncNow(second, unit);
  await syncNow(first, unit);
  for (const page of phones) {
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
    await openChild(page, unit, 'Luz');
    await expect(page.getByText('Something to decide here')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Screenings' })).toContainText('11.2');
  }
});
