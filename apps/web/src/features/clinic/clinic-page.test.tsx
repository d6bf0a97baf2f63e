import { answerCode, slipFragment } from '@crece/domain';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeInGroups } from './answer-words.ts';
import { ClinicPage } from './clinic-page.tsx';
import { readAnswers } from './kept-answers.ts';

const TODAY = '2026-11-28';
const DAY = '2026-11-20';
const SLIP = '0K3F9ZQ7M2XW5RTB';
const FRAGMENT = `#${slipFragment({ slip: SLIP, signs: ['muac', 'whz'], day: DAY })}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00`) });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tap = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const setDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the clinic’s page', () => {
  it('answers the slip of its address by one tap, dated today, with letters for the strip', async () => {
    render(<ClinicPage first={FRAGMENT} />);
    expect(screen.getByText('0K3F-9ZQ7-M2XW-5RTB')).toBeTruthy();
    expect(screen.getByText('Screened on 20 Nov 2026')).toBeTruthy();
    await tap('Seen');
    const code = answerCode(SLIP, DAY, { outcome: 'seen', day: TODAY });
    expect(screen.getByText(codeInGroups(code))).toBeTruthy();
    expect(screen.getByText('Seen · 28 Nov 2026')).toBeTruthy();
    expect(screen.getByText(/^Waits on this phone/)).toBeTruthy();
    expect(readAnswers(Date.now())).toMatchObject([
      { slip: SLIP, outcome: 'seen', day: TODAY, code, state: 'waits' },
    ]);
  });

  it('says where a child was sent on to: seen, with a place', async () => {
    render(<ClinicPage first={FRAGMENT} />);
    await tap('Sent on');
    await tap('Sent on');
    expect(screen.getByText('Enter where the child was sent on to.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Sent on to'), ` ${'x'.repeat(50)}`);
    await tap('Sent on');
    const [kept] = readAnswers(Date.now()) ?? [];
    expect(kept).toMatchObject({ outcome: 'seen', place: 'x'.repeat(39) });
  });

  it.each([
    ['2026-11-19', 'The day cannot be before the screening on 20 Nov 2026.'],
    ['2026-11-30', 'The day cannot be later than tomorrow.'],
    ['', 'Enter the day.'],
  ])('refuses the day %s with the reason', async (day, reason) => {
    render(<ClinicPage first={FRAGMENT} />);
    setDay('Date', day);
    await tap('Died');
    expect(screen.getByText(reason)).toBeTruthy();
    expect(readAnswers(Date.now())).toEqual([]);
  });

  it.each(['2026-11-20', '2026-11-29'])('takes the day %s', async (day) => {
    render(<ClinicPage first={FRAGMENT} />);
    setDay('Date', day);
    await tap('Family refused');
    expect(readAnswers(Date.now())).toMatchObject([{ outcome: 'refused', day }]);
  });

  it('takes a wrong tap back, and answers several slips one after the other', async () => {
    render(<ClinicPage first={FRAGMENT} />);
    await tap('Died');
    await tap('Take back');
    expect(readAnswers(Date.now())).toEqual([]);
    await userEvent.type(screen.getByLabelText('Number of the slip'), 'oooo-3f9z q7m2 xw5r');
    setDay('Date on the slip', DAY);
    await tap('Go on');
    expect(screen.getByText('0000-3F9Z-Q7M2-XW5R')).toBeTruthy();
    await tap('Did not come');
    await tap('Next slip');
    expect(screen.getByRole('heading', { name: 'Answered on this phone' })).toBeTruthy();
    expect(screen.getByText('0000…')).toBeTruthy();
  });

  it('begins at the day of the screening where the phone’s clock is behind it', async () => {
    vi.setSystemTime(new Date('2026-11-19T12:00:00'));
    render(<ClinicPage first={FRAGMENT} />);
    await tap('Seen');
    expect(readAnswers(Date.now())).toMatchObject([{ day: DAY }]);
  });

  it('offers to take an answer back until it leaves, also where it waited for a connection', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    const sent = vi.fn(() => new Promise<Response>(() => undefined));
    vi.stubGlobal('fetch', sent);
    render(<ClinicPage first={FRAGMENT} />);
    await tap('Died');
    vi.setSystemTime(new Date(`${TODAY}T12:05:00`));
    expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy();
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(sent).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('takes a slip of today on a page that was left open overnight', async () => {
    render(<ClinicPage first="" />);
    vi.setSystemTime(new Date('2026-11-29T08:00:00'));
    fireEvent(document, new Event('visibilitychange'));
    await userEvent.type(screen.getByLabelText('Number of the slip'), SLIP);
    setDay('Date on the slip', '2026-11-29');
    await tap('Go on');
    await tap('Seen');
    expect(readAnswers(Date.now())).toMatchObject([{ slip: SLIP, day: '2026-11-29' }]);
  });

  it('dates an answer by the day of the tap where the slip was opened the day before', async () => {
    render(<ClinicPage first={FRAGMENT} />);
    vi.setSystemTime(new Date('2026-11-29T08:00:00'));
    fireEvent(document, new Event('visibilitychange'));
    await tap('Seen');
    expect(readAnswers(Date.now())).toMatchObject([{ day: '2026-11-29' }]);
  });

  it('asks for a number that is one, and for the slip’s day', async () => {
    render(<ClinicPage first="" />);
    await userEvent.type(screen.getByLabelText('Number of the slip'), 'ABC');
    await tap('Go on');
    expect(screen.getByText("This is not a slip's number. Compare each letter.")).toBeTruthy();
    expect(screen.getByText('Enter the day that is printed on the slip.')).toBeTruthy();
  });

  it('speaks Spanish where the browser does or the person asks for it', async () => {
    render(<ClinicPage first="" />);
    await tap('Español');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Responder una referencia');
    expect(document.documentElement.lang).toBe('es');
    expect(localStorage.getItem('crece.language')).toBe('es');
  });

  it('keeps nothing of a child but what the slip says', async () => {
    render(<ClinicPage first={FRAGMENT} />);
    await tap('Admitted');
    const kept = JSON.parse(localStorage.getItem('crece.referral') ?? '[]') as object[];
    expect(Object.keys(kept[0] ?? {}).sort()).toEqual([
      'at',
      'code',
      'day',
      'outcome',
      'slip',
      'state',
    ]);
  });
});
