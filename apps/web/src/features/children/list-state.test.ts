import { expect, it } from 'vitest';
import { type ListFacts, type ListState, listState } from './list-state.ts';

const FACTS: ListFacts = {
  store: 'ready',
  arrival: 'whole',
  beginning: undefined,
  isInOrder: true,
  total: 60,
  found: 12,
};
const SHOWN = { isShown: true, count: 60 };
const OTHER = { isShown: false, count: 60 };
const reading = (isRest: boolean): ListState => ({ kind: 'reading', isRest });

it.each<[string, Partial<ListFacts>, ListState]>([
  ['a unit that is being read', { store: 'loading', total: 0, found: 0 }, reading(false)],
  ['rows in sight before the unit is read', { store: 'loading' }, reading(false)],
  [
    'the first rows of what is asked for',
    { store: 'loading', beginning: SHOWN },
    { kind: 'beginning', count: 60 },
  ],
  [
    'first rows of a list of unknown length',
    { store: 'loading', beginning: { isShown: true, count: -1 } },
    { kind: 'beginning', count: -1 },
  ],
  ['first rows of another list', { store: 'loading', beginning: OTHER, found: 0 }, reading(true)],
  [
    'first rows of which none fits',
    { store: 'loading', beginning: SHOWN, found: 0 },
    reading(true),
  ],
  ['an order that is worked out', { isInOrder: false, found: 0 }, { kind: 'ordering' }],
  [
    'an order that is not worked out before the unit is read',
    { store: 'loading', beginning: SHOWN, isInOrder: false, found: 0 },
    reading(true),
  ],
  ['rows that fit', {}, { kind: 'ready', count: 12 }],
  ['rows of which none fits', { found: 0 }, { kind: 'empty', why: 'no-match' }],
  ['a whole unit without children', { total: 0, found: 0 }, { kind: 'empty', why: 'nobody' }],
  [
    'a unit of which nothing has come',
    { arrival: 'never', total: 0, found: 0 },
    { kind: 'empty', why: 'not-received' },
  ],
  [
    'a unit of which no child has come yet',
    { arrival: 'arriving', total: 0, found: 0 },
    { kind: 'empty', why: 'not-received' },
  ],
  [
    'rows of which none fits while others may come',
    { arrival: 'arriving', found: 0 },
    { kind: 'empty', why: 'no-match' },
  ],
  ['a store that cannot be read', { store: 'failed', total: 0, found: 0 }, { kind: 'failed' }],
  ['a store that cannot be read any more', { store: 'failed' }, { kind: 'failed' }],
])('%s', (_what, facts, state) => {
  expect(listState({ ...FACTS, ...facts })).toEqual(state);
});
