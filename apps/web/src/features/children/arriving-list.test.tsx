import type { Account } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import type { LocalUnit } from '@crece/storage';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { endSession, keepPerson } from '../../api/stored-session.ts';
import { setSyncOf } from '../../data/sync.ts';
import { fakeSync } from '../../testing/fake-sync.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import {
  changeElsewhere,
  changeSync,
  openTestUnit,
  type UnitContent,
} from '../../testing/open-unit.ts';
import { aUser, type RenderOptions, renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children } from './feature.ts';

const LIST = '/children/list/test_stake_gtm/Test/-/a/children';
const ANA = { id: 'user-1', username: 'ana', displayName: 'Ana López' };
const MAY_NOT: Account = { ...ANA, roles: ['user'] };
const MAY_SYNC: Account = { ...ANA, roles: ['user', 'sync'] };

const ana = aChild({ _id: 'chld_test_stake_gtm_1746878400001_aaaaaa', firstName: 'Ana' });
const mateo = aChild({ _id: 'chld_test_stake_gtm_1746878400002_bbbbbb', firstName: 'Mateo' });
const entry = aScreening({ owner: mateo._id, surveyDate: '2024-10-10', muac: 13 });

async function show(
  content: UnitContent,
  { unit: given, ...options }: RenderOptions & { unit?: LocalUnit } = {},
): Promise<LocalUnit> {
  const unit = given ?? (await openTestUnit(content));
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: LIST, unit, ...options },
  );
  return unit;
}

const rowOf = (name: RegExp) => screen.findByRole('link', { name });
const main = () => screen.getByRole('main').textContent ?? '';
const chips = () =>
  within(screen.getByRole('group', { name: /^(Show|Mostrar)$/ }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

isolatePages();

describe("child list while the unit's records are still arriving", () => {
  it('calls no child unscreened, and says that more screenings may arrive', async () => {
    await show({ children: [ana, mateo], screenings: [entry], sync: { arrival: 'arriving' } });
    const awaited = await rowOf(/^Ana/);
    expect(awaited.textContent).toContain('Screenings still arriving');
    expect(awaited.textContent).toContain('not here yet');
    expect(awaited.textContent).not.toMatch(/never|Not screened|Overdue/);
    expect(awaited.querySelector('.mark')?.classList.contains('st-grey')).toBe(true);
    const other = await rowOf(/^Mateo/);
    expect(other.textContent).toContain('More screenings arriving');
    // The newest screening here is eight months old: a newer one may still arrive.
    expect(other.textContent).not.toMatch(/Overdue|overdue/);
    expect(main()).toContain('Not all records of this unit have arrived yet');
  });

  it('shows no green mark and nobody under "normal" before the newest screening has arrived', async () => {
    const well = aScreening({ owner: mateo._id, height: 76, weight: 9.6, muac: 14 });
    const content = { children: [mateo], screenings: [well] };
    const unit = await show({ ...content, sync: { arrival: 'arriving' } });
    expect((await rowOf(/^Mateo/)).querySelector('.st-green')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Normal/ }));
    expect(await screen.findByText('Not among the records that have arrived')).toBeTruthy();
    await act(() => changeSync(unit, { arrival: 'whole' }));
    expect((await rowOf(/^Mateo/)).querySelector('.st-green')).not.toBeNull();
  });

  it('shows filters without numbers, and counts nobody as not assessed', async () => {
    const unit = await show({ children: [ana, mateo], sync: { arrival: 'arriving' } });
    await rowOf(/^Ana/);
    expect(chips()).toEqual(expect.arrayContaining(['All…', 'Undernourished…', 'Over 5 years…']));
    expect(chips().join()).not.toMatch(/\d(?! years)/);
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe(
      '2 children here so far',
    );
    await userEvent.click(screen.getByRole('button', { name: /^Not assessed/ }));
    expect(await screen.findByText('Not among the records that have arrived')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Ana/ })).toBeNull();

    await changeSync(unit, { arrival: 'whole' });
    expect((await rowOf(/^Ana/)).textContent).toContain('never');
    expect(chips()).toEqual(expect.arrayContaining(['All2', 'Not assessed2']));
    expect(main()).not.toContain('Not all records');
  });

  it('treats a child that was registered on this device as complete', async () => {
    const sync = { arrival: 'arriving', madeHere: [ana._id] } as const;
    await show({ children: [ana, mateo], sync });
    const own = await rowOf(/^Ana/);
    expect(own.textContent).toContain('Not screened yet');
    expect(own.textContent).toContain('never');
    expect((await rowOf(/^Mateo/)).textContent).toContain('Screenings still arriving');
  });

  it('an arriving list does not claim that no child matches a search', async () => {
    await show(
      { children: [ana], sync: { arrival: 'arriving' } },
      { path: '/children/list/test_stake_gtm/Test/luz/a/children' },
    );
    expect(await screen.findByText('Not among the records that have arrived')).toBeTruthy();
    expect(main()).toContain('before you register anybody again');
    expect(main()).not.toContain('No child');
  });

  it('a Spanish-speaking person reads an arriving list in Spanish', async () => {
    const content = { children: [ana], sync: { arrival: 'arriving' } } as const;
    await show(content, { language: 'es' });
    expect((await rowOf(/^Ana/)).textContent).toContain('Evaluaciones por llegar');
    expect(main()).toContain('Aún no han llegado todos los registros');
    expect(main()).not.toMatch(/nunca|Sin evaluar/);
  });
});

describe('empty child list of a unit that was never received', () => {
  const NEVER = { sync: { arrival: 'never' } } as const;
  const buttons = () =>
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);

  it.each([
    ['Download', MAY_SYNC, '/children/sync/test_stake_gtm/'],
    ['Sign in to download', null, '/authentication/signin'],
    ['Ask for the right to sync', MAY_NOT, '/settings/profile'],
  ] as const)('offers "%s" first, and then to start a list here', async (label, session, path) => {
    await show(NEVER, { session });
    const way = await screen.findByRole('link', { name: label });
    expect(way.getAttribute('href')).toContain(path);
    expect(buttons()).toEqual([label, 'Start a list here']);
    expect(screen.getByRole('link', { name: 'Start a list here' }).getAttribute('href')).toBe(
      '/children/create/test_stake_gtm',
    );
    expect(screen.queryByRole('button', { name: 'Add child' })).toBeNull();
    expect(main()).toContain('Earlier records are not here yet');
    expect(main()).not.toMatch(/No children|first child/);
    expect(chips().join()).not.toMatch(/\d(?! years)/);
  });

  it('leads a person who has asked for the right to the request, not to a second one', async () => {
    const roleRequest = { role: 'sync', note: '', at: '2026-03-01T12:00:00.000Z' } as const;
    await show(NEVER, { user: aUser({ roleRequest }) });
    const way = await screen.findByRole('link', { name: 'See your request' });
    expect(way.getAttribute('href')).toBe('/settings/profile');
    expect(main()).toContain('You have asked for the right to sync');
    expect(main()).not.toMatch(/cannot sync|Ask for/);
  });

  it('leads a person whose session has ended to the sign-in: a granted right ends it', async () => {
    await show(NEVER, { session: MAY_NOT });
    await screen.findByRole('link', { name: 'Ask for the right to sync' });
    act(endSession);
    expect(buttons()).toEqual(['Sign in again', 'Start a list here']);
    expect(main()).toContain('Your session has ended');
    expect(main()).not.toMatch(/cannot sync|Ask for/);
  });

  it('a request is not that of another person at work on the same device', async () => {
    const roleRequest = { role: 'sync', note: '', at: '2026-03-01T12:00:00.000Z' } as const;
    await show(NEVER, { user: aUser({ roleRequest }) });
    await screen.findByRole('link', { name: 'See your request' });
    act(() => keepPerson({ ...MAY_NOT, id: 'user-2', username: 'luz', displayName: 'Luz' }));
    expect(main()).not.toContain('You have asked');
  });

  it('offers the download of a pilot unit to a volunteer of the pilot who may sync', async () => {
    const session: Account = { ...ANA, roles: ['sync', 'phl-pilot'] };
    await show(NEVER, { session, path: LIST.replace('test_stake_gtm', 'calapan_phl') });
    expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy();
    expect(screen.queryByText(/cannot sync this unit/)).toBeNull();
  });

  it('disables the download without a connection, and says why', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show(NEVER, { session: MAY_SYNC });
    const download = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download' });
    expect(download.disabled).toBe(true);
    expect(main()).toContain('Downloading needs a connection');
  });

  it('shows the progress of a download, and then the children that arrived', async () => {
    const unit = await openTestUnit(NEVER);
    const sync = fakeSync({ phase: 'connecting' });
    setSyncOf(unit, sync);
    await show(NEVER, { unit, session: MAY_SYNC });
    expect(await screen.findByText('The records of this unit are arriving')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Start a list here' })).toBeNull();
    await changeSync(unit, { arrival: 'arriving' });
    sync.show({ phase: 'downloading', receiving: { done: 1200, total: 3600 } });
    expect(await screen.findByText('1,200 of 3,600')).toBeTruthy();
    await changeElsewhere(unit, ana);
    expect((await rowOf(/^Ana/)).textContent).toContain('Screenings still arriving');
  });

  it('offers to continue a download that was cut', async () => {
    await show({ sync: { arrival: 'arriving' } }, { session: MAY_SYNC });
    expect(await screen.findByRole('link', { name: 'Go on downloading' })).toBeTruthy();
    expect(main()).toContain('have not all arrived yet');
    expect(screen.queryByRole('link', { name: 'Start a list here' })).toBeNull();
  });

  it('offers to add the first child once the unit was received completely', async () => {
    await show({ sync: { arrival: 'whole' } });
    expect(await screen.findByRole('link', { name: 'Add the first child' })).toBeTruthy();
  });

  it.each([
    [
      'en',
      /2 children moved from Guatemala test Only to Cobán Stake, with all/,
      'Open Cobán Stake',
    ],
    ['es', /2 niños pasaron de Guatemala test Only a Cobán Stake, con todas/, 'Abrir Cobán Stake'],
  ] as const)(
    'says where everybody is when the unit was joined to another (%s)',
    async (language, said, open) => {
      const home = (id: string) => ({
        stakeDB: 'coban_stake_gtm',
        id: id.replace('test_stake_gtm', 'coban_stake_gtm'),
      });
      const removal = { removedBy: 'Julia', removedAt: '2026-03-14T11:05:00.000Z' };
      const removed = [ana, mateo].map((each) => ({
        ...each,
        ...removal,
        movedTo: home(each._id),
      }));
      await show({ removed, sync: { arrival: 'whole' } }, { language });
      const way = await screen.findByRole('link', { name: open });
      expect(way.getAttribute('href')).toContain('/children/list/coban_stake_gtm/');
      expect(main()).toMatch(said);
      expect(main()).not.toMatch(/No children here yet|first child|Todavía no hay|primer niño/);
    },
  );

  it('counts children that were registered on this device, and waits for no others', async () => {
    await show({ children: [ana], sync: { arrival: 'never', madeHere: [ana._id] } });
    expect((await rowOf(/^Ana/)).textContent).toContain('Not screened yet');
    expect(chips()).toEqual(expect.arrayContaining(['All1', 'Not assessed1']));
  });

  it('starting a list is offered when only mothers are here', async () => {
    await show({ ...NEVER, mothers: [aMother()] });
    expect(await screen.findByRole('link', { name: 'Start a list here' })).toBeTruthy();
  });
});
