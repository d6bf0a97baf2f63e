import { API_PATHS } from '@crece/contract';
import { answerCode, readSlipFragment, SLIP_LENGTH, slipInGroups, todayIn } from '@crece/domain';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { takeSession } from '../pages/accounts.ts';
import { addChild, fillMeasures, openList, pick, saveScreening, walkTo } from '../pages/app.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import { IS_DEEP } from '../support/deep.ts';
import { cameraWith } from '../support/fake-camera.ts';
import {
  expect,
  member,
  onServer,
  openChild,
  openEmptyList,
  syncAll,
  test,
} from '../support/phones.ts';
import { codeOnPaper, codesOf, pagesOf, print } from '../support/printed-slip.ts';

// No other journey writes in it: the list has this child alone.
const UNIT = 'patzicia_stake_gtm';
const FIRST = 'Maximiliana Guadalupe de los Ángeles Tum';
const LAST = 'Hernández Caal viuda de Xicay Tzul y Pop';

const TODAY = todayIn('America/Guatemala', new Date());
const SAID = { outcome: 'admitted', day: TODAY } as const;

let clinicBrowser: Browser | undefined;
test.afterEach(() => clinicBrowser?.close());

/** The clinic's phone, with a printed slip before its camera; the page is kept at its first visit. */
async function openClinic(baseURL: string, slip: Buffer): Promise<Page> {
  const camera = await cameraWith(await codeOnPaper(slip), { size: 220, turned: 20, blur: 0.8 });
  const executablePath = findChromium();
  clinicBrowser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [...CHROMIUM_ARGS, ...camera],
  });
  // With the content security policy as it is sent.
  const context = await clinicBrowser.newContext({
    baseURL,
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto('/referral');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answer a referral');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expectGoodInBothLooks(page, 'the clinic’s page');
  return page;
}

/** Replaces the share sheet, which no test can operate: what is shared is kept in the page. */
const catchShared = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] = [] }: ShareData) => {
        Object.assign(window, { sharedText: await file?.text() });
      },
    });
  });

/** Expects that nothing of the slip is cut. */
const expectRoom = (page: Page) =>
  expect
    .poll(() => page.getByRole('article').evaluate((slip) => slip.scrollHeight - slip.clientHeight))
    .toBeLessThanOrEqual(1);

const openDue = (page: Page) => walkTo(page, `/children/due/${UNIT}/Test`);
const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Prints the slip of the screening that was just saved; its code holds nothing but the slip. */
async function printSlip(page: Page) {
  await page.getByRole('link', { name: /^Slip for the clinic/ }).click();
  await expect(page.getByRole('article')).toContainText('Weight for height');
  const pdf = await print(page);
  expect(pagesOf(pdf)).toEqual([[105, 148]]);
  await expectRoom(page);
  const codes = await codesOf(pdf);
  const [code = ''] = codes;
  expect(codes).toEqual(codes.map(() => code));
  expect(code.length).toBeLessThanOrEqual(120);
  const link = readSlipFragment(code);
  expect(code).toMatch(/^http:\/\/[\d.:]+\/referral#[0-9A-Z]{16}\.WA\.\d{8}$/u);
  if (link === null) throw new Error(`no slip in ${code}`);
  await pick(page, 'Paper', 'Two on A5');
  await pick(page, 'Language of the slip', 'Both');
  await expectRoom(page);
  expect(pagesOf(await print(page))).toEqual([[210, 148]]);
  await pick(page, 'Language of the slip', 'Español');
  if (IS_DEEP) await expectGoodInBothLooks(page, 'referral slip');
  return { pdf, code, link };
}

/** Hands the unit's records over as a file; the code opens it. */
async function handOver(page: Page) {
  await walkTo(page, `/children/handover/${UNIT}/Test`);
  const code = (await page.getByLabel('Code that opens the file').textContent()) ?? '';
  await page.getByRole('button', { name: 'Share the file' }).click();
  await expect(page.getByRole('heading', { name: /records? handed over$/ })).toBeVisible();
  return { code, text: await page.evaluate(() => String(Reflect.get(window, 'sharedText'))) };
}

async function receive(page: Page, { code, text }: { code: string; text: string }) {
  await walkTo(page, `/children/receive?stakeDB=${UNIT}`);
  const file = { name: 'crece.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByLabel('Code of the file').fill(code);
  await page.getByRole('button', { name: 'Open the file' }).click();
  await page.getByRole('button', { name: 'Receive the records' }).click();
  await expect(page.getByText('2 records loaded')).toBeVisible();
}

/** Answers the slip before the camera, offline; the clinic writes the letters on the strip. */
async function answerOffline(clinic: Page, code: string, slip: string, letters: string) {
  await setOffline(clinic.context(), true);
  await clinic.goto(new URL(code).pathname + new URL(code).hash);
  await expect(clinic.getByText(slipInGroups(slip))).toBeVisible();
  expect(new URL(clinic.url()).hash).toBe('');
  await clinic.getByRole('button', { name: 'Another slip' }).click();
  await clinic.getByRole('button', { name: 'Scan the slip' }).click();
  await expect(clinic.getByText(slipInGroups(slip))).toBeVisible();
  await expectGoodInBothLooks(clinic, 'the answers of a clinic');
  await clinic.getByLabel('Date', { exact: true }).fill(TODAY);
  await clinic.clock.install();
  await clinic.getByRole('button', { name: 'Admitted' }).click();
  await expect(clinic.getByText(letters.replace(/(.{4})(?=.)/g, '$1-'))).toBeVisible();
  await expect(clinic.getByText(/^Waits on this phone/)).toBeVisible();
  await expectGoodInBothLooks(clinic, 'the answer of a clinic');
}

/** Types the letters of the strip, first one of them wrong. */
async function typeLetters(page: Page, letters: string) {
  await openDue(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Code from the clinic' }).click();
  const field = page.getByRole('textbox', { name: '12 letters and figures' });
  await field.fill(`${letters.slice(0, 11)}${letters.endsWith('A') ? 'B' : 'A'}`);
  await page.getByRole('button', { name: 'Take the answer' }).click();
  // Without an account nobody may ask the server who moved away.
  await expect(page.getByText(/^No slip on this phone has this code/)).toBeVisible();
  await expectGoodInBothLooks(page, 'code from the clinic');
  await field.fill(letters.toLowerCase().replace(/(.{4})(.{4})/u, '$1 $2-'));
  await page.getByRole('button', { name: 'Take the answer' }).click();
  await expect(page.getByText('Taken: Clinic says: admitted')).toBeVisible();
  await expect(page).not.toHaveURL(/answer=/u);
  await expect(section(page, 'Result of the referral')).toContainText('Clinic says: admitted');
  await expectGoodInBothLooks(page, "a child with a clinic's answer");
}

/** What the server replies to whoever says this of a slip. */
async function replyTo(url: string, slip: string): Promise<string> {
  const reply = await fetch(`${url}${API_PATHS.referral}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slip, ...SAID }),
  });
  return `${reply.status} ${await reply.text()}`;
}

test('a volunteer without an account prints a slip, a clinic scans and answers it offline before its screening is on the server; by server, by code and by both it is one answer, and a strike takes it back', async ({
  phone,
  accountServer,
}) => {
  const volunteer = await phone(null);
  const addresses: string[] = [];
  volunteer.on('request', (request) => addresses.push(request.url()));
  await catchShared(volunteer);
  await openList(volunteer, UNIT);
  await addChild(volunteer, { firstName: FIRST, lastName: LAST, sex: 'Girl', months: 14 });
  await fillMeasures(volunteer, { height: '74', weight: '6.2', muac: '11' });
  await saveScreening(volunteer);
  const { pdf, code, link } = await printSlip(volunteer);
  const letters = answerCode(link.slip, link.day, SAID);
  const file = await handOver(volunteer);

  const clinic = await openClinic(accountServer.url, pdf);
  await answerOffline(clinic, code, link.slip, letters);
  await setOffline(clinic.context(), false);
  // So long it can be taken back.
  await clinic.clock.fastForward('00:08');
  await expect(clinic.getByText('Sent.', { exact: true })).toBeVisible();

  // By server: the coordinator brings the screening there, and has not seen the strip.
  const beto = await member(accountServer, 'Beto');
  const coordinator = await phone(beto);
  await openEmptyList(coordinator, UNIT);
  expect(await onServer(accountServer, beto, UNIT)).toEqual([]);
  await receive(coordinator, file);
  await syncAll(coordinator, UNIT);
  const answers = async () =>
    (await onServer(accountServer, beto, UNIT)).find(({ _id }) => _id.startsWith('scr_'))?.[
      'clinicAnswers'
    ];
  await expect.poll(answers).toEqual([SAID]);
  // Whoever guesses is told the same as who says it again.
  const received = '202 {"received":true}';
  expect(await replyTo(accountServer.url, '0123456789ABCDEF')).toBe(received);
  expect(await replyTo(accountServer.url, link.slip)).toBe(received);
  await syncAll(coordinator, UNIT);
  await openDue(coordinator);
  const known = section(coordinator, 'Referred, result known');
  await expect(known).toContainText('Clinic says: admitted');
  await expect(section(coordinator, 'Refer today')).toHaveCount(0);

  // By code, on a phone that has no account; by both, when it gets one.
  await typeLetters(volunteer, letters);
  await takeSession(volunteer, (await member(accountServer, 'Ana')).session);
  await syncAll(volunteer, UNIT);
  expect(await answers()).toEqual([SAID]);
  await openDue(volunteer);
  await expect(section(volunteer, 'Referred, result known')).toContainText('Clinic says: admitted');

  await syncAll(coordinator, UNIT);
  await openChild(coordinator, UNIT, FIRST);
  await expect(coordinator.getByRole('button', { name: /^Strike/ })).toHaveCount(1);
  await coordinator.getByRole('button', { name: /^Strike/ }).click();
  await coordinator.getByRole('button', { name: 'Strike it' }).click();
  await expect(coordinator.getByText('The clinic’s answer is struck.')).toBeVisible();
  await syncAll(coordinator, UNIT);
  await syncAll(volunteer, UNIT);
  await openDue(volunteer);
  await expect(section(volunteer, 'Refer today')).toContainText(FIRST);

  // Neither the addresses that were asked for, the log nor what the pages keep beside the unit's records say
  // who it is, or hold a slip.
  const kept = await volunteer.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  const told = [...addresses, accountServer.output(), kept].join('\n');
  for (const word of [...FIRST.split(' '), ...LAST.split(' ')].filter(({ length }) => length > 3)) {
    expect(told).not.toContain(word);
  }
  expect(link.slip).toHaveLength(SLIP_LENGTH);
  expect(told).not.toContain(link.slip);
  expect(told).not.toContain(letters);
});
