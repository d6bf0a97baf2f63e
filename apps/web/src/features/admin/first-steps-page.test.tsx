import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, openAdmin } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const NEW = {
  placesChanged: false,
  people: 1,
  sendsMail: false,
  hasSupportContact: false,
  backup: { isNightly: false, last: null },
};

const open = async (steps: object, language: 'en' | 'es' = 'en') => {
  fakeServer({ 'GET /api/admin/first-steps': () => steps });
  await openAdmin('/admin/first-steps', { language });
};

const rowOf = async (title: string) =>
  within((await screen.findByText(title)).closest('li') as HTMLElement);

describe('first steps', () => {
  it('says of a new server what is left, and leads to what is done in the application', async () => {
    await open(NEW);
    expect(await screen.findByText(/^0 of 6 done\./)).toBeTruthy();
    expect(
      (await rowOf('Keep backups')).getByText(/^There is none\. Set CRECE_BACKUP_DIR/),
    ).toBeTruthy();
    expect((await rowOf('Invite two people')).getByText(/^You are the only one/)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /to do/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/places',
      '/admin/users/new',
      '/',
    ]);
  });

  it.each([
    [2, /^0 of 6/, 'You and one other person have an account. Invite one more.'],
    [3, /^1 of 6/, '3 people have an account.'],
  ])(
    'takes two people beside the administrator for enough: %s accounts',
    async (people, intro, said) => {
      await open({ ...NEW, people });
      expect(await screen.findByText(intro)).toBeTruthy();
      expect((await rowOf('Invite two people')).getByText(said)).toBeTruthy();
    },
  );

  it.each([
    [{ isNightly: true, last: null }, 'The first one is made tonight.', 'to do'],
    [{ isNightly: true, last: '2026-01-02T03:04:05.000Z' }, /^Each night; the newest/, 'done'],
    [{ isNightly: false, last: '2026-01-02T03:04:05.000Z' }, /made by hand/, 'to do'],
    [null, /in CouchDB/, 'done'],
  ])('tells the backups: %o', async (backup, text, state) => {
    await open({ ...NEW, backup });
    const row = await rowOf('Keep backups');
    expect(row.getByText(text)).toBeTruthy();
    expect(row.getByText(new RegExp(state))).toBeTruthy();
  });

  it('is Spanish too, where everything but the practice is done', async () => {
    const backup = { isNightly: true, last: '2026-01-02T03:04:05.000Z' };
    await open(
      { placesChanged: true, people: 9, sendsMail: true, hasSupportContact: true, backup },
      'es',
    );
    expect(await screen.findByText(/^5 de 6 hechos\./)).toBeTruthy();
    expect(screen.getByText('9 personas tienen una cuenta.')).toBeTruthy();
  });
});
