import type { UserBody } from '@crece/contract';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import { addressNow, fakeServer, openAdmin } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const irene = aUser({ id: 'u8', firstName: 'Irene', lastName: 'Soto', displayName: 'Irene Soto' });
const user = userEvent.setup();
const field = (name: string) => screen.findByRole('textbox', { name });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

/** What is done, at which address, what the person presses, and the call that takes its time. */
const ACTS: readonly [string, string, () => Promise<void>, string][] = [
  [
    'an account was being changed',
    '/admin/users/u8/edit',
    async () => {
      await user.type(await field('First name'), 'a');
      await press('Save');
    },
    'PUT /api/users/u8',
  ],
  [
    'an account was being deleted',
    '/admin/users/u8',
    async () => {
      await press('Delete');
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    },
    'DELETE /api/users/u8',
  ],
  [
    'a unit was being changed',
    '/admin/places/GTM?form=unit&unit=coban_stake_gtm',
    async () => {
      await user.type(await field('Name of the unit'), ' 2');
      await press('Save');
    },
    'PUT /api/catalogue',
  ],
];

it.each(ACTS)('nobody is led away who left while %s', async (_what, path, save, slow) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const late = (body: UserBody | object) => async () => {
    await answered;
    return body;
  };
  const places = { rev: '1-a', catalogue: BUILT_IN_CATALOGUE };
  const server = fakeServer({
    'GET /api/catalogue': () => places,
    'GET /api/users/u8': () => irene,
    [slow]: late(slow.endsWith('catalogue') ? places : irene),
  });
  await openAdmin(path);
  await save();
  await waitFor(() => expect(server.calls).toContain(slow));
  const [away] = document.querySelectorAll<HTMLElement>('a[href="/"]');
  await user.click(away ?? document.body);
  expect(addressNow()).toBe('/');
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(addressNow()).toBe('/');
});
