import type { Account, Child, Screening } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import type { Language } from '@crece/messages';
import type { Device, LocalUnit } from '@crece/storage';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { openTestUnit, removeElsewhere, type UnitContent } from './open-unit.ts';
import { memoryDevice, renderApp } from './render.tsx';

/** The date of these tests: `aChild` is 15 months old. */
export const TODAY = '2025-06-10';

/**
 * Around each test of a file: a phone at noon of `TODAY` (Guatemala) without a server; timers run
 * normally.
 */
export function isolateScreenings(): void {
  beforeEach(() => {
    // Below 800 px no element takes the focus by itself while a test types.
    vi.stubGlobal('innerWidth', 360);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/** The current address of the application. */
export const address = (): string => screen.getByTestId('address').textContent ?? '';

export interface RenderedScreenings {
  unit: LocalUnit;
  device: Device;
  child: Child;
}

export interface ShowOptions {
  child?: Partial<Child>;
  screenings?: readonly Screening[];
  language?: Language;
  session?: Account | null;
  device?: Device;
  /** Server clock minus device clock in milliseconds, from the last contact. */
  clockDifference?: number;
  /** What is known about the unit's synchronisation. */
  sync?: UnitContent['sync'];
  /** Another person had removed the child before the address was opened. */
  removal?: { removedBy: string; removedAt: string };
  /** The unit as it was left by pages that were shown before. */
  openedUnit?: LocalUnit;
  /** What the page before passes through the browser's history. */
  state?: unknown;
  /** What stands around the pages. */
  around?: (pages: ReactNode) => ReactNode;
}

/** An address to which something is passed. */
function passed(path: string, state: unknown) {
  const { pathname, search } = new URL(path, 'https://crece.example.org');
  return { pathname, search, state };
}

/** Opens an address of these pages on a unit with one child and its screenings. */
export async function showPages(
  pages: Readonly<Record<string, ReactNode>>,
  path: (child: Child) => string,
  options: ShowOptions = {},
): Promise<RenderedScreenings> {
  const child = aChild(options.child);
  const unit =
    options.openedUnit ??
    (await openTestUnit({
      children: [child],
      screenings: options.screenings ?? [],
      clockDifference: options.clockDifference ?? null,
      sync: options.sync ?? {},
    }));
  if (options.removal !== undefined) await removeElsewhere(unit, child._id, options.removal);
  const device = options.device ?? memoryDevice({ screenerName: 'Ana Morales' });
  const { around = (shown) => shown } = options;
  await renderApp(
    around(
      <>
        <Address />
        <Routes>
          {Object.entries(pages).map(([at, page]) => (
            <Route key={at} path={at} element={page} />
          ))}
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
      </>,
    ),
    {
      path: options.state === undefined ? path(child) : passed(path(child), options.state),
      unit,
      device,
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.session === undefined ? {} : { session: options.session }),
    },
  );
  return { unit, device, child };
}
