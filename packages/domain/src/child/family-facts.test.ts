import { expect, it } from 'vitest';
import { aChild } from '../testing/index.ts';
import { familyFacts, withFamilyAnswers, withRefusalsTakenBack } from './family-facts.ts';

const yes = { given: true, day: '2025-05-01', who: 'Ana' };
const opened = { day: '2025-05-10', who: 'Ana', way: 'sms' } as const;

it('a row holds nothing of a family of which nothing was said', () => {
  expect(familyFacts(aChild(), [])).toBeUndefined();
  expect(familyFacts(aChild({ language: 'es' }), [])).toEqual({ language: 'es' });
});

it('of several records the refusal counts, the later message, and the language of the leading one', () => {
  const first = aChild({ mayMessage: yes, messaged: opened });
  const second = aChild({ mayMessage: { ...yes, given: false }, language: 'es' });
  const third = aChild({ messaged: { ...opened, day: '2025-05-11' } });
  const facts = { mayMessage: false, messaged: { ...opened, day: '2025-05-11' } };
  expect(familyFacts(first, [second, third])).toEqual(facts);
  expect(familyFacts(third, [second, first])).toEqual(facts);
  expect(familyFacts(second, [first, third])).toEqual({ ...facts, language: 'es' });
});

it('the answers of a child are those of all its records, each for itself', () => {
  const no = { given: false, day: '2025-05-02', who: 'Eva' };
  const lead = aChild({ mayMessage: yes, ward: 'Sur' });
  expect(withFamilyAnswers(lead, [])).toBe(lead);
  expect(withFamilyAnswers(lead, [aChild(), aChild({ mayMessage: yes })])).toBe(lead);
  expect(withFamilyAnswers(lead, [aChild({ mayMessage: no, consent: yes })])).toEqual({
    ...lead,
    mayMessage: no,
    consent: yes,
  });
  expect(withFamilyAnswers(aChild({ mayMessage: no }), [lead]).mayMessage).toEqual(no);
});

it('a yes takes a refusal in another record back, and nothing else changes there', () => {
  const no = { given: false, day: '2025-05-02', who: 'Eva' };
  const refused = aChild({ mayMessage: no, consent: no, ward: 'Sur' });
  expect(withRefusalsTakenBack(refused, aChild({ mayMessage: yes }))).toEqual({
    ...refused,
    mayMessage: yes,
  });
  expect(withRefusalsTakenBack(refused, aChild())).toBe(refused);
  const agreed = aChild({ mayMessage: { ...yes, day: '2025-04-01' } });
  expect(withRefusalsTakenBack(agreed, aChild({ mayMessage: no }))).toBe(agreed);
  expect(withRefusalsTakenBack(agreed, aChild({ mayMessage: yes }))).toBe(agreed);
});
