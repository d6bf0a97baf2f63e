import { answerCode } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answerPath } from '../../shared/referrals/slip-paths.ts';
import { address, isolateScreenings, showPages } from '../../testing/child-pages.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { AnswerPage } from './answer-page.tsx';
import { slip as feature } from './feature.ts';

isolateScreenings();

const SLIP = 'ABCDEFGHJKMNPQRS';
const OTHER = 'ZYXWVTSRQPNMKJHG';
const SEEN = { outcome: 'seen', day: '2025-06-09' } as const;
const luz = aChild({ _id: 'chld_test_stake_gtm_1746878400001_aaaaaa', firstName: 'Luz' });
const ines = aChild({ _id: 'chld_test_stake_gtm_1746878400002_aaaaaa', firstName: 'Inés' });
const of = (owner: string, at: number, slip: string) =>
  aScreening({
    _id: `scr_test_stake_gtm_174687840000${at}_bbbbbb`,
    owner,
    muac: 11.2,
    surveyDate: '2025-06-01',
    slip: [slip],
  });
const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Test' };

async function open(query = '') {
  const openedUnit = await openTestUnit({
    children: [luz, ines],
    screenings: [of(luz._id, 1, SLIP), of(ines._id, 2, OTHER)],
  });
  await showPages(
    { [feature.pages.answer.at]: <AnswerPage /> },
    () => `${answerPath(UNIT)}${query}`,
    { openedUnit },
  );
  return userEvent.setup();
}

const field = () => screen.findByRole('textbox', { name: '12 letters and figures' });

it('a typed code finds its child among the slips of the unit', async () => {
  const user = await open();
  const code = answerCode(OTHER, '2025-06-01', SEEN);
  await user.type(await field(), `${code.slice(0, 6).toLowerCase()} ${code.slice(6)}{Enter}`);
  await vi.waitFor(() => expect(address()).toContain(`/children/view/${ines._id}?answer=`));
});

it('a scanned code is looked for at once', async () => {
  await open(`?answer=${answerCode(SLIP, '2025-06-01', SEEN)}`);
  await vi.waitFor(() => expect(address()).toContain(`/children/view/${luz._id}?answer=`));
});

it('a wrong code is refused at its field, until something else is typed', async () => {
  const user = await open();
  await user.type(await field(), '000000000000{Enter}');
  expect(await screen.findByText(/No slip of this unit has this code/)).toBeTruthy();
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await field(), '{Backspace}');
  expect(screen.queryByText(/No slip of this unit/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take the answer' }));
  expect(await screen.findByText('A code has 12 letters and figures.')).toBeTruthy();
});
