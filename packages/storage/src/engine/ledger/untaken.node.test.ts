import { describe, expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { openPhone } from '../../testing/phone.ts';

const OWNER = 'chld_test_stake_gtm_1700000000000_aaaaaa';

describe('versions that were not taken', () => {
  it('name the child whose row is marked, however many there are', async () => {
    const phone = await openPhone({ stakeDB: 'test_stake_gtm' });
    const screenings = Array.from({ length: 130 }, (_, index) =>
      carriedDocument(`scr_test_stake_gtm_${1_700_000_000_000 + index}_bbbbbb`, [`s${index}`], {
        owner: OWNER,
        surveyDate: '2025-06-01',
      }),
    ).map((each) => ({ ...each, _rev: `9007199254740991-${'a'.repeat(32)}` }));
    await phone.engine.ledger.receive(screenings);
    const { unreadable } = phone.unit.snapshot();
    expect(unreadable).toHaveLength(130);
    expect(new Set(unreadable.map(({ childId }) => childId))).toEqual(new Set([OWNER]));
    await phone.close();
  });
});
