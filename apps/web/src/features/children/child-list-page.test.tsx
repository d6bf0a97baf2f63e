import { aChild, aScreening } from '@crece/domain/testing';
import type { LocalUnit } from '@crece/storage';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit, type UnitContent } from '../../testing/open-unit.ts';
import {
  deviceOfEndedUnit,
  memoryDevice,
  type RenderOptions,
  renderApp,
} from '../../testing/render.tsx';
import { aRefusal, childTask, LUZ } from '../../testing/tasks.ts';
import { ChildListPage } from './child-list-page.tsx';
import { children as feature } from './feature.ts';
import { REST_BEFORE_OPENING_MS } from './use-open-single-result.ts';

const LIST = '/children/list/test_stake_gtm/Test/-/a/children';

function Elsewhere() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>at {decodeURIComponent(pathname)}</p>
      <button type="button" onClick={() => navigate(-1)}>
        browser back
      </button>
      <Link to={LIST}>to the list</Link>
    </>
  );
}

function Address() {
  return <p data-testid="address">{decodeURIComponent(useLocation().pathname)}</p>;
}

const onDrawn = vi.fn();

async function showList(
  content: UnitContent = {},
  { path = LIST, ...options }: RenderOptions = {},
): Promise<LocalUnit> {
  const unit = await openTestUnit(content);
  await renderApp(
    <Routes>
      <Route
        path={feature.pages.list.at}
        element={
          <>
            <Address />
            <Profiler id="list" onRender={onDrawn}>
              <ChildListPage />
            </Profiler>
          </>
        }
      />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path, unit, ...options },
  );
  return unit;
}

const children = [
  aChild({ _id: 'chld_test_stake_gtm_1746878400001_aaaaaa', firstName: 'Ana', lastName: 'López' }),
  aChild({
    _id: 'chld_test_stake_gtm_1746878400002_bbbbbb',
    firstName: 'Mateo',
    lastName: 'Xicay',
    gender: 'Boy',
    ward: 'Sarco',
  }),
  aChild({
    _id: 'chld_test_stake_gtm_1746878400003_cccccc',
    firstName: 'María',
    lastName: 'Xicay',
    mother: 'Rosa Tzul',
  }),
];
const [ana, mateo] = children as [(typeof children)[0], (typeof children)[0]];

/** The links of the rows without their tape buttons. */
const rowsShown = () =>
  within(screen.getByRole('list', { name: 'Children' }))
    .getAllByRole('link')
    .filter((link) => !link.matches('.tape-link'));
const search = () => screen.getByRole('searchbox', { name: 'Child or mother' });
const chip = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name });

isolatePages();

describe('ChildListPage', () => {
  it('of a unit that has ended offers no row to be measured', async () => {
    await showList({ children });
    const measures = { name: /^Measure (arm \(MUAC\) of )?Ana/ };
    expect(await screen.findAllByRole('link', measures)).toHaveLength(1);
    cleanup();
    await showList({ children }, { device: await deviceOfEndedUnit() });
    await screen.findByText(/^This unit has ended/);
    expect(screen.queryAllByRole('link', measures)).toHaveLength(0);
  });

  it('makes each row one link whose name says all, with short words to be seen on a phone', async () => {
    await showList({
      children: [ana],
      screenings: [aScreening({ owner: ana._id })],
      pendingIds: [ana._id],
    });
    await screen.findByRole('list', { name: 'Children' });
    const [row] = rowsShown();
    expect(row?.getAttribute('href')).toBe(`/children/view/${ana._id}`);
    expect(row?.querySelector('.vh')?.textContent).toBe(
      'Ana López Only on this device, last screening 4 weeks ago MUAC 11.9: moderate Undernourished ' +
        '15 months · girl mother Elena Xicay 240 kcal a day',
    );
    expect(row?.textContent?.replace(/\s+/g, ' ').trim()).toContain(
      'Ana López4 weeksMUAC 11.9: moderate · 15 mo, girlUndernourished240 kcal',
    );
    // The mother tells apart whom a search finds.
    await userEvent.type(screen.getByRole('searchbox'), 'an');
    await waitFor(() => expect(rowsShown()[0]?.textContent).toMatch(/240 kcalElena Xicay$/));
  });

  it.each([true, undefined] as const)(
    'marks only the children whose figures beyond ±5 a person confirmed: %s',
    async (zScoreConfirmed) => {
      const screening = aScreening({ owner: ana._id });
      await showList({
        children: [ana],
        screenings: [zScoreConfirmed ? { ...screening, zScoreConfirmed } : screening],
      });
      const row = await screen.findByRole('link', { name: /^Ana López/ });
      expect(row.textContent?.includes('z-score confirmed')).toBe(zScoreConfirmed === true);
    },
  );

  it('shows a child without screenings as not screened, never with a colour word', async () => {
    await showList({ children: [ana] });
    const [row] = await screen.findAllByRole('link', { name: /^Ana López/ });
    expect(row?.textContent).toContain('Not screened yet');
    expect(row?.textContent).toContain('never');
    expect(row?.querySelector('.mark')?.classList.contains('st-grey')).toBe(true);
  });

  it('shows the red MUAC tape instead of the green mark when only MUAC is red', async () => {
    await showList({
      children: [ana],
      screenings: [
        aScreening({
          owner: ana._id,
          muac: 10.8,
          oedema: true,
          height: 77,
          weight: 9.6,
        }),
      ],
    });
    const row = await screen.findByRole('link', { name: /^Ana López/ });
    expect(row.querySelector('.st-green')).toBeNull();
    expect(row.textContent).toContain('Swelling of both feet: refer today');
    expect(row.textContent).toContain('Normal by height and weight');
    expect(row.textContent).toContain('MUAC 10.8: refer');
  });

  it('finds by child and by mother during typing, and writes the search into the address', async () => {
    await showList({ children });
    await screen.findByRole('list', { name: 'Children' });
    expect(rowsShown()).toHaveLength(3);
    await userEvent.type(search(), 'xicay');
    // Ana's mother has the name Xicay, and so have Mateo and María.
    expect(rowsShown()).toHaveLength(3);
    await userEvent.clear(search());
    await userEvent.type(search(), 'lo an');
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(screen.getByText('Opening Ana López')).toBeTruthy();
    await waitFor(() => {
      expect(screen.getByTestId('address').textContent).toMatch(/\/lo an\/a\/children$/);
    });
  });

  it('shows the matches after each key in one render', async () => {
    await showList({ children });
    await screen.findByRole('list', { name: 'Children' });
    for (const [value, many] of [
      ['m', 2],
      ['ma', 2],
      ['mat', 1],
      ['ma', 2],
    ] as const) {
      onDrawn.mockClear();
      fireEvent.change(search(), { target: { value } });
      expect(rowsShown()).toHaveLength(many);
      expect(onDrawn).toHaveBeenCalledOnce();
    }
  });

  it('restores the search on the way back from a child that was opened during typing', async () => {
    await showList({ children });
    await screen.findByRole('list', { name: 'Children' });
    await userEvent.type(search(), 'm');
    await userEvent.click(await screen.findByRole('link', { name: /^Mateo Xicay/ }));
    await screen.findByText(/^at \/children\/view\//);
    await userEvent.click(screen.getByRole('button', { name: 'browser back' }));
    await screen.findByRole('list', { name: 'Children' });
    expect(search()).toHaveProperty('value', 'm');
  });

  it('opens the only match after a pause, and "back" shows the search without opening it again', async () => {
    await showList({ children });
    await screen.findByRole('list', { name: 'Children' });
    await userEvent.type(search(), 'rosa tz');
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(screen.getByText('Opening María Xicay')).toBeTruthy();
    expect(
      await screen.findByText(/^at \/children\/view\/chld_test_stake_gtm_.*cccccc$/),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'browser back' }));
    await screen.findByRole('list', { name: 'Children' });
    expect(search()).toHaveProperty('value', 'rosa tz');
    expect(rowsShown()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, REST_BEFORE_OPENING_MS + 150));
    expect(screen.getByTestId('address').textContent).toMatch(/\/rosa tz\/a\/children$/);
    await userEvent.type(search(), '{Backspace}');
    expect(await screen.findByText(/^at \/children\/view\/.*cccccc$/)).toBeTruthy();
  });

  it('a single result of a stored address or a filter does not open', async () => {
    await showList({ children }, { path: '/children/list/test_stake_gtm/Test/mateo/a/children' });
    await screen.findByRole('list', { name: 'Children' });
    expect(search()).toHaveProperty('value', 'mateo');
    expect(rowsShown()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, REST_BEFORE_OPENING_MS + 150));
    expect(rowsShown()).toHaveLength(1);
  });

  it('a search of one letter opens no child', async () => {
    await showList({ children: [ana, mateo].map((child) => ({ ...child, mother: 'Eva' })) });
    await screen.findByRole('list', { name: 'Children' });
    await userEvent.type(search(), 'z');
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, REST_BEFORE_OPENING_MS + 150));
    expect(rowsShown()).toHaveLength(1);
  });

  it('filters by chips with counts and stores the filter in the address and on the device', async () => {
    const device = memoryDevice();
    await showList({ children, screenings: [aScreening({ owner: mateo._id })] }, { device });
    await screen.findByRole('list', { name: 'Children' });
    expect(chip(/^All ?3$/).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(chip(/^Undernourished ?1$/));
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(screen.getByTestId('address').textContent).toMatch(/\/-\/r\/children$/);
    expect(device.getSetting('colorFilter')).toBe('r');
    expect(chip(/^Not assessed ?2$/).getAttribute('aria-pressed')).toBe('false');
  });

  it('opens a link to the list with the stored filter, and follows a typed address exactly', async () => {
    const device = memoryDevice({ colorFilter: 'u' });
    await showList(
      { children, screenings: [aScreening({ owner: mateo._id })] },
      { device, path: '/elsewhere' },
    );
    await userEvent.click(screen.getByRole('link', { name: 'to the list' }));
    await screen.findByRole('list', { name: 'Children' });
    expect(rowsShown()).toHaveLength(2);
    expect(screen.getByTestId('address').textContent).toMatch(/\/-\/u\/children$/);
    cleanup();
    await showList({ children }, { device });
    await screen.findByRole('list', { name: 'Children' });
    expect(screen.getByTestId('address').textContent).toMatch(/\/-\/a\/children$/);
  });

  it('stores the ward on the device and offers other wards when no child there matches', async () => {
    const device = memoryDevice();
    await showList({ children }, { device });
    await screen.findByRole('list', { name: 'Children' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ward' }), 'Sarco');
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(device.getSetting('wardByUnit')).toEqual({ test_stake_gtm: 'Sarco' });
    await userEvent.type(search(), 'ana');
    expect(
      await screen.findByRole('heading', { name: 'No child matches this search' }),
    ).toBeTruthy();
    expect(screen.getByText('Searched for: “ana” and Sarco. 1 child in other wards.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add “ana” as new' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Search all wards' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
  });

  it('hides graduates until the person asks for them', async () => {
    const graduate = aChild({ _id: 'chld_g', firstName: 'Gael', birthDate: '2020-06-10' });
    await showList({ children: [...children, graduate] });
    await screen.findByRole('list', { name: 'Children' });
    expect(screen.queryByText(/Gael/)).toBeNull();
    await userEvent.click(chip(/^Over 5 years ?1$/));
    expect(await screen.findByRole('link', { name: /^Gael/ })).toBeTruthy();
  });

  it('offers one prominent action in an empty unit', async () => {
    await showList();
    const add = await screen.findByRole('link', { name: 'Add the first child' });
    expect(add.getAttribute('href')).toBe('/children/create/test_stake_gtm');
  });

  it('links to open tasks: conflicts, refused records, screenings without a child, unreadable records', async () => {
    const task = childTask({ ward: 'a' }, { ward: 'b' });
    await showList({
      children: [...children, LUZ],
      screenings: [aScreening({ _id: 'scr_orphan', owner: 'chld_gone' })],
      tasks: [task],
      sync: { refused: [aRefusal({ id: ana._id, childId: ana._id })] },
      raw: [{ _id: 'chld_x', birthDate: 'ayer' }],
    });
    const line = await screen.findByRole('link', { name: '4 records are waiting for you' });
    expect(decodeURIComponent(line.getAttribute('href') ?? '')).toBe(
      '/children/waiting/test_stake_gtm/Guatemala test Only',
    );
    expect(screen.getByRole('link', { name: /^Luz Mamani/ }).textContent).toContain('Two values');
    expect(screen.getByRole('link', { name: /^Ana López/ }).textContent).toContain(
      'Refused by the server',
    );
    expect(screen.getByRole('link', { name: /^Mateo Xicay/ }).textContent).not.toContain('Refused');
  });

  it('shows no line above the list when nothing waits', async () => {
    await showList({ children });
    await screen.findByRole('link', { name: /^Ana López/ });
    expect(screen.queryByRole('link', { name: /waiting for you/ })).toBeNull();
  });

  it('a Spanish-speaking person reads the child list in Spanish', async () => {
    await showList(
      { children: [ana], screenings: [aScreening({ owner: ana._id })] },
      { language: 'es' },
    );
    const row = await screen.findByRole('link', { name: /^Ana López/ });
    expect(row.querySelector('.vh')?.textContent).toContain('15 meses');
    expect(row.textContent).toContain('Desnutrición');
    expect(row.textContent).toContain('MUAC 11,9');
    expect(screen.getByRole('searchbox', { name: 'Niño o madre' })).toBeTruthy();
  });

  it.each(['pregnant', 'nursing'])('leads the screen type %s to the mothers', async (kind) => {
    await showList({}, { path: `/children/list/test_stake_gtm/Test/-/a/${kind}` });
    expect(
      await screen.findByText(`at /children/mothers/list/test_stake_gtm/Test/${kind}`),
    ).toBeTruthy();
  });
});
