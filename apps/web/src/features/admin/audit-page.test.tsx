import { AUDIT_EVENTS, type AuditLine, isOfPlace } from '@crece/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, fakeServer, openAdmin, refusal, useDesktop } from './testing/fake-server.tsx';

const saved: { name: string; address: string }[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, address: this.href });
  });
  // jsdom has no object URLs.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${file.size}`,
      revokeObjectURL: () => undefined,
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const entry = (different: Partial<AuditLine>): AuditLine => ({
  id: `e-${Math.random()}`,
  at: '2026-03-14T12:00:00.000Z',
  what: 'sign-in',
  who: 'ana',
  whom: 'ana',
  from: '203.0.113.7',
  detail: '',
  count: 1,
  last: '2026-03-14T12:00:00.000Z',
  ...different,
});

const log = (...entries: AuditLine[]) => ({
  'GET /api/audit': () => ({ entries, total: entries.length }),
});

const sentences = () =>
  [...document.querySelectorAll('.audit-cards .t')].map((line) => line.textContent);

describe('audit log page', () => {
  it('shows what happened, when and from where', async () => {
    fakeServer(
      log(
        entry({
          what: 'user-changed',
          who: 'julian.r',
          whom: 'ana',
          detail: 'roles +sync; scope GTM',
        }),
        entry({ what: 'first-admin', who: null, whom: 'julian.r', from: null }),
        entry({ what: 'account-erased', who: 'former:7f', whom: 'former:8a', from: '…' }),
      ),
    );
    await openAdmin('/admin/audit');
    await screen.findByText('3 entries');
    expect(sentences()).toEqual([
      'julian.r changed the user ana.',
      'julian.r became the first administrator.',
      'former volunteer (7f) erased an account for good: former volunteer (8a).',
    ]);
    expect(screen.getByText('roles +sync; scope GTM')).toBeTruthy();
    expect(screen.getByText(/^14 Mar 2026, \d\d:\d\d · 203.0.113.7$/)).toBeTruthy();
    expect(screen.getByText(/^14 Mar 2026, \d\d:\d\d · on the server itself$/)).toBeTruthy();
  });

  it.each([
    [{ what: 'sign-in-failed', who: null, whom: 'ana' }, 'Somebody failed to sign in as ana.'],
    [
      { what: 'sign-in-failed', who: null, whom: null },
      'Somebody failed to sign in with a name that no account has.',
    ],
    [{ what: 'password-changed', who: 'ana', whom: 'ana' }, 'ana changed their own password.'],
    [
      { what: 'password-changed', who: null, whom: 'ana', from: null },
      'The server’s operator changed the password of ana.',
    ],
    [
      { what: 'records-imported', who: 'j', whom: 'coban_stake_gtm', detail: 'import' },
      'j uploaded records into Cobán Stake.',
    ],
    [
      { what: 'records-imported', who: 'j', whom: 'coban_stake_gtm', detail: 'dry run; failed' },
      'j had a file checked for Cobán Stake. Nothing was saved.',
    ],
    [
      { what: 'records-imported', who: 'j', whom: 'coban_stake_gtm', detail: 'undo of 7f' },
      'j undid an upload into Cobán Stake.',
    ],
    [{ what: 'role-granted', who: 'j', whom: 'ana' }, 'j granted the role “sync” to ana.'],
    [{ what: 'something-new', who: 'j', whom: null }, 'j: something-new (an unknown account).'],
    [
      { what: 'user-changed', who: 'j', whoName: 'Julián Paz', whomName: 'Ana López' },
      'Julián Paz changed the user Ana López.',
    ],
    [
      { what: 'user-changed', who: 'j', whoName: null, whomName: null },
      'j (account deleted) changed the user ana (account deleted).',
    ],
    [
      { what: 'report-made', whoName: 'Ana López', whom: 'coban_stake_gtm' },
      'Ana López made a report of Cobán Stake.',
    ],
    [
      { what: 'report-made', whom: 'all', detail: 'all countries csv; out-of-memory' },
      'ana asked for a report of all places, which was not made.',
    ],
    [
      { what: 'records-converted', whom: 'GTM', detail: 'country; unavailable' },
      'ana wanted to convert the z-scores of Guatemala, but it did not come to its end.',
    ],
    [
      { what: 'records-imported', whom: 'GTM', detail: 'import; right-ended' },
      'ana wanted to upload records into Guatemala, but it did not come to its end.',
    ],
    [
      { what: 'records-imported', whom: 'GTM', detail: 'dry run; cancelled' },
      'ana wanted to have a file checked for Guatemala, but it did not come to its end. Nothing was saved.',
    ],
    [
      { what: 'records-imported', whom: 'GTM', detail: 'undo of 7f; fault' },
      'ana wanted to undo an upload into Guatemala, but it did not come to its end.',
    ],
    [{ what: 'report-made', whom: 'GTM' }, 'ana made a report of Guatemala.'],
    [{ what: 'report-made', whom: 'all' }, 'ana made a report of all places.'],
    [{ what: 'record-removed', whom: 'GTM', detail: '' }, 'ana removed records in Guatemala.'],
    [
      { what: 'sync-refused', whom: 'gone_gtm' },
      'ana is not allowed to sync gone_gtm and was refused.',
    ],
  ])('describes %j in readable words', async (different, sentence) => {
    fakeServer(log(entry(different)));
    await openAdmin('/admin/audit');
    await waitFor(() => expect(sentences()).toEqual([sentence]));
  });

  it.each([
    [
      'en',
      'Ana Morales removed a child and 2 screenings in Cobán Stake.',
      'Ana Morales removed a woman in Cobán Stake.',
    ],
    [
      'es',
      'Ana Morales eliminó la ficha de un niño y 2 evaluaciones en Cobán Stake.',
      'Ana Morales eliminó la ficha de una mujer en Cobán Stake.',
    ],
  ] as const)(
    'a child removed with its screenings is one line, its ids folded (%s)',
    async (language, ofChild, ofWoman) => {
      const removed = (detail: string, time: string) =>
        entry({
          what: 'record-removed',
          who: 'ana.m',
          whoName: 'Ana Morales',
          whom: 'coban_stake_gtm',
          at: `2026-03-14T${time}Z`,
          detail,
        });
      fakeServer(
        log(
          removed('scr_b', '12:00:59.000'),
          removed('scr_a', '12:00:59.000'),
          removed('chld_a', '11:59:59.000'),
          // A minute and a millisecond before the one above: another act.
          removed('mthr_a', '11:58:58.999'),
        ),
      );
      await openAdmin('/admin/audit', { language });
      await waitFor(() => expect(sentences()).toEqual([ofChild, ofWoman]));
      const [details] = document.querySelectorAll('details.audit-more');
      expect(details?.hasAttribute('open')).toBe(false);
      expect([...(details?.querySelectorAll('p') ?? [])].map((p) => p.textContent)).toEqual([
        'ana.m',
        'coban_stake_gtm',
        'scr_b',
        'scr_a',
        'chld_a',
      ]);
    },
  );

  it.each(['en', 'es'] as const)(
    'every event of the audit log has a sentence and a name (%s)',
    async (language) => {
      fakeServer(
        log(
          ...AUDIT_EVENTS.map((what) =>
            entry({
              what,
              whoName: 'Ana López',
              detail: 'chld_coban_stake_gtm_1_aa',
              ...(isOfPlace(what) ? { whom: 'coban_stake_gtm' } : { whomName: 'Ana López' }),
            }),
          ),
        ),
      );
      await openAdmin('/admin/audit', { language });
      await waitFor(() => expect(new Set(sentences()).size).toBe(AUDIT_EVENTS.length));
      // People and places by their names, and no id.
      await waitFor(() => {
        for (const sentence of sentences()) {
          expect(sentence).toContain('Ana López');
          expect(sentence).not.toMatch(/_|\bana\b/);
        }
      });
      const options = screen.getAllByRole('option', { hidden: true }).map((o) => o.textContent);
      expect(new Set(options).size).toBe(AUDIT_EVENTS.length + 1);
    },
  );

  it('filters by person, event and days, in the address', async () => {
    const server = fakeServer(log(entry({})));
    await openAdmin('/admin/audit');
    await screen.findByText('1 entry');
    const user = userEvent.setup();
    const filters = within(document.querySelector('form') as HTMLElement);
    await user.type(filters.getByLabelText('Username'), ' Ana ');
    await user.selectOptions(filters.getByLabelText('What happened'), 'Failed sign-in');
    fireEvent.change(filters.getByLabelText('From'), { target: { value: '2026-03-01' } });
    fireEvent.change(filters.getByLabelText('To'), { target: { value: '2026-03-31' } });
    await user.click(filters.getByRole('button', { name: 'Show', hidden: true }));
    const query = 'who=Ana&what=sign-in-failed&from=2026-03-01&to=2026-03-31';
    await waitFor(() => expect(addressNow()).toBe(`/admin/audit?${query}`));
    await waitFor(() => expect(server.calls.at(-1)).toBe(`GET /api/audit?page=1&${query}`));
    expect(screen.getByText('Only a part of the log is shown')).toBeTruthy();
  });

  it('reads its filters and page from the address, and ignores invalid values', async () => {
    const server = fakeServer({
      'GET /api/audit': () => ({ entries: [entry({})], total: 120 }),
    });
    await openAdmin('/admin/audit?page=2&who=ana&what=nonsense&from=yesterday');
    expect(await screen.findByText('51 to 100 of 120')).toBeTruthy();
    expect(server.calls).toEqual(['GET /api/audit?page=2&who=ana']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next 20' }));
    await waitFor(() => expect(addressNow()).toBe('/admin/audit?page=3&who=ana'));
  });

  it('downloads the shown entries as CSV, with the date in the file name', async () => {
    const server = fakeServer({
      ...log(entry({})),
      'GET /api/audit.csv': () =>
        new Response('at,what\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await openAdmin('/admin/audit?what=sign-in');
    await screen.findByText('1 entry');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const today = new Intl.DateTimeFormat('sv').format(new Date());
    expect(saved[0]).toEqual({ name: `crece-audit-${today}.csv`, address: 'blob:9' });
    expect(server.calls.at(-1)).toBe('GET /api/audit.csv?what=sign-in');
    expect(screen.getByText(`crece-audit-${today}.csv is in your downloads.`)).toBeTruthy();
  });

  it('reports a failed download', async () => {
    fakeServer({ ...log(entry({})), 'GET /api/audit.csv': () => refusal('unavailable') });
    await openAdmin('/admin/audit');
    await screen.findByText('1 entry');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download as CSV' });
    await userEvent.setup().click(button);
    expect(await screen.findByText('The file could not be downloaded')).toBeTruthy();
    expect(saved).toEqual([]);
    expect(button.disabled).toBe(false);
  });

  it('downloads the API description', async () => {
    fakeServer({ ...log(entry({})), 'GET /api/docs': () => ({ openapi: '3.1.0' }) });
    await openAdmin('/admin/audit');
    await screen.findByText('1 entry');
    const button = screen.getByRole('button', { name: 'Download the API description' });
    await userEvent.setup().click(button);
    await waitFor(() => expect(saved).toEqual([{ name: 'crece-api.json', address: 'blob:19' }]));
  });

  it('says when no entry matches, and shows everything again', async () => {
    const server = fakeServer(log());
    await openAdmin('/admin/audit?who=nobody');
    expect(await screen.findByText('Nothing in the log matches what you chose.')).toBeTruthy();
    server.on('GET /api/audit', () => ({ entries: [entry({})], total: 1 }));
    const blank = within(document.querySelector('.blank') as HTMLElement);
    await userEvent.setup().click(blank.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('1 entry')).toBeTruthy();
    expect(addressNow()).toBe('/admin/audit');
  });

  it('the audit log is a table on a desktop', async () => {
    useDesktop();
    fakeServer(log(entry({ detail: 'x' })));
    await openAdmin('/admin/audit');
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'When',
      'What happened',
      'From where',
    ]);
    expect(table.getByText('203.0.113.7')).toBeTruthy();
  });
});
