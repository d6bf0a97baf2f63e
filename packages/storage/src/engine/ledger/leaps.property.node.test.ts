import {
  boundOf,
  emptyTree,
  generationOf,
  highestGeneration,
  leavesOf,
  REVS_LIMIT,
  type RevisionTree,
  TreeBuilder,
} from '@crece/replication';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortOrDeep } from '../../testing/node/short-or-deep.ts';
import { openPhone } from '../../testing/phone.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

const ID = 'chld_test_stake_gtm_1746878400000_0a1b2c';
const NAMES = 'abcdef';

/** A revision that somebody offers: any height, any ancestors, of a few names. */
interface Offered {
  generation: number;
  names: number[];
  deleted: boolean;
}

const generation = fc.oneof(
  fc.integer({ min: 1, max: 8 }),
  fc.integer({ min: 9_990, max: 20_020 }),
  fc.constantFrom(1_000_001, 2 ** 52 - 1, 2 ** 52, 2 ** 52 + 1, 2 ** 53 - 1),
);

const offered: fc.Arbitrary<Offered> = fc.record({
  generation,
  names: fc.array(fc.nat({ max: NAMES.length - 1 }), { minLength: 1, maxLength: 5 }),
  deleted: fc.boolean(),
});

/** Batches that a server is offered one after another, and which of them a phone has seen. */
const history = fc.array(
  fc.record({ batch: fc.array(offered, { minLength: 1, maxLength: 4 }), isSeen: fc.boolean() }),
  { minLength: 1, maxLength: 10 },
);

function ancestryOf({ generation: newest, names }: Offered): string[] {
  return names.slice(0, newest).map((name, age) => `${newest - age}-${NAMES[name]}`);
}

/** A server that judges by the gateway's function and lets every leap through that it allows. */
class Server {
  tree: RevisionTree = emptyTree;

  /** Takes the whole batch or nothing of it; returns whether it did. */
  push(batch: readonly Offered[]): boolean {
    const builder = new TreeBuilder(this.tree);
    for (const each of batch) builder.add(ancestryOf(each), each.deleted);
    const unjoined = builder.unjoined();
    const stored = this.tree.revs;
    const growth = {
      highest: stored.length === 0 ? null : (highestGeneration(stored) ?? 0),
      newest: Math.max(...batch.map((each) => each.generation)),
      unjoined: unjoined === null ? null : generationOf(unjoined),
    };
    if (boundOf(growth, 'writer') === 'too-far') return false;
    this.tree = builder.build(REVS_LIMIT).tree;
    return true;
  }

  /** Every leaf as the feed and the requests give it. */
  leaves(): CarriedDocument[] {
    const { revs, parents } = this.tree;
    return leavesOf(this.tree).map(({ rev, deleted }) => {
      const ids: string[] = [];
      for (let at = revs.indexOf(rev); at >= 0; at = parents[at] ?? -1) {
        ids.push((revs[at] ?? '').replace(/^\d+-/, ''));
      }
      const fields = { firstName: 'Ana', lastName: 'Paz', gender: 'Girl', birthDate: '2024-05-01' };
      return {
        ...(deleted ? {} : fields),
        ...(deleted ? { _deleted: true } : {}),
        _id: ID,
        _rev: rev,
        _revisions: { start: generationOf(rev), ids },
      };
    });
  }
}

it('a phone takes all that the server holds, whatever part of the record it lacks', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (batches) => {
      const phone = await openPhone({ stakeDB: 'test_stake_gtm' });
      const { ledger, store } = phone.engine;
      const server = new Server();
      try {
        for (const [at, { batch, isSeen }] of batches.entries()) {
          server.push(batch);
          if (!isSeen && at < batches.length - 1) continue;
          const leaves = server.leaves();
          const asked = new Map(leaves.length > 0 ? [[ID, leaves.map(({ _rev }) => _rev)]] : []);
          const lacking = (await store.missing(asked)).get(ID) ?? [];
          await ledger.receive(leaves.filter(({ _rev }) => lacking.includes(_rev)));
          expect(ledger.state.untaken).toEqual([]);
          // All leaves of the server, in its order of winning. The phone may have more: it does not
          // learn that one of two versions that both have continues the other.
          const here = (await store.leaves(ID)).map(({ _rev }) => _rev);
          const there = leaves.map(({ _rev }) => _rev);
          expect(here.filter((rev) => there.includes(rev))).toEqual(there);
        }
      } finally {
        await phone.close();
      }
    }),
    { numRuns: shortOrDeep(150, 300) },
  );
}, 60_000);
