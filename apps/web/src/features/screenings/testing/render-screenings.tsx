import type { Account, Child, Screening } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import type { Language } from '@crece/messages';
import type { Device, LocalUnit } from '@crece/storage';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { newScreeningPath } from '../../../shared/navigation/paths.ts';
import { openTestUnit, removeElsewhere, type UnitContent } from '../../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../../testing/render.tsx';
import { ChildViewPage } from '../child-view-page.tsx';
import { screenings } from '../feature.ts';
import { GrowthCardPage } from '../growth-card/growth-card-page.tsx';
import { RemoveScreeningPage } from '../remove-screening-page.tsx';
import { EditScreeningPage, NewScreeningPage } from '../screening-form-page.tsx';

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
  /** What stands around the pages. */
  around?: (pages: ReactNode) => ReactNode;
}

/** Opens an address of this feature on a unit with one child and its screenings. */
export async function show(
  path: (child: Child) => string,
  options: ShowOptions = {},
): Promise<RenderedScreenings> {
  const child = aChild(options.child);
  const unit = await openTestUnit({
    children: [child],
    screenings: options.screenings ?? [],
    clockDifference: options.clockDifference ?? null,
    sync: options.sync ?? {},
  });
  if (options.removal !== undefined) await removeElsewhere(unit, child._id, options.removal);
  const device = options.device ?? memoryDevice({ screenerName: 'Ana Morales' });
  const { around = (pages) => pages } = options;
  await renderApp(
    around(
      <>
        <Address />
        <Routes>
          <Route path={screenings.pages.new.at} element={<NewScreeningPage />} />
          <Route path={screenings.pages.edit.at} element={<EditScreeningPage />} />
          <Route path={screenings.pages.remove.at} element={<RemoveScreeningPage />} />
          <Route path={screenings.pages.child.at} element={<ChildViewPage />} />
          <Route path={screenings.pages.card.at} element={<GrowthCardPage />} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
      </>,
    ),
    {
      path: path(child),
      unit,
      device,
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.session === undefined ? {} : { session: options.session }),
    },
  );
  return { unit, device, child };
}

/** The stored screenings of the child, newest first. */
export async function screeningsOf({
  unit,
  child,
}: RenderedScreenings): Promise<readonly Screening[]> {
  return (await unit.readChildFile(child._id))?.screenings ?? [];
}

/** Opens the form of a new screening, ready for typing. */
export async function openForm(options?: ShowOptions) {
  const user = userEvent.setup();
  const shown = await show((child) => newScreeningPath(child._id), options);
  await screen.findByRole('button', { name: 'Save screening' });
  return { user, ...shown };
}

/** The figure inputs of the form, and its button. */
export const field = (name: RegExp) => screen.getByRole('textbox', { name });
export const height = () => field(/^Height/u);
export const weight = () => field(/^Weight/u);
export const muac = () => field(/\(MUAC\)/u);
export const save = () => screen.getByRole('button', { name: /^Save/u });
