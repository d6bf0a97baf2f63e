import { todayIn } from '@crece/domain';
import { aChild, aMother, aNursingMother } from '@crece/domain/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { childPath, motherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit, type Removal } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { mothers } from './feature.ts';
import { EditMotherPage } from './mother-form-page.tsx';

const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Guatemala Test', countryCode: 'GTM' };
const BORN = '2026-01-20';
const ROSA = aNursingMother({
  _id: 'mthr_test_stake_gtm_1746878400001_aaaaaa',
  ...{ firstName: 'Rosa', lastName: 'Tzul', childsBirthDate: BORN },
});
const BABY = aChild({
  _id: 'chld_test_stake_gtm_1746878400002_bbbbbb',
  ...{ firstName: 'Nena', lastName: 'Tzul', mother: 'rosa  TZUL', birthDate: BORN },
});

isolatePages();

async function open(
  children: readonly (typeof BABY)[],
  language: 'en' | 'es' = 'en',
  removed: readonly (typeof BABY & Removal)[] = [],
) {
  const unit = await openTestUnit({ mothers: [ROSA], children, removed });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
    </Routes>,
    { path: motherPath(UNIT, ROSA._id, 'nursing'), unit, language, device: memoryDevice() },
  );
}

const link = (name: string) => screen.findByRole('link', { name });

it('a newborn that is registered already is named in its mother’s entry, which offers another only as a twin', async () => {
  await open([BABY]);
  const to = (await link('Nena Tzul is registered')).getAttribute('href');
  expect(to).toBe(childPath(BABY._id, UNIT.stakeDB));
  await link('Register a twin');
  expect(screen.queryByRole('link', { name: 'Register the newborn' })).toBeNull();
});

it('in Spanish too', async () => {
  await open([BABY], 'es');
  await link('Nena Tzul ya está en la lista');
  await link('Registrar a su gemelo');
});

it('a newborn whose record has her name with other words is hers, and not one that has no whole name', async () => {
  await open([{ ...BABY, mother: 'Rosa Elena Tzul Caal' }]);
  await link('Nena Tzul is registered');
  cleanup();
  await open([{ ...BABY, mother: 'Rosa' }]);
  await link('Register the newborn');
});

const REMOVAL: Removal = { removedBy: 'Eva', removedAt: '2025-06-08T15:00:00.000Z' };
const MOVED: Removal = {
  ...REMOVAL,
  movedTo: { stakeDB: 'coban_stake_gtm', id: 'chld_coban_stake_gtm_1746878400002_bbbbbb' },
};

it.each([
  ['en', 'Nena Tzul is registered, and in Cobán Stake now', 'Register a twin'],
  ['es', 'Nena Tzul ya está en la lista de Cobán Stake', 'Registrar a su gemelo'],
] as const)(
  'a newborn that moved to another unit is not offered to be registered again (%s)',
  async (language, name, twin) => {
    await open([], language, [{ ...BABY, ...MOVED }]);
    const to = (await link(name)).getAttribute('href');
    expect(to).toBe(childPath(BABY._id, UNIT.stakeDB));
    await link(twin);
  },
);

it.each([
  ['en', 'Nena Tzul was registered, and removed', 'Register the newborn'],
  ['es', 'Nena Tzul ya estaba en la lista y se eliminó', 'Registrar al recién nacido'],
] as const)(
  'a newborn that was removed is named, with the way to the list that puts it back (%s)',
  async (language, name, register) => {
    await open([], language, [{ ...BABY, ...REMOVAL }]);
    expect((await link(name)).getAttribute('href')).toMatch(/^\/children\/removed\/test_stake_gtm/);
    await link(register);
  },
);

it('a child of another woman that moved away is not taken for her newborn', async () => {
  await open([], 'en', [{ ...BABY, ...MOVED, mother: 'Eva Tzul' }]);
  await link('Register the newborn');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('link', { name: /Nena/ })).toBeNull();
});

it('an older child of hers, and a newborn of another woman, are not taken for it', async () => {
  const older = { ...BABY, birthDate: '2025-01-20' };
  const anothers = { ...BABY, _id: 'chld_test_stake_gtm_1746878400003_cccccc', mother: 'Eva Tzul' };
  await open([older, anothers]);
  await link('Register the newborn');
  expect(screen.queryByRole('link', { name: /is registered/ })).toBeNull();
});

it('a newborn that stands in two records is found by the one that names its mother', async () => {
  const _id = 'chld_test_stake_gtm_1746878400001_aaaaaa';
  const { mother: _unknown, ...first } = { ...BABY, _id };
  await open([first, { ...BABY, sameAs: [{ id: _id, decided: 1 }] }]);
  await link('Nena Tzul is registered');
});

/** Enters today as the day on which Rosa delivered, in a unit with these children. */
async function deliver(
  language: 'en' | 'es',
  [born, save]: readonly [string, string],
  records: (today: string) => Parameters<typeof openTestUnit>[0],
) {
  const { childsBirthDate: _none, ...rosa } = ROSA;
  const today = todayIn('America/Guatemala', new Date());
  const mother = aMother({ ...rosa, deliveryDate: today });
  const unit = await openTestUnit({ mothers: [mother], ...records(today) });
  const device = memoryDevice({ screenerName: 'Ana' });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.list.at} element={<p>her list</p>} />
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
    </Routes>,
    { path: motherPath(UNIT, ROSA._id, 'nursing'), unit, language, device },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: born }));
  await user.click(screen.getByRole('button', { name: save }));
  await waitFor(() => expect(unit.snapshot().mothers[0]?.childsBirthDate).toBe(today));
  return device;
}

const EN = ['Today', 'Save as nursing mother'] as const;
const ES = ['Hoy', 'Guardar como madre lactante'] as const;

it.each([
  ['in its unit', (birthDate: string) => ({ children: [{ ...BABY, birthDate }] })],
  ['in another unit', (birthDate: string) => ({ removed: [{ ...BABY, ...MOVED, birthDate }] })],
])(
  'a delivery does not ask to register a newborn that is registered already, %s',
  async (_where, records) => {
    await deliver('en', EN, records);
    expect(await screen.findByText('her list')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

it.each([
  ['en', EN, 'Nena Tzul was registered, and removed. The mother’s data are filled in.'],
  ['es', ES, 'Nena Tzul ya estaba en la lista y se eliminó. Ya pusimos los datos de la madre.'],
] as const)(
  'a delivery whose newborn was removed says so where it asks to register it (%s)',
  async (language, words, text) => {
    await deliver(language, words, (birthDate) => ({
      removed: [{ ...BABY, ...REMOVAL, birthDate }],
    }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain(text);
  },
);

it('a delivery that is saved is no draft any more while the question about its newborn is open', async () => {
  const device = await deliver('en', EN, () => ({}));
  await screen.findByRole('dialog');
  await waitFor(async () => expect(await device.drafts.list()).toEqual([]));
  const year = screen.getByRole<HTMLInputElement>('textbox', { name: 'Year', hidden: true });
  expect(year.value).not.toBe('');
});
