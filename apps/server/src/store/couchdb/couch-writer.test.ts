import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { createPushRule } from '../../gateway/write/push-rule.ts';
import { aFolder } from '../../testing/test-app.ts';
import { type Replicated, type RevisionCheck, StoreUnavailable } from '../document-store.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { FaultInjector } from '../testing/fault-injector.ts';
import { deletion, living, replicated } from '../testing/support.ts';

const { _id: CHILD, ...child } = aChild();
const { _id: VISIT, ...screening } = aScreening({ owner: CHILD });

/** The rule for an account with these roles in the unit, and the removals that it allows. */
function aRule(roles: readonly ('sync' | 'user')[]): { rule: RevisionCheck; removed: string[] } {
  const removed: string[] = [];
  const account = { id: '1', username: 'ben', displayName: 'Ben', roles } as const;
  const place = { stakeDB: 'la_paz', countryCode: 'GTM', pilot: false };
  const rule = createPushRule(
    {
      account,
      place,
      isOfOtherUnit: () => false,
      isOfErased: () => false,
      isErased: () => false,
    },
    {
      onRemoval: (id) => removed.push(id),
      refusedChildren: new Set(),
      onLeap: () => undefined,
      lookedUp: { brought: null, mayLeap: new Map() },
      decisions: { changes: () => false },
      withoutHome: new Set(),
      onDeletedBefore: () => undefined,
    },
  );
  return { rule, removed };
}

const KEPT = [
  replicated(CHILD, ['1-a'], child),
  replicated(VISIT, ['1-a'], { ...screening, owner: CHILD }),
];
const REMOVAL = deletion(CHILD, ['2-b', '1-a']);
const SIBLING = replicated(CHILD, ['1-c'], child);
/** The fence refuses it; the gateway's gate lets no such document through. */
const REFUSED_SIBLING = replicated(CHILD, ['1-c'], { ...child, more: { constructor: 1 } });
const VISIT_REMOVAL: Replicated = {
  document: { _id: VISIT, _rev: '2-b', _deleted: true, owner: CHILD },
  ancestry: ['2-b', '1-a'],
};

for (const backEnd of couchBackEnds()) {
  describe(`a deletion beside a living version of its record, on ${backEnd.name}`, () => {
    const aUnit = async () => {
      const store = await couchStores(backEnd, { isFenced: true }).open('unit_la_paz');
      await store.writeRevisions(KEPT);
      return store;
    };

    it('a deletion is a merge when the living version beside it is stored', async () => {
      const store = await aUnit();
      const { rule, removed } = aRule(['sync']);
      expect(await store.writeRevisions([REMOVAL, SIBLING], rule)).toEqual([
        { ok: true, id: CHILD, rev: '2-b', known: false },
        { ok: true, id: CHILD, rev: '1-c', known: false },
      ]);
      expect(await store.leaves(CHILD)).toEqual([living('1-c'), { rev: '2-b', deleted: true }]);
      expect(removed).toEqual([]);
    });

    it('a deletion is a removal when the fence refuses that version: the child stays, and its screening', async () => {
      for (const batch of [
        [REMOVAL, REFUSED_SIBLING, VISIT_REMOVAL],
        [REFUSED_SIBLING, REMOVAL, VISIT_REMOVAL],
      ]) {
        const store = await aUnit();
        const { rule, removed } = aRule(['sync']);
        const results = await store.writeRevisions(batch, rule);
        const said = new Map(
          results.map((result) => [`${result.id} ${result.rev}`, result.ok ? 'ok' : result.reason]),
        );
        expect(said).toEqual(
          new Map([
            [`${CHILD} 2-b`, 'removal'],
            [`${CHILD} 1-c`, 'forbidden-content'],
            [`${VISIT} 2-b`, 'removal'],
          ]),
        );
        expect(await store.leaves(CHILD)).toEqual([living('1-a')]);
        expect(await store.leaves(VISIT)).toEqual([living('1-a')]);
        // It may name the screening, checked before the child was refused; only the stored result
        // counts.
        expect(removed).not.toContain(CHILD);
      }
    });

    it('a deletion is written, and reported, for an account with the right to remove', async () => {
      const store = await aUnit();
      const { rule, removed } = aRule(['user', 'sync']);
      expect(await store.writeRevisions([REMOVAL, REFUSED_SIBLING], rule)).toEqual([
        { ok: true, id: CHILD, rev: '2-b', known: false },
        { ok: false, id: CHILD, rev: '1-c', reason: 'forbidden-content' },
      ]);
      expect(await store.leaves(CHILD)).toEqual([{ rev: '2-b', deleted: true }]);
      expect(removed).toEqual([CHILD]);
    });

    it('a deletion is not written when the write of the living version fails', async () => {
      const { url, adminUrl } = backEnd.urls();
      const injector = new FaultInjector(url);
      const stores = couchStores(backEnd, {
        url: await injector.listen(),
        adminUrl,
        prefix: aPrefix(),
        copiesDir: aFolder(),
      });
      const store = await stores.open('unit_la_paz');
      await store.writeRevisions(KEPT);
      let asked = 0;
      injector.inject = (call) => {
        if (!call.endsWith('/_bulk_docs')) return 'pass';
        asked += 1;
        return asked === 1 ? { status: 500, body: { error: 'fault' } } : 'pass';
      };
      const { rule } = aRule(['sync']);
      await expect(store.writeRevisions([REMOVAL, SIBLING], rule)).rejects.toThrow(
        StoreUnavailable,
      );
      expect(asked).toBe(1);
      expect(await store.leaves(CHILD)).toEqual([living('1-a')]);
    });
  });
}
