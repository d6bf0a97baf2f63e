import { type LocalUnit, StorageError } from '@crece/storage';
import type { Backup, BackupRefusal, UnitLook } from '@crece/storage/backup';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestUnit, setPending } from '../../testing/open-unit.ts';
import { aUser, memoryDevice, type RenderOptions, renderApp } from '../../testing/render.tsx';
import { BackupPage } from './backup-page.tsx';
import { type BackupTools, backupFileName } from './backup-tools.ts';

const NOW = new Date('2026-03-14T18:00:00.000Z');
const WORDS = 'four blue llamas sing';

/** A unit with `pending` records that exist only here; the page opens every unit as this one. */
async function unitWith(pending: number): Promise<LocalUnit> {
  const unit = await openTestUnit({});
  await setPending(unit, pending);
  return unit;
}

const made = (records: number): Awaited<ReturnType<BackupTools['makeBackup']>> => ({
  ok: true,
  file: new Blob(['sealed']),
  units: [{ stakeDB: 'test_stake_gtm', records, mark: { instance: 'one', sequence: 9 } }],
});

const LOOK: UnitLook = {
  stakeDB: 'test_stake_gtm',
  skipped: false,
  fresh: 8,
  changed: [{ id: 'chld_1', title: 'Marisol Xicay' }],
  removed: [
    { id: 'chld_2', title: 'Nayeli Tum' },
    { id: 'chld_3', title: '' },
  ],
  alreadyHere: 1,
  refused: [{ id: 'chld_x', codes: ['name-missing'] }],
};

const backup = (
  load: Backup['load'] = async () => [],
  look: Backup['look'] = async () => [LOOK],
): Backup => ({
  madeAt: '2026-03-10T12:00:00.000Z',
  units: [
    { stakeDB: 'test_stake_gtm', records: 12 },
    { stakeDB: 'unit_of_nowhere', records: 1 },
  ],
  look,
  load,
});

const tools = (different: Partial<BackupTools> = {}): BackupTools => ({
  canEncrypt: () => true,
  makeBackup: async () => made(12),
  openBackup: async () => ({ ok: true, backup: backup() }),
  ...different,
});

const device = () => memoryDevice({}, { units: ['test_stake_gtm', 'test_stake_bol'] });

async function show(
  different: Partial<BackupTools> = {},
  { pending = 12, ...options }: RenderOptions & { pending?: number } = {},
): Promise<void> {
  await renderApp(<BackupPage tools={tools(different)} />, {
    path: '/children/backup',
    device: device(),
    unit: await unitWith(pending),
    ...options,
  });
}

let saved: { name: string; size: number }[] = [];

beforeEach(() => {
  saved = [];
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const sizes = new Map<string, number>();
  URL.createObjectURL = (file) => {
    const address = `blob:${sizes.size}`;
    sizes.set(address, file instanceof Blob ? file.size : 0);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, size: sizes.get(this.href) ?? -1 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const unitTicks = (card: Awaited<ReturnType<typeof saveCard>>) =>
  within(card.getByRole('group', { name: 'What goes into the file' })).getAllByRole('checkbox');
const saveCard = async () => within(await screen.findByRole('region', { name: 'Save' }));
const loadCard = async () => within(await screen.findByRole('region', { name: 'Load' }));

async function typeWords(first: string, second = first): Promise<void> {
  const card = await saveCard();
  await userEvent.type(await card.findByLabelText('Secret words'), first);
  await userEvent.type(card.getByLabelText('Secret words again'), second);
}

async function openFile(words = WORDS): Promise<void> {
  const card = await loadCard();
  const file = new File(['sealed'], 'crece-backup-2026-03-10.crece');
  await userEvent.upload(card.getByLabelText('Choose a file'), file);
  await userEvent.type(card.getByLabelText('Secret words'), words);
  await userEvent.click(card.getByRole('button', { name: 'Open the file' }));
}

describe('saving a backup file', () => {
  it('saves all units of the device to a file with the date in its name, and records the time', async () => {
    const makeBackup = vi.fn(async () => made(24));
    const here = device();
    await show({ makeBackup }, { device: here });
    const card = await saveCard();
    expect(await card.findAllByText('12 records only on this device')).toHaveLength(2);
    expect(card.getByText('None made on this device yet.')).toBeTruthy();
    expect(card.getByText(/Without them the file cannot be opened, not even by us/)).toBeTruthy();
    await typeWords(WORDS);
    await userEvent.click(card.getByRole('button', { name: 'Save 24 records to a file' }));
    expect(await screen.findByRole('heading', { name: 'The backup file is ready' })).toBeTruthy();
    expect(makeBackup).toHaveBeenCalledOnce();
    expect(makeBackup).toHaveBeenCalledWith(
      [expect.anything(), expect.anything()],
      WORDS,
      expect.objectContaining({ now: NOW }),
    );
    const name = backupFileName(NOW);
    expect(name).toMatch(/^crece-backup-2026-03-1[45]\.crece$/);
    expect(saved).toEqual([{ name, size: 6 }]);
    expect(here.getSetting('lastBackup')).toEqual({ at: NOW.toISOString(), records: 24 });
    await userEvent.click(screen.getByRole('button', { name: 'Save the file again' }));
    expect(saved).toHaveLength(2);
  });

  it('shows when the last one was made', async () => {
    const here = memoryDevice(
      { lastBackup: { at: '2026-03-02T12:00:00.000Z', records: 3 } },
      { units: ['test_stake_gtm'] },
    );
    await show({}, { device: here });
    expect(await screen.findByText(/^Last one made: 2 Mar, .*, 3 records$/)).toBeTruthy();
  });

  it('includes only the unit of the address until others are ticked', async () => {
    await show({}, { path: '/children/backup?stakeDB=test_stake_bol' });
    const card = await saveCard();
    expect(await card.findByRole('button', { name: 'Save 12 records to a file' })).toBeTruthy();
    const ticks = unitTicks(card);
    expect(ticks.map((tick) => (tick as HTMLInputElement).checked)).toEqual([false, true]);
    await userEvent.click(ticks[0] as HTMLElement);
    expect(card.getByRole('button', { name: 'Save 24 records to a file' })).toBeTruthy();
    await userEvent.click(ticks[0] as HTMLElement);
    await userEvent.click(ticks[1] as HTMLElement);
    const none = card.getByRole('button', { name: 'Save to a file' });
    expect(none.hasAttribute('disabled')).toBe(true);
  });

  it('says that there is nothing to save', async () => {
    await show({}, { pending: 0 });
    expect(await screen.findByText('Nothing to save')).toBeTruthy();
    expect((await saveCard()).queryByLabelText('Secret words')).toBeNull();
  });

  it('saves what the server has already too, for a server that lost it', async () => {
    const makeBackup = vi.fn<BackupTools['makeBackup']>(async () => made(40));
    await show({ makeBackup }, { pending: 0 });
    const card = await saveCard();
    expect(await card.findByText('Nothing to save')).toBeTruthy();
    await userEvent.click(card.getByRole('checkbox', { name: /what the server has already/ }));
    expect(unitTicks(card).every((tick) => (tick as HTMLInputElement).checked)).toBe(true);
    await typeWords(WORDS);
    await userEvent.click(card.getByRole('button', { name: 'Save to a file' }));
    expect(await screen.findByText(/40 records/)).toBeTruthy();
    expect(makeBackup.mock.calls[0]?.[2]).toMatchObject({ isAll: true });
    expect(makeBackup.mock.calls[0]?.[0]).toHaveLength(2);
  });

  it('saves the records that a unit would lose, whoever wrote them', async () => {
    const unit = await unitWith(0);
    unit.countLoss = async () => 7;
    await show({}, { unit });
    expect(await screen.findByRole('button', { name: 'Save 14 records to a file' })).toBeTruthy();
  });

  it('a unit that could not be opened is not said to have nothing to save', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const unit = await unitWith(0);
    unit.countLoss = vi
      .fn<LocalUnit['countLoss']>()
      .mockResolvedValueOnce(0)
      .mockRejectedValueOnce(new StorageError('failed'));
    await show({}, { unit });
    const card = await saveCard();
    expect(await card.findByText(/^This unit cannot be opened now/)).toBeTruthy();
    expect(card.getByText('Nothing that exists only here')).toBeTruthy();
    expect(card.queryByText('Nothing to save')).toBeNull();
    expect(card.queryByLabelText('Secret words')).toBeNull();
  });

  it('says how many units the person may not see, and never opens them', async () => {
    const unit = await unitWith(0);
    const ready = vi.spyOn(unit, 'ready');
    const scope = { stakes: ['test_stake_gtm'] };
    const units = ['test_stake_gtm', 'test_stake_bol', 'unit_of_nowhere'];
    await show({}, { unit, user: aUser({ scope }), device: memoryDevice({}, { units }) });
    const card = await saveCard();
    expect(await card.findByText(/^2 other units on this device are not open to you/)).toBeTruthy();
    expect(card.getByText(/has to sign in here and save them/)).toBeTruthy();
    expect(card.queryByText('Nothing to save')).toBeNull();
    expect(unitTicks(card)).toHaveLength(1);
    expect(card.getByText('Guatemala test Only')).toBeTruthy();
    expect(ready).toHaveBeenCalledOnce();
  });

  it('says so beside the units that can be saved, and alone when the person may see none', async () => {
    const user = aUser({ scope: { stakes: ['test_stake_gtm'] } });
    const units = ['test_stake_gtm', 'unit_of_nowhere'];
    await show({}, { user, device: memoryDevice({}, { units }) });
    expect(await screen.findByText(/^1 other unit on this device is not open/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save 12 records to a file' })).toBeTruthy();
    cleanup();
    await show({}, { user, device: memoryDevice({}, { units: ['unit_of_nowhere'] }), pending: 0 });
    const card = await saveCard();
    expect(await card.findByText(/^1 other unit on this device is not open/)).toBeTruthy();
    expect(card.queryByRole('checkbox')).toBeNull();
    expect(card.queryByText('Nothing to save')).toBeNull();
  });

  it('saves the records of a unit that no list of places has any more, for whoever is not limited to others', async () => {
    const units = ['test_stake_gtm', 'unit_of_nowhere'];
    await show({}, { device: memoryDevice({}, { units }) });
    const card = await saveCard();
    expect(await card.findByText('unit_of_nowhere')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Save 24 records to a file' })).toBeTruthy();
    expect(card.queryByText(/not open to you/)).toBeNull();
    cleanup();
    const user = aUser({ scope: { stakes: ['unit_of_nowhere'] } });
    await show({}, { user, device: memoryDevice({}, { units }) });
    expect(await (await saveCard()).findByText('unit_of_nowhere')).toBeTruthy();
  });

  it.each([
    ['', '', 'Enter the secret words.'],
    ['nine char', 'nine char', 'Too short: at least 10 characters.'],
    ['ten letters', 'ten letterz', 'The two are not the same.'],
  ])('rejects the secret words "%s" and "%s"', async (first, second, sentence) => {
    const makeBackup = vi.fn(async () => made(1));
    await show({ makeBackup });
    const card = await saveCard();
    await card.findByLabelText('Secret words');
    if (first !== '') await typeWords(first, second);
    await userEvent.click(card.getByRole('button', { name: /^Save 24/ }));
    expect(await card.findByText(sentence)).toBeTruthy();
    expect(makeBackup).not.toHaveBeenCalled();
  });

  it('shows the secret words on request', async () => {
    await show();
    const card = await saveCard();
    const field = await card.findByLabelText('Secret words');
    expect(field.getAttribute('type')).toBe('password');
    const [button] = card.getAllByRole('button', { name: 'Show the secret words' });
    await userEvent.click(button as HTMLElement);
    expect(field.getAttribute('type')).toBe('text');
  });

  it('reports that everything was sent to the server meanwhile, and a failure of the device', async () => {
    const makeBackup = vi
      .fn<BackupTools['makeBackup']>()
      .mockResolvedValueOnce({ ok: false, code: 'nothing-to-save' })
      .mockRejectedValueOnce(new StorageError('full-disk'));
    await show({ makeBackup });
    await typeWords(WORDS);
    const card = await saveCard();
    const save = () => userEvent.click(card.getByRole('button', { name: /^Save 24/ }));
    await save();
    expect(await screen.findByText(/nothing left to save/)).toBeTruthy();
    await save();
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('a browser that cannot encrypt saves and loads no backup', async () => {
    await show({ canEncrypt: () => false });
    expect(await screen.findByText(/does not begin with https/)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Load' })).toBeNull();
  });

  it('a Spanish-speaking person saves a backup in Spanish', async () => {
    await show({}, { language: 'es' });
    expect(
      await screen.findByRole('button', { name: 'Guardar 24 registros en un archivo' }),
    ).toBeTruthy();
    expect(screen.getByText('Nadie puede recuperar esta frase')).toBeTruthy();
  });
});

describe('loading a backup file', () => {
  it('shows the content of the file, loads it, and reports the result of each unit', async () => {
    const opened: (string | null)[] = [];
    const load: Backup['load'] = async (openUnit) => {
      for (const stakeDB of ['test_stake_gtm', 'unit_of_nowhere']) {
        opened.push((await openUnit(stakeDB))?.stakeDB ?? null);
      }
      return [
        {
          stakeDB: 'test_stake_gtm',
          skipped: false,
          added: 1,
          removals: 2,
          alreadyHere: 10,
          refused: [{ id: 'chld_x', codes: ['name-missing'] }],
        },
        {
          stakeDB: 'unit_of_nowhere',
          skipped: true,
          added: 0,
          removals: 0,
          alreadyHere: 0,
          refused: [],
        },
      ];
    };
    await show({ openBackup: async () => ({ ok: true, backup: backup(load) }) });
    await openFile();
    const card = await loadCard();
    expect(await card.findByText(/^Made 10 Mar, /)).toBeTruthy();
    expect(await card.findByText('Guatemala test Only')).toBeTruthy();
    for (const sentence of [
      '8 new records',
      'Changes 1 record: Marisol Xicay',
      'Asks to remove 2 records: Nayeli Tum, a record without a name',
      /^Nothing is removed now\./,
      '1 was here already',
      '1 record cannot be taken',
    ]) {
      expect(card.getByText(sentence)).toBeTruthy();
    }
    await userEvent.click(card.getByRole('button', { name: 'Load 12 records' }));
    expect(await card.findByText('The file is loaded')).toBeTruthy();
    expect(opened).toEqual(['test_stake_gtm', null]);
    expect(card.getByText('1 record loaded · 10 were here already · 2 removals wait')).toBeTruthy();
    expect(card.getByText(/^Nothing was removed\. What the file asks/)).toBeTruthy();
    expect(card.getByText('1 record could not be loaded:')).toBeTruthy();
    expect(card.getByText(/A name is missing\./)).toBeTruthy();
    expect(card.getByText(/^Not loaded: no list of places/)).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Load another file' }));
    expect(card.getByRole('button', { name: 'Open the file' })).toBeTruthy();
  });

  it.each([
    [{ added: 0, alreadyHere: 3, refused: [] }, 'All of it was here already'],
    [{ added: 12, alreadyHere: 0, refused: [] }, '12 records loaded'],
    [{ added: 11, alreadyHere: 1, refused: [] }, '11 records loaded · 1 was here already'],
    [
      { added: 0, alreadyHere: 0, refused: [{ id: 'chld_x', codes: ['name-missing'] }] },
      'Nothing was loaded',
    ],
  ])('reports a unit of which %j was loaded', async (result, sentence) => {
    const load = async () => [
      { stakeDB: 'test_stake_gtm', skipped: false, removals: 0, ...result },
    ];
    await show({ openBackup: async () => ({ ok: true, backup: backup(load) }) });
    await openFile();
    const card = await loadCard();
    await userEvent.click(await card.findByRole('button', { name: 'Load 12 records' }));
    expect(await card.findByText(sentence)).toBeTruthy();
  });

  it.each<[BackupRefusal, RegExp]>([
    ['not-available', /No backup file can be opened/],
    ['passphrase-too-short', /have at least 10 characters/],
    ['not-a-backup', /not a backup file of Crece/],
    ['newer-version', /Update Crece on this device/],
    ['wrong-passphrase-or-damaged', /not right, or the file is damaged/],
    ['damaged', /The file is damaged/],
    ['cut', /its end is missing/],
  ])('explains %s in plain words', async (code, sentence) => {
    await show({ openBackup: async () => ({ ok: false, code }) });
    await openFile();
    const card = await loadCard();
    expect(await card.findByText(sentence)).toBeTruthy();
    expect(card.getByRole('button', { name: 'Open the file' }).hasAttribute('disabled')).toBe(
      false,
    );
  });

  it('asks for a file and for the secret words first', async () => {
    const openBackup = vi.fn<BackupTools['openBackup']>();
    await show({ openBackup });
    const card = await loadCard();
    const open = () => userEvent.click(card.getByRole('button', { name: 'Open the file' }));
    await open();
    expect(await card.findByText('Choose a file first.')).toBeTruthy();
    await userEvent.upload(card.getByLabelText('Choose a file'), new File(['x'], 'a.crece'));
    await open();
    expect(await card.findByText('Enter the secret words.')).toBeTruthy();
    expect(openBackup).not.toHaveBeenCalled();
  });

  it('reports an unreadable file and a full device', async () => {
    const load = async () => {
      throw new StorageError('full-disk');
    };
    const openBackup = vi
      .fn<BackupTools['openBackup']>()
      .mockRejectedValueOnce(new DOMException('gone', 'NotReadableError'))
      .mockResolvedValueOnce({ ok: true, backup: backup(load) });
    await show({ openBackup });
    await openFile();
    const card = await loadCard();
    expect(await card.findByText('The file could not be read. Try again.')).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Open the file' }));
    await userEvent.click(await card.findByRole('button', { name: 'Load 12 records' }));
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    await waitFor(() =>
      expect(card.getByRole('button', { name: 'Load 12 records' }).hasAttribute('disabled')).toBe(
        false,
      ),
    );
  });

  it('says when everything in it is here already, and when it cannot be compared', async () => {
    const nothing = { ...LOOK, fresh: 0, changed: [], removed: [], refused: [] };
    const look = vi
      .fn<Backup['look']>()
      .mockResolvedValueOnce([nothing])
      .mockRejectedValueOnce(new StorageError('failed'));
    await show({ openBackup: async () => ({ ok: true, backup: backup(undefined, look) }) });
    await openFile();
    const card = await loadCard();
    expect(await card.findByText('All of it was here already')).toBeTruthy();
    expect(card.queryByRole('button', { name: /^Load/ })).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Choose another file' }));
    await openFile();
    expect(await screen.findByText(/could not/)).toBeTruthy();
    expect(card.queryByRole('button', { name: /^Load/ })).toBeNull();
  });

  it('offers to load what this person may load here, not the records of another unit', async () => {
    const nowhere = { ...LOOK, stakeDB: 'unit_of_nowhere', skipped: true, fresh: 0, refused: [] };
    const skipped = { ...nowhere, changed: [], removed: [], alreadyHere: 0 };
    const look = vi
      .fn<Backup['look']>()
      .mockResolvedValueOnce([skipped, { ...skipped, skipped: false, fresh: 1 }])
      .mockResolvedValueOnce([skipped]);
    await show({ openBackup: async () => ({ ok: true, backup: backup(undefined, look) }) });
    await openFile();
    const card = await loadCard();
    expect(await card.findByRole('button', { name: 'Load 1 record' })).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Choose another file' }));
    await openFile();
    expect(await card.findByText(/^Not loaded: no list of places/)).toBeTruthy();
    expect(card.queryByRole('button', { name: /^Load/ })).toBeNull();
  });

  it.each([
    ['en', 'Load', 'Choose a file', 'Secret words', 'Open the file', /Not loaded: the unit is not/],
    ['es', 'Cargar', 'Elegir un archivo', 'Frase secreta', 'Abrir el archivo', /no tiene acceso/],
  ] as const)(
    'a unit that is not open to the account is told from one that no list of places has (%s)',
    async (language, region, choose, words, open, why) => {
      const nothing = { fresh: 0, changed: [], removed: [], alreadyHere: 0, refused: [] };
      const look: Backup['look'] = async () =>
        ['test_stake_gtm', 'unit_of_nowhere'].map((stakeDB) => ({
          ...{ stakeDB, skipped: true, ...nothing },
        }));
      const openBackup = async () => ({ ok: true as const, backup: backup(undefined, look) });
      await show({ openBackup }, { language });
      const card = within(await screen.findByRole('region', { name: region }));
      await userEvent.upload(card.getByLabelText(choose), new File(['x'], 'a.crece'));
      await userEvent.type(card.getByLabelText(words), WORDS);
      await userEvent.click(card.getByRole('button', { name: open }));
      await card.findByText(/no list of places.*Keep the file|ninguna lista.*Guarde el archivo/);
      const [ofAccount] = card.getAllByRole('listitem');
      expect(ofAccount?.textContent).toMatch(why);
    },
  );

  it('a Spanish-speaking person loads a backup in Spanish', async () => {
    await show({ openBackup: async () => ({ ok: false, code: 'cut' }) }, { language: 'es' });
    const card = within(await screen.findByRole('region', { name: 'Cargar' }));
    await userEvent.upload(card.getByLabelText('Elegir un archivo'), new File(['x'], 'a.crece'));
    await userEvent.type(card.getByLabelText('Frase secreta'), WORDS);
    await userEvent.click(card.getByRole('button', { name: 'Abrir el archivo' }));
    expect(await card.findByText(/El archivo está cortado/)).toBeTruthy();
  });
});
