import { readSlipFragment } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CoverContext } from '../../data/lock.ts';
import { loadSentences } from '../../data/sentences.ts';
import { slipPath } from '../../shared/referrals/slip-paths.ts';
import { isolateScreenings, type ShowOptions, showPages } from '../../testing/child-pages.tsx';
import { scannedDrawing } from '../../testing/scanned-drawing.ts';
import { slip as feature } from './feature.ts';
import { clinicText, SLIP_CODE_MAX, slipCode } from './slip-code.ts';
import { SlipPage } from './slip-page.tsx';

isolateScreenings();

const SLIP = 'ABCDEFGHJKMNPQRS';
const referred = aScreening({ muac: 11.2, surveyDate: '2025-06-01', slip: [SLIP] });

const open = (options: ShowOptions = {}) =>
  showPages(
    { [feature.pages.slip.at]: <SlipPage /> },
    (child) => slipPath(child._id, 'test_stake_gtm'),
    { screenings: [referred], ...options },
  );

const preview = () =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('.slip-preview article');
    if (found === null) throw new Error('No slip yet.');
    return found;
  });
const text = async () => (await preview()).textContent?.replaceAll(/\s+/gu, ' ') ?? '';
const code = async () => (await preview()).querySelector('.qr');

it('a slip says who comes, why and when, and its code holds slip, sign and day only', async () => {
  await open({ child: { ward: 'Centro' } });
  expect(await text()).toMatch(
    /Marisol Xicay ?Girl, 1 year 3 months|Marisol Xicay ?Girl, 15 months/u,
  );
  expect(await text()).toContain('MUAC 11.2 cm (severe: below 11.5)');
  expect(await text()).toContain('1 Jun 2025');
  expect(await text()).toContain('Centro, ');
  expect(await text()).toContain('ABCD-EFGH-JKMN-PQRS');
  const drawn = await code();
  const scanned = drawn && scannedDrawing(drawn);
  expect(scanned).toBe(`${location.origin}/referral#${SLIP}.A.20250601`);
  expect(readSlipFragment(scanned ?? '')).toEqual({
    slip: SLIP,
    signs: ['muac'],
    day: '2025-06-01',
  });
});

it('an estimated age is printed as one', async () => {
  await open({ child: { birthDateEstimated: true } });
  expect(await text()).toMatch(/Marisol Xicay ?Girl, about 15 months/u);
});

it('an address too long for a small code leaves the slip, its signs and its day', () => {
  const link = { slip: SLIP, signs: ['swelling', 'whz', 'muac'], day: '2025-06-01' } as const;
  const fragment = `${SLIP}.SWA.20250601`;
  const origin = (length: number) => `https://${'a'.repeat(length - 8)}`;
  const room = SLIP_CODE_MAX - '/referral#'.length - fragment.length;
  expect(slipCode(origin(room), link)).toBe(`${origin(room)}/referral#${fragment}`);
  expect(slipCode(origin(room + 1), link)).toBe(fragment);
});

it.each(['en', 'es'] as const)(
  'a text to the clinic has day, signs and the slip, no name, and room in one message: %s',
  async (language) => {
    const link = { slip: SLIP, signs: ['swelling', 'whz', 'muac'], day: '2025-06-01' } as const;
    const translator = createTranslator(language, await loadSentences(language, 'later'));
    const origin = 'https://crece.asociacion-salud.example.org';
    const address = clinicText(translator, ' +502 (7951) 10-00 ', origin, link);
    const [number, body = ''] = address.split('?body=');
    expect(number).toBe('sms:+50279511000');
    const text = decodeURIComponent(body);
    expect(text).toMatch(
      language === 'en'
        ? /^Child referred on 1 Jun 2025 \(SWA\)\. Answer: https:/u
        : /^Se refiere un caso el 1 jun 2025 \(SWA\)\. Responda: https:/u,
    );
    expect(text.endsWith(`${origin}/referral#${SLIP}.SWA.20250601`)).toBe(true);
    // ASCII without the signs that count double: 160 of them are one message.
    expect(text).toMatch(/^[\w :/.#()-]{1,160}$/u);
  },
);

it('a unit without the number of its clinic offers no text', async () => {
  await open();
  await preview();
  expect(screen.queryByText('Text the clinic')).toBeNull();
});

it('a screening of an older build gets its slip when it is printed, and keeps it', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { slip: _none, ...older } = referred;
  const { unit, child } = await open({ screenings: [older] });
  expect(await text()).toContain('The code comes when the slip is printed');
  // What the browser's own menu prints then does not say that a code comes.
  const paper = () => document.querySelector('body > .card-paper article')?.textContent;
  expect(paper()).toContain('No code: print this slip with the button on its page');
  expect(await code()).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByText('Print the slip'));
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  const stored = async () => (await unit.readChildFile(child._id))?.screenings[0]?.slip;
  const [given] = (await stored()) ?? [];
  const drawn = await code();
  expect(drawn && scannedDrawing(drawn)).toContain(`#${given}.A.`);
  await user.click(screen.getByText('Print the slip'));
  expect(print).toHaveBeenCalledTimes(2);
  expect(await stored()).toEqual([given]);
});

it('two slips are printed on A5, in two languages, as chosen last on this device', async () => {
  await open();
  const user = userEvent.setup();
  await preview();
  await user.click(screen.getByLabelText('Two on A5'));
  await user.click(screen.getByLabelText('Both'));
  await vi.waitFor(async () =>
    expect(await text()).toContain('Referral to the clinic / Referencia al centro de salud'),
  );
  // Its own words are of girls and boys alike.
  expect(await text()).toMatch(/Medición.*Envía/u);
  const printed = () => document.querySelectorAll('body > .card-paper article');
  expect(printed()).toHaveLength(2);
  cleanup();
  await open();
  await preview();
  expect(printed()).toHaveLength(2);
});

it('a locked phone has nothing to print', async () => {
  await open({ around: (page) => <CoverContext value="covered">{page}</CoverContext> });
  await preview();
  expect(document.querySelector('body > .card-paper')).toBeNull();
});

it('a child without an open referral needs no slip, and none is written', async () => {
  const { unit, child } = await open({ screenings: [aScreening({ muac: 13 })] });
  await screen.findByText('No referral of Marisol is open: no slip is needed.');
  expect(screen.queryByText('Print the slip')).toBeNull();
  const [screening] = (await unit.readChildFile(child._id))?.screenings ?? [];
  expect(screening).not.toHaveProperty('slip');
});

it('a sign that another day showed stands with that day', async () => {
  const light = aScreening({
    _id: 'scr_test_stake_gtm_1746878500000_0a1b2c',
    surveyDate: '2025-05-20',
    height: 78,
    weight: 7,
  });
  const { height: _height, weight: _weight, ...arm } = referred;
  await open({ screenings: [light, arm] });
  expect(await text()).toMatch(/Weight for height −\d\.\d\d \(severe: below −3\) · 20 May 2025/u);
  expect(await text()).toMatch(/MUAC 11\.2 cm \(severe: below 11\.5\)(?! ·)/u);
});

it.each([
  ['2024-06-10', true],
  ['2024-06-09', false],
])('a slip that a clinic may still answer is printed: of %s %s', async (surveyDate, isPrinted) => {
  const child = { birthDate: '2023-03-10' };
  await open({ child, screenings: [{ ...referred, surveyDate }] });
  if (isPrinted) expect(await text()).toContain('ABCD-EFGH-JKMN-PQRS');
  else {
    await screen.findByText(/^The screening of 9 Jun 2024 is more than a year old/);
    expect(screen.queryByText('Print the slip')).toBeNull();
  }
});
