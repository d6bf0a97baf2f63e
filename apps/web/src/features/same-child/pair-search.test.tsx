import { aChild } from '@crece/domain/testing';
import type { ChildRow, DecidedPairs, LocalUnit, UnitSnapshot } from '@crece/storage';
import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { likelyPairs } from './likely-pairs.ts';
import { lookAhead } from './pair-search.ts';
import { useLikelyPairs, useLikelyPairsOf } from './use-likely-pairs.ts';

const TODAY = '2025-05-10';
const TIME_ZONE = 'America/Guatemala';
const RUNS = 150;
/** The page that looks ahead is not left. */
const STAYS = new AbortController().signal;

/** What the searches have put off; the test decides when it goes on. */
let waiting: (() => void)[] = [];

beforeEach(() => {
  waiting = [];
  vi.useFakeTimers({ now: new Date(`${TODAY}T18:00:00Z`), toFake: ['Date'] });
  vi.stubGlobal('scheduler', { postTask: (work: () => void) => waiting.push(work) });
  // Time passes with each look at the clock, so that a slice has two steps.
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 4;
    return clock;
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const goOn = (slices: number) =>
  act(() => {
    for (let each = 0; each < slices; each += 1) waiting.shift()?.();
  });
const goOnToTheEnd = () => {
  while (waiting.length > 0) goOn(1);
};

/** A unit of which the test changes what it holds. */
class Unit {
  #snapshot: Pick<UnitSnapshot, 'state' | 'children' | 'pairs'> = { state: 'ready', children: [] };
  readonly #listeners = new Set<() => void>();
  readonly local = {
    snapshot: () => this.#snapshot,
    subscribe: (changed: () => void) => {
      this.#listeners.add(changed);
      return () => this.#listeners.delete(changed);
    },
  } as unknown as LocalUnit;

  get now() {
    return this.#snapshot;
  }

  set(children: readonly ChildRow[], pairs: DecidedPairs | undefined = this.#snapshot.pairs): void {
    this.#snapshot = {
      state: 'ready',
      children,
      ...(pairs === undefined ? {} : { pairs }),
    };
    act(() => {
      for (const changed of this.#listeners) changed();
    });
  }
}

const names = fc.record({
  firstName: fc.constantFrom('Ana', 'Anna', 'Ana María', 'Juana', 'José'),
  lastName: fc.constantFrom('López', 'Lopes', 'de la Cruz', 'Cruz'),
  mother: fc.constantFrom('Rosa Tum', 'Luz Coc'),
});
type Names = typeof names extends fc.Arbitrary<infer Value> ? Value : never;

const rowFor = (id: string, named: Names): ChildRow =>
  rowOf(aChild({ ...named, birthDate: '2024-03-10', _id: id }), [], TODAY);

const place = fc.nat({ max: 4 });
const write = fc.record({ kind: fc.constant('write' as const), place, named: names });
/** A few slices of a search, or all that are left. */
const slices = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(100));
const change = fc.oneof(
  { weight: 3, arbitrary: write },
  fc.record({ kind: fc.constant('remove' as const), place }),
  fc.record({ kind: fc.constant('merge' as const), place, other: place }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('apart' as const), place, other: place }) },
  fc.record({ kind: fc.constant('forget' as const) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ahead' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), slices }) },
);
const history = fc.array(change, { minLength: 4, maxLength: 30, size: 'max' });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const idAt = (at: number) => `chld_${at}`;

/** Carries out what happens to the records. */
function changeRecords(unit: Unit, event: Change): void {
  const { children, pairs } = unit.now;
  const without = (id: string) => children.filter((row) => row.id !== id);
  if (event.kind === 'write') {
    const id = idAt(event.place);
    unit.set([...without(id), rowFor(id, event.named)]);
  }
  if (event.kind === 'remove') unit.set(without(idAt(event.place)));
  if (event.kind === 'merge' && event.place !== event.other) {
    const [lead, gone] = [idAt(event.place), idAt(event.other)];
    const leads = new Map([...(pairs?.leads ?? []), [lead, lead], [gone, lead]] as const);
    unit.set(without(gone), { leads, apart: pairs?.apart ?? new Map() });
  }
  if (event.kind === 'apart') {
    const apart = new Map(pairs?.apart);
    apart.set(idAt(event.place), [...(apart.get(idAt(event.place)) ?? []), idAt(event.other)]);
    unit.set(children, { leads: pairs?.leads ?? new Map(), apart });
  }
  if (event.kind === 'forget') unit.set([...children], { leads: new Map(), apart: new Map() });
}

const openPage = ({ local }: Unit) =>
  renderHook(() => useLikelyPairs({ local, timeZone: TIME_ZONE }));

const openPageOf = ({ local }: Unit, child: ChildRow) =>
  renderHook((row) => useLikelyPairsOf({ local, timeZone: TIME_ZONE }, row), {
    initialProps: child,
  });

const keysOf = (pairs: ReturnType<typeof likelyPairs>) => pairs.map(([a, b]) => `${a.id} ${b.id}`);
const freshKeys = ({ now: { children, pairs } }: Unit) =>
  keysOf(likelyPairs(children, pairs, TODAY)).sort();

const CHILDREN = [
  rowFor('a', { firstName: 'Ana', lastName: 'López', mother: 'Rosa Tum' }),
  rowFor('b', { firstName: 'Anna', lastName: 'López', mother: 'Rosa Tum' }),
  rowFor('c', { firstName: 'Juana', lastName: 'Cruz', mother: 'Luz Coc' }),
];

describe('the search for pairs', () => {
  it('shows the same as a fresh whole search, whatever happened before and meanwhile', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 5 }), history, (written, changes) => {
        waiting = [];
        const unit = new Unit();
        let page: ReturnType<typeof openPage> | null = null;
        let leaving = new AbortController();
        for (const event of [...written, ...changes]) {
          changeRecords(unit, event);
          if (event.kind === 'ahead') lookAhead(unit.local, TODAY, leaving.signal);
          if (event.kind === 'elsewhere') {
            leaving.abort();
            leaving = new AbortController();
          }
          if (event.kind === 'wait') goOn(event.slices);
          if (event.kind === 'open') page ??= openPage(unit);
          if (event.kind === 'leave') {
            page?.unmount();
            page = null;
          }
        }
        page ??= openPage(unit);
        goOnToTheEnd();
        const { pairs, isDone } = page.result.current;
        expect([isDone, keysOf(pairs).sort()]).toEqual([true, freshKeys(unit)]);
        // As the records are now, not as they were when a pair was found first.
        for (const row of pairs.flat()) expect(unit.now.children).toContain(row);
        page.unmount();
      }),
      { numRuns: RUNS },
    );
  });

  it('for one child shows the same as a fresh search for all, whatever happens meanwhile', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 5 }), history, (written, changes) => {
        waiting = [];
        const unit = new Unit();
        unit.set([rowFor(idAt(0), { firstName: 'Ana', lastName: 'López', mother: 'Rosa Tum' })]);
        const child = () => unit.now.children.find(({ id }) => id === idAt(0));
        let page: ReturnType<typeof openPageOf> | null = null;
        for (const event of [...written, ...changes]) {
          changeRecords(unit, event);
          const row = child();
          if (row === undefined) {
            page?.unmount();
            page = null;
          } else if (page === null) page = openPageOf(unit, row);
          else page.rerender(row);
          if (event.kind === 'wait') goOn(event.slices);
        }
        goOnToTheEnd();
        const row = child();
        if (row === undefined || page === null) return;
        const { pairs, isDone } = page.result.current;
        const own = freshKeys(unit).filter((key) => key.split(' ').includes(row.id));
        expect([isDone, keysOf(pairs).sort()]).toEqual([true, own]);
        for (const each of pairs.flat()) expect(unit.now.children).toContain(each);
        page.unmount();
      }),
      { numRuns: RUNS / 3 },
    );
  });

  it('that has ended before the page is opened gives all pairs with the first drawing', () => {
    const unit = new Unit();
    unit.set(CHILDREN);
    lookAhead(unit.local, TODAY, STAYS);
    goOnToTheEnd();
    const seen = openPage(unit).result.current;
    expect([seen.isDone, keysOf(seen.pairs)]).toEqual([true, ['a b']]);
    expect(waiting).toEqual([]);
  });

  it('is gone on with by a page that is opened meanwhile', () => {
    const unit = new Unit();
    unit.set(CHILDREN);
    lookAhead(unit.local, TODAY, STAYS);
    goOn(1);
    const children = vi.spyOn(CHILDREN, Symbol.iterator);
    const page = openPage(unit);
    goOnToTheEnd();
    expect(keysOf(page.result.current.pairs)).toEqual(['a b']);
    // Nothing has read the records once more.
    expect(children).not.toHaveBeenCalled();
  });

  it('ahead stops with the page that began it, and is freed', () => {
    vi.useFakeTimers({ now: new Date(`${TODAY}T18:00:00Z`), toFake: ['Date', 'setTimeout'] });
    const unit = new Unit();
    unit.set(CHILDREN);
    const leave = new AbortController();
    lookAhead(unit.local, TODAY, leave.signal);
    goOn(1);
    leave.abort();
    goOn(1);
    expect(waiting).toEqual([]);
    // A page that is opened much later begins anew.
    vi.advanceTimersByTime(10_000);
    const children = vi.spyOn(CHILDREN, Symbol.iterator);
    const page = openPage(unit);
    goOnToTheEnd();
    expect(keysOf(page.result.current.pairs)).toEqual(['a b']);
    expect(children).toHaveBeenCalled();
  });

  it('ahead that was left is gone on with by who comes back, and kept then', () => {
    vi.useFakeTimers({ now: new Date(`${TODAY}T18:00:00Z`), toFake: ['Date', 'setTimeout'] });
    const unit = new Unit();
    unit.set(CHILDREN);
    const leave = new AbortController();
    lookAhead(unit.local, TODAY, leave.signal);
    goOn(1);
    leave.abort();
    goOn(1);
    const children = vi.spyOn(CHILDREN, Symbol.iterator);
    lookAhead(unit.local, TODAY, STAYS);
    vi.advanceTimersByTime(10_000);
    goOnToTheEnd();
    expect(keysOf(openPage(unit).result.current.pairs)).toEqual(['a b']);
    expect(children).not.toHaveBeenCalled();
  });

  it('ahead is gone on with by the page to which its own is left', () => {
    const unit = new Unit();
    unit.set(CHILDREN);
    const leave = new AbortController();
    lookAhead(unit.local, TODAY, leave.signal);
    goOn(1);
    const children = vi.spyOn(CHILDREN, Symbol.iterator);
    leave.abort();
    // The page is still being loaded.
    goOn(1);
    const page = openPage(unit);
    goOnToTheEnd();
    expect([page.result.current.isDone, keysOf(page.result.current.pairs)]).toEqual([
      true,
      ['a b'],
    ]);
    expect(children).not.toHaveBeenCalled();
  });

  it('ahead is given up when a record changes', () => {
    const unit = new Unit();
    unit.set(CHILDREN);
    lookAhead(unit.local, TODAY, STAYS);
    goOn(1);
    unit.set(CHILDREN.slice(1));
    goOn(1);
    expect(waiting).toEqual([]);
  });

  it('ahead looks for nothing while records are read, nor once more at what was found', () => {
    const unit = new Unit();
    vi.spyOn(unit.local, 'snapshot').mockReturnValueOnce({
      ...unit.local.snapshot(),
      state: 'loading',
    });
    lookAhead(unit.local, TODAY, STAYS);
    expect(waiting).toEqual([]);
    lookAhead(unit.local, TODAY, STAYS);
    goOnToTheEnd();
    lookAhead(unit.local, TODAY, STAYS);
    expect(waiting).toEqual([]);
  });
});
