import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useMarkUnsaved } from '../shared/forms/unsaved.tsx';
import { memoryDevice, renderApp } from '../testing/render.tsx';
import { SaidEverywhere, startUpdates, UpdateBar } from './update-bar.tsx';
import type { UpdateState, Updates } from './updates.ts';

function fakeUpdates(first: UpdateState = 'quiet') {
  const listeners = new Set<() => void>();
  let state = first;
  const become = (next: UpdateState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const updates: Updates = {
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    state: () => state,
    apply: vi.fn(),
    dismiss: vi.fn(() => become('quiet')),
  };
  return { updates, become };
}

function Form() {
  const [unsaved, setUnsaved] = useState(false);
  useMarkUnsaved(unsaved);
  return (
    <button type="button" onClick={() => setUnsaved((before) => !before)}>
      {unsaved ? 'save' : 'type'}
    </button>
  );
}

const bar = () => screen.queryByText('A new version of Crece is ready.');

async function open(first?: UpdateState) {
  const fake = fakeUpdates(first);
  await renderApp(
    <>
      <UpdateBar updates={fake.updates} />
      <Form />
    </>,
  );
  return { ...fake, user: userEvent.setup() };
}

describe('UpdateBar', () => {
  it('offers a new version and applies it only after the person accepts', async () => {
    const { updates, become, user } = await open();
    expect(bar()).toBeNull();
    act(() => become('waiting'));
    expect(bar()).not.toBeNull();
    expect(updates.apply).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(updates.apply).toHaveBeenCalledOnce();
  });

  it('hides the offer while typed content is unsaved', async () => {
    const { become, user } = await open();
    await user.click(screen.getByRole('button', { name: 'type' }));
    act(() => become('waiting'));
    expect(bar()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'save' }));
    expect(bar()).not.toBeNull();
  });

  it('hides at the first letter typed but keeps its space, so that the form does not jump', async () => {
    const { updates, user } = await open('waiting');
    const place = bar()?.parentElement;
    expect(place?.style.visibility).toBe('visible');
    await user.click(screen.getByRole('button', { name: 'type' }));
    expect(bar()?.parentElement).toBe(place);
    expect(place?.style.visibility).toBe('hidden');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'save' }));
    expect(place?.style.visibility).toBe('visible');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(updates.apply).toHaveBeenCalledOnce();
  });

  it('disappears when the person chooses later', async () => {
    const { user } = await open('waiting');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(bar()).toBeNull();
  });

  it('offers a reload when another window applied the new version', async () => {
    const { become } = await open();
    act(() => become('taken-elsewhere'));
    expect(bar()).not.toBeNull();
  });

  it('announces once that the application is complete for offline use', async () => {
    const { updates, become } = await open();
    act(() => become('offline-ready'));
    expect(screen.getByText('Crece now works without a connection.')).toBeTruthy();
    expect(updates.dismiss).toHaveBeenCalledOnce();
  });
});

describe('what is said on every page', () => {
  const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Guatemala test Only' };
  const state = { persisted: true, usage: 60_000_000, quota: 100_000_000 };

  it('warns while there is still room, and offers to hand over what was not sent', async () => {
    const device = memoryDevice({ lastUnit: UNIT });
    device.storageState = async () => ({ ...state, low: true });
    await renderApp(<SaidEverywhere updates={null} />, { device });
    expect(await screen.findByText(/Little room is left on this device/)).toBeTruthy();
    expect(screen.getByText(/never the data of this site/)).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Hand over what was not sent' });
    expect(link.getAttribute('href')).toContain('/children/handover/test_stake_gtm/');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/Little room/)).toBeNull();
  });

  it('says nothing with room left', async () => {
    const device = memoryDevice({ lastUnit: UNIT });
    device.storageState = vi.fn(async () => ({ ...state, low: false }));
    await renderApp(<SaidEverywhere updates={null} />, { device });
    expect(device.storageState).toHaveBeenCalled();
    expect(screen.queryByText(/Little room/)).toBeNull();
  });
});

describe('an application that could not be stored on the device', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  it.each([
    ['en', false, 'connection yet.There is no room for it on this device. Delete photos'],
    ['en', true, 'connection yet.It could not be stored on this device. Open it again where'],
    ['es', false, 'sin conexión.No hay espacio para guardarlo en este dispositivo. Borre fotos'],
  ] as const)('is told with the reason (%s, room: %s)', async (language, hasRoom, said) => {
    const put = async () => {
      if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    };
    const dropped = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal('caches', { open: () => Promise.resolve({ put }), delete: dropped });
    const { updates, become } = fakeUpdates();
    await renderApp(<UpdateBar updates={updates} />, { language });
    act(() => become('not-kept'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(said));
    expect(dropped).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['en', 'connection yet.This address begins with http.'],
    ['es', 'sin conexión.Esta dirección empieza con http.'],
  ] as const)('because its address is plain http is told so (%s)', async (language, said) => {
    vi.stubEnv('PROD', true);
    vi.stubGlobal('isSecureContext', false);
    await renderApp(<SaidEverywhere updates={startUpdates()} />, { language });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(said));
  });

  it('where site data is blocked is told with that alone', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
    const { updates, become } = fakeUpdates();
    await renderApp(<SaidEverywhere updates={updates} />);
    act(() => become('not-kept'));
    expect(await screen.findByText('This browser blocks site data')).toBeTruthy();
    expect(screen.queryByText(/does not work without a connection/)).toBeNull();
  });
});
