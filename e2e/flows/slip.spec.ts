import { answerCode, readSlipFragment, SLIP_LENGTH, todayIn } from '@crece/domain';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { addChild, fillMeasures, openList, pick, saveScreening, walkTo } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { pdfDrawing } from '../support/pdf-drawing.ts';
import { expect, member, openChild, syncAll, test } from '../support/phones.ts';

// No other journey writes in it: the list has this child alone.
const UNIT = 'patzicia_stake_gtm';
const FIRST = 'Maximiliana Guadalupe de los Ángeles Tum';
const LAST = 'Hernández Caal viuda de Xicay Tzul y Pop';

/** The size of each page in millimetres. */
function pagesOf(pdf: Buffer): readonly (readonly number[])[] {
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu);
  return [...boxes].map(([, width, height]) => [mm(width), mm(height)]);
}

const print = (page: Page) => page.pdf({ preferCSSPageSize: true, printBackground: true });

async function scanned(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The code of a printed slip as cameras see it: at three sizes, each sharp, blurred and turned. */
async function codesOf(pdf: Buffer): Promise<readonly (string | undefined)[]> {
  const drawing = await sharp(Buffer.from(pdfDrawing(pdf)), { density: 300 })
    .png()
    .toBuffer();
  const codes = [600, 900, 1_400].flatMap((width) => {
    const sized = () => sharp(drawing).resize(width);
    return [
      scanned(sized()),
      scanned(sized().blur(width / 700)),
      scanned(sized().rotate(20, { background: '#fff' })),
    ];
  });
  return Promise.all(codes);
}

/** Expects that nothing of the slip is cut. */
const expectRoom = (page: Page) =>
  expect
    .poll(() => page.getByRole('article').evaluate((slip) => slip.scrollHeight - slip.clientHeight))
    .toBeLessThanOrEqual(1);

const openDue = (page: Page) => walkTo(page, `/children/due/${UNIT}/Test`);
const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a printed slip is read by a camera, its answer by code closes the row on two phones, and a strike brings it back', async ({
  phone,
  accountServer,
}) => {
  const ana = await member(accountServer, 'Ana');
  const page = await phone(ana);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await openList(page, UNIT);
  await addChild(page, { firstName: FIRST, lastName: LAST, sex: 'Girl', months: 14 });
  await fillMeasures(page, { height: '74', weight: '6.2', muac: '11' });
  await saveScreening(page);

  await page.getByRole('link', { name: /^Slip for the clinic/ }).click();
  await expect(page.getByRole('article')).toContainText('Weight for height');
  const alone = await print(page);
  expect(pagesOf(alone)).toEqual([[105, 148]]);
  await expectRoom(page);
  const codes = await codesOf(alone);
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
  await expectGoodInBothLooks(page, 'referral slip');

  // The clinic makes this of the slip alone, on a phone without the application.
  const today = todayIn('America/Guatemala', new Date());
  const answer = answerCode(link.slip, link.day, { outcome: 'seen', day: today });
  await openDue(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Code from the clinic' }).click();
  const field = page.getByRole('textbox', { name: '12 letters and figures' });
  await field.fill(`${answer.slice(0, 11)}${answer.endsWith('A') ? 'B' : 'A'}`);
  await page.getByRole('button', { name: 'Take the answer' }).click();
  await expect(page.getByText('No slip of this unit has this code')).toBeVisible();
  await expectGoodInBothLooks(page, 'code from the clinic');
  await field.fill(answer.toLowerCase().replace(/(.{4})(.{4})/u, '$1 $2-'));
  await page.getByRole('button', { name: 'Take the answer' }).click();
  await expect(page.getByText('Taken: Clinic says: seen')).toBeVisible();
  await expect(page).not.toHaveURL(/answer=/u);
  await expect(section(page, 'Result of the referral')).toContainText('Clinic says: seen');
  await expectGoodInBothLooks(page, "a child with a clinic's answer");
  await syncAll(page, UNIT);

  const coordinator = await phone(await member(accountServer, 'Beto'));
  await syncAll(coordinator, UNIT);
  await openDue(coordinator);
  await expect(section(coordinator, 'Referred, result known')).toContainText('Clinic says: seen');
  await openChild(coordinator, UNIT, FIRST);
  await coordinator
    .getByRole('button', { name: /^Strike/ })
    .first()
    .click();
  await coordinator.getByRole('button', { name: 'Strike it' }).click();
  await expect(coordinator.getByText('The clinic’s answer is struck.')).toBeVisible();
  await syncAll(coordinator, UNIT);
  await syncAll(page, UNIT);
  await openDue(page);
  await expect(section(page, 'Refer today')).toContainText(FIRST);

  // Neither the addresses that were asked for, the log nor what the pages keep beside the unit's records say
  // who it is, or hold a slip.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const told = [...addresses, accountServer.output(), kept].join('\n');
  for (const word of [...FIRST.split(' '), ...LAST.split(' ')].filter(({ length }) => length > 3)) {
    expect(told).not.toContain(word);
  }
  expect(link.slip).toHaveLength(SLIP_LENGTH);
  expect(told).not.toContain(link.slip);
  expect(told).not.toContain(answer);
});
