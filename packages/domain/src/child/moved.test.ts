import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecordId, unitOfId } from '../base/ids.ts';
import type { Home } from '../base/words.ts';
import { homesAfter, idInUnit, type MovingVersion, movedAway, mustFollow } from './moved.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

const UNITS = ['la_ceiba_stake_hnd', 'coro_ven', 'test_stake_gtm'] as const;

/** The record in another unit, as a move makes it. */
function moved(record: Moving, stakeDB: string): Moving {
  const movedFrom = homesAfter(record, { stakeDB: record.unit, id: record._id });
  return { ...record, movedFrom, _id: idInUnit(record, stakeDB, sha256), unit: stakeDB };
}

interface Moving {
  _id: string;
  unit: string;
  created?: string;
  movedFrom?: readonly Home[];
}

describe('the id of a record in another unit', () => {
  it('keeps milliseconds and random part of an id of ours', () => {
    const record = { _id: 'scr_la_ceiba_stake_hnd_1748880000000_k3f09z' };
    expect(idInUnit(record, 'coro_ven', sha256)).toBe('scr_coro_ven_1748880000000_k3f09z');
  });

  it('is made of the creation and a hash of the first id when that has another shape', () => {
    const _id = 'chld_la_ceiba_stake_hnd_1748880000000';
    const hash = BigInt(`0x${sha256(_id)}`)
      .toString(36)
      .slice(0, 6);
    const created = '2025-06-02T16:00:00.000Z';
    expect(idInUnit({ _id, created }, 'coro_ven', sha256)).toBe(
      `chld_coro_ven_1748880000000_${hash}`,
    );
    for (const wrong of [undefined, 'yesterday', 5]) {
      const id = idInUnit({ _id, created: wrong }, 'coro_ven', sha256);
      expect(id).toBe(`chld_coro_ven_0_${hash}`);
      const movedFrom = [{ stakeDB: UNITS[0], id: _id }];
      expect(idInUnit({ _id: id, movedFrom }, 'test_stake_gtm', sha256)).toBe(
        `chld_test_stake_gtm_0_${hash}`,
      );
    }
  });

  it('is the first one wherever a record returns to, on any way of any length', () => {
    const first = fc.constantFrom('chld_x1', `chld_${UNITS[0]}_1748880000000_k3f09z`, 'chld_Ana.7');
    fc.assert(
      fc.property(first, fc.array(fc.constantFrom(...UNITS), { maxLength: 12 }), (_id, way) => {
        let record: Moving = { _id, unit: UNITS[0], created: '2025-06-02T16:00:00.000Z' };
        const idIn = new Map<string, string>([[UNITS[0], _id]]);
        for (const unit of way) {
          if (unit === record.unit) continue;
          record = moved(record, unit);
          expect(record._id).toBe(idIn.get(unit) ?? record._id);
          idIn.set(unit, record._id);
          expect(isRecordId(record._id)).toBe(true);
          if (unit !== UNITS[0]) expect([unit, null]).toContain(unitOfId(record._id));
        }
        expect(new Set(idIn.values()).size).toBe(idIn.size);
      }),
    );
  });
});

describe('where a record lives by its versions', () => {
  const here = { stakeDB: 'coro_ven', id: 'chld_b' };
  const there = { stakeDB: 'test_stake_gtm', id: 'chld_c' };
  const gone = (movedTo: Home, movedFrom: readonly Home[] = []): MovingVersion => ({
    _deleted: true,
    why: 'moved',
    movedTo,
    movedFrom,
  });

  it('is where the version says that moved most often', () => {
    expect(movedAway([])).toBeNull();
    expect(movedAway([{ _deleted: true, why: 'removed' }])).toBeNull();
    expect(movedAway([gone(here)])).toEqual({ home: here, moves: 1 });
    const away = movedAway([gone(there, [here, there]), {}, gone(here)]);
    expect(away).toEqual({ home: there, moves: 3 });
    const back: MovingVersion = { movedFrom: [here, there, here] };
    expect(movedAway([gone(there, [here, there]), back])).toBeNull();
  });

  it('is here for one that came back and was removed, but not for a removal that missed the move', () => {
    const removed = (movedFrom: readonly Home[]) => ({ _deleted: true, why: 'removed', movedFrom });
    expect(movedAway([gone(there, [here]), removed([])])).toEqual({ home: there, moves: 2 });
    expect(movedAway([gone(there, [here]), removed([here])])).toEqual({ home: there, moves: 2 });
    expect(movedAway([gone(there, [here]), removed([here, there])])).toBeNull();
    expect(movedAway([gone(there, [here]), removed([here, there, here])])).toBeNull();
  });

  it('is the same in every order of the versions', () => {
    const version = fc.record({
      _deleted: fc.boolean(),
      why: fc.constantFrom('moved', 'removed', undefined),
      movedTo: fc.constantFrom(here, there),
      movedFrom: fc.array(fc.constantFrom(here, there), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(version, { maxLength: 5 }), (versions) => {
        expect(movedAway(versions.toReversed())).toEqual(movedAway(versions));
      }),
    );
  });

  it('is followed by what was written without knowing of the move, and by nothing else', () => {
    const away = { home: here, moves: 2 };
    const follows = (version: MovingVersion) => mustFollow(version, away);
    expect(follows({})).toBe(true);
    expect(follows({ movedFrom: [there] })).toBe(true);
    expect(follows({ _deleted: true, why: 'removed' })).toBe(true);
    expect(follows({ movedFrom: [there, here] })).toBe(false);
    expect(follows({ _deleted: true, why: 'merged' })).toBe(false);
    expect(follows({ _deleted: true, why: 'erased' })).toBe(false);
    expect(follows(gone(here))).toBe(false);
  });
});
