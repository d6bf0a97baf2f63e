import type { ReportPreviewBody } from '@crece/contract';
import { aChild, aScreening } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { openTestUnit, type UnitContent } from '../../../testing/open-unit.ts';
import { aUser, type RenderOptions, renderApp } from '../../../testing/render.tsx';
import { ReportPage } from '../report-page.tsx';

export const UNIT = 'test_stake_gtm';

/** Three weeks after the screening of `aScreening`. */
const TODAY = '2025-06-01T12:00:00.000Z';

/** Sets the clock of a file's tests to the day on which `aScreening` is three weeks old. */
export function onReportDay(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(TODAY) });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
  });
}

/** The address of a report of the test unit. */
export const reportAddress = (type = 'sup', rest: { scope?: string; language?: string } = {}) =>
  `/children/report/${UNIT}/GTM/${rest.scope ?? 'stake'}/firstName/${rest.language ?? 'en'}/${type}/6`;

/** The request for the first rows of that report. */
export const previewCall = (type = 'sup', scope = 'stake', language = 'en') =>
  `GET /api/children/report-preview/${UNIT}/GTM/${scope}/firstName/${language}/${type}/6`;

/** A supplement list of the server with one child in each of two units. */
export const PREVIEW: ReportPreviewBody = {
  columns: [
    { name: '1', title: '1', kind: 'text' },
    { name: 'Sup', title: 'Sup', kind: 'text' },
    { name: 'age', title: 'age', kind: 'number' },
    { name: 'firstName', title: 'firstName', kind: 'text' },
    { name: 'lastName', title: 'lastName', kind: 'text' },
    { name: 'ward', title: 'ward', kind: 'text' },
    { name: 'country', title: 'country', kind: 'text' },
    { name: 'stake', title: 'stake', kind: 'text' },
    { name: 'alert', title: 'alert', kind: 'text' },
  ],
  rows: [
    [null, 'sup', 14, 'Luz', 'Caal', 'Norte', 'Guatemala', 'Chulac', null],
    [null, 'SAM', 20, 'Juan', 'Pop', null, 'Guatemala', 'Senahu', 'refer: swelling'],
  ],
  count: 57,
  failedUnits: [],
  unreadable: 0,
};

/** An account that may make reports of units. */
export const SYNCER = aUser({ roles: ['user', 'sync'] });

function Address() {
  const { pathname } = useLocation();
  return <output aria-label="address">{pathname}</output>;
}

interface OpenOptions extends Omit<RenderOptions, 'stake'> {
  content?: UnitContent;
  server?: Parameters<typeof fakeServer>[0];
}

/** The report page of a unit in memory with one child who needs a supplement. */
export async function openReport({ content = {}, server = {}, ...options }: OpenOptions = {}) {
  const network = fakeServer({
    'GET /api/reports': { body: { jobs: [] } },
    [previewCall()]: { body: PREVIEW },
    ...server,
  });
  const unit = await openTestUnit({
    stakeDB: UNIT,
    children: [aChild()],
    screenings: [aScreening()],
    ...content,
  });
  const { container } = await renderApp(
    <>
      <Routes>
        <Route
          path="/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect"
          element={<ReportPage />}
        />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
      <Address />
    </>,
    { user: SYNCER, path: reportAddress(), unit, ...options },
  );
  return {
    network,
    unit,
    container,
    user: userEvent.setup(),
    address: () => screen.getByLabelText('address').textContent,
  };
}
