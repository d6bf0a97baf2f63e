import { aScreening } from '@crece/domain/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { memoryDevice } from '../../testing/render.tsx';
import { isolateScreenings, screeningsOf, show } from './testing/render-screenings.tsx';

isolateScreenings();
beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => undefined;
});

const referred = aScreening({ muac: 11.2, surveyDate: '2025-06-01' });
const view = (screening = referred) =>
  show((child) => childPath(child._id), { screenings: [screening] });
const card = () => screen.findByRole('region', { name: /Did .+ get to the clinic\?|Result of/ });

/** The form with day and note, by the last line of the sheet with all answers. */
async function openForm(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(await card()).getByRole('button', { name: 'Other answer' }));
  await user.click(await screen.findByRole('button', { name: 'On another day, or with a note' }));
}

it('a referral\'s usual result is said by one press, dated today, and taken back by "Undo"', async () => {
  const shown = await view();
  const user = userEvent.setup();
  await user.click(within(await card()).getByRole('button', { name: 'Seen at the clinic' }));
  expect(await within(await card()).findByText(/^Seen at the clinic · /)).toBeTruthy();
  const [saved] = await screeningsOf(shown);
  expect(saved).toMatchObject({ referralOutcome: 'seen', referralDate: '2025-06-10' });
  expect(screen.getByRole('region', { name: 'Next visit' }).textContent).toContain('17 Jun');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(
    await within(await card()).findByRole('button', { name: 'Seen at the clinic' }),
  ).toBeTruthy();
  expect((await screeningsOf(shown))[0]).not.toHaveProperty('referralOutcome');
});

it('another result is said by a second press, in the sheet with what follows each', async () => {
  const shown = await view();
  const user = userEvent.setup();
  await user.click(within(await card()).getByRole('button', { name: 'Other answer' }));
  await user.click(await screen.findByRole('button', { name: /^Not found visit again by 17 Jun/ }));
  expect(await within(await card()).findByText(/^Not found · /)).toBeTruthy();
  expect((await screeningsOf(shown))[0]).toMatchObject({ referralOutcome: 'not-found' });
});

it('a note is added to what was said, in the form that the notice opens', async () => {
  const shown = await view();
  const user = userEvent.setup();
  await user.click(within(await card()).getByRole('button', { name: 'Seen at the clinic' }));
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'milk for a week');
  await user.click(screen.getByRole('button', { name: 'Save result' }));
  expect(await within(await card()).findByText('milk for a week')).toBeTruthy();
  const [saved] = await screeningsOf(shown);
  expect(saved).toMatchObject({ referralOutcome: 'seen', referralNote: 'milk for a week' });
});

it('a day before the screening or after today is refused at its field', async () => {
  await view();
  const user = userEvent.setup();
  await openForm(user);
  await user.click(within(await card()).getByRole('button', { name: 'Admitted' }));
  const day = screen.getByLabelText('Date');
  fireEvent.change(day, { target: { value: '2025-05-31' } });
  await user.click(screen.getByRole('button', { name: 'Save result' }));
  expect(screen.getByText(/must not be before the screening/)).toBeTruthy();
  fireEvent.change(day, { target: { value: '2025-06-11' } });
  await user.click(screen.getByRole('button', { name: 'Save result' }));
  expect(screen.getByText('The day must not be after today.')).toBeTruthy();
});

it("a referral's result is corrected with its note, or removed", async () => {
  const known = { referralOutcome: 'refused', referralDate: '2025-06-05' } as const;
  const shown = await view({ ...referred, ...known, referralNote: 'afraid' });
  const user = userEvent.setup();
  const inCard = within(await card());
  expect(inCard.getByText('afraid')).toBeTruthy();
  await user.click(inCard.getByRole('button', { name: /^Change result/ }));
  await user.click(inCard.getByRole('button', { name: 'Seen at the clinic' }));
  await user.click(inCard.getByRole('button', { name: 'Save result' }));
  await inCard.findByText(/^Seen at the clinic · /);
  const [changed] = await screeningsOf(shown);
  expect(changed).toMatchObject({ referralOutcome: 'seen', referralNote: 'afraid' });
  await user.click(within(await card()).getByRole('button', { name: /^Change result/ }));
  await user.click(within(await card()).getByRole('button', { name: 'Remove result' }));
  expect(await screen.findByRole('region', { name: /Did .+ get to the clinic\?/ })).toBeTruthy();
  expect((await screeningsOf(shown))[0]).not.toHaveProperty('referralOutcome');
});

it('a chosen result and its note are kept over a reload, until they are saved', async () => {
  const path = (child: { _id: string }) => childPath(child._id);
  const { device } = await show(path, { screenings: [referred] });
  const user = userEvent.setup();
  const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Note/ });
  await openForm(user);
  await user.click(within(await card()).getByRole('button', { name: 'Not found' }));
  await user.type(note(), 'moved away');
  await device.drafts.flush();
  cleanup();
  await show(path, { screenings: [referred], device });
  await openForm(user);
  await user.click(await screen.findByRole('button', { name: 'Save result' }));
  await within(await card()).findByText('moved away');
  expect(within(await card()).getByText(/^Not found · /)).toBeTruthy();
  await waitFor(async () => expect(await device.drafts.list()).toEqual([]));
});

it('an outcome is asked again when its days are over, with what was said before beside it', async () => {
  const known = { referralOutcome: 'not-found', referralDate: '2025-06-02' } as const;
  const shown = await view({ ...referred, ...known });
  const user = userEvent.setup();
  const inCard = within(await card());
  expect(inCard.getByText('Not found · 2 Jun 2025')).toBeTruthy();
  await user.click(inCard.getByRole('button', { name: 'Other answer' }));
  await user.click(await screen.findByRole('button', { name: /^Admitted/ }));
  expect(await within(await card()).findByText('Admitted · 10 Jun 2025')).toBeTruthy();
  const [saved] = await screeningsOf(shown);
  expect(saved).toMatchObject({ referralOutcome: 'admitted', referralDate: '2025-06-10' });
  expect(screen.getByRole('region', { name: 'Next visit' }).textContent).toContain('10 Jul');
});

it('what is pressed before a slow phone has read the draft of before is not replaced by it', async () => {
  const key = `referral:${referred._id}`;
  const kept = { outcome: 'refused', day: '2025-06-05', note: 'no', base: '//' };
  const device = memoryDevice({ screenerName: 'Ana Morales' }, { drafts: { [key]: kept } });
  const { load } = device.drafts;
  let go = () => {};
  const waits = new Promise<void>((resolve) => (go = resolve));
  device.drafts.load = async (of) => {
    const found = await load(of);
    if (of === key) await waits;
    return found;
  };
  const shown = await show((child) => childPath(child._id), { screenings: [referred], device });
  const user = userEvent.setup();
  await openForm(user);
  await user.click(within(await card()).getByRole('button', { name: 'Admitted' }));
  go();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await user.click(screen.getByRole('button', { name: 'Save result' }));
  await within(await card()).findByText(/^Admitted · /);
  expect((await screeningsOf(shown))[0]).toMatchObject({ referralOutcome: 'admitted' });
});
