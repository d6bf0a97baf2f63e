import { StorageError } from '@crece/storage';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { listPath } from '../../shared/navigation/paths.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children } from './feature.ts';

it('a list whose records cannot be opened tells nobody that there are no children', async () => {
  const unit = await openTestUnit();
  await unit.ready();
  const fault = new StorageError('closed');
  const failed = { ...unit.snapshot(), state: 'failed' as const, fault };
  vi.spyOn(unit, 'snapshot').mockReturnValue(failed);
  const path = listPath({ stakeDB: 'test_stake_gtm', stakeName: 'Test' });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
    </Routes>,
    { path, unit, device: memoryDevice() },
  );
  expect(await screen.findByText(/were closed, or removed from this device/)).toBeTruthy();
  expect(screen.queryByText('No children')).toBeNull();
});
