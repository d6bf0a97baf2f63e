import { aChild } from '@crece/domain/testing';
import type { ChildRow } from '@crece/storage';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { renderApp } from '../../testing/render.tsx';
import { rowOf } from '../../testing/rows.ts';
import { ChildRows } from './child-rows.tsx';

const TODAY = '2025-06-10';
const ROWS = [rowOf(aChild({ firstName: 'Berta' }), [], TODAY)];
const NO_ALERTS = new Map();

/** The list of a search, which a press changes. */
function List({ rows }: { rows: readonly ChildRow[] }) {
  const [search, setSearch] = useState('');
  return (
    <>
      <button type="button" onClick={() => setSearch('a')}>
        search
      </button>
      <ChildRows
        everybody={rows}
        rows={rows}
        count={rows.length}
        alerts={NO_ALERTS}
        arrived={{ arrival: 'whole', madeHere: [] }}
        today={TODAY}
        isWide={false}
        isEnded={false}
        stakeDB="test_stake_gtm"
        search=""
        place={search}
        hasActed={() => false}
        footRef={{ current: null }}
        sort={{ by: 'first', reversed: false }}
        onSort={() => undefined}
      />
    </>
  );
}

/** Shows a list that begins 190 px below the top of the page; returns how often it was drawn. */
async function drawList(): Promise<number> {
  const drawn = vi.fn();
  await renderApp(
    <Profiler id="rows" onRender={drawn}>
      <List rows={ROWS} />
    </Profiler>,
  );
  expect(screen.getByRole('link', { name: /^Berta/ })).toBeDefined();
  return drawn.mock.calls.length;
}

beforeEach(() => {
  installBrowserGaps();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 190, 360, 0));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a list that returns to the place where it began before is drawn once, not twice', async () => {
  await drawList();
  cleanup();
  expect(await drawList()).toBe(1);
});

it('draws the rows that the window shows with a search, and those around them a moment later', async () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    rowOf(aChild({ _id: `chld_test_stake_gtm_17468784000${at + 10}_aaaaaa` }), [], TODAY),
  );
  await renderApp(<List rows={many} />);
  const drawn = () => screen.getAllByRole('listitem').length;
  // The window shows 578 of 768 px of the list: nine rows of an estimated 64 px and a part.
  const visible = 10;
  await waitFor(() => expect(drawn()).toBe(visible + 3));
  fireEvent.click(screen.getByRole('button', { name: 'search' }));
  expect(drawn()).toBe(visible);
  await waitFor(() => expect(drawn()).toBe(visible + 3));
});
