import type { Mother } from '@crece/domain';
import { aMother, aNursingMother } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { motherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { mothers } from './feature.ts';
import { EditMotherPage } from './mother-form-page.tsx';
import { MothersListPage } from './mothers-list-page.tsx';

const MOTHERS = [
  aMother({ _id: 'mthr_test_stake_gtm_1746878400001_aaaaaa' }),
  aNursingMother({ _id: 'mthr_test_stake_gtm_1746878400002_bbbbbb' }),
];
const LIST = '/children/mothers/list/test_stake_gtm/Guatemala%20test%20Only/pregnant';

const moved = (mother: Mother) => ({
  ...mother,
  ...{ removedBy: 'Julia', removedAt: '2025-06-01T11:05:00.000Z' },
  movedTo: { stakeDB: 'coban_stake_gtm', id: mother._id.replace('test_stake', 'coban_stake') },
});

isolatePages();

async function show(here: readonly Mother[], language: 'en' | 'es' = 'en') {
  const removed = MOTHERS.filter((each) => !here.includes(each)).map(moved);
  const unit = await openTestUnit({ mothers: here, removed, sync: { arrival: 'whole' } });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.list.at} element={<MothersListPage />} />
    </Routes>,
    { path: LIST, unit, language, device: memoryDevice({ screenerName: 'Ana' }) },
  );
}

const main = () => screen.getByRole('main').textContent ?? '';

describe('list of women of a unit that was joined to another', () => {
  it.each([
    [
      'en',
      'Open Cobán Stake',
      /2 women moved from Guatemala test Only to Cobán Stake\. Look there/,
    ],
    [
      'es',
      'Abrir Cobán Stake',
      /2 mujeres pasaron de Guatemala test Only a Cobán Stake\. Búsquelas/,
    ],
  ] as const)('says where they are (%s)', async (language, open, said) => {
    await show([], language);
    const way = await screen.findByRole('link', { name: open });
    expect(way.getAttribute('href')).toMatch(/\/mothers\/list\/coban_stake_gtm\/.*\/pregnant/);
    expect(main()).toMatch(said);
    expect(main()).not.toMatch(/No pregnant women here now|No hay/);
  });

  it('says nothing of it while a woman of the other list is here', async () => {
    await show(MOTHERS.slice(1));
    expect(await screen.findByText('No pregnant women here now')).toBeTruthy();
    expect(main()).not.toMatch(/moved/);
  });
});

it('the address of a woman who moved with her unit opens her entry in the other one', async () => {
  const [rosa] = MOTHERS.map(moved);
  if (rosa === undefined) throw new Error('a woman moved');
  const unit = await openTestUnit({ removed: [rosa], sync: { arrival: 'whole' } });
  const path = motherPath({ stakeDB: 'test_stake_gtm', stakeName: 'Test' }, rosa._id, 'pregnant');
  await renderApp(
    <Routes>
      <Route
        path={mothers.pages.edit.at}
        element={
          <>
            <Where />
            <EditMotherPage />
          </>
        }
      />
    </Routes>,
    { path, unit, device: memoryDevice({ screenerName: 'Ana' }) },
  );
  const there = { stakeDB: 'coban_stake_gtm', stakeName: 'Cobán Stake' };
  const home = motherPath(there, rosa.movedTo.id, 'pregnant');
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(home));
});

function Where() {
  const { pathname } = useLocation();
  return <output data-testid="where">{pathname}</output>;
}
