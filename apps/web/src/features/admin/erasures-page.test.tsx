import type { ErasureBody } from '@crece/contract';
import { nameMark } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { familyDataPath } from '../../shared/navigation/family-path.ts';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import * as saving from '../../ui/save-file.ts';
import { addressNow, fakeServer, openAdmin, refusal } from './testing/fake-server.tsx';

beforeEach(installBrowserGaps);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const UNIT = 'test_stake_gtm';
const BY = 'Eva Tot';
const child = aChild({
  interviewer: BY,
  mother: 'Rosa Coc',
  comments: 'Lives by the river',
  mayMessage: { given: false, day: '2026-03-01', who: BY },
  language: 'es',
});
const OTHER = aChild({ _id: `chld_${UNIT}_1746878400999_bbbbbb`, firstName: 'Zulema' });
const ERASE = `POST /api/erasures/${UNIT}`;

const erasure = (different: Partial<ErasureBody> = {}): ErasureBody => ({
  ...{ id: child._id, stakeDB: 'coban_stake_gtm', records: 3, at: '2026-03-14T12:00:00.000Z' },
  ...{ who: 'leo', why: 'asked', isDone: true },
  ...different,
});

describe('the list of erasures', () => {
  it('says of each the day, who and why, without a name; and what is under way', async () => {
    const later = erasure({ id: 'mthr_1', at: null, who: null, why: null, isDone: false });
    fakeServer({ 'GET /api/erasures': () => ({ erasures: [erasure(), later] }) });
    await openAdmin('/admin/erasures');
    const [first, second] = await screen.findAllByRole('listitem');
    const of = (item: HTMLElement | undefined) => within(item as HTMLElement);
    expect(of(first).getByText(/14 Mar(ch)? 2026 · leo/)).toBeTruthy();
    await waitFor(() => of(first).getByText(/^3 records · .*Cobán.* · The family asked for it$/));
    expect(of(first).getByText(child._id)).toBeTruthy();
    expect(of(second).getByText('Known from the list beside a backup')).toBeTruthy();
    expect(of(second).getByText('Being erased now')).toBeTruthy();
  });

  it('stays while a server that is started again does not answer, and then says that it is done', async () => {
    const server = fakeServer({
      'GET /api/erasures': () => ({ erasures: [erasure({ isDone: false })] }),
    });
    await openAdmin('/admin/erasures');
    await screen.findByText('Being erased now');
    const asked = () => server.calls.filter((each) => each === 'GET /api/erasures').length;
    // What a proxy says meanwhile.
    server.on('GET /api/erasures', () => new Response('Bad gateway', { status: 502 }));
    await waitFor(() => expect(asked()).toBe(2), { timeout: 5_000 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(addressNow()).toBe('/admin/erasures');
    expect(screen.getByText('Being erased now')).toBeTruthy();
    server.on('GET /api/erasures', () => ({ erasures: [erasure()] }));
    await waitFor(() => expect(screen.queryByText('Being erased now')).toBeNull(), {
      timeout: 5_000,
    });
  });

  it('says of an erased account who, when and why, with its id alone', async () => {
    const account = { ...erasure(), id: '0123abcd', who: 'former:99aa', why: 'asked' };
    fakeServer({ 'GET /api/erasures': () => ({ erasures: [], accounts: [account] }) });
    await openAdmin('/admin/erasures');
    expect(await screen.findByRole('heading', { name: 'Accounts' })).toBeTruthy();
    expect(screen.getByText(/2026 · former volunteer \(99aa\)$/)).toBeTruthy();
    expect(screen.getByText('The person asked for it')).toBeTruthy();
    expect(screen.getByText('0123abcd')).toBeTruthy();
  });

  it('asks again until an erasure that is under way has ended', async () => {
    let isDone = false;
    fakeServer({ 'GET /api/erasures': () => ({ erasures: [erasure({ isDone })] }) });
    await openAdmin('/admin/erasures');
    expect(await screen.findByText('Being erased now')).toBeTruthy();
    isDone = true;
    await waitFor(() => expect(screen.queryByText('Being erased now')).toBeNull(), {
      timeout: 10_000,
    });
  });

  it('says in Spanish that nobody was erased, and where it is done', async () => {
    fakeServer({ 'GET /api/erasures': () => ({ erasures: [] }) });
    await openAdmin('/admin/erasures', { language: 'es' });
    expect(await screen.findByText('No se ha borrado a nadie')).toBeTruthy();
  });
});

describe('children who were kept for the programme’s term', () => {
  const KEPT = 'GET /api/kept-long';
  const config = (graduatesKeptYears: number | null) => ({
    'GET /api/config': () => ({ providers: [], programme: { graduatesKeptYears } }),
    'GET /api/erasures': () => ({ erasures: [] }),
  });
  const kept = (stakeDB: string, ...names: string[]) => ({
    stakeDB,
    children: names.map((firstName) => ({
      ...{ id: `chld_${firstName}`, firstName, lastName: 'Xol', birthDate: '2015-03-10' },
    })),
  });

  it('nobody is looked for while there is no term', async () => {
    const server = fakeServer(config(null));
    await openAdmin('/admin/erasures');
    expect(await screen.findByText(/^Children stay until somebody erases them/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Look who that is' })).toBeNull();
    expect(server.calls).not.toContain(KEPT);
  });

  it('are shown by unit and name, and erased by one confirmation of these numbers', async () => {
    const units = [kept('coban_stake_gtm', 'Luz', 'Ana'), kept('oruro_stake_bol', 'Eva')];
    const server = fakeServer({
      ...config(3),
      [KEPT]: () => ({ years: 3, units, failedUnits: ['la_paz_stake_bol'] }),
      'POST /api/kept-long': () => ({ children: 3 }),
    });
    await openAdmin('/admin/erasures');
    const user = userEvent.setup();
    await screen.findByText(/^Who turned five 3 years ago or earlier may go/);
    await user.click(screen.getByRole('button', { name: 'Look who that is' }));
    await user.click(await screen.findByText(/Cobán.* · 2 children$/));
    expect(screen.getByText('Luz Xol, born 10 Mar 2015')).toBeTruthy();
    expect(screen.getByText(/could not be read/)).toBeTruthy();
    const erase = screen.getByRole('button', { name: 'Erase 3 children for good…' });
    await user.click(erase);
    const question = within(screen.getByRole('dialog'));
    expect(question.getByText('Erase 3 children of 2 units for good?')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(server.bodies).toEqual([]);
    await user.click(erase);
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase for good' }),
    );
    await waitFor(() =>
      expect(server.bodies).toEqual([
        { years: 3, seen: { coban_stake_gtm: 2, oruro_stake_bol: 1 } },
      ]),
    );
    expect(await screen.findByText('3 children are being erased.')).toBeTruthy();
  });

  it('numbers that have changed since are refused, and what was seen stays', async () => {
    fakeServer({
      ...config(3),
      [KEPT]: () => ({ years: 3, units: [kept('coban_stake_gtm', 'Luz')], failedUnits: [] }),
      'POST /api/kept-long': () => refusal('conflict'),
    });
    await openAdmin('/admin/erasures');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Look who that is' }));
    await user.click(await screen.findByRole('button', { name: 'Erase 1 child for good…' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase for good' }),
    );
    expect(await screen.findByText('Nothing was erased')).toBeTruthy();
    expect(screen.getByText(/1 child$/)).toBeTruthy();
  });
});

async function openFamily(id = child._id, records: Parameters<typeof openTestUnit>[0] = {}) {
  const { children = [], screenings = [] } = records;
  const unit = await openTestUnit({
    children: [child, OTHER, ...children],
    screenings: [...screenings, aScreening(), aScreening({ _id: 'scr_other', owner: OTHER._id })],
    mothers: [aMother()],
  });
  await openAdmin(familyDataPath(id, UNIT), { unit, device: memoryDevice() });
  return unit;
}

describe('the data of one family', () => {
  it('shows every stored field of the child and its screenings, and nothing of another family', async () => {
    fakeServer();
    await openFamily();
    expect(await screen.findByText('Lives by the river')).toBeTruthy();
    expect(screen.getByText('Rosa Coc')).toBeTruthy();
    expect(screen.getByText(`No (refused) · 1 Mar 2026 · ${BY}`)).toBeTruthy();
    expect(screen.getAllByText('Español').map(({ tagName }) => tagName)).toContain('DD');
    expect(screen.getByRole('heading', { name: /^Screening, / })).toBeTruthy();
    expect(screen.getByText('68.5')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Zulema');
  });

  it('is saved as JSON with exactly these records, and printed', async () => {
    const former = { names: [[nameMark(BY), null]], accounts: [] };
    fakeServer({ 'GET /api/config': () => ({ providers: [], former }) });
    const saved: { file: Blob; name: string }[] = [];
    vi.spyOn(saving, 'saveFile').mockImplementation((file, name) => saved.push({ file, name }));
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await openFamily();
    await waitFor(() => expect(document.body.textContent).toContain('former volunteer'));
    await userEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
    const text = await saved[0]?.file.text();
    const { records, unit } = JSON.parse(text ?? '') as { records: object[]; unit: string };
    expect(saved[0]?.name).toBe(`crece-${child._id}.json`);
    expect(unit).toBe(UNIT);
    expect(records).toMatchObject([
      { _id: child._id, comments: 'Lives by the river' },
      { owner: child._id, weight: aScreening().weight },
    ]);
    expect(text).not.toContain('Zulema');
    // Who is erased is not named in a file either.
    expect(text).toContain('former volunteer');
    expect(text).not.toContain(BY);
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('a child that was registered twice is shown and erased with both records', async () => {
    fakeServer();
    const twin = aChild({
      _id: `chld_${UNIT}_1746878400998_cccccc`,
      firstName: 'Marizol',
      sameAs: [{ id: child._id, decided: 1, before: { comments: 'By the old mill' } }],
    });
    const visit = aScreening({ _id: `scr_${UNIT}_1746878400997_dddddd`, owner: twin._id });
    await openFamily(child._id, { children: [twin], screenings: [visit] });
    expect(await screen.findByText('Marizol')).toBeTruthy();
    expect(screen.getAllByRole('heading', { name: /^Screening, / })).toHaveLength(2);
    expect(document.body.textContent).toContain('By the old mill');
    await userEvent.click(screen.getByText('Erase for good…'));
    expect(screen.getByText(/with 2 screenings,/)).toBeTruthy();
  });

  it('a mother’s data are shown as well', async () => {
    fakeServer();
    await openFamily(aMother()._id);
    expect(await screen.findByRole('heading', { name: 'Mother' })).toBeTruthy();
    expect(document.body.textContent).not.toContain('Zulema');
    expect(screen.getByText('Expected delivery date').nextSibling?.textContent).toMatch(/20\d\d$/);
    expect(document.body.textContent).not.toContain('deliveryDate');
    expect(document.body.textContent).not.toMatch(/no screening/);
    expect(screen.getByText(/goes from the server and from every phone/)).toBeTruthy();
  });
});

describe('erasing for good', () => {
  const button = () => screen.getByRole('button', { name: 'Erase for good' });

  it('asks for a reason and the first name, says what goes, and leads to the list', async () => {
    const server = fakeServer({
      [ERASE]: () => erasure({ isDone: false }),
      'GET /api/erasures': () => ({ erasures: [erasure({ isDone: false })] }),
    });
    await openFamily();
    const user = userEvent.setup();
    await user.click(await screen.findByText('Erase for good…'));
    expect(
      screen.getByText(/goes from the server, with 1 screening,.*Nobody can take this back/),
    ).toBeTruthy();
    expect(button()).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByLabelText('Why'), 'asked');
    await user.type(screen.getByLabelText('Type Marisol to erase'), 'Zulema');
    expect(button()).toHaveProperty('disabled', true);
    await user.clear(screen.getByLabelText('Type Marisol to erase'));
    await user.type(screen.getByLabelText('Type Marisol to erase'), 'marisol');
    await user.click(button());
    expect(await screen.findByText('Being erased now')).toBeTruthy();
    expect(addressNow()).toBe('/admin/erasures');
    expect(server.calls[0]).toBe(ERASE);
    expect(server.bodies).toEqual([{ id: child._id, why: 'asked' }]);
  });

  it('a refusal is said, and the form stays', async () => {
    fakeServer({ [ERASE]: () => refusal('unavailable') });
    await openFamily();
    const user = userEvent.setup();
    await user.click(await screen.findByText('Erase for good…'));
    await user.selectOptions(screen.getByLabelText('Why'), 'mistake');
    await user.type(screen.getByLabelText('Type Marisol to erase'), 'Marisol');
    await user.click(button());
    expect(await screen.findByText('Nothing was erased')).toBeTruthy();
    expect(button()).toHaveProperty('disabled', false);
  });

  it('nothing is erased without a connection', async () => {
    fakeServer();
    await openFamily();
    const user = userEvent.setup();
    await user.click(await screen.findByText('Erase for good…'));
    await user.selectOptions(screen.getByLabelText('Why'), 'asked');
    await user.type(screen.getByLabelText('Type Marisol to erase'), 'Marisol');
    expect(button()).toHaveProperty('disabled', false);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(button()).toHaveProperty('disabled', true);
  });
});
