import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineParts } from '../../engine/core/engine.ts';
import { carriedDocument } from '../../testing/carried.ts';
import { comparable } from '../../testing/comparable.ts';
import { AUTHOR, NOW, openTestDevice, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { LocalUnit } from '../open/types.ts';
import type { CarriedDocument } from '../records/carried-document.ts';

const EACH = 4;

/** A unit in the order of a server: children first, then their screenings, by id. */
function unitOf(stakeDB: string, children: number): CarriedDocument[] {
  const sample = screeningOf({ _id: 'chld_sample', ...childFields() });
  const all: CarriedDocument[] = [];
  for (let index = 0; index < children; index += 1) {
    const owner = `chld_${stakeDB}_${1_700_000_000_000 + index}_aaaaaa`;
    const named = childFields({ firstName: `Marisol ${index}` });
    all.push(carriedDocument(owner, [`c${index}`], { ...named, device: 'other' }));
    for (let each = 0; each < EACH; each += 1) {
      const id = `scr_${stakeDB}_${1_700_000_000_000 + index * EACH + each}_bbbbbb`;
      all.push(
        carriedDocument(id, [`s${index * EACH + each}`], {
          ...sample.fields,
          ...sample.assessment,
          surveyDate: `2025-0${1 + each}-10`,
          owner,
          gender: 'Girl',
          device: 'other',
          actions: [],
        }),
      );
    }
  }
  return all.sort((a, b) => (a._id < b._id ? -1 : 1));
}

/** Waits until the list shows all children without a call of `catchUp`. */
async function grown(unit: LocalUnit, children: number): Promise<void> {
  await expect
    .poll(() => unit.snapshot().children.length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(children);
}

describe('a unit that is being filled', () => {
  it('grows in the list, and a person can work in it meanwhile', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const { ledger } = await unit.engine();
    const documents = unitOf(stakeDB, 300);
    await ledger.receive(documents.slice(0, 200));
    await grown(unit, 100);
    const receiving = ledger.receive(documents.slice(200));
    const child = await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(unit.snapshot()).toMatchObject({ pending: 2, state: 'ready' });
    await receiving;
    await grown(unit, 301);
    await (await unit.engine()).announce();
    const { children } = unit.snapshot();
    expect(children.filter(({ screeningCount }) => screeningCount === EACH)).toHaveLength(300);
    expect(children.find(({ id }) => id === child._id)).toMatchObject({ screeningCount: 1 });
    expect(unit.snapshot().pending).toBe(2);
  });

  it('notifies screens few times, however many transactions it takes', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const engine = await unit.engine();
    let told = 0;
    unit.subscribe(() => {
      told += 1;
    });
    const begun = performance.now();
    await engine.ledger.receive(unitOf(stakeDB, 400));
    await engine.announce();
    // One per 1.5 seconds, one at the beginning, one for the announcement, and those at the end.
    expect(told).toBeLessThanOrEqual(5 + Math.ceil((performance.now() - begun) / 1_500));
    expect(unit.snapshot().children).toHaveLength(400);
  });

  it('shows the winner of a record whose losing version comes right after it', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const engine = await unit.engine();
    await engine.ledger.receive(unitOf(stakeDB, 10));
    await grown(unit, 10);
    const id = `chld_${stakeDB}_1800000000000_aaaaaa`;
    const version = (letter: string, ward: string): CarriedDocument =>
      carriedDocument(id, [letter], { ...childFields({ ward }), device: 'other' });
    await engine.ledger.receive([version('z', 'Norte')]);
    await engine.ledger.receive([version('a', 'Sur')]);
    await engine.announce();
    expect(engine.rowOf(id)).toMatchObject({ ward: 'Norte', pending: false });
    expect(unit.snapshot().sync.tasks).toMatchObject([{ id, fields: ['ward'] }]);
  });

  it('keeps the row objects of children to which nothing was added', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const engine = await unit.engine();
    const documents = unitOf(stakeDB, 40);
    await engine.ledger.receive(documents.slice(0, 60));
    await engine.announce();
    const before = new Map(unit.snapshot().children.map((row) => [row.id, row]));
    await engine.ledger.receive(documents.slice(60, 64));
    await engine.announce();
    const touched = new Set(documents.slice(60, 64).map(({ owner }) => owner));
    for (const row of unit.snapshot().children) {
      if (touched.has(row.id)) expect(row).not.toBe(before.get(row.id));
      else expect(row).toBe(before.get(row.id));
    }
  });
});

/** One event while the unit fills. */
type Step =
  | { what: 'receive'; count: number }
  | { what: 'again' | 'other' | 'remove' | 'screen' | 'edit' | 'drop'; pick: number }
  | { what: 'follow' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('receive' as const),
        count: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constantFrom('again', 'other', 'remove', 'screen', 'edit', 'drop'),
        pick: fc.nat(),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ what: 'follow' as const }) },
  ),
  { minLength: 5, maxLength: 20 },
);

/** Delivers a unit in parts, with other versions of records in between. */
class Filler {
  readonly #engine: EngineParts;
  readonly #stake: LocalUnit;
  readonly #left: CarriedDocument[];
  readonly #given: CarriedDocument[] = [];
  #made = 0;

  constructor(unit: LocalUnit, engine: EngineParts) {
    this.#stake = unit;
    this.#engine = engine;
    const documents = unitOf(unit.stakeDB, 30);
    // The order by hash puts some screenings before their child.
    this.#left = documents.sort((a, b) => (a._rev.slice(2) < b._rev.slice(2) ? -1 : 1));
  }

  async take(step: Step): Promise<void> {
    if (step.what === 'follow') return this.#engine.announce();
    if (step.what === 'receive') {
      const next = this.#left.splice(0, step.count);
      this.#given.push(...next);
      return this.#receive(next);
    }
    const given = this.#given[step.pick % Math.max(this.#given.length, 1)];
    if (given === undefined) return undefined;
    this.#made += 1;
    const [hash = ''] = given._revisions.ids;
    const next = (history: string[], body: object): CarriedDocument => ({
      ...given,
      ...body,
      ...carriedRevision(given._id, history, hash),
    });
    if (step.what === 'again') return this.#receive([next([`n${this.#made}`], { ward: 'Norte' })]);
    if (step.what === 'other')
      return this.#receive([
        carriedDocument(given._id, [`${this.#made % 2 === 0 ? 'z' : '0'}${this.#made}`], {
          ...contentOf(given),
          ward: `Otro ${this.#made}`,
        }),
      ]);
    if (step.what === 'drop') return this.#receive([next([`d${this.#made}`], { _deleted: true })]);
    return this.#person(step.what, step.pick);
  }

  #receive(documents: readonly CarriedDocument[]): Promise<void> {
    return this.#engine.ledger.receive(documents).then(() => undefined);
  }

  async #person(what: 'remove' | 'screen' | 'edit', pick: number): Promise<void> {
    const { children } = this.#stake.snapshot();
    const row = children[pick % Math.max(children.length, 1)];
    const file = row === undefined ? null : await this.#stake.readChildFile(row.id);
    if (file === null) return;
    const { child } = file;
    if (what === 'remove') await this.#stake.removeChild(child._id, AUTHOR, NOW);
    else if (what === 'screen') {
      await this.#stake.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    } else {
      const fields = childFields({ firstName: `Edited ${pick % 9}` });
      await this.#stake.editChild(child, fields, AUTHOR, NOW, { overwrite: true });
    }
  }
}

function contentOf(document: CarriedDocument): Record<string, unknown> {
  const { _id, _rev, _revisions, _deleted, ...content } = document;
  return content;
}

/** A successor of the revision with the given hash. */
function carriedRevision(id: string, history: string[], parent: string): CarriedDocument {
  const { _revisions, ...document } = carriedDocument(id, [...history, 'x']);
  const ids = [_revisions.ids[0] ?? '', parent];
  return { ...document, _revisions: { start: 2, ids } };
}

describe('the rows of a unit that was filled', () => {
  it('equal those of the unit read as a whole, after any events meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { unit, stakeDB } = await openTestUnit();
        // Allows removals although more records arrive.
        await (await unit.engine()).ledger.note({ isWhole: true });
        const filler = new Filler(unit, await unit.engine());
        for (const step of taken) await filler.take(step);
        await (await unit.engine()).announce();
        const followed = comparable(unit.snapshot());
        const fresh = await openTestUnit({ stakeDB, device: await openTestDevice() });
        expect(comparable(fresh.unit.snapshot())).toEqual(followed);
        await Promise.all([unit.close(), fresh.unit.close()]);
      }),
      { numRuns: 8, seed: 20250510 },
    );
  }, 90_000);
});
