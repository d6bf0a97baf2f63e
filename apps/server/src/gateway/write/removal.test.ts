import { describe, expect, it } from 'vitest';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import {
  type Carried,
  carried,
  childOf,
  idOf,
  motherOf,
  removal,
  screeningOf,
} from './testing/carried.ts';
import { pushedOutcomes } from './testing/push.ts';
import { somebodyElse } from './testing/somebody.ts';
import { MAX_LEAVES, MAX_OPEN_VERSIONS, OWN_LEAVES } from './tree-bounds.ts';

/** Two accounts on one unit: one may remove, the other has only the role `sync`. */
async function aPair(): Promise<{ remover: Gateway; writer: Gateway }> {
  const remover = await aGateway();
  const writer = await somebodyElse(remover, { username: 'sync-alone', roles: ['sync'] });
  return { remover, writer };
}

const isLiving = async ({ store }: Gateway, id: string) => (await store.read(id)) !== null;

const child = childOf(1);
const merged = (path: readonly string[]): Carried =>
  carried({ _id: child._id }, path, { _deleted: true, why: 'merged' });

describe('removing a child by synchronisation', () => {
  it('needs the right to remove; without it the child stays', async () => {
    const { remover, writer } = await aPair();
    const documents = [carried(child, ['a']), removal(child, ['a', 'x'])];
    expect(await pushedOutcomes(writer, documents.slice(0, 1))).toEqual(['ok']);
    expect(await pushedOutcomes(writer, documents.slice(1))).toEqual(['removal']);
    expect(await isLiving(writer, child._id)).toBe(true);
    expect(await pushedOutcomes(remover, documents.slice(1))).toEqual(['ok']);
    expect(await isLiving(writer, child._id)).toBe(false);
    // The removal is stored now, so offering it again is not refused.
    expect(await pushedOutcomes(writer, documents.slice(1))).toEqual(['ok']);
  });

  it('depends on the account that pushes, whatever the document claims', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a'])]);
    const claim = { ...removal(child, ['a', 'x']), removedBy: 'admin', updatedBy: 'admin' };
    expect(await pushedOutcomes(writer, [claim])).toEqual(['removal']);
  });

  it('needs the right also for a child that the server has never seen', async () => {
    const { remover, writer } = await aPair();
    const unseen = removal(child, ['a', 'x']);
    expect(await pushedOutcomes(writer, [unseen])).toEqual(['removal']);
    expect((await writer.store.leaves(child._id)).length).toBe(0);
    expect(await pushedOutcomes(remover, [unseen])).toEqual(['ok']);
  });

  it('needs the right when the living revision comes in the same batch, in either order', async () => {
    for (const order of [0, 1]) {
      const { writer } = await aPair();
      const both = [carried(child, ['a', 'b']), removal(child, ['a', 'b', 'x'])];
      const batch = order === 0 ? both : both.toReversed();
      const outcomes = await pushedOutcomes(writer, batch);
      expect(order === 0 ? outcomes : outcomes.toReversed()).toEqual(['ok', 'removal']);
      expect((await writer.store.read(child._id))?._rev).toBe(both[0]?._rev);
    }
  });

  it('removing a child is a merge while another version lives, in one batch and in two', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a', 'b']), carried(child, ['a', 'c'])]);
    expect(await pushedOutcomes(writer, [merged(['a', 'c', 'x'])])).toEqual(['ok']);
    expect(await isLiving(writer, child._id)).toBe(true);
    // Only one version lives now, so deleting it is a removal.
    expect(await pushedOutcomes(writer, [merged(['a', 'b', 'x'])])).toEqual(['removal']);
    const next = [merged(['a', 'b', 'x']), carried(child, ['a', 'd', 'e'])];
    expect(await pushedOutcomes(writer, next)).toEqual(['ok', 'ok']);
    expect((await writer.store.read(child._id))?._rev).toBe(next[1]?._rev);
  });

  it('needs the right when all versions are removed at once', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a', 'b']), carried(child, ['a', 'c'])]);
    const all = [merged(['a', 'b', 'x']), merged(['a', 'c', 'x'])];
    expect(await pushedOutcomes(writer, all)).toEqual(['removal', 'removal']);
    expect((await writer.store.leaves(child._id)).map(({ deleted }) => deleted)).toEqual([
      false,
      false,
    ]);
  });

  it('a removal is refused when the living version beside it is refused', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a'])]);
    const batch = [removal(child, ['a', 'x']), carried(child, ['a', 'b'], { gender: '?' })];
    expect(await pushedOutcomes(writer, batch)).toEqual(['unreadable', 'unreadable']);
    expect(await isLiving(writer, child._id)).toBe(true);
  });

  it('a removal is a merge also when the living version comes 700 documents later in the batch', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a', 'b'])]);
    const others = Array.from({ length: 700 }, (_, i) => carried(childOf(i + 100), ['a']));
    const batch = [merged(['a', 'b', 'x']), ...others, carried(child, ['a', 'c'])];
    const outcomes = await pushedOutcomes(writer, batch);
    expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([]);
    expect((await writer.store.leaves(child._id)).map(({ deleted }) => deleted)).toEqual([
      false,
      true,
    ]);
  });

  it('needs no right once the child is removed, nor does restoring it', async () => {
    const { remover, writer } = await aPair();
    await pushedOutcomes(remover, [carried(child, ['a']), removal(child, ['a', 'x'])]);
    expect(await pushedOutcomes(writer, [removal(child, ['a', 'y'])])).toEqual(['ok']);
    expect(await pushedOutcomes(writer, [removal(child, ['a', 'x', 'z'])])).toEqual(['ok']);
    expect(await isLiving(writer, child._id)).toBe(false);
    const back = carried(child, ['a', 'x', 'z', 'back']);
    expect(await pushedOutcomes(writer, [back])).toEqual(['ok']);
    expect((await writer.store.read(child._id))?._rev).toBe(back._rev);
    expect(await pushedOutcomes(writer, [removal(child, ['a', 'x', 'z', 'back', 'w'])])).toEqual([
      'removal',
    ]);
  });
});

describe('removing a screening or a mother', () => {
  it('every account that may edit a screening or a mother may remove it', async () => {
    const { writer } = await aPair();
    for (const record of [screeningOf(1), motherOf(1)]) {
      await pushedOutcomes(writer, [carried(record, ['a'])]);
      expect(await pushedOutcomes(writer, [removal(record, ['a', 'x'])])).toEqual(['ok']);
      expect(await isLiving(writer, record._id)).toBe(false);
    }
    expect(await pushedOutcomes(writer, [removal(screeningOf(2), ['a', 'x'])])).toEqual(['ok']);
  });
});

describe('the screenings of a child whose removal is refused', () => {
  const screenings = [1, 2].map((place) => screeningOf(place, { owner: child._id }));
  const records = [child, ...screenings];

  it('screenings stay with a kept child, whatever their order, and go when an allowed account removes it', async () => {
    for (const isReversed of [false, true]) {
      const { remover, writer } = await aPair();
      const elsewhere = screeningOf(3, { owner: childOf(2)._id });
      await pushedOutcomes(
        writer,
        [...records, elsewhere].map((record) => carried(record, ['a'])),
      );
      const removals = [...records, elsewhere].map((record) => removal(record, ['a', 'x']));
      const batch = isReversed ? removals.toReversed() : removals;
      const outcomes = await pushedOutcomes(writer, batch);
      const inOrder = isReversed ? outcomes.toReversed() : outcomes;
      expect(inOrder).toEqual(['removal', 'removal', 'removal', 'ok']);
      for (const { _id } of records) expect(await isLiving(writer, _id)).toBe(true);
      expect(await pushedOutcomes(remover, batch)).toEqual(['ok', 'ok', 'ok', 'ok']);
      for (const { _id } of records) expect(await isLiving(writer, _id)).toBe(false);
    }
  });

  it('screenings stay with a kept child also when they come much later in the same request', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(
      writer,
      records.map((record) => carried(record, ['a'])),
    );
    const others = Array.from({ length: 600 }, (_, i) => carried(childOf(i + 100), ['a']));
    const removals = records.map((record) => removal(record, ['a', 'x']));
    const outcomes = await pushedOutcomes(writer, [
      ...removals.slice(0, 2),
      ...others,
      ...removals.slice(2),
    ]);
    expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([
      'removal',
      'removal',
      'removal',
    ]);
  });
});

describe('removals in the audit log', () => {
  it('name who pushed them, the unit and the records, and leave out merges', async () => {
    const { remover, writer } = await aPair();
    const { audit } = remover.app.services;
    const children = Array.from({ length: 10 }, (_, i) => childOf(i));
    await pushedOutcomes(
      remover,
      children.map((record) => carried(record, ['a'])),
    );
    await pushedOutcomes(remover, [carried(childOf(0), ['b'])]);
    await pushedOutcomes(remover, [
      carried({ _id: idOf('chld', 0) }, ['b', 'x'], { _deleted: true }),
    ]);
    await pushedOutcomes(writer, [removal(childOf(1), ['a', 'x'])]);
    const asked = { who: '', what: 'record-removed' };
    expect((await audit.page(asked, 1)).entries).toEqual([]);

    await pushedOutcomes(
      remover,
      children.slice(1).map((record) => removal(record, ['a', 'x'])),
    );
    const { entries } = await audit.page(asked, 1);
    expect(entries.map(({ who, whom, from }) => [who, whom, from])).toEqual(
      Array(9).fill(['ana', TEST_UNIT, '127.0.0.1']),
    );
    expect(entries.map(({ detail }) => detail).sort()).toEqual(
      children
        .slice(1)
        .map(({ _id }) => _id)
        .sort(),
    );
    expect(JSON.stringify(entries)).not.toContain('Xicay');
  });
});

describe('open versions of one record', () => {
  const versions = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => carried(child, ['a', `v${from + i}`]));
  const all = (count: number, outcome: string) => Array<string>(count).fill(outcome);

  it('open versions are 50 at most; an edit or a merge of a full record is still accepted', async () => {
    const { writer } = await aPair();
    const below = versions(0, MAX_OPEN_VERSIONS - 1);
    expect(await pushedOutcomes(writer, below)).toEqual(all(MAX_OPEN_VERSIONS - 1, 'ok'));
    const at = versions(MAX_OPEN_VERSIONS - 1, MAX_OPEN_VERSIONS);
    expect(await pushedOutcomes(writer, at)).toEqual(['ok']);
    const above = versions(MAX_OPEN_VERSIONS, MAX_OPEN_VERSIONS + 1);
    expect(await pushedOutcomes(writer, above)).toEqual(['too-many-versions']);
    expect(await pushedOutcomes(writer, [carried(child, ['a', 'v0', 'edit'])])).toEqual(['ok']);
    expect(await pushedOutcomes(writer, [merged(['a', 'v1', 'x'])])).toEqual(['ok']);
    expect(await pushedOutcomes(writer, above)).toEqual(['ok']);
  });

  it('from one account do not lock out another account, which may add ten of its own', async () => {
    const { remover: planter, writer } = await aPair();
    await pushedOutcomes(planter, versions(0, MAX_OPEN_VERSIONS));
    const another = versions(MAX_OPEN_VERSIONS, MAX_OPEN_VERSIONS + 1);
    expect(await pushedOutcomes(planter, another)).toEqual(['too-many-versions']);
    const end = MAX_OPEN_VERSIONS + OWN_LEAVES;
    const below = versions(MAX_OPEN_VERSIONS, end - 1);
    expect(await pushedOutcomes(writer, below)).toEqual(all(OWN_LEAVES - 1, 'ok'));
    expect(await pushedOutcomes(writer, versions(end - 1, end))).toEqual(['ok']);
    expect(await pushedOutcomes(writer, versions(end, end + 1))).toEqual(['too-many-versions']);
    expect(await pushedOutcomes(writer, [carried(child, ['a', 'v0', 'edit'])])).toEqual(['ok']);
  });

  it('beyond the limit cause a deletion in the same batch to be refused too', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a'])]);
    const batch = [removal(child, ['a', 'x']), ...versions(0, MAX_OPEN_VERSIONS + 1)];
    const outcomes = await pushedOutcomes(writer, batch);
    expect(outcomes).toEqual(all(batch.length, 'too-many-versions'));
    expect((await writer.store.read(child._id))?._rev).toBe(carried(child, ['a'])._rev);
  });

  it('closed versions count towards the limit of 250 leaves', async () => {
    const { writer } = await aPair();
    await pushedOutcomes(writer, [carried(child, ['a'])]);
    const closed = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => merged([`c${from + i}`]));
    for (let i = 0; i < MAX_LEAVES - 1; i += 83) {
      const next = closed(i, Math.min(i + 83, MAX_LEAVES - 1));
      expect(await pushedOutcomes(writer, next)).toEqual(all(next.length, 'ok'));
    }
    expect((await writer.store.leaves(child._id)).length).toBe(MAX_LEAVES);
    expect(await pushedOutcomes(writer, [merged(['more'])])).toEqual(['too-many-versions']);
    expect(await pushedOutcomes(writer, [carried(child, ['a', 'b'])])).toEqual(['ok']);
  });
});
