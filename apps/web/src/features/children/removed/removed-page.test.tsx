import { nameMark } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import type { LocalUnit } from '@crece/storage';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../../testing/browser-gaps.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { openTestUnit } from '../../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../../testing/render.tsx';
import { RemovedPage } from './removed-page.tsx';

const UNIT = 'test_stake_gtm';
const LIST = `GET /api/children/removed/${UNIT}`;
const AUTHOR = { name: 'Ana Morales' };
const DAY_MS = 86_400_000;

const idOf = (kind: string, place: number) => `${kind}_${UNIT}_174687840000${place}_0a1b2c`;
const luz = aChild({ _id: idOf('chld', 1), firstName: 'Luz', lastName: 'Mamani' });
const mara = aChild({ _id: idOf('chld', 2), firstName: 'Mara', lastName: 'Tum' });
const visit = aScreening({ _id: idOf('scr', 1), owner: luz._id });
const wrong = aScreening({ _id: idOf('scr', 2), owner: mara._id, surveyDate: '2025-05-08' });
const rosa = aMother({ _id: idOf('mthr', 1), firstName: 'Rosa', lastName: 'Coc' });

/** A unit of which a child, a visit of another and a mother were removed, one a day. */
async function removedUnit(): Promise<LocalUnit> {
  const unit = await openTestUnit({
    children: [luz, mara],
    screenings: [visit, wrong],
    mothers: [rosa],
  });
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await unit.removeMother(rosa._id, AUTHOR, ago(29));
  await unit.removeScreening(mara._id, wrong._id, AUTHOR, ago(2));
  await unit.removeChild(luz._id, AUTHOR, ago(1));
  return unit;
}

async function show(
  unit: LocalUnit,
  roles: readonly string[] | null = null,
  language: 'en' | 'es' = 'en',
): Promise<void> {
  const session = { id: 'u1', username: 'ana', displayName: 'Ana Morales', roles: roles ?? [] };
  await renderApp(
    <Routes>
      <Route path="/children/removed/:stakeDB/:stakeName" element={<RemovedPage />} />
    </Routes>,
    {
      path: `/children/removed/${UNIT}/Test`,
      unit,
      device: memoryDevice(),
      language,
      ...(roles === null ? {} : { session: session as never }),
    },
  );
}

const rows = () =>
  screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s+/g, ' '));

beforeEach(installBrowserGaps);
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('RemovedPage', () => {
  it('names a former volunteer where an erased account removed a record, in Spanish', async () => {
    const former = { names: [[nameMark(AUTHOR.name), null]], accounts: [] };
    fakeServer({ 'GET /api/config': { body: { providers: [], former } } });
    await show(await removedUnit(), null, 'es');
    await waitFor(() => expect(document.body.textContent).toContain('persona voluntaria'));
    expect(rows()).toHaveLength(3);
    for (const row of rows()) expect(row).toContain('persona voluntaria anterior');
    expect(document.body.textContent).not.toContain(AUTHOR.name);
  });

  it('lists what was removed while this device had the unit, with who, when and until when', async () => {
    const server = fakeServer();
    await show(await removedUnit(), ['user']);
    await screen.findByText(/^These were removed while this device had the unit/);
    const [child, screening, mother] = rows();
    expect(child).toMatch(
      /^Luz Mamani .+, girl mother .+with 1 screening · until .+removed by Ana/,
    );
    expect(screening).toMatch(/^Mara Tum, screening of .+until .+removed by Ana Morales/);
    expect(mother).toMatch(/^Rosa Coc Mother.*until .+removed by Ana Morales/);
    // Without the right to synchronise the server is not asked.
    expect(server.askedFor(LIST)).toEqual([]);
  });

  it.each([
    ['en', 'Bring back: Luz Mamani', 'Luz Mamani is back.'],
    ['es', 'Recuperar: Luz Mamani', 'La ficha de Luz Mamani está de nuevo en la unidad.'],
  ] as const)('brings a child back with its screenings: %s', async (language, button, said) => {
    const unit = await removedUnit();
    await show(unit, ['user'], language);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(said)).toBeTruthy();
    await waitFor(() => expect(rows()).toHaveLength(2));
    // The button that had the focus is gone: the next row has it.
    await waitFor(() =>
      expect(document.activeElement?.closest('.removed-row')?.textContent).toMatch(/^Mara Tum/),
    );
    expect((await unit.readChildFile(luz._id))?.screenings.map(({ _id }) => _id)).toEqual([
      visit._id,
    ]);
  });

  it('offers a guest screenings and mothers, and says who may bring a child back', async () => {
    await show(await removedUnit());
    expect(await screen.findByText(/^Only who may remove children/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Bring back/ })).toHaveLength(2);
  });

  it('shows the server’s list to whom may synchronise', async () => {
    const { _rev: _, ...body } = luz;
    const removal = {
      ...body,
      _id: idOf('chld', 7),
      firstName: 'Zoila',
      _rev: `2-${'a'.repeat(32)}`,
      _deleted: true,
      why: 'removed',
      removedAt: new Date().toISOString(),
      removedBy: 'Berta',
      _revisions: { start: 2, ids: ['a'.repeat(32), 'b'.repeat(32)] },
    };
    fakeServer({ [LIST]: { body: { stakeDB: UNIT, documents: [removal] } } });
    const unit = await openTestUnit({ children: [mara] });
    await show(unit, ['user', 'sync']);
    const button = await screen.findByRole('button', { name: 'Bring back: Zoila Mamani' });
    expect(screen.queryByText(/^These were removed while/)).toBeNull();
    await userEvent.click(button);
    await waitFor(() =>
      expect(unit.snapshot().children.map(({ firstName }) => firstName)).toContain('Zoila'),
    );
  });

  it.each([
    ['no answer', 'no-response'],
    ['another unit', { body: { stakeDB: 'coban_stake_gtm', documents: [] } }],
    ['documents that are none', { body: { stakeDB: UNIT, documents: [{ _id: 7 }] } }],
  ] as const)('falls back to what this device knows after %s', async (_what, answer) => {
    fakeServer({ [LIST]: answer });
    await show(await removedUnit(), ['user', 'sync']);
    expect(await screen.findByText(/^These were removed while this device had/)).toBeTruthy();
    expect(rows()).toHaveLength(3);
  });

  it('says that nothing was removed', async () => {
    await show(await openTestUnit({ children: [mara] }));
    expect(await screen.findByText('Nothing was removed in the last 30 days')).toBeTruthy();
  });
});
