import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { LocalUnit } from '@crece/storage';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestUnit, type UnitContent } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { DayPage } from './day-page.tsx';

const stakeDB = 'test_stake_gtm';
const TODAY = '2025-06-12';
/** 12 June ends at 06:00 UTC in Guatemala. */
const LAST_SECOND = new Date('2025-06-13T05:59:59.000Z');
const MIDNIGHT = new Date('2025-06-13T06:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date(`${TODAY}T18:00:00.000Z`) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function child(place: number, different: Partial<Child>): Child {
  return aChild({ _id: `chld_${stakeDB}_174687840000${place}_0a1b2c`, ...different });
}

function screened(of: Child, different: Partial<Screening> = {}): Screening {
  const surveyDate = different.surveyDate ?? TODAY;
  const _id = `${of._id.replace('chld', 'scr').slice(0, -6)}${surveyDate.replaceAll('-', '').slice(2)}`;
  const measures = { height: 78, weight: 10, muac: 14, surveyDate };
  return anAssessedScreening(of, { _id, ...measures, ...different });
}

const luz = child(1, { firstName: 'Luz', ward: 'Sarco', mother: 'Rosa Tum' });
const ana = child(2, { firstName: 'Ana', ward: 'Centro', mother: 'Elena Xicay' });
const mara = child(3, { firstName: 'Mara', ward: 'Centro' });
const ines = child(4, { firstName: 'Inés', birthDate: '2025-03-01' });
const children = [luz, ana, mara, ines];
const screenings = [
  // Normal by height and weight: the mark and the count are those of the MUAC.
  screened(luz, { muac: 11.2 }),
  screened(ana, { surveyDate: '2025-03-01', muac: 12.1 }),
];

function Elsewhere() {
  const { pathname, search, ...rest } = useLocation();
  return <p>{`at ${pathname}${search} ${JSON.stringify(rest.state)}`}</p>;
}

async function open(
  content: UnitContent = {},
  language: 'en' | 'es' = 'en',
  day = '',
  device = memoryDevice(),
) {
  const unit = await openTestUnit({ children, screenings, ...content });
  await renderApp(
    <Routes>
      <Route path="/children/day/:stakeDB/:stakeName" element={<DayPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/children/day/${stakeDB}/Test${day}`, unit, device, language },
  );
  await screen.findByRole('heading', { level: 2, name: /screened|to see|evaluad/ });
  return unit;
}

it('says above a screening day that the device has another day than the server', async () => {
  await open({ clockDifference: 2 * 86_400_000 });
  expect(screen.getByText(/clock is 2 days behind the server’s\. Who is due/)).toBeTruthy();
});

const field = () => screen.getByRole('searchbox', { name: 'Name of the child' });
const count = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent;
const counts = () =>
  within(screen.getAllByRole('list')[0] ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
/** The links below the field, tape buttons included: children, then "Add … as new". */
const found = () =>
  within(field().closest('form') ?? document.body)
    .queryAllByRole('link')
    .map(
      (link) =>
        link.getAttribute('aria-label') ?? link.querySelector('b')?.textContent ?? link.textContent,
    );
const expected = () =>
  screen
    .queryAllByRole('heading', { level: 3 })
    .map(
      (title) =>
        `${title.textContent}: ${within(title.closest('section') ?? document.body).getAllByRole('listitem').length}`,
    );
const chips = () =>
  within(screen.getByRole('group', { name: 'Which children' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(/\s*(\d+)$/, ' $1'));
const isSeen = () => vi.advanceTimersByTime(300);

describe('the field', () => {
  it('the field has the focus and is empty, ready for the next child', async () => {
    await open();
    // The focus follows the drawing: whoever leads to a page moves it to the content first.
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field()).toHaveProperty('value', '');
    expect(found()).toEqual([]);
  });

  it.each(['arriving', 'whole'] as const)(
    'says before a name is added as new whether the child may still arrive: %s',
    async (arrival) => {
      await open({ sync: { arrival } });
      await userEvent.type(field(), 'zoila');
      expect(found()).toEqual(['Add “zoila” as new']);
      const warning = screen.queryByText(/Search again when they are here, before you register/);
      expect(warning !== null).toBe(arrival === 'arriving');
    },
  );

  it('finds children and mothers while a name is typed; the last row adds the name as new', async () => {
    await open();
    await userEvent.type(field(), 'xica');
    expect(found()).toEqual([
      'Ana Xicay',
      'Measure arm (MUAC) of Ana Xicay',
      'Inés Xicay',
      // A baby's arm does not count: all measures.
      'Measure Inés Xicay',
      'Mara Xicay',
      'Measure arm (MUAC) of Mara Xicay',
      // Screened today: after the others.
      'Luz Xicay',
      // Referred for a red MUAC: her tape button opens all measures.
      'Measure Luz Xicay',
      'Add “xica” as new',
    ]);
    const row = screen.getByRole('link', { name: /^Luz Xicay/ });
    expect(row.textContent?.replace(/\s+/g, ' ')).toMatch(
      /^Luz Xicay .*15 months, girl mother Rosa Tum · Sarco Screened today$/,
    );
  });

  it('opens nobody by itself at a single match; the match leads to the form and back here', async () => {
    await open();
    await userEvent.type(field(), 'mara');
    isSeen();
    const match = screen.getByRole('link', { name: /^Mara/ });
    expect(match.getAttribute('href')).toBe(`/children/survey/${mara._id}?from=day`);
    expect(screen.queryByText(/^at /)).toBeNull();
  });

  it('says whom Enter opens, and opens this child only when it has been marked for 0.3 s', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(field(), 'ma');
    expect(screen.getByText('1 child found · Enter: screen Mara Xicay.')).toBeTruthy();
    expect(document.querySelectorAll('.day-marked')).toHaveLength(1);
    vi.advanceTimersByTime(299);
    await user.keyboard('{Enter}');
    expect(screen.queryByText(/^at /)).toBeNull();
    vi.advanceTimersByTime(1);
    await user.keyboard('{Enter}');
    expect(screen.getByText(`at /children/survey/${mara._id}?from=day null`)).toBeTruthy();
  });

  it.each([
    ['one letter', 'm', '2 children found'],
    ['a name that nobody has', 'zoila', 'No child of this name here'],
  ])('marks nobody for %s: Enter does nothing', async (_, text, said) => {
    await open();
    const user = userEvent.setup();
    await user.type(field(), text);
    isSeen();
    await user.keyboard('{Enter}');
    expect(screen.getByText(said)).toBeTruthy();
    expect(document.querySelector('.day-marked')).toBeNull();
  });

  it.each([
    ['en', '2 children are called Luis Tum: tap the right one. Mothers: Rosa Coc and Elena Coc.'],
    ['es', '2 niños se llaman Luis Tum: toque el que corresponde. Madres: Rosa Coc y Elena Coc.'],
  ] as const)(
    'opens neither of two children of one name, and names their mothers: %s',
    async (language, said) => {
      const ofRosa = child(5, { firstName: 'Luis', lastName: 'Tum', mother: 'Rosa Coc' });
      const ofElena = child(6, { firstName: 'Luis', lastName: 'Tum', mother: 'Elena Coc' });
      const severe = screened(ofRosa, { muac: 11.2 });
      await open({ children: [ofRosa, ofElena], screenings: [severe] }, language);
      const user = userEvent.setup();
      await user.type(screen.getByRole('searchbox'), 'luis tum');
      isSeen();
      await user.keyboard('{Enter}');
      expect(screen.queryByText(/^at /)).toBeNull();
      expect(document.querySelector('.day-marked')).toBeNull();
      expect(document.querySelector('.day-hint')?.textContent).toContain(said);
      const links = [...document.querySelectorAll('.day-go')].map(({ textContent }) => textContent);
      expect(links.map((text) => /(Rosa|Elena) Coc/.exec(text ?? '')?.[0]).sort()).toEqual([
        'Elena Coc',
        'Rosa Coc',
      ]);
    },
  );

  it('asks for another person of a name that is shown, and passes on how that name is split', async () => {
    const shown = child(5, { firstName: 'Ana', lastName: 'Cruz Mejía' });
    await open({ children: [shown], screenings: [] });
    const user = userEvent.setup();
    await user.type(field(), 'ana cruz');
    expect(screen.getByRole('link', { name: 'Add “ana cruz” as new' })).toBeTruthy();
    await user.type(field(), ' mejia');
    await user.click(screen.getByRole('link', { name: 'Another person with the same name' }));
    const asHere = { firstName: 'Ana', lastName: 'Cruz Mejía' };
    const state = JSON.stringify({ typedName: 'ana cruz mejia', asHere });
    expect(screen.getByText(`at /children/create/${stakeDB}?from=day ${state}`)).toBeTruthy();
  });

  it('leads with the arrow keys to the matches and to "Add", which passes the name on', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(field(), 'mara tum');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Add “mara tum” as new');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(field());
    await user.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    const state = JSON.stringify({ typedName: 'mara tum' });
    expect(screen.getByText(`at /children/create/${stakeDB}?from=day ${state}`)).toBeTruthy();
  });

  it('says that a child of this name is over five years, and that more than ten were found', async () => {
    const many = Array.from({ length: 12 }, (_, place) =>
      aChild({ _id: `chld_${stakeDB}_17468784001${10 + place}_0a1b2c`, firstName: 'Rita' }),
    );
    const old = child(5, { firstName: 'Rita', birthDate: '2020-06-12' });
    await open({ children: [...many, old], screenings: [] });
    await userEvent.type(field(), 'rita');
    expect(document.querySelectorAll('.day-row')).toHaveLength(10);
    expect(screen.getByText('2 more children: type more of the name')).toBeTruthy();
    const note = screen.getByRole('link', { name: /^1 child of this name is over 5 years/ });
    expect(note.getAttribute('href')).toContain('/rita/g/children');
  });
});

describe('the figures and the list of the day', () => {
  it('make way for the matches while a name is typed, but not on paper', async () => {
    await open();
    await userEvent.type(field(), 'mar');
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    fireEvent(window, new Event('beforeprint'));
    expect(count()).toBe('1 child screened');
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('count the children screened today by colour, and those to refer, after each save', async () => {
    const unit = await open();
    expect(count()).toBe('1 child screened');
    expect(counts()).toEqual(['1 Undernourished', '1 child to refer']);
    await save(unit, mara, { oedema: true });
    await waitFor(() => expect(count()).toBe('2 children screened'));
    expect(counts()?.at(-1)).toBe('2 children to refer');
  });

  it('name who was screened with result and what to do, and who was expected and not seen', async () => {
    await open();
    const row = screen.getByRole('link', { name: /^Luz/ }).textContent;
    expect(row).toContain('MUAC 11.2: refer');
    expect(row).toContain('Send to the clinic today');
    // Whoever is due stands behind a chip, and nobody is missing yet.
    expect(expected()).toEqual([]);
    expect(chips()).toEqual(['Screened 1', 'Due today 1', 'This week 1', 'All 3']);
    await userEvent.click(screen.getByRole('button', { name: /^Due today/ }));
    expect(expected()).toEqual(['Overdue 1: 1']);
    await userEvent.click(screen.getByRole('button', { name: /^All/ }));
    expect(screen.getByText('3 children to see')).toBeTruthy();
    expect(expected()).toEqual(['Overdue 1: 1', 'Never screened 2: 2']);
    const act = screen.getByRole('link', { name: 'Measure arm (MUAC) of Ana Xicay' });
    expect(act.getAttribute('href')).toContain('from=day');
  });

  it('promise no visit to a child of five years, whom the application would not let be screened', async () => {
    // Sixty months today, and moderate by the arm: followed, but by the clinic.
    const old = child(5, { firstName: 'Rut', birthDate: '2020-06-12' });
    await open({ children: [old], screenings: [screened(old, { height: 98, weight: 12.1 })] });
    const row = screen.getByRole('link', { name: /^Rut/ }).textContent;
    expect(row).toContain('over 5 years: hand over to the clinic');
    expect(row).not.toContain('Next visit');
  });

  it('begin with whom to see: before the first child nothing is counted', async () => {
    await open({ screenings: [] });
    expect(document.querySelector('.day-figures')).toBeNull();
    expect(chips()).toEqual(['Due today 0', 'This week 0', 'All 4']);
    expect(screen.getByText(/^Nobody is due/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close the day' })).toBeNull();
  });

  it('figures and list of the day count who of those due has come, as a ring with both figures', async () => {
    const unit = await open();
    // Ana is overdue; Luz was screened for the first time: nobody awaited her.
    expect(await screen.findByText('0 of 1 due today have come')).toBeTruthy();
    await save(unit, ana, {});
    expect(await screen.findByText('1 of 1 due today have come')).toBeTruthy();
    expect(document.querySelector('.day-ring text')?.textContent).toBe('1/1');
  });

  it('figures and list of the day say who did not come only when the day is closed, which can be opened again', async () => {
    await open();
    expect(screen.queryByText(/did not come/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close the day' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Day closed' })).toBeTruthy();
    // The pressed button is gone: keyboard and screen reader start at the figures.
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(screen.getByText('1 child did not come')).toBeTruthy();
    expect(screen.getByText('of 1 due')).toBeTruthy();
    expect(screen.queryByRole('searchbox', { name: 'Name of the child' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go on screening' }));
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText(/did not come/)).toBeNull();
  });

  it('figures and list of the day are closed for their day alone', async () => {
    const device = memoryDevice({ closedDays: { [stakeDB]: '2025-06-11', another_gtm: TODAY } });
    await open({}, 'en', '', device);
    expect(field()).toBeTruthy();
    cleanup();
    await open({}, 'en', '', memoryDevice({ closedDays: { [stakeDB]: TODAY } }));
    expect(screen.getByRole('heading', { level: 1, name: 'Day closed' })).toBeTruthy();
  });

  it('figures and list of the day are printed as shown: the screened alone, or who is still to see', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await open();
    const isPrinted = () => {
      fireEvent(window, new Event('beforeprint'));
      const isThere = screen.queryByText('1 child to see') !== null;
      // Whatever is printed, what was done is on it.
      expect(screen.getByRole('link', { name: /^Luz/ })).toBeTruthy();
      fireEvent(window, new Event('afterprint'));
      return isThere;
    };
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Print' }));
    const choose = (chip: RegExp) => userEvent.click(screen.getByRole('button', { name: chip }));
    expect(isPrinted()).toBe(false);
    await choose(/^Due today/);
    await press();
    expect(isPrinted()).toBe(true);
    await choose(/^Screened/);
    await press();
    expect(isPrinted()).toBe(false);
    expect(print).toHaveBeenCalledTimes(2);
  });

  it('say that they are those so far, while records are arriving', async () => {
    await open({ sync: { arrival: 'arriving' } });
    expect(count()).toBe('1 child screened here so far');
  });

  it('follow the stored measures, not the verdict that was stored with them', async () => {
    const told: Screening = {
      ...screened(luz, { muac: 11.2 }),
      status: 'GREEN_CHILD',
      actions: [],
    };
    await open({ screenings: [told] });
    expect(counts()).toContain('1 child to refer');
  });

  it('belong to the day until midnight in the country of the unit', async () => {
    vi.setSystemTime(LAST_SECOND);
    await open();
    expect(count()).toBe('1 child screened');
    vi.setSystemTime(MIDNIGHT);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    // A slow machine subscribes to the clock after the first picture, and draws then.
    await waitFor(() => expect(count()).toBe('2 children to see'));
    const day = screen.getByLabelText<HTMLInputElement>('Another day');
    fireEvent.change(day, { target: { value: TODAY } });
    expect(count()).toBe('1 child screened');
    expect(screen.queryByRole('searchbox', { name: 'Name of the child' })).toBeNull();
  });

  it('an earlier day leaves out what came later: results, screenings, children', async () => {
    const later = [
      ...screenings,
      screened(luz, { surveyDate: '2025-06-11', muac: 13 }),
      screened(ana, { surveyDate: TODAY }),
    ];
    const instant = Date.parse(`${TODAY}T15:00:00.000Z`);
    const isNew = aChild({ _id: `chld_${stakeDB}_${instant}_0a1b2c`, firstName: 'Nueva' });
    await open({ children: [...children, isNew], screenings: later }, 'en', '?day=2025-06-11');
    await waitFor(() => expect(count()).toBe('1 child screened'));
    expect(counts()).toEqual(['1 Normal']);
    expect(screen.getByText('1 child did not come')).toBeTruthy();
    expect(expected()).toEqual(['Overdue 1: 1', 'Never screened 2: 2']);
  });

  it('an earlier day shows a child whose first screening came later as never screened', async () => {
    const later = [screened(luz, { muac: 11.2 })];
    await open({ children: [luz], screenings: later }, 'en', '?day=2025-06-11');
    const row = await screen.findByRole('link', { name: /^Luz/ });
    expect(row.textContent).toContain('Not screened');
    expect(row.textContent).not.toMatch(/MUAC|refer/);
  });

  it('a year that is still being typed does not change the day', async () => {
    await open();
    const day = screen.getByLabelText<HTMLInputElement>('Another day');
    fireEvent.change(day, { target: { value: '0002-06-11' } });
    expect(day.value).toBe('0002-06-11');
    expect(screen.getByText('Thursday, 12 June 2025')).toBeTruthy();
    fireEvent.change(day, { target: { value: '2025-06-11' } });
    expect(await screen.findByText('Wednesday, 11 June 2025')).toBeTruthy();
    fireEvent.change(day, { target: { value: '' } });
    fireEvent.blur(day);
    expect(day.value).toBe('2025-06-11');
  });

  it.each(['?day=2025-06-12', '?day=2025-06-13', '?day=x'])(
    'the address %s shows the figures of today',
    async (day) => {
      await open({}, 'en', day);
      expect(screen.getByText('Thursday, 12 June 2025')).toBeTruthy();
    },
  );

  it('a Spanish-speaking person reads the screening day in Spanish', async () => {
    await open({}, 'es');
    expect(count()).toBe('1 niño evaluado');
    expect(screen.getByText('jueves, 12 de junio de 2025')).toBeTruthy();
  });
});

/** Saves a screening as another tab does. */
async function save(unit: LocalUnit, of: Child, fields: Partial<Screening>): Promise<void> {
  const { zScore: _z, status: _s, actions: _a, ...stored } = screened(of, fields);
  await act(() => unit.fill([stored as Screening]));
}
