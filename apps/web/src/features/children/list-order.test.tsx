import type { Child } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { lastListPath } from '../../shared/navigation/last-list.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children } from './feature.ts';

const LIST = '/children/list/test_stake_gtm/Test/-/a/children';

function child(place: number, different: Partial<Child>): Child {
  const mother = `Madre ${place}`;
  return aChild({ _id: `chld_test_stake_gtm_174687840000${place}_0a1b2c`, mother, ...different });
}

const ana = child(1, { firstName: 'Ana', lastName: 'Xicay', mother: 'Rosa' });
const beto = child(2, { firstName: 'Beto', lastName: 'Ajú' });
const cira = child(3, { firstName: 'Cira', lastName: 'Xicay', mother: 'Rosa' });
const visit = (of: Child, muac: number, surveyDate: string, height = 78) =>
  anAssessedScreening(of, {
    _id: of._id.replace('chld', 'scr'),
    height,
    weight: 10,
    muac,
    surveyDate,
  });
const screenings = [visit(ana, 14, '2025-06-01'), visit(beto, 11, '2025-02-01', 66)];

/** Any page of a child, with the way back to the list as it was left. */
function ChildPage() {
  const { pathname } = useLocation();
  const unit = { stakeDB: 'test_stake_gtm', stakeName: 'Test' };
  return (
    <>
      <p>child {pathname}</p>
      <Link to={lastListPath(unit)}>back</Link>
    </>
  );
}

/** A window with room for the table, whose heads sort it. */
function widen(): void {
  const wide = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => wide);
}

async function showList(device = memoryDevice()) {
  const unit = await openTestUnit({ children: [ana, beto, cira], screenings });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
      <Route path="*" element={<ChildPage />} />
    </Routes>,
    { path: LIST, unit, device },
  );
  await screen.findByRole('list', { name: 'Children' });
}

/** The links of the rows without their tape buttons. */
const rows = () =>
  within(screen.getByRole('list', { name: 'Children' }))
    .getAllByRole('link')
    .filter((link) => !link.matches('.tape-link'));
const names = () => rows().map((row) => row.querySelector('.n')?.textContent?.split(' ')[0]);
const head = (name: string) => screen.getByRole('columnheader', { name });
const search = () => screen.getByRole<HTMLInputElement>('searchbox');
const chip = (name: RegExp) => screen.getByRole('button', { name });

isolatePages();

it("a column's button sorts the list, says the order and reverses it", async () => {
  widen();
  await showList();
  const user = userEvent.setup();
  expect(head('Child').getAttribute('aria-sort')).toBe('ascending');
  expect(head('Status').hasAttribute('aria-sort')).toBe(false);
  await user.click(within(head('Status')).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['Beto', 'Ana', 'Cira']));
  expect(head('Status').getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(head('Status')).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['Ana', 'Beto', 'Cira']));
  expect(head('Status').getAttribute('aria-sort')).toBe('descending');
});

it('the menu of a phone sorts the list, which stays so on this device', async () => {
  const device = memoryDevice();
  await showList(device);
  const menu = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort' });
  await userEvent.setup().selectOptions(menu(), 'Family name, siblings together');
  await waitFor(() => expect(names()).toEqual(['Beto', 'Ana', 'Cira']));
  cleanup();
  await showList(device);
  await waitFor(() => expect(names()).toEqual(['Beto', 'Ana', 'Cira']));
  expect(menu().value).toBe('family');
});

it('has chips with their number once it is worked out, and none for what nobody is', async () => {
  await showList();
  await waitFor(() => expect(chip(/^On a supplement/).textContent).toBe('On a supplement1'));
  expect(screen.queryByRole('button', { name: /^Overdue/ })).toBeNull();
  await userEvent.setup().click(chip(/^On a supplement/));
  await waitFor(() => expect(names()).toEqual(['Beto']));
});

it('comes back from a child with search, filter and order, at the row that was opened', async () => {
  widen();
  await showList();
  const user = userEvent.setup();
  await user.click(within(head('Age')).getByRole('button'));
  await user.type(search(), 'xicay');
  await waitFor(() => expect(names()).toEqual(['Ana', 'Cira']));
  rows()[1]?.focus();
  fireEvent.click(rows()[1] as HTMLElement);
  fireEvent.click(await screen.findByRole('link', { name: 'back' }));
  await waitFor(() => expect(names()).toEqual(['Ana', 'Cira']));
  expect(search().value).toBe('xicay');
  expect(head('Age').getAttribute('aria-sort')).toBe('ascending');
  await waitFor(() => expect(document.activeElement).toBe(rows()[1]));
});

it('keys alone walk the list: search, rows, opening, and out again', async () => {
  await showList();
  const user = userEvent.setup();
  await user.keyboard('/');
  await waitFor(() => expect(document.activeElement).toBe(search()));
  expect(search().value).toBe('');
  await user.keyboard('/{Backspace}{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(rows()[1]));
  // One row alone is reached by Tab: the one that had the focus.
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  await user.keyboard('{End}');
  await waitFor(() => expect(document.activeElement).toBe(rows()[2]));
  await user.keyboard('{ArrowDown}{Home}');
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(search()));
  await user.keyboard('cira{Enter}');
  expect(await screen.findByText(`child /children/view/${cira._id}`)).toBeTruthy();
});
