import type { ImportBody, ImportResultBody } from '@crece/contract';
import { aChild } from '@crece/domain/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '../../api/csv-channel.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, memoryDevice, type RenderOptions, renderApp } from '../../testing/render.tsx';
import { ImportPage } from './import-page.tsx';

/** The channel at the edge of the network, controlled by the test. */
const channel = vi.hoisted(() => ({
  rooms: [] as string[],
  closed: 0,
  hear: null as ((event: ChannelEvent) => void) | null,
}));

vi.mock('../../api/csv-channel.ts', () => ({
  openCsvChannel: (room: string, heard: (event: ChannelEvent) => void) => {
    channel.rooms.push(room);
    channel.hear = heard;
    return () => {
      channel.closed += 1;
    };
  },
}));

const tell = (event: ChannelEvent) => act(async () => channel.hear?.(event));

const PERSON = aUser({ roles: ['user', 'sync'] });
const ADDRESS = '/children/import/test_stake_gtm/Guatemala%20test%20Only';
const UPLOAD = 'POST /api/children/upload/test_stake_gtm';

const RESULT: ImportResultBody = {
  status: 'checked',
  rows: 5,
  created: 2,
  updated: 1,
  duplicate: 1,
  rejected: 1,
  columns: [
    { header: 'Nombre', field: 'firstName', by: 'name' },
    { header: 'Peso (lb)', field: null, by: 'unknown' },
  ],
  problems: [],
  questions: [],
  findings: [
    {
      row: 3,
      outcome: 'rejected',
      findings: [
        {
          code: 'weight-out-of-range',
          level: 'reject',
          field: 'weight',
          column: 'Peso',
          params: { min: 3, max: 18 },
        },
      ],
    },
  ],
  rowsWithFindings: 1,
};

function aJob(
  result: Partial<ImportResultBody> | null,
  different: Partial<ImportBody> = {},
): ImportBody {
  return {
    id: 'job-1',
    stakeDB: 'test_stake_gtm',
    dryRun: true,
    state: result === null ? 'running' : 'finished',
    startedAt: '2026-03-14T12:00:00.000Z',
    count: 2,
    maxCount: 5,
    upload: 'upload-1',
    fileName: 'findings.csv',
    ...(result === null ? {} : { result: { ...RESULT, ...result } }),
    ...different,
  };
}

interface Sent {
  query: Record<string, string>;
  fileName: string | null;
}

/** A server that answers uploads in order, and other requests by method and path. */
function fakeServer(answers: readonly ImportBody[], others: Record<string, () => unknown> = {}) {
  const uploads: Sent[] = [];
  /** The room that each upload requests for its progress. */
  const rooms: (string | undefined)[] = [];
  const calls: string[] = [];
  const left = [...answers];
  const answer = (method: string, address: string, body: unknown): Response => {
    const { pathname, searchParams } = new URL(address, 'http://crece.test');
    const named = `${method} ${pathname}`;
    calls.push(named);
    if (named === UPLOAD) {
      const file = body instanceof FormData ? body.get('key') : null;
      const { socketRoomId: room, ...query } = Object.fromEntries(searchParams);
      rooms.push(room);
      uploads.push({
        query,
        fileName: file instanceof File ? file.name : null,
      });
      return Response.json({ ...PERSON, import: left.shift() });
    }
    const other = others[named];
    if (other !== undefined) return Response.json(other());
    if (named === 'GET /api/config')
      return Response.json({ demo: false, supportContact: null, providers: [] });
    if (named === 'GET /api/imports') return Response.json({ imports: [] });
    return Response.json({ code: 'not-found', message: '' }, { status: 404 });
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) =>
    answer(method, address, body),
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      onabort?: () => void;
      status = 0;
      statusText = '';
      responseText = '';
      #method = '';
      #address = '';
      open(method: string, address: string) {
        this.#method = method;
        this.#address = address;
      }
      setRequestHeader() {}
      getAllResponseHeaders = () => 'content-type: application/json';
      abort = () => this.onabort?.();
      async send(body: unknown) {
        this.upload.onprogress?.({ loaded: 37, total: 100 });
        await gate;
        const response = answer(this.#method, this.#address, body);
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      }
    },
  );
  return { uploads, rooms, calls };
}

/** Uploads end once it resolves; a test replaces it to observe an upload. */
let gate = Promise.resolve();

beforeEach(() => {
  gate = Promise.resolve();
  Object.assign(channel, { rooms: [], closed: 0, hear: null });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const isDisabled = (control: HTMLElement) => control.matches(':disabled');

const aFile = (name = 'niños.csv') => new File(['Nombre\nAna\n'], name, { type: 'text/csv' });

async function show(options: RenderOptions = {}, query = ''): Promise<void> {
  await renderApp(
    <Routes>
      <Route path="/children/import/:stakeDB/:stakeName" element={<ImportPage />} />
      <Route path="*" element={<p>another page</p>} />
    </Routes>,
    {
      user: PERSON,
      unit: await openTestUnit({}),
      path: { pathname: ADDRESS, search: query },
      ...options,
    },
  );
  await screen.findByText('Upload a file');
}

const choose = async (file = aFile()) =>
  userEvent.upload(await screen.findByLabelText('Choose a file'), file);

describe('upload of a file', () => {
  it('checks the file first and shows the result for the rows', async () => {
    const { uploads } = fakeServer([aJob({})]);
    await show();
    await choose();
    const card = await screen.findByRole('region', { name: 'What will happen to the rows' });
    expect(uploads).toEqual([{ query: { language: 'en', dryRun: 'true' }, fileName: 'niños.csv' }]);
    expect(card.textContent).toContain('5 rows read, nothing saved yet');
    expect(
      within(card)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['2', '1', '1', '1']);
    expect(screen.getByText('Row 3').closest('li')?.textContent).toContain(
      'Row 3refusedWeight (“Peso”): The weight is outside 3–18 kg.',
    );
    expect(isDisabled(screen.getByRole('button', { name: 'Import 3 rows' }))).toBe(false);
  });

  it('shows the percentage, and can be cancelled', async () => {
    gate = new Promise(() => undefined);
    fakeServer([]);
    await show();
    await choose();
    await screen.findByText('37 % of niños.csv uploaded');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('37');
    await userEvent.click(screen.getByRole('button', { name: 'Stop the upload' }));
    expect(isDisabled(await screen.findByLabelText('Choose a file'))).toBe(false);
  });

  it('counts the rows reported by the channel while the request waits, and ends with the answer', async () => {
    let answer = (): void => undefined;
    gate = new Promise((resolve) => {
      answer = resolve;
    });
    const { rooms } = fakeServer([aJob({})]);
    await show();
    await choose();
    await waitFor(() => expect(channel.rooms).toHaveLength(1));
    await tell({ is: 'progress', progress: { maxCount: 5_000 } });
    await screen.findByText('0 of 5,000 rows');
    await tell({ is: 'progress', progress: { count: 300, text: 'test_stake_gtm' } });
    await screen.findByText('300 of 5,000 rows');
    expect(screen.getByRole('region', { name: 'Checking the rows' })).toBeTruthy();
    // A late count must not reduce the shown one.
    await tell({ is: 'progress', progress: { count: 200, text: 'test_stake_gtm' } });
    expect(screen.getByText('300 of 5,000 rows')).toBeTruthy();
    answer();
    await screen.findByRole('region', { name: 'What will happen to the rows' });
    expect(rooms).toEqual(channel.rooms);
    await waitFor(() => expect(channel.closed).toBe(1));
  });

  it('listens in the room of an import that is opened again, and fetches its end', async () => {
    let job = aJob(null, { dryRun: false, room: 'AnaMorales1773489600000' });
    fakeServer([], { 'GET /api/imports/job-1': () => job });
    await show({}, '?job=job-1');
    await screen.findByText('2 of 5 rows');
    await waitFor(() => expect(channel.rooms).toEqual(['AnaMorales1773489600000']));
    await tell({ is: 'progress', progress: { count: 4, text: 'test_stake_gtm' } });
    await screen.findByText('4 of 5 rows');
    job = aJob({ status: 'imported' }, { dryRun: false });
    await tell({ is: 'complete', complete: { fileName: 'findings.csv', text: '' } });
    await screen.findByText(/Successfully uploaded csv/);
    await waitFor(() => expect(channel.closed).toBe(1));
  });

  it('polls a long check until it has ended', async () => {
    let asked = 0;
    fakeServer([aJob(null)], {
      'GET /api/imports/job-1': () => {
        asked += 1;
        return asked < 3 ? aJob(null) : aJob({});
      },
    });
    await show();
    await choose();
    await screen.findByText('2 of 5 rows');
    await screen.findByRole('region', { name: 'What will happen to the rows' });
  });

  it('asks a question once, and checks again with the answer without a new upload', async () => {
    const { uploads } = fakeServer([
      aJob({
        status: 'questions',
        questions: [
          {
            code: 'muacUnit',
            options: ['mm', 'cm'],
            count: 12,
            examples: [{ row: 2, text: '108' }],
          },
        ],
      }),
      aJob({}, { id: 'job-2' }),
    ]);
    await show();
    await choose();
    const group = await screen.findByRole('group', { name: /Some MUAC figures/ });
    expect(group.textContent).toContain('12 cells');
    expect(group.textContent).toContain('row 2: 108');
    await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
    expect(group.textContent).toContain('Please choose an answer.');
    await userEvent.click(screen.getByLabelText('Millimetres: 108 becomes 10.8 cm'));
    await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
    await screen.findByRole('region', { name: 'What will happen to the rows' });
    expect(uploads[1]).toEqual({
      query: { language: 'en', muacUnit: 'mm', dryRun: 'true', upload: 'upload-1' },
      fileName: null,
    });
  });

  const SEX_UNKNOWN = {
    status: 'columns',
    problems: [{ code: 'column-missing', field: 'gender' }],
    columns: [
      { header: 'Nombre', field: 'firstName', by: 'name' },
      { header: 'H/M', field: null, by: 'unknown', examples: ['H', 'M'] },
    ],
  } as const;

  it('asks for an unrecognised column, and remembers the choice for files with these headings', async () => {
    const device = memoryDevice();
    const { uploads } = fakeServer([
      aJob(SEX_UNKNOWN),
      aJob({}, { id: 'job-2' }),
      aJob(SEX_UNKNOWN, { id: 'job-3' }),
      aJob({ columns: SEX_UNKNOWN.columns }, { id: 'job-4' }),
      aJob({}, { id: 'job-5' }),
    ]);
    await show({ device });
    await choose();
    await screen.findByText(/No column contains “Boy or girl”/);
    screen.getByText('For example: H · M');
    await userEvent.selectOptions(screen.getByLabelText('H/M'), 'Boy or girl');
    await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
    await screen.findByRole('region', { name: 'What will happen to the rows' });
    const mapping = JSON.stringify({ 'H/M': 'gender' });
    expect(uploads[1]?.query['mapping']).toBe(mapping);
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));

    // The same headings: checked again as last time, and said.
    await choose(aFile('marzo.csv'));
    await screen.findByText('As last time: “H/M” is Boy or girl.');
    expect(uploads.slice(2).map(({ query, fileName }) => [query['mapping'], fileName])).toEqual([
      [undefined, 'marzo.csv'],
      [mapping, null],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));

    // Other headings: nothing of it is applied.
    await choose(aFile('otra.csv'));
    await screen.findByRole('region', { name: 'What will happen to the rows' });
    expect(uploads).toHaveLength(5);
    expect(uploads[4]?.query['mapping']).toBeUndefined();
    expect(screen.queryByText(/As last time/)).toBeNull();
  });

  it('says that a column is not read as last time, and applies that to no other headings', async () => {
    const device = memoryDevice();
    await device.setSetting('importColumnSets', [
      { headings: 'nombre|muac|pb', columns: { MUAC: '' } },
    ]);
    const columns = (muac: string | null) =>
      [
        { header: 'Nombre', field: 'firstName', by: 'name' },
        { header: 'MUAC', field: muac, by: 'name' },
        { header: 'PB', field: 'muac', by: 'name' },
      ] as const;
    fakeServer([aJob({ columns: columns('muac') }), aJob({ columns: columns(null) })]);
    await show({ device });
    await choose();
    await screen.findByText('As last time: “MUAC” is not read.');
    screen.getByText('Column not read: “MUAC”.');
  });

  it('assigns two columns of one heading by their place', async () => {
    const { uploads } = fakeServer([
      aJob({
        status: 'columns',
        problems: [{ code: 'column-twice', field: 'firstName', headers: ['nombre', 'nombre'] }],
        columns: [
          { header: 'nombre', field: 'firstName', by: 'name', examples: ['Ana'] },
          { header: 'nombre', field: 'firstName', by: 'name', examples: ['Xol'] },
        ],
      }),
      aJob({}, { id: 'job-2' }),
    ]);
    await show();
    await choose();
    await screen.findByText(/is in several columns: “nombre” and “nombre”\. Choose one/);
    await userEvent.selectOptions(await screen.findByLabelText('nombre (column 2)'), 'Last name');
    await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
    await screen.findByRole('region', { name: 'What will happen to the rows' });
    expect(uploads[1]?.query['mapping']).toBe(JSON.stringify({ '#2': 'lastName' }));
  });

  it('imports a checked file, shows the specified words, and undoes the import', async () => {
    const undo = aJob(
      { status: 'undone', undone: { children: 2, kept: ['chld_a'] } },
      {
        id: 'job-3',
        undoOf: 'job-2',
        dryRun: false,
      },
    );
    const { uploads, calls } = fakeServer(
      [aJob({}), aJob({ status: 'imported' }, { id: 'job-2', dryRun: false })],
      { 'POST /api/imports/job-2/undo': () => undo },
    );
    await show();
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
    await screen.findByText('Successfully uploaded csv');
    expect(uploads[1]?.query).toEqual({ language: 'en', dryRun: 'false', upload: 'upload-1' });
    screen.getByRole('region', { name: 'The file is imported' });
    await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo the import' }));
    await screen.findByText('2 children undone.');
    screen.getByText('1 child was kept: somebody changed it since.');
    // The address changes after each answer; the job of the previous address must not be fetched
    // again.
    expect(calls.filter((call) => call.startsWith('GET /api/imports/'))).toEqual([]);
  });

  it('explains why a file cannot be imported at all', async () => {
    fakeServer([aJob({ status: 'refused', refusal: 'old-excel' })]);
    await show();
    await choose();
    const card = await screen.findByRole('region', { name: 'This file cannot be imported' });
    expect(card.textContent).toContain('save it as .xlsx or CSV');
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(isDisabled(await screen.findByLabelText('Choose a file'))).toBe(false);
  });

  it('shows "Failed to upload csv" when the server did not receive the file', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {};
        onerror?: () => void;
        open() {}
        setRequestHeader() {}
        abort() {}
        send() {
          this.onerror?.();
        }
      },
    );
    await show();
    await choose();
    await screen.findByText('Failed to upload csv');
    expect(isDisabled(screen.getByLabelText('Choose a file'))).toBe(false);
  });

  it('a file that is too large is not sent', async () => {
    const { uploads } = fakeServer([]);
    await show();
    const file = aFile();
    Object.defineProperty(file, 'size', { value: 200 * 1024 * 1024 + 1 });
    await choose(file);
    await screen.findByText(/Divide it and upload the parts/);
    expect(uploads).toEqual([]);
  });

  it('shows the state of an import from the list and from an address', async () => {
    const done = aJob({ status: 'imported' }, { id: 'job-9', dryRun: false });
    fakeServer([], {
      'GET /api/imports': () => ({ imports: [done, { ...done, id: 'x', stakeDB: 'another' }] }),
      'GET /api/imports/job-9': () => done,
    });
    await show();
    const list = await screen.findByRole('region', { name: 'Your imports' });
    expect(within(list).getAllByRole('link')).toHaveLength(1);
    expect(list.textContent).toContain('2 new, 1 changed, 1 refused');
    await userEvent.click(within(list).getByRole('link'));
    await screen.findByRole('region', { name: 'The file is imported' });
    // It was imported before, and is only looked at.
    expect(screen.queryByText('Successfully uploaded csv')).toBeNull();
  });

  it('names whom an undoing has left, and leads to each', async () => {
    const luz = aChild({ _id: 'chld_test_stake_gtm_1746878400000_0a1b2c', firstName: 'Luz' });
    const kept = [luz._id, 'chld_test_stake_gtm_1746878400001_0a1b2d'];
    const undone = { children: 2, kept };
    const undo = aJob(
      { status: 'undone', undone },
      { id: 'job-10', undoOf: 'job-9', dryRun: false },
    );
    fakeServer([], { 'GET /api/imports/job-10': () => undo });
    await show({ unit: await openTestUnit({ children: [luz] }) }, '?job=job-10');
    const card = await screen.findByRole('region', { name: 'The import is undone' });
    const link = await within(card).findByRole('link', { name: 'Luz Xicay' });
    expect(link.getAttribute('href')).toContain(luz._id);
    within(card).getByRole('link', { name: 'Child 2, not on this device' });
  });

  it('an import that was undone is one line of the list, says so and opens what became of it', async () => {
    const done = aJob({ status: 'imported' }, { id: 'job-9', dryRun: false });
    const undone = { children: 2, kept: [] };
    const undo = aJob(
      { status: 'undone', undone },
      { id: 'job-10', undoOf: 'job-9', dryRun: false },
    );
    fakeServer([], {
      'GET /api/imports': () => ({ imports: [undo, done] }),
      'GET /api/imports/job-10': () => undo,
    });
    await show();
    const list = await screen.findByRole('region', { name: 'Your imports' });
    expect(list.textContent).toContain('2 new, 1 changed, 1 refused · undone');
    await userEvent.click(within(list).getByRole('link'));
    await screen.findByText('2 children undone.');
    expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull();
  });

  it('shows the state of the job in the address', async () => {
    const done = aJob({ status: 'imported' }, { id: 'job-9', dryRun: false });
    fakeServer([], { 'GET /api/imports/job-9': () => done });
    await show({}, '?job=job-9');
    await screen.findByRole('region', { name: 'The file is imported' });
  });

  it('asks once what rows of a day with another visit are, before anything can be imported', async () => {
    const sameDay = {
      code: 'sameDay',
      options: ['correction', 'second'],
      count: 12,
      examples: [{ row: 2, text: 'Ana, Xol, 8.6, 75' }],
    };
    const { uploads } = fakeServer([
      aJob({ questions: [sameDay] }),
      aJob({ questions: [] }, { id: 'job-2' }),
    ]);
    await show();
    await choose();
    const group = await screen.findByRole('group', { name: /another visit on the same day/ });
    expect(group.textContent).toContain('12 rows · row 2: Ana, Xol, 8.6, 75');
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
    await userEvent.click(screen.getByLabelText(/^Corrections/));
    const card = screen.getByRole('region', { name: 'Before the import' });
    await userEvent.click(within(card).getByRole('button', { name: 'Check the file' }));
    await screen.findByRole('button', { name: 'Import 3 rows' });
    expect(uploads[1]?.query['sameDay']).toBe('correction');
  });

  it('shows the first rows as understood, what changes, and what is not read', async () => {
    fakeServer([
      aJob({
        namesakes: 2,
        hiddenRows: 3,
        columns: RESULT.columns.map((column, at) =>
          at === 0 ? { ...column, formulas: 1 } : column,
        ),
        sheet: 'Enero',
        otherSheets: ['Febrero'],
        above: ['Clínica San José'],
        sample: [
          {
            row: 3,
            firstName: 'Ana',
            lastName: 'Xol',
            gender: 'Girl',
            birthDate: '2024-05-03',
            birthDateEstimated: true,
            surveyDate: '2026-01-20',
            weight: 8.4,
            height: 76,
            oedema: false,
          },
        ],
        changes: [
          {
            row: 3,
            name: 'Ana Xol',
            fields: [
              { field: 'weight', from: 8.2, to: 8.4 },
              { field: 'oedema', from: null, to: false },
              { field: 'birthDate', from: '2024-05-01', to: '2024-05-03' },
            ],
          },
        ],
        changedFields: { weight: 1, oedema: 1, birthDate: 1 },
      }),
    ]);
    await show();
    await choose();
    const sample = await screen.findByRole('region', {
      name: 'The first rows as they were understood',
    });
    expect(sample.textContent).toContain(
      'Row 3 Ana Xolgirl, born about 3 May 202420 Jan 2026: 8.4 kg · 76 cm · no MUAC · swelling: no',
    );
    const changes = screen.getByRole('region', { name: 'What the changed row changes' });
    expect(changes.textContent).toContain(
      'Weight: was 8.2, becomes 8.4Swelling of both feet: no is addedBirth date: was 1 May 2024, becomes 3 May 2024',
    );
    const unread = screen.getByRole('region', { name: 'What is not read' });
    expect(unread.textContent).toBe(
      'Column not read: “Peso (lb)”.Only the sheet “Enero” is read. Not read: Febrero.The row above the headings is not read: Clínica San José.',
    );
    screen.getByText(/^2 new children have the names of children who are here/);
    screen.getByText(/^3 rows are hidden in the sheet, by a filter perhaps, and are read/);
    screen.getByText(/^The file has no result for some formulas.*blank: “[^”]+” \(1 cell\)\./);
  });

  it('says that an import waits for another one of the unit', async () => {
    fakeServer([aJob({}), aJob(null, { id: 'job-2', dryRun: false, waiting: true })], {
      'GET /api/imports/job-2': () => aJob(null, { id: 'job-2', dryRun: false, waiting: true }),
    });
    await show();
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
    await screen.findByText(/^Waiting for another import into this unit/);
  });

  it('shows twenty rows at a time', async () => {
    const findings = Array.from({ length: 45 }, (_, place) => ({
      row: place + 2,
      outcome: 'created' as const,
      findings: [{ code: 'matched-by-names', level: 'warn' as const }],
    }));
    fakeServer([aJob({ findings, rowsWithFindings: 300 })]);
    await show();
    await choose();
    await screen.findByText('300 rows to check');
    expect(screen.getAllByText(/^Row \d/)).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getAllByText(/^Row \d/)).toHaveLength(45);
    screen.getByText('The first 45 are shown; the file has them all.');
  });

  it('needs a connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show();
    screen.getByText('Uploading needs a connection to the server.');
    expect(isDisabled(screen.getByLabelText('Choose a file'))).toBe(true);
  });

  it('a Spanish-speaking person uploads a file in Spanish', async () => {
    const which = {
      code: 'which-child',
      level: 'reject',
      params: { where: 'unit', candidates: '2024-03-10 (2025-05-10, Rosa Caal)' },
    } as const;
    const findings = [
      ...RESULT.findings,
      { row: 4, outcome: 'rejected' as const, findings: [which] },
    ];
    fakeServer([aJob({ findings })]);
    await renderApp(
      <Routes>
        <Route path="/children/import/:stakeDB/:stakeName" element={<ImportPage />} />
      </Routes>,
      { user: PERSON, unit: await openTestUnit({}), path: ADDRESS, language: 'es' },
    );
    await userEvent.upload(await screen.findByLabelText('Elegir un archivo'), aFile());
    expect(isDisabled(await screen.findByRole('button', { name: 'Importar 3 filas' }))).toBe(false);
    screen.getByText('El peso está fuera de 3–18 kg.');
    screen.getByText('Columna que no se lee: «Peso (lb)».');
    screen.getByText(
      /No queda claro de qué niño se trata\. .*10 mar 2024 \(10 may 2025, Rosa Caal\)\./,
    );
  });

  it('asks and shows in Spanish what a check has found', async () => {
    const question = {
      code: 'sameDay',
      options: ['correction', 'second'],
      count: 1,
      examples: [{ row: 2, text: 'Ana, Xol' }],
    };
    fakeServer([
      aJob({
        questions: [question],
        sample: [{ row: 2, firstName: 'Ana', gender: 'Girl', birthDate: '2024-05-03' }],
      }),
    ]);
    await renderApp(
      <Routes>
        <Route path="/children/import/:stakeDB/:stakeName" element={<ImportPage />} />
      </Routes>,
      { user: PERSON, unit: await openTestUnit({}), path: ADDRESS, language: 'es' },
    );
    await userEvent.upload(await screen.findByLabelText('Elegir un archivo'), aFile());
    const group = await screen.findByRole('group', { name: /otra visita el mismo día/ });
    expect(group.textContent).toContain('1 fila · fila 2: Ana, Xol');
    screen.getByLabelText(/^Correcciones: cambian la visita que ya está/);
    screen.getByText('niña, nació el 3 may 2024');
    screen.getByText('sin visita');
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  });
});
