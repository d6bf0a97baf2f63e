import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { LocalUnit } from '@crece/storage';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../testing/browser-gaps.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp } from '../testing/render.tsx';
import { AppRoutes } from './routes.tsx';

const UNIT = 'test_stake_gtm';
const idOf = (kind: string, place: number) => `${kind}_${UNIT}_174687840000${place}_0a1b2c`;
const luz = aChild({ _id: idOf('chld', 1), firstName: 'Luz' });
const twin = { ...luz, _id: idOf('chld', 2) };
const visit = anAssessedScreening(luz, { _id: idOf('scr', 1), surveyDate: '2025-06-01' });
const rosa = {
  ...{ _id: idOf('mthr', 1), type: 'mother' as const, firstName: 'Rosa', lastName: 'Tzul' },
  ...{ memberStatus: 'No' as const, childsBirthDate: '2025-05-01' },
};

const KEPT = 'What you typed is kept. Open the form again to go on.';
const user = userEvent.setup();
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const inDialog = async (name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

/** What is saved, at which address, what the person presses, and what writes it. */
const ACTS: readonly [string, string, () => Promise<void>, keyof LocalUnit][] = [
  [
    'a screening',
    `/children/survey/${luz._id}`,
    async () => {
      await user.type(await screen.findByRole('textbox', { name: /\(MUAC\)/ }), '13');
      await press('Save screening');
    },
    'saveScreening',
  ],
  [
    'a changed child',
    `/children/edit/${luz._id}`,
    async () => {
      await user.type(await screen.findByLabelText('First name'), 'ia');
      await press('Save changes');
    },
    'editChild',
  ],
  [
    'a new child',
    `/children/create/${UNIT}`,
    async () => {
      await user.type(await screen.findByLabelText('First name'), 'Eva');
      await user.type(screen.getByLabelText('Last name'), 'Choc');
      await user.click(screen.getByRole('radio', { name: 'Girl' }));
      await user.type(screen.getByRole('textbox', { name: 'Day' }), '10');
      await user.type(screen.getByRole('textbox', { name: 'Month' }), '3');
      await user.type(screen.getByRole('textbox', { name: 'Year' }), '2024');
      await user.click(screen.getByRole('radio', { name: 'Unknown' }));
      await press('Save and screen');
    },
    'createChild',
  ],
  [
    'a mother',
    `/children/mothers/create/${UNIT}/Test/pregnant`,
    async () => {
      await user.type(await screen.findByLabelText('First name'), 'Marta');
      await user.type(screen.getByLabelText('Last name'), 'Choc');
      await user.click(screen.getByRole('radio', { name: 'No' }));
      await user.type(screen.getByLabelText('Expected delivery date'), '2025-08-14');
      await press('Save');
    },
    'saveMother',
  ],
  [
    'the removal of a mother',
    `/children/mothers/${rosa._id}/${UNIT}/Test/nursing`,
    async () => {
      await press('Remove');
      await inDialog('Remove');
    },
    'removeMother',
  ],
  [
    'the removal of a child',
    `/children/remove/${luz._id}`,
    () => press('Remove Luz'),
    'removeChild',
  ],
  [
    'the removal of a screening',
    `/children/survey/remove/${luz._id}/${visit._id}`,
    () => press('Remove screening'),
    'removeScreening',
  ],
  [
    'that two records are of one child',
    `/children/same/${UNIT}/Test/${luz._id}/${twin._id}`,
    () => press('One child'),
    'mergeChildren',
  ],
];

function Address() {
  return <output>{useLocation().pathname}</output>;
}
const address = () => document.querySelector('output')?.textContent;

beforeEach(() => {
  installBrowserGaps();
  fakeServer();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T18:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A unit on a slow phone: a write of that kind is stored, and answers only when `end` is called. */
async function slowUnit(writes: keyof LocalUnit) {
  const unit = await openTestUnit({
    ...{ children: [luz, twin], screenings: [visit], mothers: [rosa] },
  });
  const write = (unit[writes] as (...of: unknown[]) => Promise<unknown>).bind(unit);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const written = vi.fn();
  vi.spyOn(unit, writes as 'saveScreening').mockImplementation((async (...of: unknown[]) => {
    const done = await write(...of);
    written();
    await ended;
    return done;
  }) as never);
  return { unit, end: () => end(), written };
}

it.each(ACTS)(
  'nobody is led away who has left the page while %s was being saved',
  async (_what, path, save, writes) => {
    const { unit, end, written } = await slowUnit(writes);
    const session = { id: 'u1', username: 'ana', displayName: 'Ana Morales', roles: ['admin'] };
    await renderApp(
      <>
        <AppRoutes />
        <Link to="/privacy">away</Link>
        <Address />
      </>,
      { path, unit, device: memoryDevice(), session: session as never },
    );
    await save();
    await waitFor(() => expect(written).toHaveBeenCalledOnce());
    await user.click(screen.getByRole('link', { name: 'away' }));
    await waitFor(() => expect(address()).toBe('/privacy'));
    end();
    // Longer than going on takes here.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(address()).toBe('/privacy');
    // It is saved: nothing of it waits as a draft.
    expect(screen.queryByText(KEPT)).toBeNull();
  },
);

it.each(ACTS.slice(0, 4))(
  'whoever is signed out in another window while %s is being saved is not told that it is only typed',
  async (_what, path, save, writes) => {
    const { unit, end, written } = await slowUnit(writes);
    await renderApp(<AppRoutes />, { path, unit, device: memoryDevice(), user: aUser() });
    await save();
    await waitFor(() => expect(written).toHaveBeenCalledOnce());
    act(() => {
      for (const key of ['crece.token', 'crece.user']) {
        localStorage.removeItem(key);
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
      }
    });
    end();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(screen.queryByText(/What you typed is kept/)).toBeNull();
  },
);
