import { type Child, type Screening, todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { aChild, aMother, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { listAddress, walkTo } from '../pages/app.ts';
import { inOtherLanguage } from '../support/accessible.ts';
import { IS_DEEP } from '../support/deep.ts';
import { showAs } from '../support/layout.ts';
import { expect, member, openArrived, test } from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';
import { settled } from '../support/settled.ts';

const UNIT = 'peten_stake_gtm';
const today = todayIn('America/Guatemala', new Date());

function daysAgo(days: number): string {
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
const monthsAgo = (months: number) => daysAgo(Math.round((months + 0.5) * 30.44));

type Visit = Partial<Screening> & { days: number };

interface Case {
  name: string;
  months: number;
  visits: readonly Visit[];
  child?: Partial<Child>;
}

/** 40 + 40 letters, as people are called. */
const LONG_FIRST = 'María Guadalupe Esperanza de los Ángeles';
const LONG_LAST = 'Hernández Villanueva de la Cruz Montenegr';

/** A child for each finding that can lead the headline, with each order, and with what is milder. */
const CASES: readonly Case[] = [
  { name: 'swelling', months: 20, visits: [{ days: 0, oedema: true, muac: 12.2 }] },
  {
    name: 'severe, arm moderate',
    months: 20,
    visits: [{ days: 0, height: 84, weight: 8, muac: 12 }],
  },
  { name: 'severe, waiting', months: 20, visits: [{ days: 21, height: 84, weight: 8 }] },
  {
    name: 'severe, not measured since',
    months: 20,
    visits: [
      { days: 3, height: 84, weight: 8 },
      { days: 0, muac: 13.4 },
    ],
  },
  {
    name: 'severe, too near to tell',
    months: 20,
    visits: [
      { days: 3, height: 84, weight: 8.3 },
      { days: 0, height: 84, weight: 8.5 },
    ],
  },
  {
    name: 'severe, answered',
    months: 20,
    visits: [{ days: 9, height: 84, weight: 8, referralOutcome: 'seen', referralDate: daysAgo(2) }],
  },
  { name: 'arm severe', months: 20, visits: [{ days: 0, height: 84, weight: 11.3, muac: 11.2 }] },
  { name: 'arm alone severe', months: 20, visits: [{ days: 0, muac: 11.2 }] },
  { name: 'moderate', months: 20, visits: [{ days: 0, height: 84, weight: 9.1, muac: 13 }] },
  {
    name: 'arm moderate, at risk',
    months: 20,
    visits: [{ days: 0, height: 78, weight: 10, muac: 12.1 }],
  },
  { name: 'short', months: 20, visits: [{ days: 0, height: 75, weight: 9.8, muac: 14 }] },
  { name: 'at risk', months: 20, visits: [{ days: 0, height: 80, weight: 10.2, muac: 14 }] },
  {
    name: 'at risk, overdue',
    months: 27,
    visits: [{ days: 240, height: 80, weight: 10.2, muac: 14 }],
  },
  {
    name: 'well',
    months: 20,
    visits: [{ days: 0, height: 84, weight: 11.3, muac: 15, oedema: false }],
  },
  { name: 'well by the arm', months: 20, visits: [{ days: 0, muac: 14 }] },
  { name: 'millimetres', months: 20, visits: [{ days: 0, muac: 108 }] },
  { name: 'infant at risk', months: 4, visits: [{ days: 0, height: 61, weight: 5.2 }] },
  { name: 'infant by the arm', months: 4, visits: [{ days: 0, muac: 11.5 }] },
  {
    name: 'very light',
    months: 1,
    visits: [{ days: 0, muac: 10, outsideLimits: { weight: 2.4 } }],
  },
  { name: 'tomorrow’s date', months: 20, visits: [{ days: -3, height: 84, weight: 8 }] },
  { name: 'never screened', months: 20, visits: [] },
  { name: 'graduated', months: 62, visits: [{ days: 100, height: 104, weight: 16, muac: 15 }] },
  {
    name: 'moved away',
    months: 20,
    visits: [{ days: 100, height: 84, weight: 11.3 }],
    child: { departure: 'moved-away', departureDate: daysAgo(5) },
  },
  {
    name: 'long names',
    months: 20,
    visits: [{ days: 0, height: 84, weight: 8, muac: 12 }],
    child: { firstName: LONG_FIRST, lastName: LONG_LAST, mother: LONG_FIRST },
  },
];

/** The parts of the headline that the window shows whole, and the height of the headline. */
function headline(page: Page) {
  return page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const dock = boxes('.dock')[0]?.top ?? window.innerHeight;
    const parts = boxes('.verdict h2, .verdict .hero-order, .verdict .fig');
    return {
      height: Math.round(boxes('.verdict')[0]?.height ?? 0),
      header: Math.round(boxes('header.bar')[0]?.height ?? 0),
      isWhole: parts.length > 0 && parts.every(({ top, bottom }) => top >= 0 && bottom <= dock),
    };
  });
}

test('the first screen of result and child says verdict, order and figure, whatever leads', async ({
  accountServer,
  phone,
}) => {
  const who = await member(accountServer, 'Ana');
  const made = CASES.map(({ name, months, visits, child: different = {} }, at) => {
    const child = aChild({
      _id: newId('chld', UNIT),
      firstName: 'Carlos',
      lastName: `Reyes ${String.fromCharCode(65 + at)}`,
      gender: 'Boy',
      birthDate: monthsAgo(months),
      mother: 'Fernanda Mejía',
      ...different,
    });
    const screenings = visits.map(({ days, ...measures }) =>
      anAssessedScreening(child, {
        _id: newId('scr', UNIT),
        surveyDate: daysAgo(days),
        created: `${daysAgo(days)}T16:00:00.000Z`,
        ...measures,
      }),
    );
    return { name, child, screenings };
  });
  const records = made.flatMap(({ child, screenings }) => [child, ...screenings]);
  await pushRecords(accountServer, who, UNIT, records.map(written));

  const page = await phone(who, { background: true });
  await openArrived(page, listAddress(UNIT));
  await expect(page.locator('a.child').first()).toBeVisible();
  await expect(page.locator('.chip').first()).toContainText(/\d/);
  const faults: string[] = [];
  const verdict = page.locator('.hero h2');
  const measure = async (name: string) => {
    const { height, header, isWhole } = await headline(page);
    const language = await page.locator('html').getAttribute('lang');
    const isLong = name === 'long names';
    if (!isWhole) faults.push(`${language}, ${name}: not whole on the first screen`);
    if (height > 200) faults.push(`${language}, ${name}: a headline of ${height} px`);
    if (header > (isLong ? 96 : 56)) faults.push(`${language}, ${name}: a header of ${header} px`);
  };
  // Spanish has the longer words. For a release each page in both languages; the next one opens in the
  // second of them.
  if (!IS_DEEP) await inOtherLanguage(page);
  const look = async (address: string, name: string, lastName: string) => {
    await walkTo(page, address);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
    await expect(verdict).toBeVisible();
    await measure(name);
    if (!IS_DEEP) return;
    const words = await verdict.innerText();
    await inOtherLanguage(page);
    await expect(verdict).not.toHaveText(words);
    await measure(name);
  };
  for (const { name, child, screenings } of made) {
    const address = `/children/view/${child._id}?stakeDB=${UNIT}`;
    await look(address, name, child.lastName);
    const saved = screenings.at(-1);
    if (saved !== undefined) await look(`${address}&saved=${saved._id}`, name, child.lastName);
  }
  expect(faults).toEqual([]);
});

test('six children stand on the first screen of the list and five on that of the due list, with everything on', async ({
  accountServer,
  phone,
}) => {
  const unit = 'escuintla_stake_gtm';
  const who = await member(accountServer, 'Ana');
  const { children, screenings } = demoRecords({ stakeDB: unit, today, children: 60 });
  // One ward: whoever walks it reads the rows below one line.
  const inWard = children.map((child) => ({ ...child, ward: 'El Centro' }));
  const mother = aMother({ _id: newId('mthr', unit), deliveryDate: monthsAgo(-3) });
  await pushRecords(accountServer, who, unit, [...inWard, ...screenings, mother].map(written));
  const page = await phone(who, { background: true });
  await openArrived(page, listAddress(unit));
  await expect(page.locator('a.child').nth(8)).toBeVisible();

  /** How many rows the window shows, to the last word of each, above the bar at its foot. */
  const shown = (row: string, foot: string) =>
    page.evaluate(
      ([rows, bars]) => {
        const bar = [...document.querySelectorAll(bars)]
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top }) => top)
          .reduce((one, other) => Math.min(one, other), window.innerHeight);
        return [...document.querySelectorAll(rows)].filter(
          (each) => each.getBoundingClientRect().bottom <= bar + 1,
        ).length;
      },
      [row, foot] as const,
    );
  // While the first download ends a line above the rows says so.
  await expect.poll(() => shown('.row-item', '.list-foot, .nav')).toBeGreaterThanOrEqual(5);
  await walkTo(page, `/children/due/${unit}/Escuintla`);
  await expect(page.locator('.due-row').nth(6)).toBeVisible();
  await expect.poll(() => shown('.due-row', '.nav')).toBeGreaterThanOrEqual(5);

  // A phone on its side, and one with its keyboard open: the bars make room.
  const cdp = await page.context().newCDPSession(page);
  await showAs(page, cdp, { width: 740, height: 360, font: 16 });
  await walkTo(page, listAddress(unit));
  await expect(page.locator('a.child').nth(3)).toBeVisible();
  await expect.poll(() => shown('.row-item', '.list-foot')).toBeGreaterThanOrEqual(4);
  await page.evaluate(() => window.scrollTo(0, 300));
  const covered = await page.evaluate(
    () =>
      document.elementFromPoint(60, window.innerHeight - 10)?.closest('.nav, .list-foot') !== null,
  );
  expect(covered).toBe(false);
  await walkTo(page, `/children/mothers/list/${unit}/Escuintla/pregnant`);
  for (const bar of ['.mothers-top', '.mothers-foot']) {
    await expect(page.locator(bar)).toHaveCSS('position', 'static');
  }
});

test('a child with two screenings has a page of at most 2,300 px, and the header fits doubled text', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'jalapa_stake_gtm';
  const who = await member(accountServer, 'Ana');
  const child = aChild({
    _id: newId('chld', unit),
    firstName: 'Carlos',
    lastName: 'Reyes Mejía',
    gender: 'Boy',
    birthDate: monthsAgo(40),
    mother: 'Fernanda Mejía',
    comments: '',
  });
  const named = aChild({
    _id: newId('chld', unit),
    firstName: LONG_FIRST,
    lastName: LONG_LAST,
    birthDate: monthsAgo(27),
    mother: LONG_FIRST,
  });
  const visit = (of: typeof child, days: number, measures: Partial<Screening>) =>
    anAssessedScreening(of, {
      _id: newId('scr', unit),
      surveyDate: daysAgo(days),
      created: `${daysAgo(days)}T16:00:00.000Z`,
      ...measures,
    });
  const like = (firstName: string) => aChild({ ...child, _id: newId('chld', unit), firstName });
  const before = { height: 96.1, weight: 13.6, muac: 13.2 };
  // Each waits for a clinic: by weight for height, by the arm, by all, and a second time.
  const severe = (
    [
      ['Mateo', 170, { height: 97, weight: 11.2, muac: 12.1 }],
      ['Luis', 170, { height: 97, weight: 14.4, muac: 11.2 }],
      ['Pedro', 170, { height: 97, weight: 10.9, muac: 11.2, oedema: true }],
      ['Juana', 32, { height: 97, weight: 10.9, muac: 11.2 }],
    ] as const
  ).map(([name, days, measures]) => ({ child: like(name), days, measures }));
  // No longer severe, and for WHO not yet recovered.
  const better = like('Rosa');
  const many = aChild({ ...child, _id: newId('chld', unit), firstName: 'Rosario' });
  const twelve = Array.from({ length: 12 }, (_, at) =>
    visit(many, 5 + at * 60, { height: 92 - at, weight: 13 - at * 0.3, muac: 14.5 - at * 0.1 }),
  );
  await pushRecords(
    accountServer,
    who,
    unit,
    [
      child,
      better,
      named,
      many,
      visit(child, 170, before),
      visit(child, 25, { height: 97, weight: 12.4, muac: 12.1 }),
      ...severe.flatMap((each) => [
        each.child,
        visit(each.child, each.days, each.days < 100 ? { ...before, weight: 10.9 } : before),
        visit(each.child, 25, each.measures),
      ]),
      visit(better, 170, { height: 96.1, weight: 11.4, muac: 11.3 }),
      visit(better, 25, { height: 97, weight: 13, muac: 12.2 }),
      visit(named, 1, { height: 82, weight: 9, muac: 12.2 }),
      ...twelve,
    ].map(written),
  );
  const page = await phone(who, { background: true });
  await openArrived(page, listAddress(unit));
  await expect(page.locator('a.child').nth(2)).toBeVisible();
  const lengthOf = async (id: string, last = '#charts svg') => {
    await walkTo(page, `/children/view/${id}?stakeDB=${unit}`);
    await settled(page);
    await expect(page.locator('.visits li').first()).toBeVisible();
    await expect(page.locator('#charts svg').first()).toBeVisible();
    await expect(page.locator(last).first()).toBeVisible();
    return page.evaluate(() => document.documentElement.scrollHeight);
  };
  expect(await lengthOf(many._id)).toBeLessThanOrEqual(2700);
  for (const language of IS_DEEP ? ['en', 'es'] : ['es']) {
    await page.evaluate((chosen) => localStorage.setItem('crece.language', chosen), language);
    await openArrived(page, listAddress(unit));
    await expect(page.locator('a.child').nth(2)).toBeVisible();
    const tooLong: string[] = [];
    const look = async ({ _id, firstName }: typeof child, last?: string) => {
      const length = await lengthOf(_id, last);
      if (length > 2300) tooLong.push(`${language}, ${firstName}: ${length} px`);
    };
    await look(child);
    // WHO's word on a severe child is never folded, nor that one has not recovered yet; the question
    // about the clinic, with the slip and the way to take its answer, stands above.
    for (const each of severe) await look(each.child, '.referral');
    await look(better, '.guidance-lines');
    expect(tooLong).toEqual([]);
  }

  const cdp = await page.context().newCDPSession(page);
  await showAs(page, cdp, { width: 360, height: 740, font: 32 });
  await walkTo(page, `/children/view/${named._id}?stakeDB=${unit}`);
  await settled(page);
  const header = page.locator('header.bar');
  await expect(header.getByRole('heading')).toContainText('Montenegr');
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 740);
});
