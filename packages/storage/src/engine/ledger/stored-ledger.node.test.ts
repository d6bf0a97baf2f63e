import { describe, expect, it } from 'vitest';
import { type Check, offeredOf, readLedger, UNKNOWN } from '../../unit/known/ledger-state.ts';
import { asked, storedLedger } from './ledger-changes.ts';

/** The fields of a check as the builds c6b4d99 and 7c1746aa store them. */
type Stored = Readonly<{ isChecking: boolean; checkDue: boolean; offered: number }>;

const readBack = (fields: object) =>
  readLedger({ _id: '_local/crece-sync', version: 1, ledger: { scanned: 9, ...fields } });

describe('the check of a ledger', () => {
  it.each<[Stored, Check, number]>([
    [{ isChecking: false, checkDue: false, offered: 9 }, { state: 'none' }, 9],
    [{ isChecking: false, checkDue: true, offered: 9 }, { state: 'due' }, 9],
    [{ isChecking: true, checkDue: false, offered: 4 }, { state: 'running', offered: 4 }, 4],
    [{ isChecking: true, checkDue: true, offered: 4 }, { state: 'running', offered: 4 }, 4],
  ])('the check is read from the fields of earlier builds: %o is %o', (stored, check, offered) => {
    const ledger = readBack(stored);
    expect(ledger.check).toEqual(check);
    expect(offeredOf(ledger)).toBe(offered);
  });

  it.each<[Check, Stored]>([
    [{ state: 'none' }, { isChecking: false, checkDue: false, offered: 9 }],
    [{ state: 'due' }, { isChecking: false, checkDue: true, offered: 9 }],
    [
      { state: 'running', offered: 4 },
      { isChecking: true, checkDue: false, offered: 4 },
    ],
  ])('the check is stored in those fields: %o as %o', (check, stored) => {
    const written = storedLedger({ ...UNKNOWN, scanned: 9, check });
    expect(written.ledger).toMatchObject(stored);
    expect(written.ledger).not.toHaveProperty('check');
    expect(readBack(written.ledger).check).toEqual(check);
  });

  it('a check that is asked for is due, and one that is running goes on', () => {
    expect(asked({ state: 'none' })).toEqual({ state: 'due' });
    expect(asked({ state: 'due' })).toEqual({ state: 'due' });
    expect(asked({ state: 'running', offered: 4 })).toEqual({ state: 'running', offered: 4 });
  });
});

it('a field of a later build survives in the ledger of this one', () => {
  expect(storedLedger(readBack({ later: 1 })).ledger).toHaveProperty('later', 1);
});
