import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type IsoDate, todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { fillMeasures, listAddress, walkTo } from '../pages/app.ts';
import { expect, member, test } from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

/** Where the pictures of docs/screens.md are drawn, when they are asked for; all people are invented. */
const FOLDER = process.env['CRECE_PICTURES'] ?? '';
const UNIT = 'malacatan_stake_gtm';
const NAME = 'Malacat%C3%A1n';
const COUNTRY = 'GTM';
const today = todayIn('America/Guatemala', new Date());

function daysAgo(days: number): IsoDate {
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10) as IsoDate;
}
const monthsAgo = (months: number) => daysAgo(Math.round((months + 0.5) * 30.44));

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

/** A child of the pictures, with what was measured so many days ago. */
function aFamily(
  firstName: string,
  gender: 'Boy' | 'Girl',
  months: number,
  visits: readonly { days: number; height?: number; weight?: number; muac?: number }[],
) {
  const child = aChild({
    _id: newId('chld', UNIT),
    firstName,
    gender,
    lastName: 'Xicay Tum',
    mother: 'Elena Xicay',
    ward: 'Norte',
    birthDate: monthsAgo(months),
  });
  const screenings = visits.map(({ days, ...figures }) =>
    anAssessedScreening(child, {
      _id: newId('scr', UNIT),
      surveyDate: daysAgo(days),
      interviewer: 'Ana Morales',
      ...figures,
    }),
  );
  return { child, records: [child, ...screenings] };
}

async function draw(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // An overview or a report is counted on the server first.
  await expect(page.getByText(/^(Counting the units|Reading|Loading)/)).toHaveCount(0);
  // The home page counts who is due in idle moments.
  await expect(page.getByText(/^…$/)).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  // What slides in has arrived.
  await page.waitForTimeout(400);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 60 })
    .toFile(join(FOLDER, `${name}.webp`));
}

test('the screens of the documentation are drawn @pictures', async ({ accountServer, phone }) => {
  test.setTimeout(600_000);
  mkdirSync(FOLDER, { recursive: true });
  const ana = await member(accountServer, 'Ana', ['user', 'sync', 'admin']);
  const demo = demoRecords({ stakeDB: UNIT, today, children: 36 });
  const severe = aFamily('Luz', 'Girl', 20, [
    { days: 92, height: 79, weight: 8.6, muac: 12.9 },
    { days: 3, height: 81, weight: 7.6, muac: 12.1 },
  ]);
  const overdue = aFamily('Abel', 'Boy', 27, [{ days: 240, height: 80, weight: 8.6, muac: 12.6 }]);
  const graduate = aFamily('Inés', 'Girl', 61, [
    { days: 60, height: 104, weight: 16.4, muac: 15.2 },
  ]);
  const well = aFamily('Tomás', 'Boy', 16, [{ days: 95, height: 76, weight: 9.6, muac: 14 }]);
  const families = [severe, overdue, graduate, well];
  await pushRecords(accountServer, ana, UNIT, [
    ...[...demo.children, ...demo.screenings, ...demo.mothers].map(written),
    ...families.flatMap(({ records }) => records).map(written),
  ]);

  const stranger = await phone(null);
  await stranger.goto('/');
  await draw(stranger, '09a-home-first');
  await walkTo(stranger, '/authentication/signin');
  await draw(stranger, '10-sign-in');

  const page = await phone(ana, { background: true });
  const view = ({ child }: typeof severe) => `/children/view/${child._id}?stakeDB=${UNIT}`;
  const due = `/children/due/${UNIT}/${NAME}`;
  const day = `/children/day/${UNIT}/${NAME}`;
  await page.goto(listAddress(UNIT));
  await expect(page.getByText(/Synced|up to date/).first()).toBeVisible({ timeout: 60_000 });
  await draw(page, '07a-list');
  await page.getByRole('searchbox').fill('xic');
  await draw(page, '07b-list-searching');
  await page.getByRole('searchbox').fill('');
  await page.setViewportSize({ width: 740, height: 360 });
  await draw(page, '07c-list-landscape');
  await page.setViewportSize(PHONE);
  const walks: readonly [string, string][] = [
    ['09b-home-returning', '/'],
    ['09c-units', `/children/list/stakes/${COUNTRY}`],
    ['05a-due', due],
    ['06a-day-start', day],
    ['03a-child-severe', view(severe)],
    ['03b-child-overdue', view(overdue)],
    ['03c-child-graduate', view(graduate)],
    ['12a-remove-question', `/children/remove/${severe.child._id}?stakeDB=${UNIT}`],
    ['07-sync', `/children/sync/${UNIT}/${NAME}/children`],
    ['10b-overview-phone', `/children/desk/${COUNTRY}/${UNIT}`],
    ['11-admin-start', '/admin/first-steps'],
    ['08a-form', `/children/survey/${well.child._id}?stakeDB=${UNIT}`],
  ];
  for (const [name, address] of walks) {
    await walkTo(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await draw(page, name);
  }
  // Results, as they stand after a save.
  const results: readonly [string, typeof severe, Record<string, string>][] = [
    ['02c-result-green', well, { height: '78.5', weight: '10.1', muac: '14.2' }],
    ['02a-result-severe', overdue, { height: '84', weight: '8', muac: '12.1' }],
    ['02d-result-open-referral', severe, { muac: '12.8' }],
  ];
  for (const [name, family, measures] of results) {
    await walkTo(page, `/children/survey/${family.child._id}?stakeDB=${UNIT}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fillMeasures(page, measures);
    await page.getByRole('button', { name: 'Save screening' }).click();
    const anyway = page.getByRole('button', { name: 'Save anyway' });
    const saved = page.getByText(/^Saved on this device/);
    await expect(anyway.or(saved).first()).toBeVisible();
    if (await anyway.isVisible()) await anyway.click();
    await expect(saved).toBeVisible();
    await draw(page, name);
  }
  await walkTo(page, day);
  await draw(page, '06b-day-three');

  await page.setViewportSize(LAPTOP);
  for (const [name, address] of [
    ['04a-list-laptop', listAddress(UNIT)],
    ['05d-due-laptop', due],
    ['03a-child-laptop', view(severe)],
    ['10a-overview', `/children/desk/${COUNTRY}`],
    ['10c-report-laptop', `/children/report/${UNIT}/${COUNTRY}/stake/name/en/full/0`],
    ['11-admin-users', '/admin/users'],
    ['11-admin-audit', '/admin/audit'],
  ] as const) {
    await walkTo(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await draw(page, name);
  }
});
