import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrayElements } from './array-elements.ts';

const rows = [
  { id: 'a', value: { rev: '1-a' }, doc: { text: '}]{["' } },
  { id: 'b\\"', doc: { list: [[{}], '\\'], ñ: '😀' } },
  {},
];

function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...places, text.length].sort((a, b) => a - b);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}

describe('the elements of an answer', () => {
  it('the elements are the same wherever the answer is cut into pieces', () => {
    const text = JSON.stringify({ total_rows: 3, rows, last_seq: '3-x', pending: 0 });
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (places) => {
        const elements = new ArrayElements();
        const found = cutAt(text, places).flatMap((piece) => elements.take(piece));
        expect(found.map((json) => JSON.parse(json) as unknown)).toEqual(rows);
        expect(elements.isComplete).toBe(true);
      }),
    );
  });

  it('the elements are incomplete before the last brace, and when nothing came', () => {
    const text = JSON.stringify({ rows });
    for (const end of [0, 1, text.length - 2, text.length - 1]) {
      const elements = new ArrayElements();
      elements.take(text.slice(0, end));
      expect(elements.isComplete, String(end)).toBe(false);
    }
  });

  it('come one by one, each as soon as it has arrived', () => {
    const elements = new ArrayElements();
    expect(elements.take('{"rows":[\n{"id":"a"}')).toEqual(['{"id":"a"}']);
    expect(elements.take(',\n{"id":')).toEqual([]);
    expect(elements.take('"b"}\n]}')).toEqual(['{"id":"b"}']);
  });
});
