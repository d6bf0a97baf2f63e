import { PHONE_REPORT_BYTES, type PhoneCode } from '@crece/contract';
import { phoneReport } from '@crece/contract/schemas';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { openPhone } from '../../testing/phone.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { type PhoneState, phoneState } from './phone-state.ts';
import { SyncFault, type SyncFaultCode } from './types.ts';

const AUTHOR = { name: 'Ana Morales' };
const NOW = new Date('2025-05-10T15:00:00.000Z');
const UNIT = 'test_stake_gtm';
const MARK = 'Zzyxw';
const RECORDS = 10_000;

/** The fields of a state that are neither figures nor codes; nothing may be added without a reason. */
type TextField = {
  [Field in keyof PhoneState]: PhoneState[Field] extends number | null | readonly PhoneCode[]
    ? never
    : Field;
}[keyof PhoneState];

async function aPhone() {
  const phone = await openPhone({ stakeDB: UNIT, clock: () => NOW });
  onTestFinished(() => phone.close());
  return phone;
}

describe('phoneState', () => {
  it('can hold figures, codes, instants and the random id of the installation alone', () => {
    expectTypeOf<TextField>().toEqualTypeOf<'device' | 'unit' | 'oldestUnsent' | 'completed'>();
    expectTypeOf<SyncFaultCode>().toExtend<PhoneCode>();
  });

  it('tells an empty unit', async () => {
    const { unit, device } = await aPhone();
    expect(await phoneState(unit, null)).toEqual({
      device: device.id,
      unit: UNIT,
      unsent: 0,
      refused: 0,
      oldestUnsent: null,
      completed: null,
      // Node has no storage manager that tells.
      freeMB: null,
      codes: [],
    });
  });

  it('counts what is only here, since the oldest was saved, and says how the last run failed', async () => {
    const { unit } = await aPhone();
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    const child = await unit.createChild(childFields(), AUTHOR, at(1));
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, at(2));
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, at(3));
    const last = {
      kind: 'failed',
      step: 'down',
      fault: new SyncFault('foreign', 'any words'),
    } as const;
    // The child's summary was written with its screening, so the child is as old as that.
    expect(await phoneState(unit, last)).toMatchObject({
      unsent: 3,
      oldestUnsent: at(2).toISOString(),
      codes: ['foreign'],
    });
  });

  it('contains no word of 10,000 records, whatever they hold', async () => {
    const { unit } = await aPhone();
    const { store, device, announce } = await unit.engine();
    const words = (place: number) => `${MARK}${place} ${MARK}`;
    const documents = Array.from({ length: RECORDS }, (_, place) => ({
      _id: `chld_${UNIT}_${NOW.getTime() + place}_${MARK.toLowerCase()}`,
      device: device.id,
      ...Object.fromEntries(
        ['firstName', 'lastName', 'mother', 'father', 'phone', 'address', 'comments', 'ward'].map(
          (field) => [field, words(place)],
        ),
      ),
      gender: 'Girl',
      birthDate: '2024-05-10',
      memberStatus: 'Yes',
      updatedBy: words(place),
      // A foreign writer may have put anything where an instant is expected.
      updatedAt: place % 2 === 0 ? words(place) : NOW.toISOString(),
      [words(place)]: words(place),
    }));
    await store.write(documents, 'relaxed');
    await announce();
    const state = await phoneState(unit, null);
    expect(state.unsent).toBe(RECORDS);
    expect(state.oldestUnsent).toBe(NOW.toISOString());
    const text = JSON.stringify({ ...state, build: 'abcd1234abcd' });
    expect(text.toLowerCase()).not.toContain(MARK.toLowerCase());
    expect(text.length).toBeLessThanOrEqual(PHONE_REPORT_BYTES);
    expect(phoneReport.safeParse(JSON.parse(text)).success).toBe(true);
  });

  it('fits into its header at its longest', () => {
    const longest = {
      device: 'z'.repeat(40),
      unit: 'z'.repeat(80),
      build: 'f'.repeat(12),
      unsent: 10_000_000,
      refused: 10_000_000,
      oldestUnsent: NOW.toISOString(),
      completed: NOW.toISOString(),
      freeMB: 10_000_000,
      codes: ['no-response', 'storage-low', 'records-gone', 'unreadable', 'choices'],
    };
    expect(phoneReport.parse(longest)).toEqual(longest);
    expect(JSON.stringify(longest).length).toBeLessThanOrEqual(PHONE_REPORT_BYTES);
  });
});
