import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo, fillMeasures, rowOf, saveScreening, walkTo } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import {
  endUndo,
  expect,
  header,
  member,
  onServer,
  openChild,
  syncAll,
  test,
  waitingAddress,
} from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

// Three phones that synchronise several times, possibly on a busy machine.
test.describe.configure({ timeout: 300_000 });
test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

const UNIT = 'test_stake_gha';

const childrenOn = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Xicay' });

test('two phones merge both ways at once, with a screening, an edit and a removal meanwhile: one child, quiet; undone, two', async ({
  accountServer,
  phone,
}) => {
  const [ana, beto, carla] = [
    await member(accountServer, 'Ana'),
    await member(accountServer, 'Beto'),
    await member(accountServer, 'Carla'),
  ];
  const names = { lastName: 'Xicay', birthDate: dayOfMonthsAgo(14), mother: 'Rosa Tum' };
  const twins = [
    aChild({ ...names, _id: newId('chld', UNIT), firstName: 'Luz', phone: '5501' }),
    aChild({ ...names, _id: newId('chld', UNIT), firstName: 'Lus', phone: '5502' }),
  ].sort((a, b) => (a._id < b._id ? -1 : 1));
  const [lead, other] = twins;
  if (lead === undefined || other === undefined) throw new Error('two children');
  const seen = (child: typeof lead, months: number, weight: number) =>
    anAssessedScreening(child, {
      _id: newId('scr', UNIT),
      surveyDate: dayOfMonthsAgo(months),
      height: 72,
      weight,
    });
  const visits = [seen(lead, 3, 8.4), seen(other, 2, 8.6), seen(other, 1, 8.8)];
  await pushRecords(accountServer, ana, UNIT, [...twins, ...visits].map(written));
  const phones = [await phone(ana), await phone(beto), await phone(carla)] as const;
  const [a, b, c] = phones;
  for (const page of phones) await syncAll(page, UNIT);

  await test.step('the page of the unit offers the pair, from which one phone merges', async () => {
    await walkTo(a, `/children/same/${UNIT}/Test`);
    const link = a.getByRole('link', { name: /^Compare L/ });
    await expect(link).toBeVisible();
    await expectGoodInBothLooks(a, 'pairs');
    await link.click();
    await expect(
      a.getByRole('heading', { name: 'Are these two records of one child?' }),
    ).toBeVisible();
    await expectGoodInBothLooks(a, 'a pair');
    await a.getByRole('radio', { name: '5502' }).check();
    await a.getByRole('button', { name: 'One child' }).click();
    await expect(a.getByText(/^L.. Xicay is one child now\.$/)).toBeVisible();
    await endUndo(a);
  });

  await test.step("the other phone merges from a child's menu, the other way round", async () => {
    await openChild(b, UNIT, other.firstName);
    await b.getByRole('button', { name: /^Account/ }).click();
    await b.getByRole('link', { name: 'Perhaps the same child' }).click();
    await b.getByRole('link', { name: /^Compare L/ }).click();
    await b.getByRole('button', { name: 'One child' }).click();
    await expect(b.getByText(/^L.. Xicay is one child now\.$/)).toBeVisible();
    await endUndo(b);
  });

  await test.step('a third phone screens, edits and removes meanwhile', async () => {
    await openChild(c, UNIT, other.firstName);
    await c.getByRole('link', { name: 'New screening' }).first().click();
    await fillMeasures(c, { height: '74', weight: '9' });
    await saveScreening(c);
    await walkTo(c, `/children/survey/remove/${other._id}/${visits[2]?._id}`);
    await c.getByRole('button', { name: /^Remove/ }).click();
    await expect(c.getByText(/^Screening of .+ removed/)).toBeVisible();
    await endUndo(c);
    await walkTo(c, `/children/edit/${other._id}`);
    await c.getByRole('textbox', { name: 'Mother' }).fill('Rosa Tum Coc');
    await c.getByRole('button', { name: 'Save changes' }).click();
    await expect(c.getByRole('heading', { level: 1, name: /Xicay/ })).toBeVisible();
  });

  await test.step('one child with every screening once, on all phones, and nobody is asked', async () => {
    for (const page of [...phones, ...phones]) await syncAll(page, UNIT);
    for (const page of phones) {
      await expect(childrenOn(page)).toHaveCount(1);
      await walkTo(page, waitingAddress(UNIT));
      await expect(page.getByText('Nothing to do')).toBeVisible();
      // Either id opens the child.
      await walkTo(page, `/children/view/${other._id}`);
      await expect(page.locator('#visits summary')).toHaveCount(3);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(lead.firstName);
    }
    const before = await onServer(accountServer, ana, UNIT);
    for (const page of phones) await syncAll(page, UNIT);
    expect(await onServer(accountServer, ana, UNIT)).toEqual(before);
    expect(before.find(({ _id }) => _id === lead._id)).toMatchObject({ phone: '5502' });
    expect(before.find(({ _id }) => _id === other._id)).toMatchObject({ mother: 'Rosa Tum Coc' });
  });

  await test.step('undone on one phone, they are two children on all', async () => {
    await walkTo(b, `/children/same/${UNIT}/Test?child=${lead._id}`);
    await expectGoodInBothLooks(b, 'the records of a child');
    await b.getByRole('button', { name: /is another child$/ }).click();
    await expect(b.getByText(/is a child of its own again\.$/)).toBeVisible();
    for (const page of [b, ...phones]) await syncAll(page, UNIT);
    for (const page of phones) {
      await expect(rowOf(page, 'Luz')).toBeVisible();
      await expect(rowOf(page, 'Lus')).toBeVisible();
      await expect(header(page)).toHaveText(/^Synced, /);
    }
    const after = await onServer(accountServer, ana, UNIT);
    expect(after.find(({ _id }) => _id === lead._id)).toMatchObject({ phone: lead.phone });
  });
});
