import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { children } from '../features/children/feature.ts';
import { isolatePages } from '../testing/isolate-pages.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { renderApp } from '../testing/render.tsx';
import { PAGES } from './list-with-child.tsx';

const LIST = '/children/list/test_stake_gtm/Test/-/a/children';

const [ana, beto] = (['Ana', 'Beto'] as const).map((firstName, at) =>
  aChild({
    _id: `chld_test_stake_gtm_174687840000${at}_0a1b2c`,
    firstName,
    lastName: 'Xicay',
    ward: 'El Centro',
  }),
) as [ReturnType<typeof aChild>, ReturnType<typeof aChild>];
const seen = anAssessedScreening(ana, {
  _id: ana._id.replace('chld', 'scr'),
  height: 78,
  weight: 10,
  muac: 11,
  surveyDate: '2025-06-01',
});

/** A window of so many em, at the usual size of letters. */
function widenTo(em: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: em >= Number(/min-width: (\d+)em/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function ListPage() {
  const [Page, setPage] = useState<ComponentType | null>(null);
  useEffect(() => void PAGES.list().then((page) => setPage(() => page)), []);
  return Page === null ? null : <Page />;
}

const Elsewhere = () => <p>at {useLocation().pathname}</p>;

async function showList(): Promise<void> {
  const unit = await openTestUnit({ children: [ana, beto], screenings: [seen] });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ListPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: LIST, unit },
  );
  await screen.findByRole('list', { name: 'Children' });
}

const beside = (name: string) => screen.findByRole('region', { name });
const row = (name: string) =>
  within(screen.getByRole('list', { name: 'Children' }))
    .getAllByRole('link')
    .find((link) => link.matches('.child') && link.textContent.includes(name)) as HTMLElement;

isolatePages();
beforeEach(() => vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

describe('the list of children on a roomy window', () => {
  it('the list has the child of its first row beside it, and what its page shows', async () => {
    widenTo(80);
    await showList();
    const page = within(await beside('Ana Xicay'));
    expect(row('Ana').getAttribute('aria-current')).toBe('true');
    expect(page.getByRole('heading', { name: /^MUAC/ })).toBeTruthy();
    expect(page.getByRole('link', { name: 'New screening' }).getAttribute('href')).toMatch(
      `/children/survey/${ana._id}`,
    );
    expect(page.getByText(/^Girl, .* · El Centro$/)).toBeTruthy();
    // No table: the order is a menu.
    expect(screen.queryByRole('columnheader', { name: 'Child' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Sort' })).toBeTruthy();
  });

  it('arrow keys choose the child, lead into it and back, and Enter opens its page', async () => {
    widenTo(80);
    await showList();
    await beside('Ana Xicay');
    const user = userEvent.setup();
    row('Ana').focus();
    await user.keyboard('{ArrowDown}');
    const page = await beside('Beto Xicay');
    expect(row('Beto').getAttribute('aria-current')).toBe('true');
    expect(row('Ana').hasAttribute('aria-current')).toBe(false);
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(page));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(row('Beto'));
    await user.keyboard('{Enter}');
    expect(await screen.findByText(`at /children/view/${beto._id}`)).toBeTruthy();
  });

  it('one click chooses a child; two, and a press for another tab, are the link’s own', async () => {
    widenTo(80);
    await showList();
    await beside('Ana Xicay');
    const user = userEvent.setup();
    await user.click(row('Beto'));
    await beside('Beto Xicay');
    expect(screen.queryByText(/^at /)).toBeNull();
    // `false`: a handler took the press from the browser.
    expect(fireEvent.click(row('Ana'), { detail: 1, ctrlKey: true })).toBe(true);
    await user.dblClick(row('Ana'));
    expect(await screen.findByText(`at /children/view/${ana._id}`)).toBeTruthy();
  });

  it('exactly one result opens its page', async () => {
    widenTo(80);
    await showList();
    await userEvent.setup().type(screen.getByRole('searchbox'), 'beto');
    expect(await screen.findByText(`at /children/view/${beto._id}`)).toBeTruthy();
  });

  it('below 1,280 px the list is a table without a child beside it, and a click opens', async () => {
    widenTo(79);
    await showList();
    expect(screen.getByRole('columnheader', { name: 'Child' })).toBeTruthy();
    expect(row('Ana').hasAttribute('aria-current')).toBe(false);
    await userEvent.setup().click(row('Beto'));
    expect(await screen.findByText(`at /children/view/${beto._id}`)).toBeTruthy();
  });
});
