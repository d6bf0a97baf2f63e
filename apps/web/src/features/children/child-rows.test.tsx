import { aChild } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { renderApp } from '../../testing/render.tsx';
import { rowOf } from '../../testing/rows.ts';
import { ChildRows } from './child-rows.tsx';

const TODAY = '2025-06-10';
const ROWS = [rowOf(aChild({ firstName: 'Berta' }), [], TODAY)];
const NO_ALERTS = new Map();

/** Shows a list that begins 190 px below the top of the page; returns how often it was drawn. */
async function drawList(): Promise<number> {
  const drawn = vi.fn();
  await renderApp(
    <Profiler id="rows" onRender={drawn}>
      <ChildRows
        rows={ROWS}
        count={ROWS.length}
        alerts={NO_ALERTS}
        arrived={{ arrival: 'whole', madeHere: [] }}
        today={TODAY}
        stakeDB="test_stake_gtm"
        place="test"
        hasActed={() => false}
        sort={{ by: 'first', reversed: false }}
        onSort={() => undefined}
      />
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

it('is drawn once, not twice, when it returns to the place where it began before', async () => {
  await drawList();
  cleanup();
  expect(await drawList()).toBe(1);
});
