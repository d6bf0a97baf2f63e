import { aScreening } from '@crece/domain/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { editScreeningPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  field,
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
} from './testing/render-screenings.tsx';

isolateScreenings();

const comments = () => field(/^Comments/u);
const swelling = () => screen.getByRole('group', { name: 'Are both feet swollen?' });
const folds = () => [...document.querySelectorAll('details')];
const commentsFold = () => folds().find((fold) => fold.contains(comments()));
const asked = (name = 'Use 30 months instead of 15?') =>
  screen.findByRole('group', { name }, { timeout: 2000 });

describe('oedema question', () => {
  it('the oedema question is visible without unfolding, also with MUAC alone', async () => {
    const { user } = await openForm();
    for (const mode of ['All measures', 'MUAC only']) {
      await user.click(screen.getByRole('radio', { name: mode }));
      const answers = within(swelling()).getAllByRole('radio');
      expect(answers.map((answer) => answer.closest('label')?.textContent)).toEqual(['No', 'Yes']);
      expect(answers.some((answer) => (answer as HTMLInputElement).checked)).toBe(false);
      expect(swelling().closest('details')).toBeNull();
    }
  });

  it('an answer about oedema can be taken back, and is said to be open only when nothing else is', async () => {
    const { user, ...shown } = await openForm();
    const open = () => screen.queryByText('Did you check both feet?');
    await user.click(within(swelling()).getByRole('radio', { name: 'Yes' }));
    await user.click(screen.getByRole('button', { name: 'Take the answer back' }));
    expect(within(swelling()).queryByRole('radio', { checked: true })).toBeNull();
    // Before the pause in which nobody types, which a busy machine can spend on the figures.
    expect(open()).toBeNull();
    await user.type(muac(), '13.2');
    await user.click(screen.getByRole('radio', { name: 'MUAC only' }));
    await waitFor(() => expect(open()).not.toBeNull(), { timeout: 2000 });
    // With its drawing, which nobody has to open.
    await screen.findByText(/A dent that stays is swelling/);
    expect(document.querySelectorAll('.feet img')).toHaveLength(1);
    await user.click(save());
    await screen.findByText('Next child');
    expect((await screeningsOf(shown))[0]).not.toHaveProperty('oedema');
  });

  it('shows its result at once, before anything is measured', async () => {
    const { user } = await openForm({ child: { birthDate: '2025-04-10' } });
    await user.click(within(swelling()).getByRole('radio', { name: 'Yes' }));
    const told = await screen.findByText('Swelling of both feet: refer today', undefined, {
      timeout: 2000,
    });
    expect(told.closest('.live')?.getAttribute('role')).toBe('status');
  });
});

describe('age in the comments', () => {
  it('an age far from the calendar age is questioned, and blocks saving until answered', async () => {
    const { user, ...shown } = await openForm();
    await user.type(muac(), '13');
    await user.type(comments(), "Mother's age=30");
    const question = await asked();
    expect(question.textContent).toContain('by the birth date it is 15 months');
    expect(screen.queryByText(/age override/u)).toBeNull();
    await user.click(save());
    expect(
      await screen.findByText(
        'Please say which age counts: 30 months, as the comment says, or the birth date',
      ),
    ).toBeTruthy();
    expect(await screeningsOf(shown)).toHaveLength(0);

    await user.click(within(question).getByRole('button', { name: 'No, keep 15 months' }));
    expect(await screen.findByText('age by the calendar: 15 months')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Please say which age counts/u)).toBeNull());
    expect(commentsFold()?.open).toBe(true);
    await user.click(save());
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect((await screeningsOf(shown))[0]).toMatchObject({
      comments: "Mother's age=30",
      ageOverride: false,
      monthAge: 15,
    });
  });

  it('loses its answer when the months change, and can be questioned again', async () => {
    const { user } = await openForm();
    await user.type(comments(), 'age=30');
    await user.click(within(await asked()).getByRole('button', { name: 'Yes, 30 months' }));
    expect(await screen.findByText('age override: 30 months')).toBeTruthy();
    await user.type(comments(), '{Backspace}1');
    await asked('Use 31 months instead of 15?');
    expect(screen.queryByText(/age override/u)).toBeNull();
    await user.type(comments(), '{Backspace}0');
    expect(await screen.findByText('age override: 30 months')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Change' }).at(-1) ?? comments());
    await asked();
  });

  it('keeps its answer in the draft', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user, child } = await openForm({ device });
    await user.type(comments(), 'age=30');
    await user.click(within(await asked()).getByRole('button', { name: 'No, keep 15 months' }));
    await waitFor(async () => {
      expect(await device.drafts.load(`screening:new:${child._id}`)).toMatchObject({
        comments: 'age=30',
        ageAnswer: 'no 30',
      });
    });
    cleanup();
    await openForm({ device });
    expect(await screen.findByText('age by the calendar: 15 months')).toBeTruthy();
  });

  it.each([
    [30, 'age override: 30 months'],
    [false, 'age by the calendar: 14 months'],
  ] as const)(
    'shows the stored answer %s again when the screening is edited',
    async (ageOverride, chip) => {
      const entry = aScreening({ comments: 'age=30', ageOverride });
      await show((child) => editScreeningPath(child._id, entry._id), { screenings: [entry] });
      expect(await screen.findByText(chip)).toBeTruthy();
      expect(screen.queryByRole('group', { name: /^Use/u })).toBeNull();
    },
  );

  it('opens the comments of an older record where it was never asked', async () => {
    const entry = aScreening({ comments: 'edad=30' });
    await show((child) => editScreeningPath(child._id, entry._id), { screenings: [entry] });
    await asked('Use 30 months instead of 14?');
    expect(commentsFold()?.open).toBe(true);
  });

  it('a questioned age does not make a child graduated', async () => {
    const user = userEvent.setup();
    await show((child) => newScreeningPath(child._id), { child: { birthDate: '2020-05-10' } });
    expect(await screen.findByText('Child is older than 5 years old')).toBeTruthy();
    await user.type(comments(), 'age=59');
    await asked('Use 59 months instead of 61?');
    expect(screen.queryByText('Child is older than 5 years old')).toBeNull();
  });

  const overridden = aScreening({
    surveyDate: '2025-04-08',
    comments: 'age=31',
    ageOverride: 31,
  });

  it('of the last visit, by which a graduated child is in the lists, says how it is measured', async () => {
    const user = userEvent.setup();
    await show((child) => newScreeningPath(child._id), {
      child: { birthDate: '2019-06-10' },
      screenings: [overridden],
    });
    expect(await screen.findByText(/By the last visit it is 33 months old today/u)).toBeTruthy();
    expect(screen.queryByText('Child has graduated')).toBeNull();
    await user.type(comments(), 'age=33');
    await user.click(await screen.findByRole('button', { name: 'Yes, 33 months' }));
    await waitFor(() => expect(muac()).toBeTruthy());
  });

  it.each([
    ['2023-06-10', '24 months old by the birth date'],
    ['2022-09-11', null],
    ['2022-08-10', null],
    ['2022-10-11', '31 months old by the birth date'],
    ['2022-07-10', '35 months old by the birth date'],
  ])('of the last visit says 33 months; born %s: %s', async (birthDate, said) => {
    const { user } = await openForm({ child: { birthDate }, screenings: [overridden] });
    const note = () =>
      screen.queryByText(/By the last visit it is 33 months/u)?.textContent ?? null;
    expect(note()?.includes(said ?? '?') ?? null).toBe(said === null ? null : true);
    if (said === null) return;
    await user.type(comments(), 'age=33');
    await user.click(await screen.findByRole('button', { name: 'Yes, 33 months' }));
    await waitFor(() => expect(note()).toBeNull());
  });

  it('explains that years are not months', async () => {
    const { user } = await openForm();
    await user.type(comments(), 'age=2 years');
    await user.tab();
    expect(
      await screen.findByText(
        '“2 years” is not in months. Please write the age in months, for example age=30',
      ),
    ).toBeTruthy();
  });
});
