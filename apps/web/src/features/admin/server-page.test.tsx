import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, openAdmin } from './testing/fake-server.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const AT = '2026-03-14T12:00:00.000Z';
const WELL = {
  ...{ ready: true, problems: [], warnings: [], version: '0.1.0', commit: 'abcdef123456' },
  ...{ damagedUnits: [], mails: null, disk: { free: 50e9, total: 100e9 }, backup: AT },
  ...{ isCouch: false, sendsMail: true },
};

const open = async (state: object, language: 'en' | 'es' = 'en') => {
  fakeServer({ 'GET /api/admin/server': () => state });
  await openAdmin('/admin/server', { language });
};

const rowOf = async (title: string) =>
  within((await screen.findByText(title, { selector: '.t' })).closest('li') as HTMLElement);

describe('the page of the server', () => {
  it('says which build runs, and that all is well', async () => {
    await open(WELL);
    const version = await rowOf('Version');
    expect(
      version.getByText(/^Crece 0\.1\.0, abcdef123456\. The pages on this device: /),
    ).toBeTruthy();
    expect((await rowOf('Units')).getByText(/^Every unit/)).toBeTruthy();
    expect((await rowOf('Room on the disk')).getByText('50 GB of 100 GB are free.')).toBeTruthy();
    expect((await rowOf('Mail')).getByText('No mail waits.')).toBeTruthy();
    expect((await rowOf('Backup')).getByText(/^The newest is of 14 Mar/)).toBeTruthy();
    expect(screen.queryByText(/to see to/)).toBeNull();
  });

  it('names a damaged unit by its place, and what else is to see to', async () => {
    await open({
      ...WELL,
      ...{ ready: false, problems: ['clock'], warnings: ['disk', 'unit', 'mail', 'backup'] },
      damagedUnits: [
        { stakeDB: 'coban_stake_gtm', since: AT },
        { stakeDB: 'nowhere_gtm', since: AT },
      ],
      ...{ mails: { count: 3, since: AT }, disk: { free: 900e6, total: 20e9 }, backup: null },
    });
    const units = await rowOf('Units');
    expect(await units.findByText(/^Cobán.* cannot be read since 14 Mar/)).toBeTruthy();
    expect(units.getByText(/^nowhere_gtm cannot be read/)).toBeTruthy();
    expect((await rowOf('Room on the disk')).getByText(/^Only 900 MB of 20 GB/)).toBeTruthy();
    expect((await rowOf('Mail')).getByText(/^3 mails wait, the oldest since 14 Mar/)).toBeTruthy();
    expect((await rowOf('Backup')).getByText('There is none.')).toBeTruthy();
    expect((await rowOf('Clock')).getByText(/^It leapt/)).toBeTruthy();
    expect(screen.getAllByText(/to see to/)).toHaveLength(5);
  });

  it('of a server without a mail server says what follows, and what still waits', async () => {
    await open({ ...WELL, sendsMail: false, mails: { count: 1, since: AT } });
    const mail = await rowOf('Mail');
    expect(mail.getByText(/^No mail server is set: .* crece user password/)).toBeTruthy();
    expect(mail.getByText(/^A mail waits since 14 Mar/)).toBeTruthy();
    expect(mail.getByText(/to see to/)).toBeTruthy();
  });

  it.each([
    ['en', 'No mail server is set', 'No mail waits'],
    ['es', 'No hay ningún servidor de correo', 'Ningún correo está en espera'],
  ] as const)(
    'without a mail server nobody reads that no mail waits (%s)',
    async (language, set, waits) => {
      await open({ ...WELL, sendsMail: false }, language);
      expect(await screen.findByText(new RegExp(`^${set}`))).toBeTruthy();
      expect(screen.queryByText(new RegExp(waits))).toBeNull();
    },
  );

  it('of a server of an earlier version, which does not say it, counts the mails', async () => {
    const { sendsMail: _unknown, ...earlier } = WELL;
    await open(earlier);
    expect((await rowOf('Mail')).getByText('No mail waits.')).toBeTruthy();
  });

  it('says in Spanish that CouchDB is backed up by its own means, and that it is away', async () => {
    await open({ ...WELL, isCouch: true, backup: null, problems: ['store'] }, 'es');
    expect(await screen.findByText(/^Los registros están en CouchDB/)).toBeTruthy();
    expect(screen.getByText(/^No se llega a las bases de datos/)).toBeTruthy();
  });
});
