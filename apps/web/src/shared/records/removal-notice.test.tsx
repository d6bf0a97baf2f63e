import { aChild } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { OpenUnit } from '../../data/units.tsx';
import { UnitsProvider } from '../../data/units.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { openAgain, openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { UnitRoute } from '../navigation/unit-route.tsx';
import { useRemovalNotice } from './removal-notice.ts';

afterEach(() => void vi.unstubAllGlobals());

const luz = aChild({ firstName: 'Luz' });
const ANA = { name: 'Ana' };

function RemoveButton({ unit }: { unit: OpenUnit }) {
  const sayRemoved = useRemovalNotice(unit);
  const remove = async () => {
    await unit.local.removeChild(luz._id, ANA, new Date(), { hold: true });
    sayRemoved({ id: luz._id, text: 'Luz was removed.', undone: 'Luz is back.', author: ANA });
  };
  return (
    <button type="button" onClick={() => void remove()}>
      Remove
    </button>
  );
}

it('"Undo" brings a child back also after another unit was opened, which closed its own', async () => {
  fakeServer();
  const one = await openTestUnit({ children: [luz] });
  const other = await openTestUnit({ stakeDB: 'manaus_bra' });
  const opener = (stakeDB: string) => openAgain(stakeDB === one.stakeDB ? one : other);
  await renderApp(
    <UnitsProvider opener={opener}>
      <Routes>
        <Route
          path="/"
          element={
            <UnitRoute stakeDB={one.stakeDB}>{(unit) => <RemoveButton unit={unit} />}</UnitRoute>
          }
        />
        <Route
          path="/other"
          element={
            <UnitRoute stakeDB={other.stakeDB}>{(unit) => <p>in {unit.stakeName}</p>}</UnitRoute>
          }
        />
      </Routes>
      <Link to="/other">other</Link>
    </UnitsProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('Luz was removed.');
  // From now on only the page has it open.
  await one.close();
  const close = vi.spyOn(one, 'close');
  await userEvent.click(screen.getByRole('link', { name: 'other' }));
  await screen.findByText('in Manaus');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  await close.mock.results[0]?.value;
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Luz is back.')).toBeTruthy();
  const again = await openAgain(one);
  await again.ready();
  expect(again.snapshot().children.map(({ id }) => id)).toEqual([luz._id]);
  await again.close();
});
