import { describe, expect, it } from 'vitest';
import { readConsent } from '../base/consent.ts';
import { answeredConsent, joinConsent, typedConsent } from './consent-answers.ts';

const GIVEN = { given: true, day: '2026-05-03', who: 'Ana' };
const REFUSED = { given: false, day: '2026-05-04', who: 'Eva' };

describe('a stored consent', () => {
  it('is read as it is when it is whole', () => {
    expect(readConsent(REFUSED)).toBe(REFUSED);
  });

  it.each([
    [{ given: false }, { given: false, day: '', who: '' }],
    [
      { given: false, day: 'yesterday', who: 7 },
      { given: false, day: '', who: '' },
    ],
    [{ ...GIVEN, note: 'x' }, GIVEN],
  ])('keeps its answer where %o is not whole', (stored, read) => {
    expect(readConsent(stored)).toEqual(read);
  });

  it.each([undefined, null, 'no', false, [], {}, { given: 'no' }, { day: '2026-05-03' }])(
    'is none in %o',
    (stored) => {
      expect(readConsent(stored)).toBeUndefined();
    },
  );
});

describe('two answers about one child', () => {
  it('are a refusal when one of them is, whichever came first or later', () => {
    for (const refused of [REFUSED, { ...REFUSED, day: '2026-01-01' }]) {
      expect(joinConsent(GIVEN, refused)).toEqual(refused);
      expect(joinConsent(refused, GIVEN)).toEqual(refused);
    }
  });

  it('are the earlier one when they are alike, and the known day before an unknown one', () => {
    const later = { ...GIVEN, day: '2026-06-01' };
    const unknown = { ...GIVEN, day: '' };
    for (const [one, other] of [
      [GIVEN, later],
      [later, GIVEN],
      [GIVEN, unknown],
      [unknown, GIVEN],
    ]) {
      expect(joinConsent(one, other)).toEqual(GIVEN);
    }
  });

  it('are the only one when one of them cannot be read', () => {
    expect(joinConsent(undefined, GIVEN)).toEqual(GIVEN);
    expect(joinConsent(REFUSED, 'yes')).toEqual(REFUSED);
    expect(joinConsent(null, {})).toBeUndefined();
  });
});

describe("the form's answer", () => {
  const now = { day: '2026-11-28', who: 'Luz' };

  it('has the day and the name of whoever typed it', () => {
    expect(answeredConsent('no', undefined, now)).toEqual({ given: false, ...now });
    expect(answeredConsent('yes', REFUSED, now)).toEqual({ given: true, ...now });
  });

  it('leaves day and name of then to an answer that nobody changed', () => {
    expect(answeredConsent(typedConsent(REFUSED), REFUSED, now)).toBe(REFUSED);
    expect(answeredConsent(typedConsent(GIVEN), GIVEN, now)).toBe(GIVEN);
  });

  it('is none while nobody has chosen', () => {
    expect(answeredConsent('', undefined, now)).toBeUndefined();
    expect(answeredConsent('', GIVEN, now)).toBe(GIVEN);
  });
});
