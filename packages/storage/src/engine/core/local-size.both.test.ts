import { describe, expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { comparable } from '../../testing/comparable.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { countBodies } from '../../testing/raw-database.ts';
import { childFields } from '../../testing/records.ts';

describe('a unit’s size', () => {
  it('counts living documents and the bytes of all texts', async () => {
    const { unit } = await openTestUnit();
    expect(await unit.measure()).toEqual({ documents: 0, bytes: 0 });
    const child = await unit.createChild(childFields({ firstName: 'Ñandú' }), AUTHOR, NOW);
    const one = await unit.measure();
    expect(one.documents).toBe(1);
    const [stored] = await (await unit.engine()).store.leaves(child._id);
    const { _revisions, ...document } = stored ?? {};
    expect(one.bytes).toBe(new TextEncoder().encode(JSON.stringify(document)).length);
    await unit.removeChild(child._id, AUTHOR, NOW);
    const removed = await unit.measure();
    expect(removed.documents).toBe(0);
    expect(removed.bytes).toBeGreaterThan(one.bytes);
  });

  it('shrinks by the replaced texts when it is compacted, and no record looks unsent because of it', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const { ledger, announce } = await unit.engine();
    const theirs = (history: readonly string[], count: number) =>
      Array.from({ length: count }, (_, index) => {
        const id = `chld_${stakeDB}_${1_700_000_000_000 + index}_aaaaaa`;
        const letters = history.map((letter) => `${letter}${index}`);
        return carriedDocument(id, letters, childFields({ ward: history[0] ?? '' }));
      });
    await ledger.receive(theirs(['a'], 40));
    await ledger.receive(theirs(['b', 'a'], 30));
    const typed = await unit.createChild(childFields(), AUTHOR, NOW);
    await announce();
    const before = unit.snapshot();
    expect(before).toMatchObject({ pending: 1, children: { length: 41 } });
    expect(await countBodies(stakeDB)).toBe(40 + 30 + 1);
    await unit.compact();
    expect(await countBodies(stakeDB)).toBe(40 + 1);
    expect(comparable(unit.snapshot())).toEqual(comparable(before));
    expect((await unit.readChildFile(theirs(['b'], 1)[0]?._id ?? ''))?.child.ward).toBe('b');
    expect((await unit.readChildFile(typed._id))?.pendingIds).toEqual([typed._id]);
    const { changes } = await ledger.toOffer(ledger.offered, 100);
    expect(changes.map(({ id }) => id)).toEqual([typed._id]);
  });
});
