import { aChild, aScreening } from '@crece/domain/testing';
import { type LocalUnit, StorageError } from '@crece/storage';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { changeSync, failNextWrite, openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { children } from './feature.ts';
import { RemoveChildPage } from './remove-child-page.tsx';

const child = aChild({ mother: 'Rosa Coc' });
const session = { id: 'u1', username: 'ana', displayName: 'Ana Morales', roles: ['user' as const] };

function Elsewhere() {
  return <p>at {useLocation().pathname}</p>;
}

async function show(screenings = [aScreening(), aScreening({ _id: 'scr_2' })]): Promise<LocalUnit> {
  const unit = await openTestUnit({ children: [child], screenings });
  await open(unit);
  await screen.findByRole('heading', { name: 'Remove Marisol Xicay?' });
  return unit;
}

async function open(unit: LocalUnit, language: 'en' | 'es' = 'en'): Promise<void> {
  await renderApp(
    <Routes>
      <Route path={children.pages.remove.at} element={<RemoveChildPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/children/remove/${child._id}`, unit, session, device: memoryDevice(), language },
  );
}

beforeEach(installBrowserGaps);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('RemoveChildPage', () => {
  it('says how many screenings will be removed, removes them with the child, and opens the list', async () => {
    const unit = await show();
    expect(screen.getByText(/^2 screenings of Marisol are removed too\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Marisol' }));
    expect(await screen.findByText(/^at \/children\/list\/test_stake_gtm\//)).toBeTruthy();
    expect(screen.getByText('Marisol Xicay and 2 screenings were removed.')).toBeTruthy();
    expect(unit.snapshot()).toMatchObject({ children: [], orphans: [] });
  });

  it('shows whom: mark, age, mother and last screening', async () => {
    await show();
    const who = document.querySelector('.who');
    expect(who?.querySelector('.mark')).toBeTruthy();
    expect(who?.textContent).toMatch(
      /^Marisol Xicay .+ · .+, girl mother Rosa Coc · last screening \d/,
    );
  });

  it.each([
    ['en', 'Remove Marisol', 'Undo', 'Marisol Xicay is back.'],
    [
      'es',
      'Eliminar a Marisol',
      'Deshacer',
      'La ficha de Marisol Xicay está de nuevo en la lista.',
    ],
  ] as const)(
    'the notice of a removal can undo it, and the removal is held back as long: %s',
    async (language, remove, undo, said) => {
      const unit = await openTestUnit({ children: [child], screenings: [aScreening()] });
      await open(unit, language);
      const before = await unit.readChildFile(child._id);
      await userEvent.click(await screen.findByRole('button', { name: remove }));
      await screen.findByText(/^at /);
      const held = await (await unit.engine()).held();
      expect([...held.keys()].sort()).toEqual([child._id, aScreening()._id]);
      await userEvent.click(screen.getByRole('button', { name: undo }));
      expect(await screen.findByText(said)).toBeTruthy();
      expect(screen.queryByRole('button', { name: undo })).toBeNull();
      const after = await unit.readChildFile(child._id);
      expect(after?.screenings.map(({ _id }) => _id)).toEqual(
        before?.screenings.map(({ _id }) => _id),
      );
      expect((await (await unit.engine()).held()).size).toBe(0);
    },
  );

  it('says that the child has no screenings', async () => {
    await show([]);
    expect(screen.getByText(/^Marisol has no screenings\./)).toBeTruthy();
  });

  it('refuses while screenings may still arrive, and asks when all are here', async () => {
    const unit = await openTestUnit({
      children: [child],
      screenings: [aScreening()],
      sync: { arrival: 'arriving' },
    });
    await open(unit);
    expect(await screen.findByText('Marisol cannot be removed yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await act(() => changeSync(unit, { arrival: 'whole' }));
    expect(await screen.findByText(/^1 screening of Marisol is removed too\./)).toBeTruthy();
  });

  it('removes a child that was registered on this device, whatever else is arriving', async () => {
    const sync = { arrival: 'arriving', madeHere: [child._id] } as const;
    await open(await openTestUnit({ children: [child], sync }));
    expect(await screen.findByRole('button', { name: 'Remove Marisol' })).toBeTruthy();
  });

  it('leads back without removing', async () => {
    const unit = await show();
    await userEvent.click(screen.getByRole('link', { name: 'Keep Marisol' }));
    expect(await screen.findByText(`at /children/view/${child._id}`)).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(1);
  });

  it('keeps the question open when the device cannot remove', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const unit = await show();
    failNextWrite(unit, new StorageError('failed'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Marisol' }));
    expect(await screen.findByText(/^This device could not save\./)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Remove Marisol Xicay?' })).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(1);
  });
});
