import type { PhoneEntry } from '@crece/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, openAdmin } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const AT = '2026-03-14T12:00:00.000Z';

function aPhone(id: string, displayName: string, told: Partial<PhoneEntry['told']> | null) {
  const report = {
    device: 'k3j9a0',
    unit: 'coban_stake_gtm',
    build: 'abcd',
    unsent: 0,
    refused: 0,
    oldestUnsent: null,
    completed: AT,
    freeMB: 900,
    codes: [],
  };
  return {
    account: { id, username: id, displayName },
    told: told === null ? null : { at: AT, report, needs: [], ...told },
  };
}

const IN_TROUBLE = aPhone('u1', 'Cleo Tzul', null);
const SILENT = aPhone('u2', 'Dora Coc', null);
const WELL = aPhone('u3', 'Ben Choc', {});
const TROUBLE = {
  ...IN_TROUBLE,
  told: {
    at: AT,
    needs: ['unsent', 'refused', 'unseen', 'old-build'],
    report: {
      ...WELL.told?.report,
      unsent: 9,
      refused: 1,
      oldestUnsent: '2026-02-01T12:00:00.000Z',
      completed: null,
      codes: ['foreign', 'storage-low'],
    },
  },
};

const answer = (phones: readonly unknown[], total = phones.length) => ({
  'GET /api/phones': () => ({ phones, total, needHelp: 1 }),
});

const cardOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);

describe('phones page', () => {
  it('says of each phone what to help with, and how it is', async () => {
    fakeServer(answer([TROUBLE, WELL, SILENT]));
    await openAdmin('/admin/phones');
    const cleo = await cardOf('Cleo Tzul');
    expect(cleo.getByText(/^9 records wait to be sent, the oldest since 1 Feb/)).toBeTruthy();
    expect(cleo.getByText(/^The server refused 1 record\./)).toBeTruthy();
    expect(cleo.getByText(/^Not heard of since 14 Mar/)).toBeTruthy();
    expect(cleo.getByText(/^An old version of Crece/)).toBeTruthy();
    for (const fact of [
      'No sync finished before',
      '9 unsent',
      'Little storage left',
      /instead of the server/,
    ])
      expect(cleo.getByText(fact)).toBeTruthy();
    const ben = await cardOf('Ben Choc');
    expect(ben.getByText('Nothing unsent')).toBeTruthy();
    expect(ben.getByText('900 MB free')).toBeTruthy();
    await waitFor(() => ben.getByText(/Cobán.*phone k3j9/));
    expect((await cardOf('Dora Coc')).getByText(/^Not told/)).toBeTruthy();
    expect(screen.getByText('1 phone needs help')).toBeTruthy();
  });

  it('is opened from the users, and turns its pages', async () => {
    const server = fakeServer(answer([WELL], 16));
    server.on('GET /api/users', () => ({ users: [], total: 0 }));
    await openAdmin('/admin/users');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: 'Phones' }));
    await user.click(await screen.findByRole('button', { name: /Next/ }));
    await waitFor(() => expect(server.calls.at(-1)).toContain('page=2'));
  });

  it('says in Spanish that nobody may synchronise', async () => {
    fakeServer(answer([]));
    await openAdmin('/admin/phones', { language: 'es' });
    expect(await screen.findByText('Nadie de sus lugares puede sincronizar.')).toBeTruthy();
  });
});
