import type { Mother } from '@crece/domain';
import { aMother, aNursingMother } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { motherPath, newMotherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { mothers } from './feature.ts';
import { EditMotherPage, NewMotherPage } from './mother-form-page.tsx';

const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Guatemala Test', countryCode: 'GTM' };
const ROSA = aNursingMother({
  _id: 'mthr_test_stake_gtm_1746878400001_aaaaaa',
  ...{ firstName: 'Rosa', lastName: 'Tzul', ward: 'El Centro', childsBirthDate: '2025-02-10' },
});
const EVA = aMother({
  _id: 'mthr_test_stake_gtm_1746878400002_bbbbbb',
  ...{ firstName: 'Eva', lastName: 'Ajú', deliveryDate: '2025-09-01' },
});

isolatePages();

async function open(path: string, stored: readonly Mother[], language: 'en' | 'es' = 'en') {
  const unit = await openTestUnit({ mothers: stored });
  await renderApp(
    <Routes>
      <Route path={mothers.pages.new.at} element={<NewMotherPage />} />
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
      <Route path="*" element={<p>another page</p>} />
    </Routes>,
    { path, unit, language, device: memoryDevice({ screenerName: 'Ana' }) },
  );
  return { unit, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('a woman whose name is here already, in either list, is asked about before she is saved', async () => {
  const { unit, user } = await open(newMotherPath(UNIT, 'pregnant'), [ROSA, EVA]);
  await user.type(await screen.findByLabelText('First name'), 'roza');
  await user.type(screen.getByLabelText('Last name'), 'Tzul');
  await user.type(screen.getByLabelText('Day'), '20');
  await user.type(screen.getByLabelText('Month'), '12');
  await user.type(screen.getByLabelText('Year'), '2025');
  await user.click(screen.getByRole('radio', { name: 'Unknown' }));
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('dialog', { name: 'Is she here already?' });
  expect(dialog.textContent).toMatch(/Rosa Tzul nursing, child born 10 Feb 2025 · El Centro/);
  expect(dialog.textContent).not.toContain('Eva');
  // Her entry as a nursing mother cannot become one of a pregnancy.
  expect(dialog.textContent).toContain('If it is the same woman, pregnant again, save anyway');
  expect(dialog.textContent).not.toContain('open her entry');
  await user.click(await button('Go back'));
  expect(unit.snapshot().mothers).toHaveLength(2);
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'roza');
  await user.click(await button('Save'));
  await user.click(await button('Save anyway'));
  await waitFor(() => expect(unit.snapshot().mothers).toHaveLength(3));
});

it('a woman whose name is changed to that of another is asked about, in Spanish; an unchanged one is not', async () => {
  const { unit, user } = await open(motherPath(UNIT, EVA._id, 'pregnant'), [ROSA, EVA], 'es');
  const first = await screen.findByLabelText('Nombres');
  await user.clear(first);
  await user.type(first, 'Rosa');
  const last = screen.getByLabelText('Apellidos');
  await user.clear(last);
  await user.type(last, 'Tzul');
  await user.click(await button('Guardar cambios'));
  const dialog = await screen.findByRole('dialog', { name: '¿Ya está registrada?' });
  expect(dialog.textContent).toMatch(/Rosa Tzul en lactancia, niño nacido el 10 feb/);
  expect(dialog.textContent).toContain('abra su registro en la lista');
  await user.click(await button(/^(Regresar|Volver)/));
  await user.clear(last);
  await user.type(last, 'Caal');
  await user.click(await button('Guardar cambios'));
  await waitFor(() =>
    expect(unit.snapshot().mothers.some((m) => m.lastName === 'Caal')).toBe(true),
  );
});
