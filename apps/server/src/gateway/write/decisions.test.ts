import { ROLES, type Role, type SameAs } from '@crece/domain';
import { describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../store/document-store.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { type Carried, carried, childOf, removal } from './testing/carried.ts';
import { pushedOutcomes } from './testing/push.ts';
import { somebodyElse } from './testing/somebody.ts';

const lead = childOf(1);
const child = childOf(2);

const same = (decided: number, different: Partial<SameAs> = {}): { sameAs: SameAs[] } => ({
  sameAs: [{ id: lead._id, decided, ...different }],
});

/** One account that may remove children, and so merge them, and one with only the role `sync`. */
async function aPair(): Promise<{ remover: Gateway; writer: Gateway }> {
  const remover = await aGateway();
  const writer = await somebodyElse(remover, { username: 'sync-alone', roles: ['sync'] });
  await pushedOutcomes(writer, [carried(lead, ['a']), carried(child, ['a'])]);
  return { remover, writer };
}

const decidedIn = async ({ store }: Gateway) => (await store.read(child._id))?.['sameAs'];

/** What the audit log says of decisions, the oldest first. */
async function told({ app }: Gateway) {
  const entries: unknown[][] = [];
  for (const what of ['children-parted', 'children-merged'] as const) {
    for await (const { who, whom, detail } of app.services.audit.entries({ who: '', what })) {
      entries.unshift([what, who, whom, detail]);
    }
  }
  return entries;
}

/** The roles by which an account may decide that two records are of one child: as for removing. */
const MAY_DECIDE: ReadonlySet<Role> = new Set(['user', 'admin']);

describe('deciding whether two records are of one child', () => {
  it('needs the right to remove children, with every role beside the right to synchronise', async () => {
    const gateway = await aGateway();
    await pushedOutcomes(gateway, [carried(lead, ['a'])]);
    for (const [place, role] of ROLES.filter((each) => each !== 'guest').entries()) {
      const username = `somebody-${place}`;
      const person = await somebodyElse(gateway, {
        username,
        roles: [...new Set([role, 'sync'] as const)],
      });
      const another = carried(childOf(10 + place, same(1)), ['a']);
      // Whoever is limited to the pilot's units may not write in this one at all.
      if (role === 'phl-pilot') {
        await expect(pushedOutcomes(person, [another])).rejects.toThrow('403');
      } else {
        const expected = MAY_DECIDE.has(role) ? 'ok' : 'merging';
        expect([role, ...(await pushedOutcomes(person, [another]))]).toEqual([role, expected]);
      }
    }
  });

  it('is refused on a new record, an edited one and another version; undoing and keeping apart too', async () => {
    const { remover, writer } = await aPair();
    const of = (path: string[], different: object) => carried(child, path, different);
    for (const decision of [same(1), same(2), { sameAs: lead._id }]) {
      expect(await pushedOutcomes(writer, [of(['a', 'b'], decision)])).toEqual(['merging']);
      expect(await pushedOutcomes(writer, [of(['other'], decision)])).toEqual(['merging']);
    }
    expect(await pushedOutcomes(writer, [carried(childOf(3, same(1)), ['a'])])).toEqual([
      'merging',
    ]);
    expect(await decidedIn(writer)).toBeUndefined();
    expect(await pushedOutcomes(remover, [of(['a', 'b'], same(1))])).toEqual(['ok']);
    expect(await pushedOutcomes(writer, [of(['a', 'b', 'c'], same(2))])).toEqual(['merging']);
    const before = same(1, { before: { phone: '1' } });
    expect(await pushedOutcomes(writer, [of(['a', 'b', 'c'], before)])).toEqual(['merging']);
    expect(await decidedIn(writer)).toEqual(same(1).sameAs);
  });

  it('whoever may not decide edits a merged child, sends on an older version and joins two', async () => {
    const { remover, writer } = await aPair();
    await pushedOutcomes(remover, [carried(child, ['a', 'b'], same(1))]);
    const edited = { ...same(1), ward: 'Norte' };
    expect(await pushedOutcomes(writer, [carried(child, ['a', 'b', 'c'], edited)])).toEqual(['ok']);
    // Typed before the merge arrived.
    const older = carried(child, ['a', 'x'], { ward: 'Sur' });
    expect(await pushedOutcomes(writer, [older])).toEqual(['ok']);
    const third = { id: childOf(0)._id, decided: 1 };
    await pushedOutcomes(remover, [carried(child, ['a', 'x', 'y'], { sameAs: [third] })]);
    const joined = { sameAs: [third, ...same(1).sameAs] };
    const merge = [
      carried(child, ['a', 'b', 'c', 'd'], joined),
      carried({ _id: child._id }, ['a', 'x', 'y', 'z'], { _deleted: true, why: 'merged' }),
    ];
    expect(await pushedOutcomes(writer, merge)).toEqual(['ok', 'ok']);
    expect(await decidedIn(writer)).toEqual(joined.sameAs);
  });

  it('what was decided is dropped by nobody without the right, by an edit or by ending a version', async () => {
    const { remover, writer } = await aPair();
    await pushedOutcomes(remover, [carried(child, ['a', 'b'], same(1))]);
    expect(await pushedOutcomes(writer, [carried(child, ['a', 'b', 'c'])])).toEqual(['merging']);
    await pushedOutcomes(writer, [carried(child, ['a', 'x'])]);
    const end: Carried = carried({ _id: child._id }, ['a', 'b', 'end'], {
      _deleted: true,
      why: 'merged',
    });
    expect(await pushedOutcomes(writer, [end])).toEqual(['merging']);
    expect(await pushedOutcomes(remover, [end])).toEqual(['ok']);
  });

  it('a refused decision beside a deletion removes nothing', async () => {
    const { writer } = await aPair();
    const batch = [
      carried(child, ['other'], same(1)),
      carried({ _id: child._id }, ['a', 'end'], { _deleted: true, why: 'merged' }),
    ];
    expect(await pushedOutcomes(writer, batch)).toEqual(['merging', 'merging']);
    expect(await writer.store.read(child._id)).not.toBeNull();
  });

  it('the audit log names who decided, each decision once, and no refused one', async () => {
    const { remover, writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a', 'x'], same(1))]);
    const merged = carried(child, ['a', 'b'], same(1));
    await pushedOutcomes(remover, [merged]);
    await pushedOutcomes(remover, [merged]);
    await pushedOutcomes(writer, [carried(child, ['a', 'b', 'c'], { ...same(1), ward: 'Sur' })]);
    expect(await told(remover)).toEqual([['children-merged', 'ana', TEST_UNIT, child._id]]);
    await pushedOutcomes(remover, [carried(child, ['a', 'b', 'c', 'd'], same(2))]);
    expect((await told(remover)).at(-1)).toEqual(['children-parted', 'ana', TEST_UNIT, child._id]);
    await pushedOutcomes(remover, [removal({ ...child, ...same(2) }, ['a', 'b', 'c', 'd', 'e'])]);
    expect(await told(remover)).toHaveLength(2);
  });

  it('the audit log has a decision although the answer of the store was lost', async () => {
    const { remover } = await aPair();
    const write = remover.store.writeRevisions.bind(remover.store);
    vi.spyOn(remover.store, 'writeRevisions').mockImplementationOnce(async (...args) => {
      await write(...args);
      throw new StoreUnavailable('the answer was lost');
    });
    const merged = carried(child, ['a', 'b'], same(1));
    await expect(pushedOutcomes(remover, [merged])).rejects.toThrow('503');
    expect(await told(remover)).toEqual([]);
    await remover.app.services.removalLog.repair();
    expect(await told(remover)).toEqual([['children-merged', 'ana', TEST_UNIT, child._id]]);
    await remover.app.services.removalLog.repair();
    expect(await told(remover)).toHaveLength(1);
  });
});
