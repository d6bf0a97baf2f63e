import type { UserBody } from '@crece/contract';
import { aChild } from '@crece/domain/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { aUser } from '../../testing/render.tsx';
import {
  onReportDay,
  openReport,
  PREVIEW,
  previewCall,
  reportAddress,
  UNIT,
} from './testing/open-report.tsx';

onReportDay();

/** The last run of synchronisation reached the server's end. */
const STAMP = { completedAt: '2025-06-01T11:00:01.000Z', serverSequence: '9', epoch: 'e' };

const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);

describe('report page', () => {
  it('explains the report and shows the server’s first rows and their number', async () => {
    const { network } = await openReport();
    expect(await screen.findByText('57 children with a supplement due')).toBeTruthy();
    expect(screen.getByText(/^Who gets a supplement/)).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Luz Caal' })).toBeTruthy();
    expect(screen.getByText('The first 2 rows. The file has them all.')).toBeTruthy();
    expect(
      screen.getByText(/^1 more column of the file is empty in these rows\. The file keeps/),
    ).toBeTruthy();
    expect(network.askedFor(previewCall())[0]?.call).toContain('limit=20');
  });

  it('tells the number of the settings by which the server made its rows, and none before the first change', async () => {
    const told = async (settings: number) => {
      cleanup();
      await openReport({ server: { [previewCall()]: { body: { ...PREVIEW, settings } } } });
      await screen.findByText('57 children with a supplement due');
      return screen.queryByText(/By settings number 7 of the programme\./u) !== null;
    };
    expect(await told(7)).toBe(true);
    expect(await told(0)).toBe(false);
  });

  it.each([
    [['PER', 'BOL'], 'en', / before; in Bolivia and Peru from 2 years also those at risk\.$/u],
    [['PER'], 'es', /−2; en Perú, desde los 2 años, también los que están en riesgo\.$/u],
    [[], 'en', / were below −2 before\.$/u],
  ] as const)(
    'names the countries whose list has children at risk: %j',
    async (codes, language, said) => {
      const config = { demo: false, supportContact: null, providers: [] };
      const body = { ...config, programme: { atRiskCountries: codes } };
      await openReport({ language, server: { 'GET /api/config': { body } } });
      const purpose = await screen.findByText(/^(?:Children under 5 years|Menores de 5 años)/u);
      await waitFor(() => expect(purpose.textContent).toMatch(said));
      expect(purpose.textContent).not.toContain('Guatemala');
    },
  );

  it.each([
    ['en', 'or an open referral stay on the list'],
    ['es', 'o tiene una referencia abierta sigue en la lista'],
  ] as const)(
    'says that an open referral keeps a child on the list of the missed: %s',
    async (language, said) => {
      await openReport({
        path: reportAddress('missedScreening'),
        server: { [previewCall('missedScreening')]: { body: PREVIEW } },
        language,
      });
      expect(await screen.findByText(new RegExp(said, 'u'))).toBeTruthy();
    },
  );

  it('requests another report by its address, which a reload keeps', async () => {
    const women = { ...PREVIEW, rows: [], count: 0 };
    const { user, address } = await openReport({
      server: { [previewCall('women')]: { body: women } },
    });
    await user.click(await screen.findByRole('button', { name: 'Pregnant and nursing' }));
    expect(address()).toBe(reportAddress('women'));
    expect(await screen.findByText('Nobody on the lists')).toBeTruthy();
  });

  it('offers months only for the summary', async () => {
    await openReport({ path: reportAddress('summary') });
    expect((await screen.findAllByText(/6 months/)).length).toBeGreaterThan(0);
    expect(optionsOf('Screened within')).toHaveLength(10);
  });

  it('reads an old or mistyped address as the nearest report', async () => {
    await openReport({
      path: `/children/report/${UNIT}/GTM/nowhere/colour/xx/nothing/7`,
    });
    expect(await screen.findByText('57 children with a supplement due')).toBeTruthy();
  });

  it.each<[string, Partial<UserBody>, string[]]>([
    ['with sync', { roles: ['user', 'sync'] }, ['stake']],
    ['with admin', { roles: ['admin'] }, ['stake', 'country', 'countries']],
    [
      'with admin in the country',
      { roles: ['admin'], scope: { countries: ['GTM'] } },
      ['stake', 'country'],
    ],
    ['with admin in the unit', { roles: ['admin'], scope: { stakes: [UNIT] } }, ['stake']],
  ])('offers an account %s the units that it may use', async (_who, account, offered) => {
    await openReport({ user: aUser(account) });
    await screen.findByText('57 children with a supplement due');
    expect(optionsOf('Units')).toEqual(offered);
  });

  it('names the units and the records that the server could not read', async () => {
    await openReport({
      server: {
        [previewCall()]: { body: { ...PREVIEW, failedUnits: ['Coban'], unreadable: 2 } },
      },
    });
    expect(
      await screen.findByText('One unit could not be read and is missing here: Coban.'),
    ).toBeTruthy();
    expect(screen.getByText('2 records cannot be read and are not in the rows.')).toBeTruthy();
  });

  it('marks no visit green that has a figure which cannot be right', async () => {
    const number = (name: string) => ({ name, title: name, kind: 'number' });
    const columns = [
      { name: 'firstName', title: 'firstName', kind: 'text' },
      ...['weight', 'height'].map(number),
      { name: 'status', title: 'status', kind: 'text' },
      number('muac'),
    ];
    const rows = [
      ['Ana', 10.4, 82, 'Normal', 13.4],
      ['Eva', 45, 82, 'Normal', 13.4],
      ['Ida', null, 820, 'Normal', 13.4],
      ['Luz', 10.4, 82, 'Normal', 30],
      ['Rut', null, null, 'Normal', 13.4],
    ];
    await openReport({
      path: reportAddress('all'),
      server: { [previewCall('all')]: { body: { ...PREVIEW, columns, rows, count: 5 } } },
    });
    const drawn = (await screen.findAllByRole('row'))
      .slice(1)
      .map((row) => [
        row.querySelector('th')?.textContent,
        row.querySelector('.st-green') !== null,
      ]);
    const green = drawn.flatMap(([name, is]) => (is ? [name] : []));
    expect(green).toEqual(['Ana', 'Rut']);
    expect(screen.getAllByText('Normal')).toHaveLength(5);
  });

  it('puts what is urgent with the name, wherever the file has the column', async () => {
    const columns = [
      { name: 'mothersName', title: 'mothersName', kind: 'text' },
      { name: 'firstName', title: 'firstName', kind: 'text' },
      { name: 'lastName', title: 'lastName', kind: 'text' },
      { name: 'status', title: 'status', kind: 'text' },
      { name: 'phone', title: 'phone', kind: 'text' },
      { name: 'alert', title: 'alert', kind: 'text' },
      { name: 'openReferral', title: 'openReferral', kind: 'text' },
    ] as const;
    const rows = [
      ['Ana', 'Lucía', 'Ixcoy', 'Normal', '1', 'refer: red MUAC', 'MUAC 2025-05-10'],
      ['Eva', 'Juan', 'Pop', 'Normal', null, null, null],
    ];
    await openReport({
      path: reportAddress('summary'),
      server: { [previewCall('summary')]: { body: { ...PREVIEW, columns, rows, count: 2 } } },
    });
    const [head, lucia, juan] = await screen.findAllByRole('row');
    const cells = (row: HTMLElement | undefined) =>
      [...(row?.querySelectorAll('th, td') ?? [])].map(({ textContent }) => textContent);
    expect(cells(head)).toEqual(['Name', 'Status', 'Mother', 'Phone']);
    expect(cells(lucia)).toEqual([
      'Lucía IxcoyRefer: MUAC severeReferredMUAC 10 May 2025',
      'Normal',
      'Ana',
      '1',
    ]);
    expect(cells(juan)[0]).toBe('Juan Pop');
  });

  it('says of a unit without children that there are none yet, not that nobody needs anything', async () => {
    const { user } = await openReport({
      server: {
        [previewCall()]: { body: { ...PREVIEW, rows: [], count: 0, children: 0 } },
        [previewCall('missedScreening')]: {
          body: { ...PREVIEW, rows: [], count: 0, children: 7 },
        },
      },
    });
    expect(await screen.findByText('No children here yet')).toBeTruthy();
    expect(screen.queryByText('No supplements due')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Missed screening' }));
    expect(await screen.findByText('Nobody is overdue')).toBeTruthy();
  });

  it('says in plain words that the account may not see the report', async () => {
    await openReport({ server: { [previewCall()]: refusal(403, 'forbidden') } });
    expect(
      await screen.findByText(/^Your account may not see reports of these units/),
    ).toBeTruthy();
    expect(screen.queryByText(/403/)).toBeNull();
  });

  it('explains why the server gives no rows, and stays on the page', async () => {
    await openReport({ server: { [previewCall()]: refusal(500, 'server-error') } });
    expect(await screen.findByText(/500/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create file' })).toBeTruthy();
  });
});

describe('report of this device on the page', () => {
  it('a report is made offline, and says what it contains and what not', async () => {
    offline();
    const stamp = { completedAt: '2025-05-20T10:00:00.000Z', serverSequence: '1', epoch: 'e' };
    const { network } = await openReport({
      content: { pendingIds: [aChild()._id], sync: { stamp } },
    });
    expect(await screen.findByText('1 child with a supplement due')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: /^Marisol Xicay/ })).toBeTruthy();
    expect(screen.getByText('No connection: this is the report of this device.')).toBeTruthy();
    expect(
      screen.getByText(
        /^It includes 1 record not synced yet. It does not include what others sent since 20 May, /,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save the file of this device' })).toBeTruthy();
    expect(network.asked).toEqual([]);
  });

  it('warns prominently that the unit was never received completely', async () => {
    offline();
    await openReport({ content: { sync: { arrival: 'arriving' } } });
    expect(await screen.findByText('This unit is not complete on this device.')).toBeTruthy();
  });

  it('names unreadable records beside the rows of the others', async () => {
    offline();
    const raw = { _id: 'chld_broken', firstName: 'Ana', birthDate: 'ayer' };
    await openReport({ content: { raw: [raw] } });
    expect(
      await screen.findByText('One record cannot be read and is not in the rows.'),
    ).toBeTruthy();
    expect(screen.getByText('1 child with a supplement due')).toBeTruthy();
  });

  it('the rows come from this device once it has everything, and files from the server', async () => {
    const { user } = await openReport({ content: { sync: { stamp: STAMP } } });
    expect(await screen.findByText('1 child with a supplement due')).toBeTruthy();
    expect(screen.getByText('What is on this device.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create file' })).toBeTruthy();
    const fold = screen.getByText('Save the file of this device', { selector: 'summary *' });
    // A screen reader tells the two files apart by the names of their regions.
    expect(screen.getAllByRole('region', { name: 'File' })).toHaveLength(1);
    await user.click(fold);
    expect(screen.getByRole('region', { name: 'File of this device' })).toBeTruthy();
    cleanup();
    // With one record that only this device has, the server's rows and this device's differ.
    await openReport({ content: { sync: { stamp: STAMP }, pendingIds: [aChild()._id] } });
    expect(await screen.findByText('57 children with a supplement due')).toBeTruthy();
    expect(
      screen.getByText(/^1 record that only this device has is not in these rows/),
    ).toBeTruthy();
    cleanup();
    // What others have sent since an hour is on the server alone.
    const completedAt = '2025-06-01T11:00:00.000Z';
    await openReport({ content: { sync: { stamp: { ...STAMP, completedAt } } } });
    expect(await screen.findByText('57 children with a supplement due')).toBeTruthy();
  });

  it('the rows come from this device where the server does not answer, and its file can be saved', async () => {
    const server = { [previewCall()]: refusal(503, 'unavailable') };
    await openReport({ server, content: { pendingIds: [aChild()._id] } });
    expect(await screen.findByText('1 child with a supplement due')).toBeTruthy();
    expect(
      screen.getByText('Save the file of this device', { selector: 'summary *' }),
    ).toBeTruthy();
    cleanup();
    await openReport({ server: { [previewCall()]: refusal(403, 'forbidden') } });
    expect(await screen.findByText(/may not|not allowed|no right/i)).toBeTruthy();
  });

  it('the device offers no report of several units, which need the server', async () => {
    offline();
    await openReport({
      path: reportAddress('sup', { scope: 'country' }),
      user: aUser({ roles: ['admin'] }),
    });
    expect(await screen.findByText(/^No connection. Reports of several units/)).toBeTruthy();
  });

  it('uses the language of the address in its cells, whatever the interface language', async () => {
    offline();
    await openReport({ path: reportAddress('sup', { language: 'es' }) });
    const table = await screen.findByRole('table');
    await waitFor(() => expect(table.lang).toBe('es'));
    expect(within(table).getByRole('columnheader', { name: 'Barrio' })).toBeTruthy();
  });
});

describe('printed list', () => {
  it('contains all rows, one unit after the other, each with its head and its tick boxes', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user, network } = await openReport();
    await user.click(await screen.findByRole('button', { name: 'Print the list' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(network.askedFor(previewCall()).at(-1)?.call).toContain('limit=2000');
    const lists = [...document.querySelectorAll('.hand-list')];
    expect(lists.map((list) => list.querySelector('.hand-unit')?.textContent)).toEqual([
      'Chulac',
      'Senahu',
    ]);
    expect(lists[0]?.querySelector('.hand-head')?.textContent).toContain(
      'Supplements to hand out · Guatemala · 1 June 2025 · 1 child',
    );
    expect(lists[1]?.querySelector('.hand-name + td')).not.toBeNull();
    expect(lists[1]?.querySelector('tbody .hand-name')?.textContent).toBe(
      'Juan PopRefer: swelling',
    );
    expect(lists[0]?.querySelector('.hand-legend')?.textContent).toBe(
      'sup: supplement, 240 kcal a day',
    );
    expect(lists[1]?.querySelector('.hand-legend')?.textContent).toBe(
      'SAM: severe acute malnutrition, as the clinic directs',
    );
    expect(lists[1]?.querySelectorAll('tbody .hand-tick')).toHaveLength(6);
    expect(screen.getByText(/^55 more lines are not on paper/)).toBeTruthy();
  });

  it('a baby without food has no tick boxes, and each word of the column is explained', async () => {
    vi.stubGlobal('print', vi.fn());
    const row = (sup: string | null, name: string) => [
      null,
      sup,
      4,
      name,
      'Caal',
      'Norte',
      'Guatemala',
      'Chulac',
      null,
    ];
    const rows = [row(null, 'Bebé'), row('at risk', 'Eva'), row('mic (lapsed)', 'Ana')];
    const { user } = await openReport({
      server: { [previewCall()]: { body: { ...PREVIEW, rows, count: 3 } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Print the list' }));
    await waitFor(() => expect(document.querySelectorAll('.hand-list')).toHaveLength(1));
    const [baby, eva] = document.querySelectorAll('.hand-list tbody tr');
    expect(baby?.querySelectorAll('.hand-tick')).toHaveLength(0);
    expect(baby?.querySelector('.hand-no-food')?.textContent).toBe('no food: ask the clinic');
    expect(eva?.querySelectorAll('.hand-tick')).toHaveLength(6);
    expect(document.querySelector('.hand-legend')?.textContent).toBe(
      'mic: micronutrients · at risk: listed by the country’s rule, no supplement by the programme’s · (lapsed): last seen 7 months ago, measure first',
    );
  });

  it('a list in another language than the screen says everything in that one', async () => {
    vi.stubGlobal('print', vi.fn());
    const [first, second] = PREVIEW.rows;
    const columns = [
      ...PREVIEW.columns,
      { name: 'openReferral', title: '', kind: 'text' },
    ] as const;
    const rows = [
      [...(first ?? []), null],
      [...(second ?? []).with(8, 'referir: hinchazón'), 'hinchazón 2025-05-11'],
    ];
    const { user } = await openReport({
      path: reportAddress('sup', { language: 'es' }),
      server: {
        [previewCall('sup', 'stake', 'es')]: { body: { ...PREVIEW, columns, rows } },
      },
    });
    await screen.findByRole('columnheader', { name: 'Nombre' });
    await user.click(screen.getByRole('button', { name: 'Print the list' }));
    await waitFor(() => expect(document.querySelectorAll('.hand-list')).toHaveLength(2));
    const list = document.querySelectorAll<HTMLElement>('.hand-list')[1];
    expect(list?.lang).toBe('es');
    expect(list?.querySelector('.hand-head')?.textContent).toContain(
      'Suplementos para entregar · Guatemala · 1 de junio de 2025 · 1 niño',
    );
    const heads = [...(list?.querySelectorAll('thead tr:last-child th') ?? [])];
    expect(heads.slice(0, 3).map((head) => head.textContent)).toEqual([
      'Nombre',
      'Supl.',
      'Edad, meses',
    ]);
    expect(list?.querySelector('tbody .hand-name')?.textContent).toBe(
      'Juan PopReferir: hinchazónCon referencia: hinchazón 11 may 2025',
    );
  });

  it('women are printed with their date and what is needed to find them', async () => {
    vi.stubGlobal('print', vi.fn());
    const columns = ['firstName', 'lastName', 'phone', 'address', 'ward', 'deliveryDate'];
    const rest = ['childsBirthDate', 'type', 'country', 'stake'];
    const women = {
      columns: [...columns, ...rest].map((name) => ({
        name,
        title: name,
        kind: name.endsWith('Date') ? ('date' as const) : ('text' as const),
      })),
      rows: [
        ['Marta', 'Ical', '5555 0101', 'Lote 4', 'Norte', '2025-07-02', null],
        ['Rosa', 'Tum', null, null, 'Norte', null, '2025-04-02'],
      ].map((row) => [...row, 'x', 'Guatemala', 'Chulac']),
      ...{ count: 2, failedUnits: [], unreadable: 0 },
    };
    const { user } = await openReport({
      path: reportAddress('women'),
      server: { [previewCall('women')]: { body: women } },
    });
    await user.click(await screen.findByRole('button', { name: 'Print the list' }));
    await waitFor(() => expect(document.querySelectorAll('.hand-list')).toHaveLength(1));
    expect(document.querySelector('.hand-head')?.textContent).toContain(
      'Pregnant women and nursing mothers · Guatemala · 1 June 2025 · 2 women',
    );
    const rows = [...document.querySelectorAll('.hand-list tbody tr')];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Marta Ical', '2 Jul 2025', '', '5555 0101', 'Norte', 'Lote 4', '', ''],
      ['Rosa Tum', '', '2 Apr 2025', '', 'Norte', '', '', ''],
    ]);
  });

  it('summary and all screenings have no printed list', async () => {
    offline();
    await openReport({ path: reportAddress('summary') });
    await screen.findByText('1 child');
    expect(screen.queryByRole('button', { name: 'Print the list' })).toBeNull();
  });
});
