import type { LocalUnit } from '@crece/storage';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { UnitsProvider, useUnitOfRecord } from '../data/units.tsx';
import { useUnitsHere } from '../features/backup/use-units-here.ts';
import { UnitSizes } from '../features/sync/device-card.tsx';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp } from '../testing/render.tsx';

const UNITS = ['coban_stake_gtm', 'quetzaltenango_stake_gtm', 'test_stake_gtm'];
afterEach(cleanup);

function Counting() {
  return <p>{useUnitsHere(0) === null ? 'counting' : 'counted'}</p>;
}
function Searching() {
  return <p>{useUnitOfRecord('chld_1') === undefined ? 'searching' : 'searched'}</p>;
}
const PARTS = {
  'the count of records that would be lost': Counting,
  'the search for a record': Searching,
  'the sizes of the other units': () => <UnitSizes except="" />,
} as const;

function Leaving({ part: Part }: { part: (typeof PARTS)[keyof typeof PARTS] }) {
  const [isLeft, leave] = useState(false);
  return (
    <>
      {isLeft ? null : <Part />}
      <button type="button" onClick={() => leave(true)}>
        leave
      </button>
    </>
  );
}

/** A part that opens the units of this device by turns; the first one opens when it is let. */
async function begin(part: (typeof PARTS)[keyof typeof PARTS]) {
  const unit = await openTestUnit({});
  let open: (unit: LocalUnit) => void = () => undefined;
  const waiting = new Promise<LocalUnit>((resolve) => {
    open = resolve;
  });
  const device = memoryDevice({}, { units: UNITS });
  const [first] = device.unitsOpened();
  vi.spyOn(unit, 'close').mockResolvedValue();
  const opener = vi.fn(async (stakeDB: string) => (stakeDB === first?.stakeDB ? waiting : unit));
  const page = (
    <UnitsProvider opener={opener}>
      <Leaving part={part} />
    </UnitsProvider>
  );
  await renderApp(page, { device, user: aUser({ roles: ['user', 'admin'] }) });
  const row = screen.queryByRole('button', { name: /other/i });
  if (row !== null) fireEvent.click(row);
  await waitFor(() => expect(opener).toHaveBeenCalledOnce());
  const opened = async () => {
    open(unit);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return opener.mock.calls.map(([stakeDB]) => stakeDB);
  };
  return { device, first: first?.stakeDB ?? '', opened };
}

it.each(Object.entries(PARTS))('%s ends with its page', async (_name, part) => {
  const { first, opened } = await begin(part);
  fireEvent.click(screen.getByRole('button', { name: 'leave' }));
  expect(await opened()).toEqual([first]);
});

it.each(Object.entries(PARTS))(
  '%s opens no unit that is removed meanwhile',
  async (_name, part) => {
    const { device, first, opened } = await begin(part);
    const removed = UNITS.find((each) => each !== first) ?? '';
    const left = device.unitsOpened().filter(({ stakeDB }) => stakeDB !== removed);
    vi.spyOn(device, 'unitsOpened').mockReturnValue(left);
    const all = await opened();
    expect(all).toHaveLength(2);
    expect(all).not.toContain(removed);
  },
);
