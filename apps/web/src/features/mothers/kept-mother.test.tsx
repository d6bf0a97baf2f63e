import type { Mother } from '@crece/domain';
import { aMother, aNursingMother } from '@crece/domain/testing';
import type { Device } from '@crece/storage';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { motherPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import {
  changeElsewhere,
  openTestUnit,
  type Removal,
  removeElsewhere,
} from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { mothers } from './feature.ts';
import { EditMotherPage } from './mother-form-page.tsx';

const UNIT = { stakeDB: 'test_stake_gtm', stakeName: 'Guatemala Test', countryCode: 'GTM' };
const ROSA = aMother({
  _id: 'mthr_test_stake_gtm_1746878400001_aaaaaa',
  ...{ firstName: 'Rosa', lastName: 'Tzul', deliveryDate: '2025-08-14' },
});
const BY_JOSE: Removal = { removedBy: 'José', removedAt: '2025-06-10T17:00:00.000Z' };

isolatePages();

type Kind = 'pregnant' | 'nursing';

interface Shown {
  readonly unit: Awaited<ReturnType<typeof openTestUnit>>;
  readonly device: Device;
}

async function open(
  { unit, device }: Shown,
  kind: Kind = 'pregnant',
  language: 'en' | 'es' = 'en',
): Promise<void> {
  await renderApp(
    <Routes>
      <Route path={mothers.pages.list.at} element={<p>her list</p>} />
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
    </Routes>,
    { path: motherPath(UNIT, ROSA._id, kind), unit, language, device },
  );
}

const phone = () => screen.findByLabelText<HTMLInputElement>(/^(Phone|Teléfono)/);

/** A phone on which something was typed about her, after which the form was left. */
async function typedAbout(mother: Mother = ROSA, kind: Kind = 'pregnant'): Promise<Shown> {
  const unit = await openTestUnit({ mothers: [mother] });
  const shown = { unit, device: memoryDevice({ screenerName: 'Ana' }) };
  await open(shown, kind);
  await userEvent.clear(await phone());
  await userEvent.type(await phone(), '5550 7');
  await shown.device.drafts.flush();
  cleanup();
  return shown;
}

it('what was typed about a woman is there again after somebody removed her, and can be saved', async () => {
  const shown = await typedAbout();
  await removeElsewhere(shown.unit, ROSA._id, BY_JOSE);
  await open(shown);
  await waitFor(async () => expect(await phone()).toHaveProperty('value', '5550 7'));
  await screen.findByText(/You can go on: saving keeps/);
  // What can be done with an entry needs one that is here.
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Has delivered' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('her list');
  expect(await shown.unit.readMother(ROSA._id)).toMatchObject({ phone: '5550 7' });
  expect(shown.unit.snapshot().sync.tasks).toHaveLength(1);
  expect(await shown.device.drafts.list()).toEqual([]);
});

it('so it is after a delivery was entered and she was removed; her other address leads there', async () => {
  const shown = await typedAbout(ROSA, 'nursing');
  await removeElsewhere(shown.unit, ROSA._id, BY_JOSE);
  await open(shown, 'pregnant');
  const link = await screen.findByRole('link', { name: 'Open what you typed: Has delivered' });
  await userEvent.click(link);
  await waitFor(async () => expect(await phone()).toHaveProperty('value', '5550 7'));
});

it('what is saved about a woman who moved to another unit follows her there', async () => {
  const movedTo = { stakeDB: 'coban_stake_gtm', id: 'mthr_coban_stake_gtm_1746878400001_aaaaaa' };
  const shown = await typedAbout();
  await removeElsewhere(shown.unit, ROSA._id, { ...BY_JOSE, movedTo });
  await open(shown, 'pregnant', 'es');
  await screen.findByText(/^Rosa Tzul se trasladó a otra unidad\. Lo que guarde aquí/);
  await waitFor(async () => expect(await phone()).toHaveProperty('value', '5550 7'));
});

it('of a woman about whom nothing was typed the address says that she is not here', async () => {
  const unit = await openTestUnit({ mothers: [ROSA] });
  await removeElsewhere(unit, ROSA._id, BY_JOSE);
  await open({ unit, device: memoryDevice({ screenerName: 'Ana' }) });
  await screen.findByRole('heading', { name: 'This entry is not here' });
  expect(screen.queryByRole('link', { name: /^Open what you typed/ })).toBeNull();
});

it('what was typed about a pregnant woman is there again after somebody entered her delivery', async () => {
  const shown = await typedAbout();
  const { deliveryDate: _, ...rosa } = ROSA;
  const delivered = aNursingMother({ ...rosa, childsBirthDate: '2025-06-01' });
  await changeElsewhere(shown.unit, delivered);
  await open(shown);
  await waitFor(async () => expect(await phone()).toHaveProperty('value', '5550 7'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('her list');
  expect(await shown.unit.readMother(ROSA._id)).toMatchObject({
    phone: '5550 7',
    childsBirthDate: '2025-06-01',
  });
});
