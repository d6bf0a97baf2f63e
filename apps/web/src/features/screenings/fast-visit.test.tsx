import { aScreening } from '@crece/domain/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { newScreeningPath } from '../../shared/navigation/paths.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  height,
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
  TODAY,
  weight,
} from './testing/render-screenings.tsx';

isolateScreenings();

const isSaved = () => screen.findByText('Next child');
const only = () => screen.getByRole('radio', { name: /^MUAC only/u });
const all = () => screen.getByRole('radio', { name: 'All measures' });
const focused = () => document.activeElement?.getAttribute('name');
const hints = () =>
  screen.getAllByRole('textbox').flatMap((input) => input.getAttribute('enterkeyhint') ?? []);

const isOnFeet = () => expect(focused()).toBe('oedema');
const spoken = { timeout: 2000 };

describe('Enter in the fields', () => {
  it('leads to the next figure, from the last one to the feet, and saves there', async () => {
    const { user, ...shown } = await openForm();
    expect(hints()).toEqual(['next', 'next', 'done']);
    await user.type(muac(), '13.2{Enter}');
    expect(focused()).toBe('height');
    await user.keyboard('77{Enter}');
    expect(focused()).toBe('weight');
    expect(await screeningsOf(shown)).toHaveLength(0);
    await user.keyboard('9.8{Enter}');
    isOnFeet();
    expect(await screen.findByText('Did you check both feet?', undefined, spoken)).toBeTruthy();
    expect(await screeningsOf(shown)).toHaveLength(0);
    await user.keyboard('{Enter}');
    await isSaved();
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({ muac: 13.2, height: 77, weight: 9.8 });
    expect(saved).not.toHaveProperty('oedema');
  });

  it('saves at once when the feet are answered, and takes an answer by the arrow keys', async () => {
    const { user, ...shown } = await openForm();
    await user.click(screen.getByRole('radio', { name: 'MUAC only' }));
    await user.keyboard('13.2{Enter}{ArrowRight}{Enter}');
    await isSaved();
    expect(await screeningsOf(shown)).toMatchObject([{ muac: 13.2, oedema: true }]);
    cleanup();
    const again = await openForm();
    const feet = screen.getByRole('group', { name: 'Are both feet swollen?' });
    await user.click(within(feet).getByRole('radio', { name: 'No' }));
    await user.click(screen.getByRole('radio', { name: 'MUAC only' }));
    await user.keyboard('13.2{Enter}');
    await isSaved();
    expect(await screeningsOf(again)).toMatchObject([{ muac: 13.2, oedema: false }]);
  });

  it('saves MUAC alone', async () => {
    const { user, ...shown } = await openForm();
    await user.click(only());
    expect(hints()).toEqual(['done']);
    await user.keyboard('13.2{Enter}{Enter}');
    await isSaved();
    expect(await screeningsOf(shown)).toMatchObject([{ muac: 13.2 }]);
  });

  it('leads to the button, and saves nothing, while a figure is missing', async () => {
    const { user, ...shown } = await openForm();
    await user.type(height(), '77');
    await user.type(weight(), '9.8{Enter}');
    isOnFeet();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(save());
    expect(await screeningsOf(shown)).toHaveLength(0);
  });

  it('saves an infant without a MUAC, which does not count', async () => {
    const { user, ...shown } = await openForm({ child: { birthDate: '2025-02-10' } });
    await user.type(height(), '62{Enter}');
    await user.keyboard('6.4{Enter}');
    expect(focused()).toBe('muac');
    await user.keyboard('{Enter}');
    isOnFeet();
    await user.keyboard('{Enter}');
    await isSaved();
    expect(await screeningsOf(shown)).toMatchObject([{ height: 62, weight: 6.4 }]);
  });

  it.each([
    ['fell', '10.3', aScreening({ surveyDate: '2025-05-10', muac: 11.9 })],
    ['was taken today already', '11.9', aScreening({ surveyDate: TODAY, muac: 11.9 })],
  ])('saves nothing before a question was seen: MUAC %s', async (_what, typed, before) => {
    const { user, ...shown } = await openForm({ screenings: [before] });
    await user.click(only());
    await user.keyboard(`${typed}{Enter}{Enter}`);
    expect(document.activeElement).toBe(save());
    expect(await screeningsOf(shown)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await isSaved();
    expect(await screeningsOf(shown)).toHaveLength(2);
  });

  it('saves from the comments with Ctrl', async () => {
    const { user, ...shown } = await openForm();
    await user.type(muac(), '13.2');
    await user.type(screen.getByRole('textbox', { name: 'Comments' }), 'well{Enter}');
    expect(await screeningsOf(shown)).toHaveLength(0);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await isSaved();
    expect(await screeningsOf(shown)).toMatchObject([{ muac: 13.2, comments: 'well' }]);
  });
});

describe('the measures of a new screening', () => {
  it('follow a tap: MUAC alone is focused, else the first empty figure', async () => {
    const { user } = await openForm();
    await user.click(only());
    expect(focused()).toBe('muac');
    await user.keyboard('13.2');
    await user.click(all());
    expect(focused()).toBe('height');
  });

  it('keep the focus of a person who chooses them with the arrow keys', async () => {
    const { user } = await openForm();
    all().focus();
    await user.keyboard('{ArrowLeft}');
    expect(only()).toHaveProperty('checked', true);
    expect(focused()).toBe('mode');
  });

  it('the chosen measures are remembered on this device for the day', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user } = await openForm({ device });
    await user.click(only());
    expect(device.getSetting('measuresOfDay')).toEqual({ day: TODAY, measures: 'muac' });
    cleanup();
    expect(await device.drafts.list()).toEqual([]);
    await openForm({ device });
    expect(only()).toHaveProperty('checked', true);
    await waitFor(() => expect(focused()).toBe('muac'));
    await user.click(all());
    cleanup();
    await openForm({ device });
    expect(all()).toHaveProperty('checked', true);
  });

  it('the next day begins with all measures again', async () => {
    const device = memoryDevice({ measuresOfDay: { day: '2025-06-09', measures: 'muac' } });
    await openForm({ device });
    expect(all()).toHaveProperty('checked', true);
  });

  it.each([
    ['2024-12-11', 'all', 'Does not count yet: MUAC counts from 6 months.'],
    ['2024-12-10', 'muac', null],
  ])(
    'a baby before 6 months has height and weight, whatever was asked: born %s, %s',
    async (birthDate, mode, text) => {
      const device = memoryDevice({ measuresOfDay: { day: TODAY, measures: 'muac' } });
      await show((child) => newScreeningPath(child._id, undefined, { measures: 'muac' }), {
        device,
        child: { birthDate },
      });
      await screen.findByRole('button', { name: 'Save screening' });
      expect(mode === 'all' ? all() : only()).toHaveProperty('checked', true);
      const fields = screen.getAllByRole('textbox').map((input) => input.getAttribute('name'));
      expect(fields[0]).toBe(mode === 'all' ? 'height' : 'muac');
      if (text !== null) expect(screen.getByText(text)).toBeTruthy();
    },
  );
});

describe('a draft', () => {
  const begun = async (typed: string, language: 'en' | 'es' = 'en') => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user, child } = await openForm({ device });
    await user.type(muac(), typed);
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    cleanup();
    vi.setSystemTime(new Date('2025-06-12T18:00:00.000Z'));
    await show(({ _id }) => newScreeningPath(_id, undefined, { measures: 'muac' }), {
      device,
      language,
    });
    return { user, device, child };
  };

  const asked = 'You began the screening of Marisol on 10 Jun. Measured on 10 Jun or today?';

  it.each([
    ['10 Jun', 'Measured 10 Jun 2025'],
    ['Today, 12 Jun', 'Measured today, 12 Jun 2025'],
  ])(
    'a draft of another day asks when it was measured, and goes on at the first empty figure: %s',
    async (answer, when) => {
      const { user } = await begun('13.2');
      expect(await screen.findByText(asked)).toBeTruthy();
      expect(focused()).not.toBe('muac');
      expect(muac()).toHaveProperty('value', '13.2');
      await user.click(screen.getByRole('button', { name: answer }));
      expect(focused()).toBe('muac');
      expect(screen.queryByText(asked)).toBeNull();
      expect(document.querySelector('.when span')?.textContent).toBe(when);
    },
  );

  it('a draft of the same day says when it was begun, and goes on', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user } = await openForm({ device });
    await user.type(height(), '77');
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    cleanup();
    await openForm({ device });
    expect(await screen.findByText(/^You began the screening of Marisol today at /)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(focused()).toBe('muac');
  });

  it('"start again" deletes a draft after a question', async () => {
    const { user, device } = await begun('13.2', 'es');
    expect(
      await screen.findByText(
        'Usted empezó la evaluación de Marisol el 10 jun. ¿Lo midió el 10 jun u hoy?',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Empezar de nuevo' }));
    await user.click(screen.getAllByRole('button', { name: 'Descartar' }).at(-1) as HTMLElement);
    await waitFor(() => expect(muac()).toHaveProperty('value', ''));
    expect(await device.drafts.list()).toEqual([]);
    expect(
      screen.queryByText(
        'Usted empezó la evaluación de Marisol el 10 jun. ¿Lo midió el 10 jun u hoy?',
      ),
    ).toBeNull();
  });

  it('leaving a changed form says that its draft is kept, not leaving an unchanged or saved one', async () => {
    const text = 'What you typed is kept. Open the form again to go on.';
    const user = userEvent.setup();
    await openForm();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(screen.queryByText(text)).toBeNull();
    cleanup();
    await openForm();
    await user.type(muac(), '13.2');
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
    await openForm();
    await user.type(muac(), '13.2');
    await user.click(save());
    await isSaved();
    expect(screen.queryByText(text)).toBeNull();
  });
});

describe('the result beside the fields', () => {
  it('never stands beside an error that it contradicts', async () => {
    const { user } = await openForm();
    await user.type(weight(), '7.1');
    await user.click(save());
    expect(await screen.findByText(/Please add height/u)).toBeTruthy();
    await user.type(height(), '68.5');
    // The error goes at once, the result comes after a pause.
    await waitFor(() => expect(screen.queryByText(/Please add height/u)).toBeNull());
    expect(screen.queryByText('Undernourished')).toBeNull();
    await screen.findByText('Undernourished');
  });
});
