import { aScreening } from '@crece/domain/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import {
  address,
  field,
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
const comments = () => field(/^Comments/u);
/** Waits longer than the pause after which a question appears. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 600));

describe('figure that contradicts the last screening', () => {
  it('is questioned beside its field, and can be saved', async () => {
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

    await user.click(save());
    await waitFor(async () => expect(await screeningsOf(shown)).toHaveLength(2));
  });

  it('is questioned for a jump in weight, also in Spanish', async () => {
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

  it('is questioned, with a link to the first one', async () => {
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
  it('can be moved to the comments, and MUAC is asked instead', async () => {
    const { user, ...shown } = await openForm();
    await user.type(weight(), '2.8');
    await user.tab();
    expect(await screen.findByText('Please enter a valid weight (3-18kg)')).toBeTruthy();
    expect(
      screen.getByText(
        'Outside this form’s range; it may still be right. Below 3 kg: health worker today.',
      ),
    ).toBeTruthy();
    await user.type(comments(), 'calm');
    await user.click(screen.getByRole('button', { name: 'Write 2.8 kg in the comments' }));
    expect(comments()).toHaveProperty('value', 'calm; weight 2.8 kg');
    expect(weight()).toHaveProperty('value', '');
    expect(screen.getByText('2.8 kg is now in the comments.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/valid weight/u)).toBeNull());

    await user.click(screen.getByRole('button', { name: 'MUAC only' }));
    await user.type(muac(), '13');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    expect((await screeningsOf(shown))[0]).toMatchObject({
      comments: 'calm; weight 2.8 kg',
      muac: 13,
    });
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
    ['3', /it may still be right/u],
    ['18', /it may still be right/u],
  ])(
    'is not called possibly right for an impossible weight or a weight within the limits: %s',
    async (typed, sentence) => {
      const { user } = await openForm();
      await user.type(weight(), typed);
      await user.tab();
      await rest();
      expect(screen.queryByText(sentence)).toBeNull();
    },
  );

  it.each([
    ['2024-12-11', false],
    ['2024-12-10', true],
  ])('offers MUAC from 6 months, born %s', async (birthDate, isOffered) => {
    const { user } = await openForm({ child: { birthDate } });
    await user.type(height(), '44');
    await user.tab();
    await screen.findByText('Outside this form’s range; it may still be right.');
    expect(screen.queryByRole('button', { name: 'MUAC only' }) !== null).toBe(isOffered);
  });
});

describe('measures of a child around 6 months', () => {
  const order = () =>
    screen
      .getAllByRole('textbox', { name: /^(Arm|Height|Weight)/u })
      .map((input) => input.getAttribute('name'));

  it.each([
    ['2024-12-11', ['height', 'weight', 'muac'], 'MUAC only (not\u00a0yet)'],
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
