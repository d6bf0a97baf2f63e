import { addDays, todayIn } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Locator, Page } from '@playwright/test';
import { dayOfMonthsAgo, TEST_UNIT } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { IS_DEEP } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';
import { plantRecords } from '../support/plant.ts';
import { newId } from '../support/push-records.ts';

test.use({ bypassCSP: true, serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const FAMILIES = 40;
const TODAY = todayIn('America/Guatemala', new Date());
/** Of every ten the last is to go to the clinic; every other family speaks Spanish. */
const isReferred = (at: number) => at % 10 === 9;
const languageOf = (at: number) => (at % 2 === 0 ? 'es' : 'en');
const phoneOf = (at: number) => `5550 ${String(at).padStart(4, '0')}`;

/** Forty children of forty families who are due, four of them to refer; one more refuses messages. */
function families() {
  return Array.from({ length: FAMILIES + 1 }, (_, at) => {
    const child = aChild({
      _id: newId('chld', TEST_UNIT),
      firstName: `Luz${at}`,
      mother: `Madre ${at}`,
      birthDate: dayOfMonthsAgo(20),
      phone: phoneOf(at),
      language: languageOf(at),
      mayMessage: { given: at < FAMILIES, day: TODAY, who: 'Ana Morales' },
    });
    const visit = anAssessedScreening(child, {
      _id: newId('scr', TEST_UNIT),
      surveyDate: addDays(TODAY, -1),
      muac: 11,
    });
    return isReferred(at) ? [child, visit] : [child];
  }).flat();
}

/** Keeps the addresses that the page gives to the phone, and the page where it is. */
const keepAddresses = (page: Page) =>
  page.addInitScript(() => {
    const opened: string[] = [];
    Reflect.set(window, 'opened', opened);
    addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || /^https?:/.test(link.href)) return;
      event.preventDefault();
      opened.push(link.href);
    });
  });

/** Weekday and day as the messages write them, worked out apart from the application. */
function inWords(day: string, language: 'en' | 'es'): string {
  const date = new Date(`${day}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date);
  const [weekday, month] = [part({ weekday: 'long' }), part({ month: 'long' })];
  return language === 'en'
    ? `${weekday} ${date.getUTCDate()} ${month}`
    : `${weekday.replace('á', 'a')} ${date.getUTCDate()} de ${month}`;
}

/** The address that a family's message must have, letter for letter. */
function addressOf(at: number, day: string): string {
  const [en, es] = [inWords(day, 'en'), inWords(day, 'es')];
  const texts = {
    come: {
      en: `Please come with your child on ${en} at 9:30 to Escuela Central. Bring the card. Thank you.`,
      es: `Por favor venga con su hijo o hija el ${es} a las 9:30 a Escuela Central. Traiga the card. Gracias.`,
    },
    clinic: {
      en: 'Please go with your child to the clinic today or tomorrow: Hospital. Bring the card. Thank you.',
      es: 'Por favor vaya con su hijo o hija al centro de salud hoy o mañana: Hospital. Traiga the card. Gracias.',
    },
  };
  const text = texts[isReferred(at) ? 'clinic' : 'come'][languageOf(at)];
  expect(text.length).toBeLessThanOrEqual(160);
  const number = `502${phoneOf(at).replace(' ', '')}`;
  return `whatsapp://send?phone=${number}&text=${encodeURIComponent(text)}`;
}

/** Taps as a finger does, or activates it at once, which leaves out looking for its place. */
const press = (target: Locator, isTapped: boolean) =>
  isTapped ? target.click() : target.evaluate((element: HTMLElement) => element.click());

test('forty families who are due are written to offline, with two taps each, letter for letter', async ({
  page,
}) => {
  await keepAddresses(page);
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, families());
  await page.goto(`/children/due/${TEST_UNIT}/Test`);
  await goOffline(page);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Call families' }).click();
  await expect(page.getByText('40 messages, to one family after the other.')).toBeVisible();
  const day = addDays(TODAY, 3);
  const come = page.getByRole('region', { name: 'Come on …' });
  await come.getByLabel('Date').fill(day);
  await come.getByLabel('Time').fill('09:30');
  await come.getByLabel('Place').fill('Casa Roja');
  await expect(come).toContainText('“roja” must not stand in a message');
  await come.getByLabel('Place').fill('Escuela Central');
  await come.getByLabel('What to bring').fill('the card');
  const clinic = page.getByRole('region', { name: 'Go to the clinic' });
  await clinic.getByLabel('Place').fill('Hospital');
  await clinic.getByLabel('What to bring').fill('the card');
  await expectGoodInBothLooks(page, 'what the messages leave open');
  await page.getByText('1 child without a message').click();
  await expect(page.getByText('the family does not want messages')).toBeVisible();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByLabel('Your name').fill('Ana Morales');
  await page.getByRole('button', { name: 'Save my name' }).click();

  await expectGoodInBothLooks(page, 'a message to a family');
  for (let at = 1; at <= FAMILIES; at += 1) {
    await expect(page.getByText(`${at} of ${FAMILIES}`, { exact: true })).toBeVisible();
    const isTapped = IS_DEEP || at <= 4 || at === FAMILIES;
    await press(page.getByRole('link', { name: 'WhatsApp' }), isTapped);
    const next = page.getByRole('button', { name: at === FAMILIES ? 'Finish' : 'Next' });
    await press(next, isTapped);
  }
  await expect(page.getByText(/^40 messages were opened of 40/)).toBeVisible();
  const opened = await page.evaluate(() => Reflect.get(window, 'opened') as string[]);
  const wanted = Array.from({ length: FAMILIES }, (_, at) => addressOf(at, day));
  expect([...opened].sort()).toEqual([...wanted].sort());
  // Who is in refer comes first, as in the list.
  expect(opened.slice(0, 4).every((address) => address.includes('Hospital'))).toBe(true);

  await page.getByRole('link', { name: 'To the list of visits' }).click();
  await expect(page.getByText(/^message opened/)).toHaveCount(FAMILIES);
});
