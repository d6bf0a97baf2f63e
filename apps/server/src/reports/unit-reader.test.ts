import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { aFolder, aStores } from '../testing/test-app.ts';
import { readUnit } from './unit-reader.ts';

const UNIT = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Cobán Stake',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

describe('readUnit', () => {
  it('finds the unresolved conflicting versions of a screening', async () => {
    const stores = await aStores(aFolder());
    const store = await stores.open('unit_coban_stake_gtm');
    const { _rev: _none, ...child } = aChild();
    await store.write([child]);
    const screening = aScreening({ stamp: { height: 1, weight: 1 } });
    const first = `1-${'a'.repeat(32)}`;
    const version = (letter: string, height: number) => {
      const rev = `2-${letter.repeat(32)}`;
      const stamp = { height: 2, weight: 1 };
      return {
        document: { ...screening, height, stamp, _rev: rev },
        ancestry: [rev, first],
      };
    };
    await store.writeRevisions([version('b', 60), version('c', 70)]);
    const { children, unreadable } = await readUnit(stores, UNIT);
    expect(unreadable).toEqual([]);
    expect(children.map(({ screenings }) => screenings.map(({ height }) => height))).toEqual([
      [70],
    ]);
    expect(children[0]?.versions?.screenings.map(({ height }) => height)).toEqual([60]);
  });

  it('creates no database for a unit that was never used', async () => {
    const stores = await aStores(aFolder());
    expect((await readUnit(stores, UNIT)).children).toEqual([]);
    expect(await stores.names()).toEqual([]);
  });
});
