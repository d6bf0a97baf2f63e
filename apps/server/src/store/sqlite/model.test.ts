import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import type { DocumentStore, Replicated } from '../document-store.ts';
import { ModelDocument } from '../testing/store-model.ts';
import { all, replicated } from '../testing/support.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

/** No path grows longer: the server's own databases drop revisions 20 below a leaf. */
const MAX_GENERATION = 18;
const IDS = ['a', 'b', 'ñ'] as const;

/** The leaf that a writer names: one of the document's, none, or an unknown one. */
const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.nat(3) },
  { weight: 2, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('wrong' as const) },
);
const id = fc.constantFrom(...IDS);
const draft = fc.record({ id, leaf, deleted: fc.boolean(), n: fc.nat(9) });
/** A path on top of one of the known revisions (or of none), with an ancestry of length `depth`. */
const arrival = fc.record({
  id,
  base: fc.option(fc.nat(30)),
  length: fc.integer({ min: 1, max: 3 }),
  depth: fc.integer({ min: 1, max: 6 }),
  /** Repeats a revision made before, possibly with a longer ancestry this time. */
  isRetold: fc.boolean(),
  deleted: fc.boolean(),
  isRefused: fc.boolean(),
});
type ArrivalPlan = typeof arrival extends fc.Arbitrary<infer Plan> ? Plan : never;
type DraftPlan = typeof draft extends fc.Arbitrary<infer Plan> ? Plan : never;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      drafts: fc.array(draft, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      arrivals: fc.array(arrival, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
);

/** The store, and beside it the same history in the simplest possible model. */
class Pair {
  readonly #store: DocumentStore;
  readonly #documents = new Map<string, ModelDocument>(
    IDS.map((name) => [name, new ModelDocument()]),
  );
  /** Ids in the order of their last changes. */
  #feed: string[] = [];
  #made = 0;
  /** Per document its revisions with all their ancestors, as their writers know them. */
  readonly #truth = new Map<string, (readonly string[])[]>();

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  #of(name: string): ModelDocument {
    return this.#documents.get(name) ?? new ModelDocument();
  }

  #changed(name: string): void {
    this.#feed = [...this.#feed.filter((other) => other !== name), name];
  }

  async write(drafts: readonly DraftPlan[]): Promise<void> {
    const plans = drafts.flatMap((plan) => {
      const leaves = this.#of(plan.id).leaves();
      const named =
        typeof plan.leaf === 'number' ? leaves[plan.leaf % leaves.length]?.rev : undefined;
      const rev = plan.leaf === 'wrong' ? '1-0' : named;
      const isLong = leaves.some((other) => Number.parseInt(other.rev, 10) >= MAX_GENERATION);
      return isLong ? [] : [{ ...plan, rev }];
    });
    const results = await this.#store.write(
      plans.map(({ id: _id, rev, deleted, n }) => ({
        _id,
        ...(rev === undefined ? {} : { _rev: rev }),
        ...(deleted ? { _deleted: true as const } : {}),
        n,
      })),
    );
    for (const [i, { id: name, rev, deleted, n }] of plans.entries()) {
      const document = this.#of(name);
      const parent = rev ?? document.leaves()[0]?.rev;
      const isAllowed =
        rev === undefined
          ? !deleted && !document.isLiving
          : document.leaves().some((other) => other.rev === rev);
      const result = results[i];
      expect(result?.ok).toBe(isAllowed);
      if (result?.ok !== true) continue;
      const ancestry = parent === undefined ? [] : document.ancestryOf(parent);
      expect(Number.parseInt(result.rev, 10)).toBe(Number.parseInt(parent ?? '0', 10) + 1);
      expect(document.has(result.rev)).toBe(false);
      document.add([result.rev, ...ancestry], deleted, JSON.stringify({ n }));
      const truth = this.#truth.get(name) ?? [];
      const full = truth.find(([newest]) => newest === parent) ?? [];
      this.#truth.set(name, [...truth, [result.rev, ...full]]);
      this.#changed(name);
    }
  }

  #revisionOf({ id: name, base, length, depth, deleted, isRetold }: ArrivalPlan): Replicated {
    const truth = this.#truth.get(name) ?? [];
    const chosen = base === null ? undefined : truth[base % truth.length];
    const older = (chosen?.length ?? 0) + length > MAX_GENERATION && !isRetold ? undefined : chosen;
    let ancestry = older ?? [];
    const added = isRetold && older !== undefined ? 0 : length;
    for (let i = 0; i < added; i += 1) {
      this.#made += 1;
      const hash = Math.imul(this.#made, 0x9e3779b1) >>> 0;
      const generation = Number.parseInt(ancestry[0] ?? '0', 10) + 1;
      ancestry = [`${generation}-${hash.toString(16)}`, ...ancestry];
      truth.push(ancestry);
    }
    this.#truth.set(name, truth);
    const told = ancestry.slice(0, depth);
    return replicated(name, told, { made: this.#made, ...(deleted ? { _deleted: true } : {}) });
  }

  async arrive(plans: readonly ArrivalPlan[]): Promise<void> {
    const revisions = plans.map((plan) => this.#revisionOf(plan));
    // Repeats one revision in the same batch, as a phone that lost an answer does.
    const batch = [...revisions, ...revisions.slice(0, 1)];
    const refused = new Set(plans.flatMap(({ isRefused }, i) => (isRefused ? [revisions[i]] : [])));
    const before = new Map(IDS.map((name) => [name as string, this.#of(name).leaves()]));
    const after = new Map(IDS.map((name) => [name as string, this.#of(name).copy()]));
    for (const { document, ancestry } of batch) {
      after.get(document._id)?.add(ancestry, document._deleted === true, '');
    }
    const results = await this.#store.writeRevisions(batch, (candidate) => {
      const { _id } = candidate.revision.document;
      expect(candidate.before).toEqual(before.get(_id));
      expect(candidate.after).toEqual(after.get(_id)?.leaves());
      return refused.has(candidate.revision) ? 'refused' : null;
    });
    const changed = new Set<string>();
    for (const [i, revision] of batch.entries()) {
      const { _id, _rev, _deleted, ...fields } = revision.document;
      const model = this.#of(_id);
      const isKnown = model.has(_rev);
      const isNews = model.copy().add(revision.ancestry, false, '');
      const isRefused = isNews && refused.has(revision);
      expect(results[i]).toEqual(
        isRefused
          ? { ok: false, id: _id, rev: _rev, reason: 'refused' }
          : { ok: true, id: _id, rev: _rev, known: isKnown },
      );
      if (isRefused || !isNews) continue;
      model.add(revision.ancestry, _deleted === true, JSON.stringify(fields));
      changed.add(_id);
    }
    // Documents of one batch get their sequences in the order in which the batch first names them.
    for (const { document } of batch) {
      if (changed.delete(document._id)) this.#changed(document._id);
    }
  }

  async compact(): Promise<void> {
    await this.#store.compact();
    for (const [name, document] of this.#documents) {
      const leaves = document.leaves().map(({ rev }) => rev);
      for (const rev of document.known) {
        if (!leaves.includes(rev)) expect(await this.#store.read(name, rev)).toBeNull();
      }
    }
  }

  async expectEqual(): Promise<void> {
    const store = this.#store;
    const present = [...this.#documents].filter(([, document]) => !document.isEmpty);
    const alive = present.filter(([, document]) => document.isLiving);
    expect(await store.info()).toMatchObject({
      docCount: alive.length,
      deletedCount: present.length - alive.length,
    });
    const expected = present.map(([name, document]) =>
      document.leaves().map(({ rev, deleted }) => ({
        document: {
          ...(JSON.parse(document.bodyOf(rev) ?? 'null') as object),
          _id: name,
          _rev: rev,
          ...(deleted ? { _deleted: true } : {}),
        },
        ancestry: document.ancestryOf(rev),
      })),
    );
    expect(await all(store.snapshot({ tombstones: true }))).toEqual(expected);
    const winners = expected.map(([winner]) => winner?.document);
    expect(await all(store.list())).toEqual(
      winners.filter((winner) => winner !== undefined && !('_deleted' in winner)),
    );
    const feed = await all(store.changes({ since: '0' }));
    expect(feed.map(({ id: name, leaves, deleted }) => ({ name, leaves, deleted }))).toEqual(
      this.#feed.map((name) => {
        const document = this.#of(name);
        return { name, leaves: document.leaves(), deleted: !document.isLiving };
      }),
    );
    for (const [name, document] of present) {
      const asked = [...document.known, '1-00'];
      const missing = await store.missingRevisions(new Map([[name, asked]]));
      expect(missing.get(name)?.missing).toEqual(['1-00']);
    }
  }
}

/** 1 → `rb`, 2 → `rc`, 26 → `rba`: letters only, as names of the server's own databases require. */
function nameOf(run: number): string {
  const digits = [...run.toString(26)].map((digit) => Number.parseInt(digit, 26));
  return `r${digits.map((digit) => String.fromCharCode(97 + digit)).join('')}`;
}

it.each(['unit', 'sys'])(
  'a database of kind %s agrees with a simple model after any writes',
  async (kind) => {
    const stores = await openSqliteStores({ dir: aFolder() });
    onTestFinished(() => stores.close());
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8, size: 'max' }),
        async (steps) => {
          run += 1;
          // A new database for each run; those of the server share one file.
          const pair = new Pair(await stores.open(`${kind}_${nameOf(run)}`));
          for (const action of steps) {
            if (action.kind === 'write') await pair.write(action.drafts);
            else if (action.kind === 'arrive') await pair.arrive(action.arrivals);
            else await pair.compact();
            await pair.expectEqual();
          }
        },
      ),
      { numRuns: 40 },
    );
  },
  60_000,
);
