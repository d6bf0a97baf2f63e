import { aScreening } from '@crece/domain/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { editScreeningPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { FULL_DISK } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
} from './testing/render-screenings.tsx';

const DAY_MS = 24 * 60 * 60_000;

isolateScreenings();

const question = () => screen.queryByRole('heading', { name: 'Which day is today?' });
const open = (clockDifference?: number) =>
  show(({ _id }) => newScreeningPath(_id), {
    ...(clockDifference === undefined ? {} : { clockDifference }),
  });

describe('date of a new screening', () => {
  it.each([undefined, DAY_MS, -DAY_MS])(
    'a clock at most a day off gives today as the date without a question (%s ms)',
    async (difference) => {
      await open(difference);
      expect(await screen.findByText('today, 10 Jun 2025')).toBeTruthy();
      expect(question()).toBeNull();
    },
  );

  it('a clock more than a day behind makes the form ask first, and the server’s day can be chosen', async () => {
    const shown = await open(300 * DAY_MS);
    expect(await screen.findByRole('heading', { name: 'Which day is today?' })).toBeTruthy();
    expect(screen.getByText('This device’s clock is 300 days behind the server’s.')).toBeTruthy();
    expect(screen.queryByText(/10 Jun 2025/)).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '6 April 2026 (server)' }));
    expect(await screen.findByText('today, 6 Apr 2026')).toBeTruthy();
    await user.type(muac(), '12.8');
    await user.click(save());
    await vi.waitFor(async () =>
      expect((await screeningsOf(shown)).map(({ surveyDate }) => surveyDate)).toEqual([
        '2026-04-06',
      ]),
    );
  });

  it.each([
    ['en', 'The last screening is dated 11 June 2025, after today. Is this device’s date right?'],
    [
      'es',
      'La última evaluación lleva la fecha 11 de junio de 2025, después de hoy. ¿Está bien la fecha del dispositivo?',
    ],
  ] as const)(
    'a last screening of tomorrow, as after a clock was set back, is told: the new one would not count as the newest (%s)',
    async (language, said) => {
      const tomorrow = {
        _id: 'scr_test_stake_gtm_1749500000000_aaaaaa',
        muac: 13,
        surveyDate: '2025-06-11',
      };
      await show(({ _id }) => newScreeningPath(_id), {
        language,
        screenings: [aScreening(tomorrow)],
      });
      expect(await screen.findByText(said)).toBeTruthy();
      cleanup();
      const today = { ...tomorrow, surveyDate: '2025-06-10' };
      await show(({ _id }) => newScreeningPath(_id), { screenings: [aScreening(today)] });
      await screen.findByText('today, 10 Jun 2025');
      expect(screen.queryByText(/after today/)).toBeNull();
    },
  );

  it('a guest whose clock the answer of the catalogue found wrong is asked for the date, in Spanish', async () => {
    await show(({ _id }) => newScreeningPath(_id), {
      device: memoryDevice({ clockDifference: -3 * DAY_MS }),
      language: 'es',
    });
    expect(await screen.findByRole('button', { name: /^7 de junio de 2025/ })).toBeTruthy();
    cleanup();
    // What a synchronisation measured counts more.
    await show(({ _id }) => newScreeningPath(_id), {
      device: memoryDevice({ clockDifference: -3 * DAY_MS }),
      clockDifference: 0,
    });
    expect(await screen.findByText('today, 10 Jun 2025')).toBeTruthy();
  });

  it('a draft begun before the clock error was found gets a new date, with all typed values kept', async () => {
    const device = memoryDevice({ screenerName: 'Ana Morales' });
    const { child } = await openForm({ device });
    const user = userEvent.setup();
    await user.type(muac(), '12.8');
    await vi.waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    cleanup();
    const shown = await show(({ _id }) => newScreeningPath(_id), {
      device,
      child,
      clockDifference: 300 * DAY_MS,
    });
    await user.click(await screen.findByRole('button', { name: '6 April 2026 (server)' }));
    expect(await screen.findByText('today, 6 Apr 2026')).toBeTruthy();
    expect(muac()).toHaveProperty('value', '12.8');
    await user.click(save());
    await vi.waitFor(async () =>
      expect((await screeningsOf(shown)).map(({ surveyDate }) => surveyDate)).toEqual([
        '2026-04-06',
      ]),
    );
  });

  it('a person who says that the clock is right keeps this device’s day', async () => {
    await open(-DAY_MS - 1);
    expect(
      await screen.findByText('This device’s clock is 1 day ahead of the server’s.'),
    ).toBeTruthy();
    await userEvent
      .setup()
      .click(screen.getByRole('button', { name: '10 June 2025 (this device)' }));
    expect(await screen.findByText('today, 10 Jun 2025')).toBeTruthy();
  });

  it('whoever has just answered at the new child’s form is not asked again', async () => {
    await show(({ _id }) => newScreeningPath(_id), {
      clockDifference: 300 * DAY_MS,
      state: { isNewChild: true, dayBy: 'server' },
    });
    expect(await screen.findByText('today, 6 Apr 2026')).toBeTruthy();
    expect(question()).toBeNull();
  });

  const passMidnight = () => {
    vi.setSystemTime(new Date('2025-06-11T18:00:00.000Z'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  it('a form in which nothing was typed is dated the day after, when the phone lay with it over midnight', async () => {
    const shown = await open();
    expect(await screen.findByText('today, 10 Jun 2025')).toBeTruthy();
    passMidnight();
    expect(await screen.findByText('today, 11 Jun 2025')).toBeTruthy();
    expect(screen.queryByText(/Draft kept/)).toBeNull();
    const user = userEvent.setup();
    await user.type(muac(), '12.8');
    await user.click(save());
    await vi.waitFor(async () =>
      expect((await screeningsOf(shown)).map(({ surveyDate }) => surveyDate)).toEqual([
        '2025-06-11',
      ]),
    );
  });

  it('what was typed before midnight keeps its day, until it is discarded', async () => {
    await open();
    expect(await screen.findByText('today, 10 Jun 2025')).toBeTruthy();
    const user = userEvent.setup();
    await user.type(muac(), '12.8');
    expect(await screen.findByText('Draft kept on this device')).toBeTruthy();
    passMidnight();
    expect(await screen.findByText('10 Jun 2025')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const asked = await screen.findByRole('dialog');
    await user.click(within(asked).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('today, 11 Jun 2025')).toBeTruthy();
  });

  it('what was typed before midnight keeps its day, also where the device has no room for the draft', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const device = memoryDevice({ screenerName: 'Ana Morales' });
    vi.spyOn(device.drafts, 'save').mockRejectedValue(FULL_DISK);
    await openForm({ device });
    const user = userEvent.setup();
    await user.type(muac(), '12.8');
    await vi.waitFor(() => expect(device.drafts.save).toHaveBeenCalled());
    passMidnight();
    expect(await screen.findByText('10 Jun 2025')).toBeTruthy();
    expect(screen.queryByText('today, 11 Jun 2025')).toBeNull();
  });

  it('the date is asked in Spanish too', async () => {
    await show(({ _id }) => newScreeningPath(_id), {
      clockDifference: 2 * DAY_MS,
      language: 'es',
    });
    expect(await screen.findByRole('heading', { name: '¿Qué día es hoy?' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '12 de junio de 2025 (servidor)' })).toBeTruthy();
  });
});

describe('date of an edited screening', () => {
  it('the date of an edited screening does not change, whatever the clock says', async () => {
    const screening = aScreening({ surveyDate: '2025-05-01' });
    await show(({ _id }) => editScreeningPath(_id, screening._id), {
      screenings: [screening],
      clockDifference: 300 * DAY_MS,
    });
    expect(await screen.findByText('1 May 2025')).toBeTruthy();
    expect(question()).toBeNull();
  });
});
