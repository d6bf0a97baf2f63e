import type { LocalUnit } from '@crece/storage';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChildListPage } from '../features/children/child-list-page.tsx';
import { children } from '../features/children/feature.ts';
import { mothers } from '../features/mothers/feature.ts';
import { EditMotherPage } from '../features/mothers/mother-form-page.tsx';
import { MothersListPage } from '../features/mothers/mothers-list-page.tsx';
import { ChildViewPage } from '../features/screenings/child-view-page.tsx';
import { screenings } from '../features/screenings/feature.ts';
import { childPath } from '../shared/navigation/paths.ts';
import { installBrowserGaps } from '../testing/browser-gaps.ts';
import { openTestUnit, type UnitContent } from '../testing/open-unit.ts';
import { memoryDevice, type RenderOptions, renderApp } from '../testing/render.tsx';
import {
  aRefusal,
  childTask,
  DECEMBER,
  LUZ,
  MARCH,
  motherTask,
  ROSA,
  screeningTask,
} from '../testing/tasks.ts';

const TODAY = '2026-03-14';
const STAMP = { completedAt: '2026-03-10T12:00:00.000Z', serverSequence: '9', epoch: 'e' };
const UNIT = 'test_stake_gtm/Guatemala test Only';

async function show(
  path: string,
  content: UnitContent = {},
  options: RenderOptions = {},
): Promise<void> {
  const unit = await openTestUnit({
    children: [LUZ],
    screenings: [DECEMBER, MARCH],
    mothers: [ROSA],
    ...content,
  });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
      <Route path={screenings.pages.child.at} element={<ChildViewPage />} />
      <Route path={mothers.pages.list.at} element={<MothersListPage />} />
      <Route path={mothers.pages.edit.at} element={<EditMotherPage />} />
    </Routes>,
    {
      path,
      unit: unit as LocalUnit,
      device: memoryDevice({ screenerName: 'Ana L.' }),
      ...options,
    },
  );
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

beforeEach(() => {
  installBrowserGaps();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the sync state of a child's records", () => {
  const view = childPath(LUZ._id);

  it('in a unit that was never synchronised is only "only here", or absent', async () => {
    await show(view, { pendingIds: [MARCH._id] });
    const entries = await card('Screenings');
    expect(entries.getAllByText('Only on this device')).toHaveLength(1);
    expect(screen.queryByText('On the server')).toBeNull();
  });

  it('shows for each screening and the child whether the server has it, once confirmed', async () => {
    await show(view, { pendingIds: [MARCH._id], sync: { stamp: STAMP } });
    const entries = await card('Screenings');
    expect(entries.getAllByText('Only on this device')).toHaveLength(1);
    expect(entries.getAllByText('On the server')).toHaveLength(1);
    expect((await card('Family')).getByText('On the server')).toBeTruthy();
  });

  it('links to the conflict from the top of the page and from the screening', async () => {
    await show(view, { tasks: [screeningTask({ weight: 8.1 }, { weight: 8.7 })] });
    const top = await screen.findByRole('link', { name: 'Something to decide here' });
    expect(hrefOf(top)).toBe(`/children/waiting/${UNIT}/${MARCH._id}`);
    const entries = await card('Screenings');
    expect(entries.getByText('Two values: choose one')).toBeTruthy();
    const [newest] = entries.getAllByText('14 Mar');
    await userEvent.click(newest as HTMLElement);
    expect(hrefOf(entries.getByRole('link', { name: 'Choose the screening of 14 Mar 2026' }))).toBe(
      `/children/waiting/${UNIT}/${MARCH._id}`,
    );
  });

  it('links to the list of several conflicts, and to the reason of a refusal', async () => {
    await show(view, {
      tasks: [
        screeningTask({ weight: 8.1 }, { weight: 8.7 }),
        childTask({ ward: 'a' }, { ward: 'b' }),
      ],
      sync: { refused: [aRefusal({ id: DECEMBER._id }), aRefusal({ id: 'scr_x', childId: 'y' })] },
    });
    const tasks = await screen.findByRole('link', {
      name: '2 things to decide here',
    });
    expect(hrefOf(tasks)).toBe(`/children/waiting/${UNIT}`);
    const refused = screen.getByRole('link', { name: 'Refused by the server: see why' });
    expect(hrefOf(refused)).toBe(`/children/waiting/${UNIT}`);
    expect((await card('Screenings')).getByText('The server refused it')).toBeTruthy();
    expect((await card('Family')).getByText('Two values: choose one')).toBeTruthy();
  });

  it("the sync state of a child's records is in Spanish", async () => {
    await show(view, { pendingIds: [LUZ._id], sync: { stamp: STAMP } }, { language: 'es' });
    expect((await card('Familia')).getByText('Solo en este dispositivo')).toBeTruthy();
    expect((await card('Evaluaciones')).getAllByText('En el servidor')).toHaveLength(2);
  });
});

describe('the sync state of a mother', () => {
  const list = `/children/mothers/list/test_stake_gtm/Test/pregnant`;
  const entry = `/children/mothers/${ROSA._id}/test_stake_gtm/Test/pregnant`;
  const inWindow = { ...ROSA, deliveryDate: '2026-06-02' };

  it('the row of a mother has "only here" in hidden words', async () => {
    await show(list, { mothers: [inWindow], pendingIds: [ROSA._id] });
    const row = await screen.findByRole('link', { name: /^Rosa Tzul/ });
    expect(row.textContent).toContain('Only on this device');
  });

  it('says that the server refused the record', async () => {
    await show(list, {
      mothers: [inWindow],
      pendingIds: [ROSA._id],
      sync: { refused: [aRefusal({ id: ROSA._id, childId: ROSA._id })] },
    });
    const row = await screen.findByRole('link', { name: /^Rosa Tzul/ });
    expect(row.textContent).toContain('The server refused it');
    expect(row.textContent).not.toContain('Only on this device');
  });

  it("a mother's entry shows that she is on the server", async () => {
    await show(entry, { mothers: [inWindow], sync: { stamp: STAMP } });
    expect(await screen.findByText('On the server')).toBeTruthy();
  });

  it('links from her entry to the conflict', async () => {
    await show(entry, {
      mothers: [inWindow],
      tasks: [motherTask({ ward: 'a' }, { ward: 'b' })],
    });
    expect(await screen.findByText('Two values: choose one')).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'Choose' }))).toBe(
      `/children/waiting/${UNIT}/${ROSA._id}`,
    );
  });
});

describe('the sync state in the children list', () => {
  it('marks a child with an unsent record or a conflict', async () => {
    await show(`/children/list/${UNIT}/-/a/children`, {
      pendingIds: [LUZ._id],
      tasks: [screeningTask({ weight: 8.1 }, { weight: 8.7 })],
    });
    const row = await screen.findByRole('link', { name: /^Luz Mamani Only on this device, / });
    expect(row.textContent).toContain('Two values');
  });
});
