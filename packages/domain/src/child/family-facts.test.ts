import { expect, it } from 'vitest';
import { aChild } from '../testing/index.ts';
import { familyFacts } from './family-facts.ts';

const yes = { given: true, day: '2025-05-01', who: 'Ana' };
const opened = { day: '2025-05-10', who: 'Ana', way: 'sms' } as const;

it('a row holds nothing of a family of which nothing was said', () => {
  expect(familyFacts([aChild()])).toBeUndefined();
  expect(familyFacts([aChild({ language: 'es' })])).toEqual({ language: 'es' });
});

it('of several records the refusal counts, the later message, and the language of the leading one', () => {
  const records = [
    aChild({ mayMessage: yes, messaged: opened }),
    aChild({ mayMessage: { ...yes, given: false }, language: 'es' }),
    aChild({ messaged: { ...opened, day: '2025-05-11' } }),
  ];
  const facts = { mayMessage: false, messaged: { ...opened, day: '2025-05-11' } };
  expect(familyFacts(records)).toEqual(facts);
  expect(familyFacts([...records].reverse())).toEqual(facts);
});
