import type { Mother } from '@crece/domain';
import { aMother, aNursingMother } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { motherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp } from '../../testing/render.tsx';
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

async function show(
  here: readonly Mother[],
  language: 'en' | 'es' = 'en',
  user?: ReturnType<typeof aUser>,
) {
  const removed = MOTHERS.filter((each) => !here.includes(each)).map(moved);
  const unit = await openTestUnit({ mothers: here, removed, sync: { arrival: 'whole' } });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.list.at} element={<MothersListPage />} />
    </Routes>,
    {
      ...{ path: LIST, unit, language, device: memoryDevice({ screenerName: 'Ana' }) },
      ...(user === undefined ? {} : { user }),
    },
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

  it('offers no way into a unit that is not open to the account', async () => {
    await show([], 'en', aUser({ scope: { countries: [], stakes: ['test_stake_gtm'] } }));
    await screen.findByText(/moved from Guatemala test Only to Cobán Stake/);
    expect(screen.queryByRole('link', { name: 'Open Cobán Stake' })).toBeNull();
  });

  it('says nothing of it while a woman of the other list is here', async () => {
    await show(MOTHERS.slice(1));
    expect(await screen.findByText('No pregnant women here now')).toBeTruthy();
    expect(main()).not.toMatch(/moved/);
  });
});

/** The address of a woman who moved with her unit, for an account that may work in these units alone. */
async function openMoved(stakes: string[] | null, language: 'en' | 'es' = 'en') {
  const [rosa] = MOTHERS.map(moved);
  if (rosa === undefined) throw new Error('a woman moved');
  const unit = await openTestUnit({ removed: [rosa], sync: { arrival: 'whole' } });
  const path = motherPath({ stakeDB: 'test_stake_gtm', stakeName: 'Test' }, rosa._id, 'pregnant');
  const scope = { countries: [], stakes: stakes ?? [] };
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
      <Route path="*" element={<p>another page</p>} />
    </Routes>,
    {
      ...{ path, unit, language, device: memoryDevice({ screenerName: 'Ana' }) },
      ...(stakes === null ? {} : { user: aUser({ scope }) }),
    },
  );
  return motherPath(
    { stakeDB: 'coban_stake_gtm', stakeName: 'Cobán Stake' },
    rosa.movedTo.id,
    'pregnant',
  );
}

it('the address of a woman who moved with her unit opens her entry in the other one', async () => {
  const home = await openMoved(null);
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(home));
});

it.each([
  ['en', 'She moved to another unit', /is in Cobán Stake now\. Somebody who works there/],
  ['es', 'Se trasladó a otra unidad', /está ahora en Cobán Stake\. Puede abrirla alguien/],
] as const)(
  'whoever may not work in the unit to which a woman moved reads where she is (%s)',
  async (language, title, said) => {
    await openMoved(['test_stake_gtm'], language);
    await screen.findByRole('heading', { name: title });
    expect(main()).toMatch(said);
  },
);

function Where() {
  const { pathname } = useLocation();
  return <output data-testid="where">{pathname}</output>;
}
