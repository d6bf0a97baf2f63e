import { aChild, aScreening } from '@crece/domain/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { onReportDay, openReport, UNIT } from './testing/open-report.tsx';

onReportDay();

it('an older reading of this device that ends after a newer one is not shown', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const unit = await openTestUnit({
    ...{ stakeDB: UNIT, children: [aChild()], screenings: [aScreening()] },
  });
  // The names of the units to which children moved may have to be asked of the server.
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const moved = vi.spyOn(unit, 'movedRecords').mockImplementationOnce(async () => {
    await ended;
    return [];
  });
  await openReport({ unit });
  await waitFor(() => expect(moved).toHaveBeenCalledOnce());
  await act(() => unit.removeChild(aChild()._id, { name: 'Ana' }, new Date()));
  expect(await screen.findByText('No children here yet')).toBeTruthy();
  end();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('No children here yet')).toBeTruthy();
});
