import { aScreening } from '@crece/domain/testing';
import { StorageError } from '@crece/storage';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  childPath,
  editScreeningPath,
  newScreeningPath,
  removeScreeningPath,
} from '../../shared/navigation/paths.ts';
import { removeElsewhere } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  address,
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
} from './testing/render-screenings.tsx';

const BY_JOSE = { removedBy: 'José Núñez', removedAt: '2025-03-02T17:40:00.000Z' };
const ASKED = /saving keeps what you typed\. Then we ask: keep or remove\?$/u;

isolateScreenings();

/** A device with the draft of a new screening. */
async function deviceWithDraft() {
  const { user, device } = await openForm();
  await user.type(muac(), '11.2');
  cleanup();
  return device;
}

describe('open form whose child is removed by another person', () => {
  it('a form of a removed child stays with everything typed, says who removed the child, and saves', async () => {
    const { user, ...shown } = await openForm();
    await user.type(muac(), '11.2');
    await act(() => removeElsewhere(shown.unit, shown.child._id, BY_JOSE));
    expect((await screen.findByText(/^This child was removed\./u)).tagName).toBe('B');
    const note = await screen.findByText(/By José Núñez, 2 Mar, \d+:40/u);
    expect(note.textContent).toMatch(ASKED);
    expect(muac()).toHaveProperty('value', '11.2');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Severe acute malnutrition' })).toBeTruthy();
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({ muac: 11.2, owner: shown.child._id });
    expect(address()).toBe(`/children/view/${shown.child._id}?saved=${saved?._id}`);
  });

  it('a form of a removed child stays open before anything is typed, too', async () => {
    const { user, ...shown } = await openForm();
    await act(() => removeElsewhere(shown.unit, shown.child._id, BY_JOSE));
    await screen.findByText(/By José Núñez/u);
    await user.type(muac(), '13');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Normal arm measure' })).toBeTruthy();
  });

  it('an edited screening of a removed child stays open, with the values it was opened with', async () => {
    const base = aScreening();
    const user = userEvent.setup();
    const shown = await show((child) => editScreeningPath(child._id, base._id), {
      screenings: [base],
    });
    await screen.findByRole('button', { name: 'Save changes' });
    await user.clear(muac());
    await user.type(muac(), '12.7');
    await act(() => removeElsewhere(shown.unit, base._id, BY_JOSE));
    await screen.findByText('This screening was removed.');
    await screen.findByText(/By José Núñez/u);
    await act(() => removeElsewhere(shown.unit, shown.child._id, BY_JOSE));
    await screen.findByText('This child was removed.');
    expect(muac()).toHaveProperty('value', '12.7');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    expect(await screeningsOf(shown)).toMatchObject([{ _id: base._id, muac: 12.7 }]);
  });

  it('a Spanish-speaking person reads of a removal in Spanish', async () => {
    const shown = await show((child) => newScreeningPath(child._id), { language: 'es' });
    await screen.findByRole('button', { name: 'Guardar evaluación' });
    await act(() => removeElsewhere(shown.unit, shown.child._id, BY_JOSE));
    await screen.findByText('Se eliminó esta ficha.');
    expect(
      await screen.findByText(/Lo hizo José Núñez, 2 mar, .+ se queda o se elimina\.$/u),
    ).toBeTruthy();
  });
});

describe('form that is left half typed', () => {
  const left = async () => userEvent.click(await screen.findByRole('link', { name: 'Back' }));

  it('is not said to open again once the browser has removed the records under it', async () => {
    const { user, unit } = await openForm();
    await user.type(muac(), '11.2');
    const fault = new StorageError('closed');
    const snapshot = { ...unit.snapshot(), state: 'failed' as const, fault };
    vi.spyOn(unit, 'snapshot').mockReturnValue(snapshot);
    await left();
    expect(await screen.findByText(/its record is gone from here/u)).toBeTruthy();
    expect(screen.queryByText(/Open the form again to go on/u)).toBeNull();
  });

  it('is kept again when another window with the same form has saved its own meanwhile', async () => {
    const { user, device } = await openForm();
    await user.type(muac(), '12.5');
    const [key = ''] = await device.drafts.list();
    await device.drafts.discard(key);
    await left();
    expect(await screen.findByText(/Open the form again to go on/u)).toBeTruthy();
    expect(await device.drafts.load(key)).toMatchObject({ muac: '12.5' });
  });

  it('is not kept again, nor said to be, once the server has erased its child', async () => {
    const { user, device, unit } = await openForm();
    await user.type(muac(), '12.5');
    const [key = ''] = await device.drafts.list();
    await device.drafts.discard(key);
    vi.spyOn(unit, 'readChildFile').mockResolvedValue(null);
    const asked = vi.spyOn(unit, 'readRemovedFile').mockResolvedValue(null);
    await left();
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await device.drafts.list()).toEqual([]);
    expect(screen.queryByText(/What you typed is kept/u)).toBeNull();
  });

  it('is said to open again after somebody removed its child, as it does', async () => {
    const { user, ...shown } = await openForm();
    await user.type(muac(), '11.2');
    await act(() => removeElsewhere(shown.unit, shown.child._id, BY_JOSE));
    await left();
    expect(await screen.findByText(/Open the form again to go on/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Open what you typed/u })).toBeTruthy();
  });
});

describe('address of a child that was removed before it was opened', () => {
  it('opens the form with its draft, which can be saved', async () => {
    const device = await deviceWithDraft();
    const shown = await show((child) => newScreeningPath(child._id), { device, removal: BY_JOSE });
    await screen.findByText(/By José Núñez/u);
    await screen.findByRole('button', { name: 'Save screening' });
    expect(muac()).toHaveProperty('value', '11.2');
    await userEvent.click(save());
    expect(await screen.findByRole('heading', { name: 'Severe acute malnutrition' })).toBeTruthy();
    expect(await screeningsOf(shown)).toMatchObject([{ muac: 11.2 }]);
    expect(await device.drafts.list()).toEqual([]);
  });

  it.each([
    ['the child', (id: string) => childPath(id)],
    ['another form of it', (id: string) => editScreeningPath(id, 'scr_test_stake_gtm_1_gone')],
    ['a removal', (id: string) => removeScreeningPath(id, 'scr_test_stake_gtm_1_gone')],
  ])('says that %s is removed, and links to the draft', async (_what, path) => {
    const device = await deviceWithDraft();
    await show((child) => path(child._id), { device, removal: BY_JOSE });
    await screen.findByRole('heading', { name: 'Page not found', level: 2 });
    const link = await screen.findByRole('link', { name: 'Open what you typed: New screening' });
    await userEvent.click(link);
    await screen.findByText(/By José Núñez/u);
    await screen.findByRole('button', { name: 'Save screening' });
    expect(muac()).toHaveProperty('value', '11.2');
  });

  it('links to the draft of a corrected screening', async () => {
    const base = aScreening();
    const device = memoryDevice({ screenerName: 'Ana Morales' });
    const options = { device, screenings: [base] };
    await show((child) => editScreeningPath(child._id, base._id), options);
    await screen.findByRole('button', { name: 'Save changes' });
    await userEvent.clear(muac());
    await userEvent.type(muac(), '12.7');
    cleanup();
    await show((child) => childPath(child._id), { ...options, removal: BY_JOSE });
    await userEvent.click(
      await screen.findByRole('link', { name: 'Open what you typed: Edit screening' }),
    );
    await screen.findByRole('button', { name: 'Save changes' });
    expect(muac()).toHaveProperty('value', '12.7');
  });

  it('only says that the page is not found without a draft', async () => {
    await show((child) => newScreeningPath(child._id), { removal: BY_JOSE });
    await screen.findByRole('heading', { name: 'Page not found', level: 2 });
    expect(screen.queryByRole('link', { name: /^Open what you typed/u })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
  });
});
