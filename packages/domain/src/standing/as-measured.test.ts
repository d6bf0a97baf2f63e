import { expect, it } from 'vitest';
import { aChild } from '../testing/records.ts';
import { asMeasured } from './child-standing.ts';

it.each([
  ['alone', '2020-06-10', [], '2025-06-11', '2020-06-10'],
  ['at 60 months by its own date', '2020-06-10', ['2021-06-10'], '2025-06-10', '2020-06-10'],
  ['a day past 60 months', '2020-06-10', ['2021-06-10'], '2025-06-11', '2021-06-10'],
  ['too old by each date', '2019-06-10', ['2020-06-10'], '2025-06-11', '2020-06-10'],
  ['young enough by its own', '2021-06-10', ['2019-06-10'], '2025-06-11', '2021-06-10'],
])(
  'a child %s is measured by its birth date or a later one that waits',
  (_who, own, others, day, birthDate) => {
    const child = aChild({ birthDate: own });
    const versions = others.map((each) => ({ ...child, birthDate: each }));
    expect(asMeasured(child, versions, day).birthDate).toBe(birthDate);
  },
);
