import type { Account } from '@crece/domain';
import type { Device } from '@crece/storage';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepPerson, storedSession } from '../../api/stored-session.ts';
import { lockNow, lockState, makeLock, openedBy } from '../../data/lock.ts';
import { sealedFor } from '../../data/seal.ts';
import { aUser, memoryDevice, renderApp } from '../../testing/render.tsx';
import { DevicePage } from './device-page.tsx';
import { settingsServer } from './testing/settings-server.ts';

const ANA: Account = { id: 'user-1', username: 'ana', displayName: 'Ana López', roles: ['user'] };
const JUAN: Account = { id: 'user-2', username: 'juan', displayName: 'Juan Choc', roles: ['user'] };
const PIN = '482913';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  settingsServer();
});

async function open(
  people: readonly Account[] = [],
  options: Parameters<typeof renderApp>[1] = { user: aUser() },
) {
  const device = options.device ?? memoryDevice();
  const known = await device.people();
  for (const account of people) await known.setPin(account, PIN);
  await renderApp(<DevicePage />, { ...options, device });
  await screen.findByRole('region', { name: /Your PIN|Su PIN/ });
  return { device, known, user: userEvent.setup() };
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

/** A slow phone, on which checking or setting a PIN waits for the returned function. */
function slowPins(device: Device) {
  const { people } = device;
  let go = () => {};
  const waits = new Promise<void>((resolve) => (go = resolve));
  device.people = async () => {
    const known = await people();
    return {
      ...known,
      setPin: (...of) => waits.then(() => known.setPin(...of)),
      tryPin: (...of) => waits.then(() => known.tryPin(...of)),
    };
  };
  return go;
}

async function typePins(pins: Readonly<Record<string, string>>, send = 'Save PIN') {
  const user = userEvent.setup();
  for (const [label, pin] of Object.entries(pins)) {
    await user.type(screen.getByLabelText(label), pin);
  }
  await press(send);
}

describe('name on records', () => {
  it('a signed-in person signs records with the account’s name', async () => {
    await open();
    expect(screen.getByText(/What you save is signed “Ana López”/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change it in the profile' })).toBeTruthy();
  });

  it('a person without an account sets the name on the device', async () => {
    const { device, user } = await open([], {});
    await press('Set the name');
    await user.type(await screen.findByLabelText('Your name'), '\ufe0f\u2800');
    await press('Save my name');
    expect(device.getSetting('screenerName')).toBeUndefined();
    await user.type(screen.getByLabelText('Your name'), 'Eva Tot');
    await press('Save my name');
    expect(await screen.findByText(/What you save is signed “Eva Tot”/)).toBeTruthy();
    expect(device.getSetting('screenerName')).toBe('Eva Tot');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('setting a PIN', () => {
  it('makes this person known and gives the device a lock', async () => {
    const { known } = await open();
    await press('Set a PIN');
    await typePins({ 'New PIN': PIN, 'New PIN again': PIN });
    expect(await screen.findByText('Your PIN is set.')).toBeTruthy();
    expect(await screen.findByText('Ana López (you)')).toBeTruthy();
    expect([lockState(), openedBy()]).toEqual(['open', 'pin']);
    expect(await known.tryPin(ANA.id, PIN)).toMatchObject({ ok: true, person: { account: ANA } });
  });

  it.each([
    ['12345', '12345', 'A PIN has 6 digits.'],
    ['111111', '111111', 'Not the same digit six times.'],
    ['123456', '123456', 'Not a run such as 123456.'],
    [PIN, '482914', 'The two PINs are not the same.'],
  ])('rejects %s and %s: %s', async (pin, again, error) => {
    const { known } = await open();
    await press('Set a PIN');
    await typePins({ 'New PIN': pin, 'New PIN again': again });
    expect(await screen.findByText(error)).toBeTruthy();
    expect(await known.list()).toEqual([]);
    expect(lockState()).toBe('none');
  });

  it('accepts only digits, at most six', async () => {
    const { user } = await open();
    await press('Set a PIN');
    const field = screen.getByLabelText('New PIN') as HTMLInputElement;
    await user.type(field, '4a8 2-9135');
    expect(field.value).toMatch(/^\d{1,6}$/);
    expect(field.type).toBe('password');
  });

  it('needs an account', async () => {
    await open([], {});
    expect(screen.getByText('Sign in once to set a PIN.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set a PIN' })).toBeNull();
  });

  it('says that it needs https when the browser has no cryptography', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    await open();
    expect(
      await screen.findByText(/does not begin with https\. Ask help@example\.org/),
    ).toBeTruthy();
  });

  it.each([
    ['en', /It does not encrypt/],
    ['es', /No cifra nada/],
  ] as const)('says that it is not encryption (%s)', async (language, words) => {
    await open([], { user: aUser(), language });
    expect(screen.getByText(words)).toBeTruthy();
  });
});

describe('changing a PIN', () => {
  it('asks for the current PIN', async () => {
    const { known } = await open([ANA]);
    await press('Change PIN');
    await typePins({ 'Current PIN': '111222', 'New PIN': '715204', 'New PIN again': '715204' });
    expect(await screen.findByText('This PIN is not right.')).toBeTruthy();
    expect(await known.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
    await userEvent.setup().clear(screen.getByLabelText('Current PIN'));
    await typePins({ 'Current PIN': PIN });
    expect(await screen.findByText('Your PIN is set.')).toBeTruthy();
    expect(await known.tryPin(ANA.id, '715204')).toMatchObject({ ok: true });
  });

  it('makes the person wait after wrong PINs here too', async () => {
    const { known } = await open([ANA]);
    for (let i = 0; i < 4; i += 1) await known.tryPin(ANA.id, '111222');
    expect((await known.list())[0]?.failures).toBe(4);
    await press('Change PIN');
    await typePins({ 'Current PIN': PIN, 'New PIN': '715204', 'New PIN again': '715204' });
    expect(await screen.findByText(/^Too many wrong PINs\. Wait \d+ seconds\.$/)).toBeTruthy();
  });

  it('does not open the phone that was locked while the new one was being kept', async () => {
    makeLock('pin');
    const { device, known } = await open([ANA]);
    const go = slowPins(device);
    await press('Change PIN');
    await typePins({ 'Current PIN': PIN, 'New PIN': '715204', 'New PIN again': '715204' });
    // By the menu, or in another tab.
    act(lockNow);
    go();
    await screen.findByText('Your PIN is set.');
    expect(lockState()).toBe('locked');
    expect(await known.tryPin(ANA.id, '715204')).toMatchObject({ ok: true });
  });

  it('changing a PIN after a sign-in does not ask for the old one', async () => {
    makeLock('sign-in');
    const { known } = await open([ANA]);
    await press('Change PIN');
    expect(screen.queryByLabelText('Current PIN')).toBeNull();
    await typePins({ 'New PIN': '715204', 'New PIN again': '715204' });
    expect(await screen.findByText('Your PIN is set.')).toBeTruthy();
    expect(await known.tryPin(ANA.id, '715204')).toMatchObject({ ok: true });
    expect(openedBy()).toBe('pin');
  });
});

describe('removing a PIN', () => {
  const confirmRemoval = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Remove your PIN from this device?' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Remove PIN' }));
  };

  it('asks for the PIN, and leaves the person signed in', async () => {
    const { known } = await open([ANA]);
    await press('Remove PIN');
    await typePins({ 'Current PIN': PIN }, 'Remove PIN');
    await confirmRemoval();
    expect(await screen.findByText('Your PIN is removed.')).toBeTruthy();
    expect(await known.list()).toEqual([]);
    expect(storedSession().active?.id).toBe(ANA.id);
    expect(lockState()).toBe('none');
  });

  it('locks the device for a person who entered by PIN only', async () => {
    makeLock('pin');
    const { known } = await open([ANA, JUAN]);
    await act(async () => keepPerson(JUAN));
    await press('Remove PIN');
    await typePins({ 'Current PIN': PIN }, 'Remove PIN');
    await confirmRemoval();
    await waitFor(() => expect(lockState()).toBe('locked'));
    await waitFor(async () =>
      expect((await known.list()).map(({ account }) => account.id)).toEqual([ANA.id]),
    );
  });
});

describe('people of the device', () => {
  const HND_ONLY = { roles: ['sync' as const], scope: { countries: ['HND'] } };
  const inGuatemala = () => memoryDevice({}, { units: ['test_stake_gtm'] });
  const removing = (name: string) => screen.findByRole('dialog', { name: `Remove ${name}?` });
  const remove = async (dialog: HTMLElement) =>
    userEvent.setup().click(within(dialog).getByRole('button', { name: 'Remove' }));
  const pinIn = (dialog: HTMLElement, name: string) =>
    within(dialog).getByLabelText(`PIN of ${name}, 6 digits`);

  it('people of the device are listed, and removed with their PIN only', async () => {
    makeLock('pin');
    const { known, user } = await open([ANA, JUAN]);
    expect(screen.queryByRole('button', { name: 'Remove Ana López from this device' })).toBeNull();
    await press('Remove Juan Choc from this device');
    const dialog = await removing('Juan Choc from this device');
    await remove(dialog);
    expect(within(dialog).getByText('A PIN has 6 digits.')).toBeTruthy();
    await user.type(pinIn(dialog, 'Juan Choc'), '111222');
    await remove(dialog);
    expect(await within(dialog).findByText('This PIN is not right.')).toBeTruthy();
    expect(await known.list()).toHaveLength(2);
    await user.clear(pinIn(dialog, 'Juan Choc'));
    await user.type(pinIn(dialog, 'Juan Choc'), PIN);
    await remove(dialog);
    expect(await screen.findByText('Juan Choc was removed from this device.')).toBeTruthy();
    expect((await known.list()).map(({ account }) => account.id)).toEqual([ANA.id]);
    expect(sealedFor()).toBeNull();
  });

  it('nobody is removed when that was given up while the PIN was checked', async () => {
    const { device, known, user } = await open([ANA, JUAN]);
    const go = slowPins(device);
    await press('Remove Juan Choc from this device');
    const dialog = await removing('Juan Choc from this device');
    await user.type(pinIn(dialog, 'Juan Choc'), PIN);
    await remove(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    go();
    await known.tryPin(JUAN.id, PIN);
    // Longer than the removal takes here.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await known.list()).toHaveLength(2);
  });

  it('the PIN at a removal cannot be guessed without the delays of the lock', async () => {
    const { known, user } = await open([ANA, JUAN]);
    for (let i = 0; i < 4; i += 1) await known.tryPin(JUAN.id, '111222');
    await press('Remove Juan Choc from this device');
    const dialog = await removing('Juan Choc from this device');
    await user.type(pinIn(dialog, 'Juan Choc'), PIN);
    await remove(dialog);
    expect(
      await within(dialog).findByText(/^Too many wrong PINs\. Wait \d+ seconds\.$/),
    ).toBeTruthy();
    expect(await known.list()).toHaveLength(2);
  });

  it.each([
    ['en', 'Remove Juan Choc from this device', 'Without it, ask somebody who may sync every unit'],
    ['es', 'Quitar a Juan Choc de este dispositivo', 'Si no lo tiene, pídaselo a alguien'],
  ] as const)(
    'an account of another country may not remove them without it (%s)',
    async (language, name, said) => {
      const { known, user } = await open([JUAN], {
        user: aUser(HND_ONLY),
        device: inGuatemala(),
        language,
      });
      await user.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(said, { exact: false })).toBeTruthy();
      expect(await known.list()).toHaveLength(1);
    },
  );

  it.each([
    ['everywhere', {}],
    ['this country', { scope: { countries: ['GTM'] } }],
  ])(
    '… one that may sync %s need not know it, and seals the phone with the last',
    async (_where, scope) => {
      const { known } = await open([JUAN], {
        user: aUser({ roles: ['sync'], ...scope }),
        device: inGuatemala(),
      });
      await press('Remove Juan Choc from this device');
      const dialog = await removing('Juan Choc from this device');
      expect(within(dialog).queryByLabelText(/PIN/)).toBeNull();
      await remove(dialog);
      await waitFor(async () => expect(await known.list()).toEqual([]));
      expect(sealedFor()).toEqual([JUAN.id, ANA.id]);
    },
  );

  it('lose the device’s session when they are removed', async () => {
    const { user } = await open([ANA, JUAN]);
    await act(async () => keepPerson(JUAN));
    await press('Remove Ana López from this device');
    const dialog = await removing('Ana López from this device');
    await user.type(pinIn(dialog, 'Ana López'), PIN);
    await remove(dialog);
    await waitFor(() => expect(storedSession()).toMatchObject({ user: null, token: null }));
    expect(storedSession().active?.id).toBe(JUAN.id);
  });

  it('a person without a PIN can let others in, and is warned', async () => {
    await open([JUAN]);
    await press('Lock and let somebody else in');
    const dialog = await screen.findByRole('dialog', { name: 'Lock without a PIN of your own?' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Lock now' }));
    await waitFor(() => expect(lockState()).toBe('locked'));
  });
});

describe('lock of the device', () => {
  it('locks on request, and after the configured minutes', async () => {
    makeLock('pin');
    const { device, user } = await open([ANA]);
    await user.selectOptions(screen.getByLabelText('Lock after'), '10 minutes');
    expect(device.getSetting('lockMinutes')).toBe(10);
    await press('Lock now');
    expect(lockState()).toBe('locked');
  });
});

describe('language and storage', () => {
  it('language and storage are shown and changed', async () => {
    const device = memoryDevice({}, { units: ['a', 'b'] });
    const state = { persisted: false, usage: 5_230_000, quota: 40_000_000, low: true };
    device.storageState = async () => state;
    device.requestPersistence = async () => false;
    const { user } = await open([], { user: aUser(), device });
    expect(await screen.findByText('5.2 MB used of 40 MB that the browser allows')).toBeTruthy();
    expect(screen.getByText(/Little room is left/)).toBeTruthy();
    expect(screen.getByText('2 units on this device')).toBeTruthy();
    await press('Ask the browser to keep them');
    expect(await screen.findByText(/The browser did not promise it/)).toBeTruthy();
    await user.click(screen.getByLabelText('Español'));
    expect(await screen.findByText(/5,2 MB usados de 40 MB/)).toBeTruthy();
  });

  it('says that nobody knows what is free where the browser does not tell', async () => {
    const device = memoryDevice();
    const state = { persisted: true, usage: 5_230_000, quota: null, low: false };
    device.storageState = async () => state;
    await open([], { user: aUser(), device });
    expect(
      await screen.findByText('5.2 MB used. The browser does not say how much is free.'),
    ).toBeTruthy();
  });
});
