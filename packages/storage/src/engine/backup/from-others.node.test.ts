import type { Child } from '@crece/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashOf } from '../../testing/carried.ts';
import { forgedFile, nextVersion } from '../../testing/forged-file.ts';
import { newDisk, openPhone, type Phone } from '../../testing/phone.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { type Backup, decideFileRemovals, fileRemovals } from './index.ts';

const UNIT = 'test_stake_gtm';
const NOW = new Date('2025-05-10T15:00:00.000Z');
const ANA = { name: 'Ana Morales' };

async function aPhone(): Promise<Phone> {
  const phone = await openPhone({ stakeDB: UNIT, clock: () => NOW, disk: newDisk() });
  onTestFinished(() => phone.close());
  return phone;
}

/** A phone on which everything saved so far is known to be on the server. */
async function aSyncedPhone(count = 1): Promise<{ phone: Phone; children: Child[] }> {
  const phone = await aPhone();
  const children: Child[] = [];
  for (const firstName of ['Marisol', 'Nayeli', 'Lucía'].slice(0, count)) {
    children.push(await phone.unit.createChild(childFields({ firstName }), ANA, NOW));
  }
  await settle(phone);
  expect(phone.unit.snapshot().pending).toBe(0);
  return { phone, children };
}

async function settle({ engine }: Phone): Promise<void> {
  await engine.ledger.settle({ offered: await engine.store.lastSequence(), now: NOW });
  await engine.announce();
}

const aFile = (...documents: readonly CarriedDocument[]): Promise<Backup> =>
  forgedFile(UNIT, documents);
const next = ({ engine }: Phone, ...version: [id: string, letter: string, different: object]) =>
  nextVersion(engine, ...version);

const removed = { _deleted: true, why: 'removed', removedBy: 'Julia Coordinadora' };
const merged = (document: CarriedDocument): CarriedDocument => {
  const { _id, _rev, _revisions } = document;
  return { _id, _rev, _revisions, _deleted: true, why: 'merged' };
};
const names = ({ unit }: Phone) =>
  unit
    .snapshot()
    .children.map(({ firstName }) => firstName)
    .sort();

describe('a file with a rewrite and a removal, made by somebody without an account', () => {
  async function theAttack() {
    const { phone, children } = await aSyncedPhone(2);
    const [first, second] = children as [Child, Child];
    const forged = { mother: 'Forged Mother', updatedBy: 'Julia Coordinadora' };
    const backup = await aFile(
      await next(phone, first._id, 'rewrite', forged),
      await next(phone, second._id, 'removal', removed),
    );
    return { phone, first, second, backup, open: async () => phone.unit };
  }

  it('a file with a rewrite and a removal is shown before anything is taken, by name', async () => {
    const { phone, first, second, backup, open } = await theAttack();
    const sequence = await phone.engine.store.lastSequence();
    expect(await backup.look(open)).toEqual([
      {
        stakeDB: UNIT,
        skipped: false,
        fresh: 0,
        changed: [{ id: first._id, title: `Marisol ${first.lastName}` }],
        removed: [{ id: second._id, title: `Nayeli ${second.lastName}` }],
        alreadyHere: 0,
        refused: [],
      },
    ]);
    expect(await phone.engine.store.lastSequence()).toBe(sequence);
  });

  it('removes nothing; what it changes is pending, and stays what its writer signed', async () => {
    const { phone, first, second, backup, open } = await theAttack();
    expect(await backup.load(open)).toMatchObject([{ added: 1, removals: 1 }]);
    expect(names(phone)).toEqual(['Marisol', 'Nayeli']);
    const { pending } = phone.unit.snapshot();
    expect(pending).toBe(1);
    expect(phone.engine.deviceIds().has('x')).toBe(false);
    const [leaf] = await phone.engine.store.leaves(first._id);
    expect(leaf).toMatchObject({ device: 'x', updatedBy: 'Julia Coordinadora' });
    // The removal waits, also after the file was loaded once more.
    await backup.load(open);
    expect(phone.unit.snapshot().sync.removalsInFiles).toBe(1);
    expect(await fileRemovals(phone.unit)).toMatchObject([
      { id: second._id, title: `Nayeli ${second.lastName}`, removedBy: 'Julia Coordinadora' },
    ]);
    await settle(phone);
    expect(phone.unit.snapshot().pending).toBe(0);
  });

  it('removals in a file are carried out, or left, only when a person says so', async () => {
    for (const answer of ['carry-out', 'leave'] as const) {
      const { phone, backup, open } = await theAttack();
      await backup.load(open);
      await decideFileRemovals(phone.unit, await fileRemovals(phone.unit), answer);
      expect(names(phone)).toEqual(answer === 'leave' ? ['Marisol', 'Nayeli'] : ['Marisol']);
      expect(phone.unit.snapshot().sync.removalsInFiles).toBe(0);
      expect(await fileRemovals(phone.unit)).toEqual([]);
      expect(phone.unit.snapshot().pending).toBe(answer === 'leave' ? 1 : 2);
    }
  });

  it('waits no longer for a removal that came from the server meanwhile', async () => {
    const { phone, second, backup, open } = await theAttack();
    await backup.load(open);
    await phone.unit.removeChild(second._id, ANA, NOW);
    expect(await fileRemovals(phone.unit)).toEqual([]);
    expect(phone.unit.snapshot().sync.removalsInFiles).toBe(0);
  });
});

describe('a deletion in a file that calls itself merged', () => {
  it('a merged deletion is taken beside a version that lives, and waits where the record would be gone', async () => {
    const { phone, children } = await aSyncedPhone(2);
    const [first, second] = children as [Child, Child];
    const living = await next(phone, first._id, 'new', { ward: 'Norte' });
    const other = await next(phone, first._id, 'closed', {});
    const open = async () => phone.unit;
    const alone = merged(await next(phone, second._id, 'gone', {}));
    const backup = await aFile(living, merged(other), alone);
    expect(await backup.look(open)).toMatchObject([
      { changed: [{}], removed: [{ id: second._id }] },
    ]);
    expect(await backup.load(open)).toMatchObject([{ added: 1, removals: 1 }]);
    expect(await phone.engine.store.leaves(first._id)).toHaveLength(2);
    expect(names(phone)).toEqual(['Marisol', 'Nayeli']);
  });
});

describe('a record changed on both sides', () => {
  it('a record changed on both sides becomes the usual question', async () => {
    const { phone, children } = await aSyncedPhone();
    const [child] = children as [Child];
    const theirs = await next(phone, child._id, 'theirs', {
      phone: '1',
      stamp: { ...(child.stamp as object), phone: 2 },
    });
    await phone.unit.editChild(child, childFields({ ...child, phone: '2' }), ANA, NOW);
    await (await aFile(theirs)).load(async () => phone.unit);
    expect(await phone.unit.readTask(child._id)).toMatchObject({
      kind: 'values',
      fields: ['phone'],
    });
  });
});

describe('a record of which a file holds a version that cannot be read', () => {
  it('a record with an unreadable version in the file is left as it is, and the others are taken', async () => {
    const { phone, children } = await aSyncedPhone(2);
    const [first, second] = children as [Child, Child];
    const odd = await next(phone, first._id, 'odd', { gender: 'new kind' });
    const closes = merged(await next(phone, first._id, 'closes', {}));
    const good = await next(phone, second._id, 'good', { ward: 'Norte' });
    const loaded = await (await aFile(closes, odd, good)).load(async () => phone.unit);
    expect(loaded).toMatchObject([
      { added: 1, removals: 0, refused: [{ id: first._id, codes: ['gender-invalid'] }] },
    ]);
    expect(names(phone)).toEqual(['Marisol', 'Nayeli']);
  });

  it('a record whose id names another unit of the places is left as it is', async () => {
    const { phone, children } = await aSyncedPhone();
    const [child] = children as [Child];
    const places = [{ stakes: [{ stakeDB: UNIT }, { stakeDB: 'coro_ven' }] }];
    await phone.device.catalogue.save(places, NOW);
    const astray = { ...(await next(phone, child._id, 'astray', {})) };
    astray._id = child._id.replace(UNIT, 'coro_ven');
    const good = await next(phone, child._id, 'good', { ward: 'Norte' });
    const file = await aFile(astray, good);
    const open = async () => phone.unit;
    const refused = [{ id: astray._id, codes: ['id-of-other-unit'] }];
    expect(await file.look(open)).toMatchObject([{ fresh: 0, changed: [{}], refused }]);
    expect(await file.load(open)).toMatchObject([{ added: 1, refused }]);
    expect(names(phone)).toEqual(['Marisol']);
  });

  it('a record whose number leaps farther than a server takes is left as it is', async () => {
    const { phone, children } = await aSyncedPhone();
    const [child] = children as [Child];
    const hash = hashOf('far');
    const far = {
      ...(await next(phone, child._id, 'far', {})),
      _rev: `20000-${hash}`,
      _revisions: { start: 20_000, ids: [hash] },
    };
    const [report] = await (await aFile(far)).look(async () => phone.unit);
    expect(report?.refused).toEqual([{ id: child._id, codes: ['generation-too-high'] }]);
  });
});

describe('the screening of a child', () => {
  it('a screening is named after its child, whether the child is here or in the file', async () => {
    const { phone: maker, children } = await aSyncedPhone();
    const [child] = children as [Child];
    const screening = await maker.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const gone = { ...(await next(maker, screening._id, 'gone', removed)) };
    const [kept] = await maker.engine.store.leaves(child._id);
    if (kept === undefined) throw new Error('no child');
    const fresh = await aPhone();
    for (const [phone, file] of [
      [maker, await aFile(gone)],
      [fresh, await aFile(kept, gone)],
    ] as const) {
      const [look] = await file.look(async () => phone.unit);
      expect(look?.removed).toEqual([{ id: screening._id, title: `Marisol ${child.lastName}` }]);
    }
  });
});
