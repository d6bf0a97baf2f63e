import { CONFLICT_RULES, joinConsent, laterMessage } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { joinField } from './join-field.ts';

const MONDAY = { day: '2026-11-23', who: 'Ana', way: 'sms' } as const;
const TUESDAY = { day: '2026-11-24', who: 'Beto', way: 'copy' } as const;

describe('fields about which nobody is asked', () => {
  const names = Object.values(CONFLICT_RULES).flatMap(({ unions, settled }) => [
    ...unions,
    ...settled,
  ]);

  it.each([...new Set(names)])('%s: has a rule by which two values become one', (name) => {
    expect(joinField(name, undefined, undefined)).toBeUndefined();
  });

  it('are those alone: two values of another field are not put together', () => {
    expect(() => joinField('firstName', 'Ana', 'Ena')).toThrow(TypeError);
  });

  it('of two messages the later day counts, of two answers the refusal', () => {
    expect(laterMessage(MONDAY, TUESDAY)).toEqual(TUESDAY);
    expect(joinField('messaged', TUESDAY, MONDAY)).toEqual(TUESDAY);
    expect(joinField('messaged', undefined, MONDAY)).toEqual(MONDAY);
    const clinic = { ...MONDAY, toClinic: true } as const;
    expect(laterMessage(clinic, { ...MONDAY, way: 'whatsapp' })).toEqual(clinic);
    expect(laterMessage(TUESDAY, clinic)).toEqual(TUESDAY);
    const no = { given: false, day: '2026-11-23', who: 'Ana' };
    expect(joinField('mayMessage', { ...no, given: true }, no)).toEqual(no);
    expect(joinConsent(no, undefined)).toEqual(no);
  });
});
