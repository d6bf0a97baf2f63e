import { aScreening } from '@crece/domain/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import {
  height,
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
  weight,
} from './testing/render-screenings.tsx';

isolateScreenings();

const rested = { timeout: 2000 };
/** A girl of 20 months. */
const GIRL = { gender: 'Girl', birthDate: '2023-10-10' } as const;
const only = () => screen.getByRole('radio', { name: /^MUAC only/u });
const live = (word: string) => screen.findByText(word, { selector: '.live b' }, rested);

describe('figures that are typed when "MUAC only" is pressed', () => {
  it('typed figures stay in sight, in the live result and in the saved screening', async () => {
    const { user, ...shown } = await openForm({ child: GIRL });
    await user.type(height(), '81');
    await user.type(weight(), '7.5');
    await live('Severe acute');
    await user.click(only());
    await user.type(muac(), '12.9');
    expect(height()).toHaveProperty('value', '81');
    expect(
      screen.getByText(
        'Typed already: height 81 cm and weight 7.5 kg. It stays in this screening.',
      ),
    ).toBeTruthy();
    await live('Severe acute');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Severe acute malnutrition' });
    expect(await screeningsOf(shown)).toMatchObject([{ height: 81, weight: 7.5, muac: 12.9 }]);
  });

  it('only their button removes typed figures; their fields go, and come back empty', async () => {
    const { user, ...shown } = await openForm({ child: GIRL });
    await user.type(height(), '70');
    await user.click(only());
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(screen.queryByRole('textbox', { name: /^Height/u })).toBeNull();
    expect(document.activeElement).toBe(muac());
    await user.type(muac(), '13');
    await user.click(screen.getByRole('radio', { name: 'All measures' }));
    expect(height()).toHaveProperty('value', '');
    await user.click(only());
    await user.click(save());
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect((await screeningsOf(shown))[0]).not.toHaveProperty('height');
  });

  it('keep their fields while one of them is typed anew', async () => {
    const { user } = await openForm({ child: GIRL });
    await user.type(weight(), '7');
    await user.click(only());
    await user.clear(weight());
    expect(document.activeElement).toBe(weight());
    await user.keyboard('8.4');
    expect(weight()).toHaveProperty('value', '8.4');
  });
});

describe('an edited screening', () => {
  const stored = aScreening({ surveyDate: '2025-06-09', height: 78, weight: 7.2, muac: 12.1 });
  const openEdit = async () => {
    const user = userEvent.setup();
    const shown = await show((child) => editScreeningPath(child._id, stored._id), {
      child: GIRL,
      screenings: [stored],
    });
    await screen.findByRole('button', { name: 'Save changes' });
    return { user, ...shown };
  };

  it('keeps its figures when "MUAC only" is pressed', async () => {
    const { user, ...shown } = await openEdit();
    await user.click(only());
    await user.clear(muac());
    await user.type(muac(), '12.7');
    await live('Severe acute');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    expect(await screeningsOf(shown)).toMatchObject([{ height: 78, weight: 7.2, muac: 12.7 }]);
  });

  it('loses a figure only after its name was said, and keeps it otherwise', async () => {
    const { user, ...shown } = await openEdit();
    await user.clear(height());
    await user.clear(weight());
    await user.click(save());
    const title = 'Remove height 78.0 cm and weight 7.2 kg?';
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain('You cleared this in the screening of 9 Jun 2025.');
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    expect(height()).toHaveProperty('value', '78');
    expect(weight()).toHaveProperty('value', '7.2');
    await user.clear(height());
    await user.clear(weight());
    await user.click(save());
    const again = await screen.findByRole('dialog', { name: title });
    await user.click(within(again).getByRole('button', { name: 'Remove and save' }));
    await screen.findByText(/^Saved on this device/u);
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({ muac: 12.1 });
    expect(saved).not.toHaveProperty('height');
  });
});

describe('a weight that the form refuses', () => {
  it('leaves the height and the arm to be saved: 97 cm, 18.6 kg, then 15.5', async () => {
    const { user, ...shown } = await openForm({
      child: { gender: 'Boy', birthDate: '2020-07-10' },
    });
    await user.type(height(), '97');
    await user.type(weight(), '18.6');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Keep 18.6 kg as it is' }));
    await user.click(only());
    await user.type(muac(), '15.5');
    await waitFor(() => expect(screen.queryByText(/valid weight/u)).toBeNull());
    await live('At risk');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({ height: 97, muac: 15.5, outsideLimits: { weight: 18.6 } });
    expect(saved?.zScore.ha).toBeLessThan(-2.5);
  });
});
