import { answerCode } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answerPath } from '../../shared/referrals/slip-paths.ts';
import { address, isolateScreenings, showPages } from '../../testing/child-pages.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit, type UnitContent } from '../../testing/open-unit.ts';
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
const HOME = 'coban_stake_gtm';
/** Whoever may synchronise may ask the server who moved away. */
const SESSION = { id: 'u1', username: 'ana', displayName: 'Ana', roles: ['user', 'sync'] } as never;
/** The server's call about the unit's moved children. */
const MOVED = 'GET /api/children/moved/test_stake_gtm';
const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Test' };

async function open(query = '', { removed = [] }: Pick<UnitContent, 'removed'> = {}) {
  const openedUnit = await openTestUnit({
    children: [luz, ines],
    screenings: [of(luz._id, 1, SLIP), of(ines._id, 2, OTHER)],
    removed,
  });
  await showPages(
    { [feature.pages.answer.at]: <AnswerPage /> },
    () => `${answerPath(UNIT)}${query}`,
    { openedUnit, session: SESSION },
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
  fakeServer({ [MOVED]: { body: { stakeDB: 'test_stake_gtm', children: [] } } });
  const user = await open();
  await user.type(await field(), '000000000000{Enter}');
  expect(await screen.findByText(/No slip of this unit has this code/)).toBeTruthy();
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await field(), '{Backspace}');
  expect(screen.queryByText(/No slip of this unit/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take the answer' }));
  expect(await screen.findByText('A code has 12 letters and figures.')).toBeTruthy();
});

describe('the code of a child that moved away', () => {
  const sol = aChild({ _id: 'chld_test_stake_gtm_1746878400003_aaaaaa', firstName: 'Sol' });
  const GONE = 'QRSTVWXYZ0123456';
  const code = answerCode(GONE, '2025-06-01', SEEN);
  const removed = [sol, of(sol._id, 3, GONE)].map((record) => ({
    ...record,
    removedBy: 'Ben',
    removedAt: '2025-06-05T10:00:00.000Z',
    movedTo: { stakeDB: HOME, id: record._id.replace('test_stake_gtm', HOME) },
  }));
  const told = {
    stakeDB: 'test_stake_gtm',
    children: [{ id: sol._id, slips: [[GONE, '2025-06-01']] }],
  };

  async function typeCode(content: Pick<UnitContent, 'removed'> = {}) {
    const user = await open('', content);
    await user.type(await field(), `${code}{Enter}`);
  }

  it('leads to its page where this device knew the child', async () => {
    const server = fakeServer();
    await typeCode({ removed });
    await vi.waitFor(() => expect(address()).toContain(`/children/view/${sol._id}?answer=`));
    expect(server.askedFor(MOVED)).toEqual([]);
  });

  it('leads to its page where only the server knows it', async () => {
    fakeServer({ [MOVED]: { body: told } });
    await typeCode();
    await vi.waitFor(() => expect(address()).toContain(`/children/view/${sol._id}?answer=`));
  });

  it('says without a connection that it may have moved away', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    fakeServer({ [MOVED]: 'no-response' });
    await typeCode();
    expect(await screen.findByText(/or moved away before this phone had the list/)).toBeTruthy();
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
  });
});
