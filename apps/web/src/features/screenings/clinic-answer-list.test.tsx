import { answerCode, type ClinicAnswer, type Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { CoverContext } from '../../data/lock.ts';
import { childPath } from '../../shared/navigation/paths.ts';
import { answeredPath } from '../../shared/referrals/slip-paths.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { savedPath } from './saved-path.ts';
import {
  address,
  isolateScreenings,
  type ShowOptions,
  screeningsOf,
  show,
} from './testing/render-screenings.tsx';

isolateScreenings();
beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => undefined;
});

const SLIP = 'ABCDEFGHJKMNPQRS';
const referred = aScreening({ muac: 11.2, surveyDate: '2025-06-01', slip: [SLIP] });
const said = (...clinicAnswers: ClinicAnswer[]): Screening => ({ ...referred, clinicAnswers });
const SEEN = { outcome: 'seen', day: '2025-06-09' } as const;
const DIED = { outcome: 'died', day: '2025-06-09' } as const;

const view = (screening: Screening, options: ShowOptions = {}) =>
  show((child) => childPath(child._id), { screenings: [screening], ...options });
const withCode = (code: string, screening = referred) =>
  show((child) => answeredPath(childPath(child._id), code), { screenings: [screening] });
const card = () => screen.findByRole('region', { name: /Did .+ get to the clinic\?|Result of/ });
const answersOf = async (shown: Awaited<ReturnType<typeof view>>) =>
  (await screeningsOf(shown))[0]?.clinicAnswers;

it("a clinic's code in the address is taken, leaves the address, and closes the referral for its days", async () => {
  const shown = await withCode(answerCode(SLIP, referred.surveyDate, SEEN));
  await screen.findByText('Taken: Clinic says: seen · 9 Jun 2025.');
  expect(await within(await card()).findByText('Clinic says: seen · 9 Jun 2025')).toBeTruthy();
  await vi.waitFor(() => expect(address()).toBe(childPath(shown.child._id)));
  expect(await answersOf(shown)).toEqual([SEEN]);
  expect((await screeningsOf(shown))[0]).toMatchObject({ updatedBy: 'Ana Morales' });
  expect(screen.getByRole('region', { name: 'Next visit' }).textContent).toContain('16 Jun');
  expect(screen.getByRole('region', { name: 'Do now' }).textContent).toContain(
    'The clinic has answered: weigh and measure Marisol by 16 Jun 2025',
  );
});

it('a code finds the child of a record that was merged into another, from the page of any child', async () => {
  const lead = aChild({ _id: 'chld_test_stake_gtm_1746878400000_000000' });
  const other = aChild({ _id: 'chld_test_stake_gtm_1746878400001_000000' });
  const stranger = aChild({ _id: 'chld_test_stake_gtm_1746878400002_000000', firstName: 'Luz' });
  const openedUnit = await openTestUnit({
    children: [lead, other, stranger],
    screenings: [{ ...referred, owner: other._id }],
  });
  const ids = [lead._id, other._id] as const;
  await openedUnit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date());
  const code = answerCode(SLIP, referred.surveyDate, SEEN);
  await show(() => answeredPath(childPath(stranger._id), code), { openedUnit });
  await screen.findByText('Taken: Clinic says: seen · 9 Jun 2025.');
  await vi.waitFor(() => expect(address()).toBe(childPath(other._id)));
  const [answered] = (await openedUnit.readChildFile(lead._id))?.screenings ?? [];
  expect(answered?.clinicAnswers).toEqual([SEEN]);
});

it.each([
  [
    'of another slip',
    answerCode('0'.repeat(16), referred.surveyDate, SEEN),
    'No slip of this unit',
  ],
  ['too short', '0123456789A', 'A code has 12 letters and figures'],
  [
    'of a day that has not come',
    answerCode(SLIP, referred.surveyDate, { outcome: 'seen', day: '2025-06-12' }),
    'has not come yet',
  ],
])('a code %s is refused with its reason, and nothing is written', async (_why, code, reason) => {
  const shown = await withCode(code);
  await screen.findByText(new RegExp(reason));
  await vi.waitFor(() => expect(address()).toBe(childPath(shown.child._id)));
  expect(await answersOf(shown)).toBeUndefined();
});

it('a code whose child is found after the page was left leads nobody away', async () => {
  const stranger = aChild({ _id: 'chld_test_stake_gtm_1746878400002_000000', firstName: 'Luz' });
  const child = aChild();
  const openedUnit = await openTestUnit({ children: [child, stranger], screenings: [referred] });
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const documents = vi.spyOn(openedUnit, 'documents');
  documents.mockImplementation(async () => {
    await ended;
    return [{ ...child }, { ...stranger }, { ...referred }];
  });
  const code = answerCode(SLIP, referred.surveyDate, SEEN);
  await show(() => answeredPath(childPath(stranger._id), code), { openedUnit });
  await vi.waitFor(() => expect(documents).toHaveBeenCalledOnce());
  await userEvent.setup().click(screen.getByRole('link', { name: 'Back' }));
  expect(screen.getByText('elsewhere')).toBeTruthy();
  end();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('elsewhere')).toBeTruthy();
});

it('a locked phone takes no code', async () => {
  const code = answerCode(SLIP, referred.surveyDate, SEEN);
  const shown = await show((child) => answeredPath(childPath(child._id), code), {
    screenings: [referred],
    around: (pages) => <CoverContext value="covered">{pages}</CoverContext>,
  });
  await card();
  await vi.waitFor(() => expect(address()).toContain('answer='));
  expect(await answersOf(shown)).toBeUndefined();
});

it('a code that was struck before stays struck, and says so', async () => {
  const struck = { ...SEEN, struck: true } as const;
  const shown = await withCode(answerCode(SLIP, referred.surveyDate, SEEN), said(struck));
  await screen.findByText('This answer was struck. It stays so.');
  expect(await answersOf(shown)).toEqual([struck]);
});

it('an answer is struck for good after one question, and the child is in refer again', async () => {
  const shown = await view(said({ ...SEEN, place: 'Hospital Cobán' }));
  const user = userEvent.setup();
  const inCard = within(await card());
  expect(
    inCard.getByText('Clinic says: seen, sent on to Hospital Cobán · 9 Jun 2025'),
  ).toBeTruthy();
  await user.click(inCard.getByRole('button', { name: /^Strike/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await answersOf(shown)).toEqual([{ ...SEEN, place: 'Hospital Cobán' }]);
  await user.click(inCard.getByRole('button', { name: /^Strike/ }));
  await user.click(await screen.findByRole('button', { name: 'Strike it' }));
  await screen.findByRole('region', { name: /Did .+ get to the clinic\?/ });
  expect(await answersOf(shown)).toEqual([{ ...SEEN, place: 'Hospital Cobán', struck: true }]);
  expect(screen.queryByRole('button', { name: /^Strike/ })).toBeNull();
});

it('what the programme recorded stands beside what clinics answered', async () => {
  const both = { referralOutcome: 'refused', referralDate: '2025-06-08' } as const;
  await view({ ...said(SEEN), ...both });
  const inCard = within(await card());
  const list = within(await inCard.findByRole('list', { name: 'Answers of clinics' }));
  expect(list.getByText('Clinic says: seen · 9 Jun 2025')).toBeTruthy();
  expect((await card()).textContent).toContain('Family refused · 8 Jun 2025 Said by the programme');
});

it('"died" of a clinic only asks: right makes it the person\'s word', async () => {
  const shown = await view(said(DIED));
  const user = userEvent.setup();
  await screen.findByText('The clinic says that Marisol died on 9 Jun 2025: right?');
  expect(screen.getByRole('region', { name: 'Do now' }).textContent).toContain(
    'Ask the family: the clinic says that Marisol died',
  );
  await user.click(screen.getByRole('button', { name: 'Right' }));
  await screen.findByRole('heading', { name: /Marisol (has )?died/ });
  expect(screen.queryByText(/: right\?/)).toBeNull();
  expect((await screeningsOf(shown))[0]).toMatchObject({
    referralOutcome: 'died',
    referralDate: '2025-06-09',
  });
});

it('… and no strikes it', async () => {
  const shown = await view(said(DIED));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'No, strike it' }));
  await vi.waitFor(() => expect(screen.queryByText(/: right\?/)).toBeNull());
  expect(await answersOf(shown)).toEqual([{ ...DIED, struck: true }]);
  expect((await screeningsOf(shown))[0]).not.toHaveProperty('referralOutcome');
});

it('past the fifth birthday "seen" of a clinic asks too', async () => {
  await view(said(SEEN), { child: { birthDate: '2020-06-05' } });
  expect(
    await screen.findByText('The clinic says that Marisol was seen on 9 Jun 2025: right?'),
  ).toBeTruthy();
});

it.each([
  ['with a refer sign leads to its slip', referred, 1],
  ['without one offers none', aScreening({ muac: 13.5, surveyDate: '2025-06-01' }), 0],
] as const)('the result of a screening %s', async (_which, saved, links) => {
  await show((child) => savedPath(child._id, saved._id, 'test_stake_gtm'), { screenings: [saved] });
  await screen.findByRole('region', { name: 'Do now' });
  const found = screen.queryAllByRole('link', { name: /^Slip for the clinic/ });
  expect(found).toHaveLength(links);
  for (const link of found) expect(link.getAttribute('href')).toContain('/children/slip/');
});

it('a code of an earlier visit’s slip says that the later referral stays open', async () => {
  const later = aScreening({
    _id: 'scr_test_stake_gtm_1746879500000_0a1b2c',
    muac: 10.9,
    surveyDate: '2025-06-08',
    slip: ['SRQPNMKJHGFEDCBA'],
  });
  const code = answerCode(SLIP, referred.surveyDate, { outcome: 'seen', day: '2025-06-05' });
  await show((child) => answeredPath(childPath(child._id), code), {
    screenings: [referred, later],
  });
  expect(
    await screen.findByText(
      'The referral of 8 Jun 2025 stays open: the answer is about an earlier visit.',
    ),
  ).toBeTruthy();
});

it('an answer of a day before the screening, whose day was corrected, says that it does not count', async () => {
  await view(said({ outcome: 'seen', day: '2025-05-30' }));
  // In the card of the referral, and in the screening's details.
  expect(await screen.findAllByText('before this screening: does not count')).toHaveLength(2);
});
