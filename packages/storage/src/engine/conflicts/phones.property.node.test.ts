import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortOrDeep } from '../../testing/node/short-or-deep.ts';
import type { EngineParts } from '../core/engine.ts';
import { UnitOfPhones } from './testing/unit-of-phones.ts';

/** Dozens of histories on real in-memory databases: takes seconds on an idle machine. */
const PATIENCE_MS = 240_000;

const FIELDS = ['comments', 'phone', 'ward'] as const;

const RESULTS: readonly string[] = ['actions', 'gender', 'monthAge', 'status', 'zScore'];

const who = fc.nat(3);
const pick = fc.nat(5);
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        what: fc.constant('edit' as const),
        who,
        pick,
        field: fc.constantFrom(...FIELDS),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constantFrom('add' as const, 'remeasure' as const),
        who,
        pick,
        height: fc.integer({ min: 64, max: 80 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('reweigh' as const),
        who,
        pick,
        weight: fc.integer({ min: 6, max: 10 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constantFrom('remove' as const, 'removeScreening' as const, 'putBack' as const),
        who,
        pick,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constantFrom('merge' as const, 'merge' as const, 'unmerge' as const),
        who,
        pick: fc.nat(7),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ what: fc.constantFrom('sync' as const, 'meet' as const), who, pick }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('settle' as const),
        who,
        pick,
        parity: fc.boolean(),
      }),
    },
  ),
  { minLength: 6, maxLength: 30, size: 'max' },
);

/** Plays a history; afterwards the phones only synchronise. */
async function played(
  count: number,
  script: readonly Parameters<UnitOfPhones['act']>[0][],
): Promise<UnitOfPhones> {
  const unit = await UnitOfPhones.open(count);
  for (const act of script) await unit.act(act);
  return unit;
}

describe('phones of one unit after random acts of people', { timeout: PATIENCE_MS }, () => {
  it('end equal and quiet, with every typed value kept and a task for every conflict', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 4 }), acts, async (count, script) => {
        const unit = await played(count, script);
        try {
          await unit.round();
          await unit.round();
          expect(await unit.round(), 'written in the third round').toBe(0);
          const [server, ...states] = await unit.states();
          for (const state of states) expect(state).toEqual(server);
          const [shown, ...others] = await unit.shown();
          for (const each of others) expect(each).toEqual(shown);
          const kept = await unit.keptValues();
          expect(unit.standing.filter((value) => !kept.has(value))).toEqual([]);
          for (const { conflicts, tasks, asked } of await unit.openQuestions()) {
            expect(conflicts).toEqual(tasks);
            // Every task offers something to choose, and never only computed results.
            for (const fields of asked) {
              expect(fields).not.toEqual([]);
              expect(fields.filter((name) => RESULTS.includes(name))).toEqual([]);
            }
          }
        } finally {
          await unit.close();
        }
      }),
      { numRuns: shortOrDeep(9, 16) },
    );
  });

  it('make the same revisions from the same leaves without exchanging messages', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const unit = await played(3, script);
        try {
          await unit.exchangeAll();
          for (const phone of unit.phones) await unit.merge(phone);
          const [first, ...others] = await Promise.all(
            unit.phones.map((phone) => unit.state(phone)),
          );
          for (const state of others) expect(state).toEqual(first);
        } finally {
          await unit.close();
        }
      }),
      { numRuns: shortOrDeep(5, 8) },
    );
  });
});

describe('a planted fault: a merge that names the merging device', { timeout: PATIENCE_MS }, () => {
  /** Two phones that changed different fields of one child; each has received the other's edit. */
  async function aboutToMerge(taint?: (engine: EngineParts) => EngineParts): Promise<UnitOfPhones> {
    const unit = await UnitOfPhones.open(3, taint);
    await unit.act({ what: 'edit', who: 0, pick: 0, field: 'phone' });
    await unit.act({ what: 'edit', who: 1, pick: 0, field: 'ward' });
    await unit.exchangeAll();
    return unit;
  }

  /** Plants the name of the merging phone into every document that a merge writes. */
  function named(engine: EngineParts): EngineParts {
    const { store } = engine;
    const write: EngineParts['store']['write'] = (documents, durability) =>
      store.write(
        documents.map((document) => ({ ...document, updatedBy: engine.device.id })),
        durability,
      );
    return withStore(engine, write);
  }

  /** Like `named`, and the merge also signs the winner when it takes nothing over. */
  function signing(engine: EngineParts): EngineParts {
    const { store } = engine;
    const write: EngineParts['store']['write'] = async (documents, durability) => {
      const rows = await store.write(documents, durability);
      for (const { _id, why } of documents) {
        const [winner] = why === 'merged' ? await store.leaves(_id) : [];
        if (winner === undefined) continue;
        const { _revisions, ...body } = winner;
        await store.write([{ ...body, updatedBy: engine.device.id }], durability);
      }
      return rows;
    };
    return withStore(engine, write);
  }

  function withStore(engine: EngineParts, write: EngineParts['store']['write']): EngineParts {
    const { store } = engine;
    const bound = new Proxy(store, {
      get: (target, name): unknown => {
        if (name === 'write') return write;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...engine, store: bound };
  }

  async function mergedApart(taint?: (engine: EngineParts) => EngineParts): Promise<Set<string>> {
    const unit = await aboutToMerge(taint);
    for (const phone of unit.phones) await unit.merge(phone);
    const states = await Promise.all(unit.phones.map((phone) => unit.state(phone)));
    await unit.close();
    return new Set(states.map((state) => state.join('\n')));
  }

  it('a planted name in a merge is detected: the phones no longer make the same revision', async () => {
    expect((await mergedApart()).size).toBe(1);
    expect((await mergedApart(named)).size).toBe(3);
  });

  it('a planted name in a merge is detected: phones that sign every merge never stop writing', async () => {
    const written = async (taint?: (engine: EngineParts) => EngineParts): Promise<number[]> => {
      const unit = await aboutToMerge(taint);
      for (const phone of unit.phones) await unit.merge(phone);
      const rounds: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        await unit.exchangeAll();
        let sum = 0;
        for (const phone of unit.phones) sum += await unit.merge(phone);
        rounds.push(sum);
      }
      await unit.close();
      return rounds;
    };
    expect(await written()).toEqual([0, 0, 0, 0, 0, 0]);
    for (const sum of await written(signing)) expect(sum).toBeGreaterThan(0);
  });
});
