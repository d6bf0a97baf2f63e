import { aChild, aScreening } from '@crece/domain/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { holdRest, openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children } from './feature.ts';

const LIST = '/children/list/test_stake_gtm/Test/-/a/children';
const PLACE = {
  code: 'GT',
  name: 'Guatemala',
  image: 'guatemala',
  flag: 'guatemala',
  stakes: [{ stakeName: 'Test', stakeDB: 'test_stake_gtm' }],
};

const WAITS = 'Reading the rest of the list…';

const idOf = (index: number) => `chld_test_stake_gtm_17468784000${10 + index}_aaaaaa`;
const nameOf = (index: number) => `Ana ${String(index).padStart(2, '0')}`;

/** Sixty children of two wards; the first has a red result, the last has graduated. */
const CHILDREN = Array.from({ length: 60 }, (_, index) =>
  aChild({
    _id: idOf(index),
    firstName: nameOf(index),
    lastName: 'Tum',
    ward: `Barrio ${index % 2}`,
    birthDate: index === 59 ? '2019-01-10' : '2024-03-10',
  }),
);
const SCREENINGS = [
  aScreening({ _id: 'scr_test_stake_gtm_1746878500000_aaaaaa', owner: idOf(0), muac: 11 }),
];

/** Opens the list of a unit whose first rows are read; returns what lets the rest be read. */
async function openBeginning(path = LIST): Promise<() => Promise<void>> {
  const unit = await openTestUnit({ children: CHILDREN, screenings: SCREENINGS });
  const letGo = await holdRest(unit);
  const device = memoryDevice({ placeByUnit: { test_stake_gtm: PLACE } });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path, unit, device },
  );
  return () => act(async () => letGo());
}

const row = (index: number) =>
  screen.queryByRole('link', { name: new RegExp(`^${nameOf(index)}`) });
/** What the list says of itself: how many are shown, or that it waits. */
const said = () => document.querySelector('main .shown, main .waiting')?.textContent;
const chips = () =>
  within(screen.getByRole('group', { name: 'Show' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

isolatePages();

describe('a list whose rest is still being read', () => {
  it('a beginning list has its first rows and the number of all, and says no other number', async () => {
    const readRest = await openBeginning();
    expect(await screen.findByRole('link', { name: /^Ana 00/ })).toBeDefined();
    expect(said()).toBe('59 children');
    expect(chips().every((text) => text?.endsWith('…'))).toBe(true);
    expect(row(0)?.closest('li')?.getAttribute('aria-setsize')).toBe('59');
    await readRest();
    await expect.poll(chips).toContain('All59');
    expect(said()).toBe('59 children');
    expect(row(0)).not.toBeNull();
  });

  it('lets a search wait for the rest and says so, instead of "nothing found"', async () => {
    const readRest = await openBeginning();
    await screen.findByRole('link', { name: /^Ana 00/ });
    await userEvent.type(screen.getByRole('searchbox'), 'ana 5');
    expect(said()).toBe(WAITS);
    expect(row(0)).toBeNull();
    await readRest();
    expect(await screen.findByRole('link', { name: /^Ana 55/ })).toBeDefined();
    expect(said()).toBe('14 children');
  });

  it('lets filter and ward wait for the rest in the same way', async () => {
    const readRest = await openBeginning();
    await screen.findByRole('link', { name: /^Ana 00/ });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ward' }), 'Barrio 1');
    expect(said()).toBe(WAITS);
    await readRest();
    await expect.poll(() => row(1)).not.toBeNull();
    expect(said()).toBe('29 children');
  });

  it('waits when its address asks for a search or a filter', async () => {
    for (const path of [LIST.replace('/-/', '/ana/'), LIST.replace('/a/', '/r/')]) {
      const readRest = await openBeginning(path);
      await expect.poll(said).toBe(WAITS);
      expect(row(0)).toBeNull();
      await readRest();
      expect(await screen.findByRole('link', { name: /^Ana 00/ })).toBeDefined();
      cleanup();
    }
  });

  it('waits when it returns to the place where it was left', async () => {
    const place = 'crece.list-scroll.test_stake_gtm//a//first';
    sessionStorage.setItem(place, JSON.stringify({ id: idOf(55), past: 0, opened: idOf(55) }));
    const readRest = await openBeginning();
    await expect.poll(said).toBe(WAITS);
    await readRest();
    expect(await screen.findByRole('link', { name: /^Ana 00/ })).toBeDefined();
  });

  it('leaves the number out on the day after, and shows only who has not graduated by then', async () => {
    const unit = await openTestUnit({
      children: CHILDREN.map((child, index) => ({
        ...child,
        // Five years old on 11 June.
        birthDate: index === 0 ? '2020-06-11' : child.birthDate,
      })),
    });
    const letGo = await holdRest(unit);
    vi.setSystemTime(new Date('2025-06-11T18:00:00Z'));
    await renderApp(
      <Routes>
        <Route path={children.pages.list.at} element={<ChildListPage />} />
      </Routes>,
      { path: LIST, unit, device: memoryDevice({ placeByUnit: { test_stake_gtm: PLACE } }) },
    );
    expect(await screen.findByRole('link', { name: /^Ana 01/ })).toBeDefined();
    expect(row(0)).toBeNull();
    expect(said()).toBe('');
    expect(row(1)?.closest('li')?.getAttribute('aria-setsize')).toBe('-1');
    await act(async () => letGo());
    await expect.poll(said).toBe('58 children');
  });
});
