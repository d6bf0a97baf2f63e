import { type LocalUnit, StorageError } from '@crece/storage';
import type { Backup } from '@crece/storage/backup';
import { screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestUnit, setPending } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import type { BackupTools } from './backup-tools.ts';
import { newCode, secretOf } from './hand-over-code.ts';
import { HandOverPage } from './hand-over-page.tsx';
import { ReceivePage } from './receive-page.tsx';

const MARK = { instance: 'one', sequence: 9 };

let saved: string[] = [];

beforeEach(() => {
  saved = [];
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

const tools = (different: Partial<BackupTools> = {}): BackupTools => ({
  canEncrypt: () => true,
  makeBackup: async (units) => ({
    ok: true,
    file: new Blob(['sealed']),
    units: units.map(({ stakeDB }) => ({ stakeDB, records: 2, mark: MARK })),
  }),
  openBackup: async () => ({ ok: false, code: 'wrong-passphrase-or-damaged' }),
  ...different,
});

/** A phone whose share sheet does this; false: it shares no files. */
function sharesBy(share: (() => Promise<void>) | false) {
  const shared: File[] = [];
  Object.assign(navigator, {
    canShare: () => share !== false,
    share: async ({ files = [] }: ShareData) => {
      if (share !== false) await share();
      shared.push(...files);
    },
  });
  return shared;
}

async function openHandOver(given = tools()) {
  const unit: LocalUnit = await openTestUnit({ stakeDB: 'test_stake_gtm' });
  await setPending(unit, 2);
  const device = memoryDevice();
  await renderApp(
    <Routes>
      <Route
        path="/children/handover/:stakeDB/:stakeName"
        element={<HandOverPage tools={given} />}
      />
    </Routes>,
    { path: '/children/handover/test_stake_gtm/Test', device, unit },
  );
  return { user: userEvent.setup(), device };
}

const code = async () => (await screen.findByLabelText('Code that opens the file')).textContent;

describe('the code of a file', () => {
  it('a code has fifteen digits in three groups, and is another one each time', () => {
    const codes = Array.from({ length: 50 }, newCode);
    for (const each of codes) expect(each).toMatch(/^\d{5} \d{5} \d{5}$/);
    expect(new Set(codes).size).toBe(50);
  });

  it('a code is read with any blanks and hyphens; secret words are taken as they are', () => {
    expect(secretOf(' 48210-93755 64102 ')).toBe('482109375564102');
    expect(secretOf('mango 27 - lluvia')).toBe('mango 27 - lluvia');
  });
});

describe('handing over', () => {
  it('shares a text file, and notes the hand-over only when the file was shared', async () => {
    let answer: () => Promise<void> = () =>
      Promise.reject(new DOMException('closed', 'AbortError'));
    const shared = sharesBy(() => answer());
    const makeBackup = vi.fn(tools().makeBackup);
    const { user, device } = await openHandOver(tools({ makeBackup }));
    const shown = await code();
    expect(makeBackup.mock.calls[0]?.[1]).toBe(secretOf(shown ?? ''));
    await user.click(screen.getByRole('button', { name: 'Share the file' }));
    expect(device.getSetting('handedOver')).toBeUndefined();
    answer = async () => undefined;
    await user.click(screen.getByRole('button', { name: 'Share the file' }));
    expect(await screen.findByRole('heading', { name: '2 records handed over' })).toBeTruthy();
    expect(device.getSetting('handedOver')).toMatchObject({ test_stake_gtm: { mark: MARK } });
    expect(shared).toHaveLength(1);
    expect(shared[0]?.name).toMatch(/^crece-\d{4}-\d\d-\d\d\.txt$/);
    expect(shared[0]?.type).toBe('text/plain');
    // The other person may still need it.
    expect(await code()).toBe(shown);
  });

  it('shares once when the button is pressed twice before the share sheet is there', async () => {
    let isOpen = false;
    sharesBy(() => {
      const refusal = new DOMException('already sharing', 'InvalidStateError');
      if (isOpen) return Promise.reject(refusal);
      isOpen = true;
      return new Promise(() => undefined);
    });
    const { user } = await openHandOver();
    await user.dblClick(await screen.findByRole('button', { name: 'Share the file' }));
    expect(isOpen).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save the file' })).toBeNull();
  });

  it('saves the file where files cannot be shared, and notes the hand-over when the person says so', async () => {
    sharesBy(false);
    const { user, device } = await openHandOver();
    await user.click(await screen.findByRole('button', { name: 'Save the file' }));
    expect(saved).toEqual([expect.stringMatching(/^crece-.*\.txt$/)]);
    expect(device.getSetting('handedOver')).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'The other phone has it' }));
    expect(device.getSetting('handedOver')).toMatchObject({ test_stake_gtm: { mark: MARK } });
  });

  it('offers to save when the share sheet refuses the file', async () => {
    sharesBy(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user, device } = await openHandOver();
    await user.click(await screen.findByRole('button', { name: 'Share the file' }));
    expect(await screen.findByRole('button', { name: 'Save the file' })).toBeTruthy();
    expect(device.getSetting('handedOver')).toBeUndefined();
  });

  it('says when there is nothing to hand over', async () => {
    const makeBackup = async () => ({ ok: false, code: 'nothing-to-save' }) as const;
    await openHandOver(tools({ makeBackup }));
    expect(await screen.findByText('Nothing to hand over')).toBeTruthy();
  });
});

describe('receiving', () => {
  async function openReceive(given: BackupTools) {
    const unit = await openTestUnit({ stakeDB: 'test_stake_gtm' });
    const stakes = [{ stakeName: 'Test', stakeDB: 'test_stake_gtm', stakeCode: 'TEST' }];
    const country = {
      image: 'guatemala',
      flag: 'guatemala',
      name: 'Guatemala',
      code: 'GTM',
      stakes,
    };
    const device = memoryDevice({ placeByUnit: { test_stake_gtm: country } });
    const path = '/children/receive?stakeDB=test_stake_gtm';
    await renderApp(<ReceivePage tools={given} />, { path, device, unit });
    return userEvent.setup();
  }
  const file = () => new File(['text'], 'crece-2026-11-23.txt');
  const LOADED = [
    {
      stakeDB: 'test_stake_gtm',
      skipped: false,
      added: 2,
      removals: 0,
      alreadyHere: 0,
      refused: [],
    },
  ] as const;
  const LOOK = {
    stakeDB: 'test_stake_gtm',
    skipped: false,
    fresh: 1,
    changed: [{ id: 'chld_1', title: 'Marisol Xicay' }],
    removed: [],
    alreadyHere: 0,
    refused: [],
  };
  const opened = (load: Backup['load'] = async () => LOADED) => ({
    ok: true as const,
    backup: {
      madeAt: '2026-03-10T12:00:00.000Z',
      units: [{ stakeDB: 'test_stake_gtm', records: 2 }],
      look: async () => [LOOK],
      load,
    },
  });
  const open = (user: UserEvent) =>
    user.click(screen.getByRole('button', { name: 'Open the file' }));
  const take = async (user: UserEvent) =>
    user.click(await screen.findByRole('button', { name: 'Receive the records' }));

  it('opens the file with the code, shows what it changes, and loads it when told to', async () => {
    const openBackup = vi.fn<BackupTools['openBackup']>(async () => opened());
    const user = await openReceive(tools({ openBackup }));
    await user.upload(screen.getByLabelText('Choose a file'), file());
    await user.type(screen.getByLabelText('Code of the file'), '48210 93755 64102{Enter}');
    expect(await screen.findByText('Changes 1 record: Marisol Xicay')).toBeTruthy();
    expect(screen.queryByText('2 records loaded')).toBeNull();
    await take(user);
    expect(await screen.findByText('2 records loaded')).toBeTruthy();
    expect(openBackup.mock.calls[0]?.[1]).toBe('482109375564102');
  });

  it('takes the records at the second try when the first could not be written', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn<Backup['load']>(async () => LOADED);
    load.mockRejectedValueOnce(new StorageError('full-disk'));
    const openBackup: BackupTools['openBackup'] = async (_file, _secret, { onProgress } = {}) => {
      onProgress?.(1);
      return opened(load);
    };
    const user = await openReceive(tools({ openBackup }));
    await user.upload(screen.getByLabelText('Choose a file'), file());
    await user.type(screen.getByLabelText('Code of the file'), '48210 93755 64102');
    await open(user);
    await take(user);
    expect(await screen.findByText(/^This device is full/)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    await take(user);
    expect(await screen.findByText('2 records loaded')).toBeTruthy();
  });

  it('opens a file whose secret words are digits with blanks', async () => {
    const openBackup: BackupTools['openBackup'] = async (_file, secret) =>
      secret === '1234 56789' ? opened() : { ok: false, code: 'passphrase-too-short' };
    const user = await openReceive(tools({ openBackup }));
    await user.upload(screen.getByLabelText('Choose a file'), file());
    await user.type(screen.getByLabelText('Code of the file'), '1234 56789{Enter}');
    await take(user);
    expect(await screen.findByText('2 records loaded')).toBeTruthy();
  });

  it('leads back to the list of the unit from which it was opened', async () => {
    await openReceive(tools());
    const back = screen.getByRole('link', { name: 'Back' }).getAttribute('href');
    expect(back).toMatch(/^\/children\/list\/.*test_stake_gtm/);
  });

  it('says what is missing or wrong at its field, and keeps what was chosen and typed', async () => {
    const user = await openReceive(tools());
    await open(user);
    expect(screen.getByText('Choose a file first.')).toBeTruthy();
    await user.upload(screen.getByLabelText('Choose a file'), file());
    await open(user);
    expect(screen.getByText('Type the code.')).toBeTruthy();
    await user.type(screen.getByLabelText('Code of the file'), '11111 11111 11111');
    await open(user);
    await waitFor(() => expect(screen.getByText(/^The code is not right/)).toBeTruthy());
    expect(screen.getByText('crece-2026-11-23.txt')).toBeTruthy();
    expect(screen.getByLabelText('Code of the file')).toHaveProperty('value', '11111 11111 11111');
  });
});
