import { StorageError } from '@crece/storage';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { DuePage } from './due-page.tsx';

it.each([
  ['closed', 'en', /were closed, or removed from this device/],
  ['closed', 'es', /se cerraron, o se quitaron de este dispositivo/],
  ['failed', 'en', /Nothing was changed or deleted/],
] as const)(
  'a list whose records are gone from the device (%s, %s) does not say that nothing was deleted',
  async (code, language, said) => {
    const unit = await openTestUnit();
    await unit.ready();
    const failed = { ...unit.snapshot(), state: 'failed' as const, fault: new StorageError(code) };
    vi.spyOn(unit, 'snapshot').mockReturnValue(failed);
    await renderApp(
      <Routes>
        <Route path="/children/due/:stakeDB/:stakeName" element={<DuePage />} />
      </Routes>,
      { path: '/children/due/test_stake_gtm/Test', unit, device: memoryDevice(), language },
    );
    expect(await screen.findByText(said)).toBeTruthy();
  },
);
