import type { Child } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { editChildPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { EditChildPage, NewChildPage } from './child-form-page.tsx';
import { children } from './feature.ts';
import { choose, press, type } from './testing/render-child-form.tsx';

const DAY_MS = 24 * 60 * 60_000;

isolatePages();

function Elsewhere() {
  return <p data-testid="state">{JSON.stringify(useLocation().state)}</p>;
}

async function open(
  clockDifference: number | null,
  path = '/children/create/test_stake_gtm',
  stored: readonly Child[] = [],
) {
  const unit = await openTestUnit({ clockDifference, children: stored });
  await renderApp(
    <Routes>
      <Route path={children.pages.new.at} element={<NewChildPage />} />
      <Route path={children.pages.edit.at} element={<EditChildPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    {
      ...{ path, unit, language: 'en' },
      device: memoryDevice({ screenerName: 'Ana' }),
    },
  );
  return unit;
}

async function registerByMonths(months: string): Promise<void> {
  await screen.findByLabelText('First name');
  type('First name', 'Luz');
  type('Last name', 'Mamani');
  await choose('Girl');
  await choose('Unknown');
  await choose('By months');
  type('Age in months', months);
  await press('Save and screen');
}

it('months of age are counted from the day that the person believes, which the screening then knows', async () => {
  const unit = await open(300 * DAY_MS);
  expect(await screen.findByRole('heading', { name: 'Which day is today?' })).toBeTruthy();
  expect(screen.queryByLabelText('First name')).toBeNull();
  await press('6 April 2026 (server)');
  await registerByMonths('16');
  await waitFor(() => expect(unit.snapshot().children).toHaveLength(1));
  expect(unit.snapshot().children[0]?.birthDate).toBe('2024-12-06');
  expect(JSON.parse((await screen.findByTestId('state')).textContent ?? '')).toEqual({
    isNewChild: true,
    dayBy: 'server',
  });
});

it('a device whose day is believed, or was not doubted, counts by its own', async () => {
  const doubted = await open(-300 * DAY_MS);
  await press('10 June 2025 (this device)');
  await registerByMonths('16');
  await waitFor(() => expect(doubted.snapshot().children).toHaveLength(1));
  expect(doubted.snapshot().children[0]?.birthDate).toBe('2024-02-10');
  cleanup();
  const unit = await open(DAY_MS);
  await registerByMonths('16');
  await waitFor(() => expect(unit.snapshot().children).toHaveLength(1));
  expect(unit.snapshot().children[0]?.birthDate).toBe('2024-02-10');
});

it('months that a stored child is given are counted from that day too', async () => {
  const child = aChild();
  const unit = await open(300 * DAY_MS, editChildPath(child._id, 'test_stake_gtm'), [child]);
  await press('6 April 2026 (server)');
  await screen.findByLabelText('First name');
  await choose('By months');
  type('Age in months', '16');
  await press('Save changes');
  await waitFor(() => expect(unit.snapshot().children[0]?.birthDate).toBe('2024-12-06'));
});
