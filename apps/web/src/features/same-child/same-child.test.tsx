import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { type LocalUnit, StorageError } from '@crece/storage';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { FULL_DISK, failNextWrite, openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { sameChild } from './feature.ts';
import { PairPage } from './pair-page.tsx';
import { PairsPage } from './pairs-page.tsx';

const UNIT = 'test_stake_gtm';
const idOf = (kind: string, place: number) => `${kind}_${UNIT}_174687840000${place}_0a1b2c`;
const { city: _city, ...withoutCity } = aChild({
  _id: idOf('chld', 1),
  firstName: 'Marisol',
  lastName: 'Xicay',
  birthDate: '2024-03-10',
  phone: '5501',
  ward: 'Norte',
});
const marisol: ReturnType<typeof aChild> = withoutCity;
const { ward: _none, ...twin } = marisol;
const maria = {
  ...twin,
  _id: idOf('chld', 2),
  firstName: 'Marysol',
  phone: '5502',
  city: 'Sololá',
};
const diego = aChild({ _id: idOf('chld', 3), firstName: 'Diego', lastName: 'Coc' });
const seen = (place: number, child: typeof marisol, surveyDate: string, weight: number) =>
  anAssessedScreening(child, { _id: idOf('scr', place), surveyDate, height: 74, weight });
const screenings = [
  seen(1, marisol, '2025-05-08', 8.4),
  seen(2, maria, '2025-05-08', 8.5),
  seen(3, maria, '2025-02-08', 7.9),
];

const open = () => openTestUnit({ children: [marisol, maria, diego], screenings });

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>at {decodeURIComponent(pathname)}</p>;
}

async function show(unit: LocalUnit, path: string, language: 'en' | 'es' = 'en'): Promise<void> {
  const session = { id: 'u1', username: 'ana', displayName: 'Ana Morales', roles: ['user'] };
  await renderApp(
    <Routes>
      <Route path={sameChild.pages.pairs.at} element={<PairsPage />} />
      <Route path={sameChild.pages.pair.at} element={<PairPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path, unit, device: memoryDevice(), language, session: session as never },
  );
}

const LIST = `/children/same/${UNIT}/Test`;
const PAIR = `${LIST}/${maria._id}/${marisol._id}`;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  installBrowserGaps();
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the page of a pair', () => {
  it('names languages by their own names', async () => {
    const languages = [
      { ...marisol, language: 'es' } as const,
      { ...maria, language: 'en' } as const,
    ];
    await show(await openTestUnit({ children: languages }), PAIR);
    const language = await screen.findByRole('group', { name: 'Family’s language' });
    for (const name of ['Español', 'English']) {
      expect(within(language).getByRole('radio', { name })).toBeTruthy();
    }
  });

  it('makes one child of both with the chosen values, and says so with the way back', async () => {
    const unit = await open();
    await show(unit, PAIR);
    await screen.findByRole('heading', { name: 'Are these two records of one child?' });
    // What only one of them says is taken by itself.
    const city = screen.getByRole('group', { name: 'City' });
    expect(within(city).getByRole('radio', { name: 'Sololá' })).toHaveProperty('checked', true);
    const phone = screen.getByRole('group', { name: 'Phone' });
    expect(within(phone).getByRole('radio', { name: '5501' })).toHaveProperty('checked', true);
    await userEvent.click(within(phone).getByRole('radio', { name: '5502' }));
    await press('One child');
    await screen.findByText(`at /children/view/${marisol._id}`);
    const file = await unit.readChildFile(maria._id);
    expect(file?.child).toMatchObject({
      _id: marisol._id,
      firstName: 'Marisol',
      phone: '5502',
      city: 'Sololá',
      ward: 'Norte',
    });
    expect(file?.screenings).toHaveLength(3);
    await press('Undo');
    expect(await screen.findByText('They are two children again.')).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(3);
    const before = await unit.readChildFile(marisol._id);
    expect(before?.child).toMatchObject({ phone: '5501' });
    expect(before?.child.city).toBeUndefined();
  });

  it('asks about screenings of one day, removes the one typed twice, and undo brings it back', async () => {
    const unit = await open();
    await show(unit, PAIR);
    const day = await screen.findByRole('group', { name: /^Both have a screening of 8 May 2025/ });
    expect(within(day).getByRole('radio', { name: /^Two visits/ })).toHaveProperty('checked', true);
    await userEvent.click(within(day).getByRole('radio', { name: /typed twice.+8\.5 kg/ }));
    await press('One child');
    await waitFor(() => expect(unit.snapshot().children).toHaveLength(2));
    const file = await unit.readChildFile(marisol._id);
    expect(file?.screenings.map(({ _id }) => _id)).toEqual([idOf('scr', 2), idOf('scr', 3)]);
    await press('Undo');
    expect(await screen.findByText('They are two children again.')).toBeTruthy();
    expect((await unit.readChildFile(marisol._id))?.screenings).toHaveLength(1);
  });

  it('says that they are one, with "Undo", also when the unit was left right after it was written', async () => {
    const unit = await open();
    await show(unit, PAIR);
    await screen.findByRole('button', { name: 'One child' });
    const merge = unit.mergeChildren.bind(unit);
    vi.spyOn(unit, 'mergeChildren').mockImplementation(async (...of) => {
      const childId = await merge(...of);
      // As of a unit that another one closed.
      const closed = new StorageError('closed');
      vi.spyOn(unit, 'readChildFile').mockRejectedValue(closed);
      return childId;
    });
    await press('One child');
    expect(await screen.findByText('Marisol Xicay is one child now.')).toBeTruthy();
    vi.mocked(unit.readChildFile).mockRestore();
    await press('Undo');
    expect(await screen.findByText('They are two children again.')).toBeTruthy();
  });

  it('what was chosen is not said of the other child when one of the two becomes one with a third', async () => {
    const third = { ...maria, _id: idOf('chld', 0), firstName: 'Mari' };
    const unit = await openTestUnit({ children: [third, marisol, maria] });
    await show(unit, PAIR);
    const phone = () => screen.getByRole('group', { name: 'Phone' });
    await screen.findByRole('heading', { name: 'Are these two records of one child?' });
    await userEvent.click(within(phone()).getByRole('radio', { name: '5502' }));
    const ids = [third._id, maria._id] as const;
    await act(() => unit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date()));
    await screen.findByRole('radio', { name: 'Mari' });
    expect(within(phone()).getByRole('radio', { name: '5502' })).toHaveProperty('checked', true);
  });

  it.each([
    ['has made them one', 'Marisol Xicay is already one child'],
    ['has removed one of them', 'One of the two is not here'],
  ])('an open page asks nothing any more once somebody else %s', async (what, said) => {
    const unit = await open();
    await show(unit, PAIR);
    await screen.findByRole('button', { name: 'Two children' });
    const by = [{ name: 'Ana' }, new Date()] as const;
    const ids = [marisol._id, maria._id] as const;
    await act(async () => {
      if (what === 'has made them one') await unit.mergeChildren({ ids, fromLarger: [] }, ...by);
      else await unit.removeChild(maria._id, ...by);
    });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Two children' })).toBeNull();
  });

  it('remembers that they are two children, and does not offer them again', async () => {
    const unit = await open();
    await show(unit, PAIR, 'es');
    await press('Dos niños');
    expect(await screen.findByText('Nadie parece estar registrado dos veces')).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(3);
  });

  it('stays as it is when the device is full', async () => {
    const unit = await open();
    await show(unit, PAIR);
    await screen.findByRole('button', { name: 'One child' });
    failNextWrite(unit, FULL_DISK);
    await press('One child');
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(3);
  });

  it('says when they are one already, when one is gone, and when screenings still arrive', async () => {
    const unit = await open();
    const ids = [marisol._id, maria._id] as const;
    await unit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date());
    await show(unit, PAIR);
    expect(await screen.findByText('Marisol Xicay is already one child')).toBeTruthy();
    cleanup();
    await show(unit, `${LIST}/${marisol._id}/${idOf('chld', 9)}`);
    expect(await screen.findByText('One of the two is not here')).toBeTruthy();
    cleanup();
    const arriving = await openTestUnit({
      children: [marisol, maria],
      screenings,
      sync: { arrival: 'arriving' },
    });
    await show(arriving, PAIR);
    expect(await screen.findByText('Screenings are still arriving')).toBeTruthy();
  });
});

describe('the page of a unit', () => {
  it.each([
    ['arriving', 'Not all records of this unit have arrived yet'],
    ['whole', 'Nobody seems to be registered twice'],
  ] as const)('says of nobody twice only what it can know: %s', async (arrival, title) => {
    await show(await openTestUnit({ children: [diego], sync: { arrival } }), LIST);
    await screen.findByRole('heading', { name: title });
  });

  it('lists the pairs that the duplicate question would ask about', async () => {
    await show(await open(), LIST);
    const pairs = await screen.findByRole('list', { name: 'Perhaps the same child' });
    const pair = within(pairs).getByRole('listitem');
    expect(pair.textContent).toMatch(/Marisol Xicay.+Marysol Xicay/);
    const link = within(pair).getByRole('link');
    expect(link.textContent).toContain('Compare Marisol Xicay and Marysol Xicay');
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      `/children/same/${UNIT}/Guatemala test Only/${marisol._id}/${maria._id}`,
    );
  });

  it('draws fifty pairs, and says how many more there are', async () => {
    // 10 children are 45 pairs, 11 are 55.
    const children = Array.from({ length: 11 }, (_, at) => ({
      ...marisol,
      _id: idOf('chld', 20 + at),
    }));
    await show(await openTestUnit({ children }), LIST);
    expect(await screen.findByText(/^5 more pairs appear/)).toBeTruthy();
    const pairs = screen.getByRole('list', { name: 'Perhaps the same child' });
    await waitFor(() => expect(within(pairs).getAllByRole('listitem')).toHaveLength(50));
  });

  it('finds another record of one child by its name', async () => {
    await show(await open(), `${LIST}?child=${diego._id}`);
    const search = await screen.findByRole('searchbox', { name: 'Search for the other record' });
    await userEvent.type(search, 'mari');
    expect(await screen.findByRole('link', { name: /^Marisol Xicay/ })).toBeTruthy();
    await userEvent.clear(search);
    await userEvent.type(search, 'nobody');
    expect(await screen.findByText('Nobody has this name.')).toBeTruthy();
  });

  it('lists the records of a merged child, each of which may be another child after all', async () => {
    const unit = await open();
    const ids = [marisol._id, maria._id] as const;
    await unit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date());
    await show(unit, `${LIST}?child=${maria._id}`);
    await screen.findByRole('heading', { name: 'Marisol Xicay: all records' });
    await press('Marysol Xicay is another child');
    expect(await screen.findByText('Marysol Xicay is a child of its own again.')).toBeTruthy();
    expect(unit.snapshot().children).toHaveLength(3);
  });
});
