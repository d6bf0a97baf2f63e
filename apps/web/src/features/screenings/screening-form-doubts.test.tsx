import { aScreening } from '@crece/domain/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import {
  address,
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

const rested = { timeout: 2000 };
/** Ten days old. */
const NEWBORN = { birthDate: '2025-05-31' };
/** Waits longer than the pause after which a question appears. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 600));

describe('the notice that a baby is evaluated again at 6 months', () => {
  const notice = () => screen.queryByText(/Evaluate again at 6 months of age/u);
  const baby = { child: { birthDate: '2025-03-10' } };

  it.each([
    ['severe', '60', '4.2'],
    ['light for its age', '58', '4.4'],
  ])('gives way to the figures of a baby that is %s', async (_why, cm, kg) => {
    const { user } = await openForm(baby);
    expect(notice()).not.toBeNull();
    await user.type(height(), cm);
    await user.type(weight(), kg);
    await waitFor(() => expect(notice()).toBeNull());
  });

  it('gives way to swelling, and stands beside figures that are well', async () => {
    const { user } = await openForm(baby);
    await user.type(height(), '60');
    await user.type(weight(), '6');
    expect(notice()).not.toBeNull();
    const feet = within(screen.getByRole('group', { name: /both feet swollen/u }));
    await user.click(feet.getByRole('radio', { name: 'Yes' }));
    await waitFor(() => expect(notice()).toBeNull());
  });
});

describe('figure that contradicts the last screening', () => {
  it('a figure that contradicts the last screening is questioned beside its field, and can be saved', async () => {
    const before = aScreening({ height: 72, weight: 8, muac: 13 });
    const { user, ...shown } = await openForm({ screenings: [before] });
    await user.type(height(), '71');
    await user.type(weight(), '7.3');
    await user.type(muac(), '14.4');
    await rest();
    expect(screen.queryByText(/than on/u)).toBeNull();

    await user.type(height(), '{Backspace}0.9');
    const asked = await screen.findByText(
      '1.1 cm less than on 10 May: measure again?',
      undefined,
      rested,
    );
    expect(asked.closest('[role=status]')?.getAttribute('aria-live')).toBe('polite');
    await user.type(weight(), '{Backspace}2');
    await screen.findByText('0.8 kg less than on 10 May: weigh again?', undefined, rested);
    await user.type(muac(), '{Backspace}5');
    await screen.findByText('1.5 cm more than on 10 May: measure again?', undefined, rested);
    // Each doubt has its drawing beside it.
    await waitFor(() => {
      expect(document.querySelectorAll('.measure-asked img')).toHaveLength(3);
    });

    await user.click(save());
    await waitFor(async () => expect(await screeningsOf(shown)).toHaveLength(2));
  });

  it('a jump in weight is questioned, also in Spanish', async () => {
    const before = aScreening({ weight: 7.1 });
    await show((child) => editScreeningPath(child._id, 'scr_test_stake_gtm_1749556800000_aaaaaa'), {
      screenings: [
        before,
        aScreening({
          _id: 'scr_test_stake_gtm_1749556800000_aaaaaa',
          surveyDate: TODAY,
          height: 75,
          weight: 13.2,
          muac: 10,
        }),
      ],
      language: 'es',
    });
    expect(
      await screen.findByText('6,1 kg más que el 10 may: ¿vuelve a pesar?', undefined, rested),
    ).toBeTruthy();
    expect(screen.getByText('1,9 cm menos que el 10 may: ¿vuelve a medir?')).toBeTruthy();
  });
});

describe('second screening on the same day', () => {
  const today = aScreening({ surveyDate: TODAY, created: '2025-06-10T16:42:00.000Z' });

  it('a second screening on the same day is questioned, with a link to the first one', async () => {
    const { user, child } = await openForm({ screenings: [today] });
    const time = new Date('2025-06-10T16:42:00.000Z').toLocaleTimeString('en', {
      hour: 'numeric',
      minute: '2-digit',
      hour12: false,
    });
    expect(
      screen.getByText(`Marisol was screened today at ${time}: correct that one?`),
    ).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Correct that screening' }));
    await screen.findByRole('button', { name: 'Save changes' });
    expect(address()).toBe(editScreeningPath(child._id, today._id));
    expect(screen.queryByText(/was screened today/u)).toBeNull();
  });
});

describe('figure outside the limits of the form', () => {
  it('one button in the refusal keeps a figure outside the limits, and can be taken back', async () => {
    const { user, ...shown } = await openForm({ child: NEWBORN });
    await user.type(height(), '46');
    await user.type(weight(), '2,2');
    await user.tab();
    expect(await screen.findByText('Please enter a valid weight (3-18kg)')).toBeTruthy();
    const keep = () => screen.getByRole('button', { name: 'Keep 2.2 kg as it is' });
    await user.click(keep());
    await waitFor(() => expect(screen.queryByText(/valid weight/u)).toBeNull());
    expect(screen.getByText(/^2\.2 kg is kept as it is; no result uses it\./u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Do not keep it' }));
    expect(await screen.findByText('Please enter a valid weight (3-18kg)')).toBeTruthy();
    await user.click(keep());
    const live = await screen.findByText('Health worker today', { selector: '.live b' }, rested);
    expect(live.parentElement?.textContent).toContain('Kept as it is: weight 2.2 kg');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({ height: 46, outsideLimits: { weight: 2.2 } });
    expect(saved).not.toHaveProperty('weight');
    expect(saved?.comments).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Open record' }));
    expect(await screen.findByText('Outside the limits: weight 2.2 kg')).toBeTruthy();
  });

  it('an edit has the kept figure in its form, drops it for another, and asks about it', async () => {
    const {
      weight: _none,
      muac: _muac,
      ...light
    } = aScreening({
      surveyDate: TODAY,
      height: 46,
      outsideLimits: { weight: 2.2 },
    });
    const user = userEvent.setup();
    const shown = await show((child) => editScreeningPath(child._id, light._id), {
      child: NEWBORN,
      screenings: [light],
      language: 'es',
    });
    const peso = await screen.findByRole('textbox', { name: /^Peso/u });
    expect(peso).toHaveProperty('value', '2,2');
    expect(screen.getByText(/^Se guarda 2,2 kg como está/u)).toBeTruthy();
    await user.clear(peso);
    await user.clear(screen.getByRole('textbox', { name: /^Talla/u }));
    await user.type(screen.getByRole('textbox', { name: /MUAC/u }), '11');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    const dialog = await screen.findByRole('dialog', {
      name: '¿Quitar talla 46,0 cm y peso 2,2 kg?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Conservarlo' }));
    expect(peso).toHaveProperty('value', '2,2');
    expect((await screeningsOf(shown))[0]).toMatchObject({ outsideLimits: { weight: 2.2 } });
    await user.clear(peso);
    await user.type(peso, '3.1');
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }));
    await waitFor(async () => expect((await screeningsOf(shown))[0]?.weight).toBe(3.1));
    expect((await screeningsOf(shown))[0]).not.toHaveProperty('outsideLimits');
  });

  it.each([
    ['18.1', 'Outside this form’s range; it may still be right.'],
    ['2.99', 'Outside this form’s range; it may still be right. Below 3 kg: health worker today.'],
  ])('mentions the health worker only below 3 kg: %s', async (typed, sentence) => {
    const { user } = await openForm();
    await user.type(weight(), typed);
    await user.tab();
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it.each([
    ['81', /it may still be right/u],
    ['0.29', /it may still be right/u],
    ['3', /it may still be right/u],
    ['18', /it may still be right/u],
  ])(
    'an impossible weight or one within the limits is not called possibly right: %s',
    async (typed, sentence) => {
      const { user } = await openForm();
      await user.type(weight(), typed);
      await user.tab();
      await rest();
      expect(screen.queryByText(sentence)).toBeNull();
    },
  );
});

describe('measures of a child around 6 months', () => {
  const order = () =>
    screen
      .getAllByRole('textbox', { name: /^(Arm|Height|Weight)/u })
      .map((input) => input.getAttribute('name'));

  it.each([
    ['2024-12-11', ['height', 'weight', 'muac'], 'MUAC from 6 months'],
    ['2024-12-10', ['muac', 'height', 'weight'], 'MUAC only'],
  ])(
    'put height and weight first and show no tape under 6 months, born %s',
    async (birthDate, names, segment) => {
      await openForm({ child: { birthDate } });
      expect(order()).toEqual(names);
      const modes = screen.getByRole('group', { name: 'What will you measure?' });
      expect(within(modes).getByRole('radio', { name: segment })).toBeTruthy();
      expect(within(modes).getByRole('radio', { name: 'All measures' })).toHaveProperty(
        'checked',
        true,
      );
      const isYoung = names[0] === 'height';
      expect(screen.queryByText('Does not count yet: MUAC counts from 6 months.') !== null).toBe(
        isYoung,
      );
      expect(screen.queryByRole('img', { name: /^MUAC tape/u }) === null).toBe(isYoung);
    },
  );
});
