import { describe, expect, it } from 'vitest';
import { summariseChild } from '../child/summarise-child.ts';
import { checkDocument } from '../gate/check-document.ts';
import { readDocument } from '../gate/read-document.ts';
import { checkMother, draftOfMother } from '../mother/check-mother.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { aChild, aMother, aNursingMother, aScreening } from './index.ts';

const UTC = { timeZone: 'UTC' };

describe('the builders', () => {
  it('give valid records that the gate reads unchanged', () => {
    for (const record of [aChild(), aScreening(), aMother(), aNursingMother()]) {
      expect(checkDocument(record)).toEqual({ ok: true });
    }
    expect(readDocument(aChild(), UTC)).toEqual({ kind: 'child', child: aChild() });
    expect(readDocument(aScreening(), UTC)).toEqual({ kind: 'screening', screening: aScreening() });
    expect(readDocument(aMother(), UTC)).toEqual({ kind: 'mother', mother: aMother() });
  });

  it('give a screening and a child that agree with the rules and with each other', () => {
    const child = aChild();
    const screening = aScreening();
    const { monthAge, zScore, status, actions } = screening;
    expect(assessStored(screening, child, [])).toEqual({ monthAge, zScore, status, actions });
    expect(child).toMatchObject(summariseChild(child, [screening]));
    expect(screening.owner).toBe(child._id);
  });

  it("give mothers that pass their form's check on their date", () => {
    const day = '2025-05-10';
    expect(checkMother(draftOfMother(aMother()), 'pregnant', day).ok).toBe(true);
    expect(checkMother(draftOfMother(aNursingMother()), 'nursing', day).ok).toBe(true);
    expect(aNursingMother()).not.toHaveProperty('deliveryDate');
  });

  it('use the values that a test passes', () => {
    expect(aChild({ firstName: 'Iván', gender: 'Boy' })).toMatchObject({
      firstName: 'Iván',
      gender: 'Boy',
      lastName: aChild().lastName,
    });
    expect(aScreening({ muac: 11.2 }).muac).toBe(11.2);
  });
});
