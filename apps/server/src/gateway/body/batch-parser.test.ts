import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadBatch, type BatchItem, BatchParser } from './batch-parser.ts';

const MAX = 200;

interface Parsed {
  items: BatchItem[];
  newEdits: boolean | null;
}

/** Parses a body that arrives in pieces of this many bytes. */
function parse(body: string | Uint8Array, pieceBytes = Number.POSITIVE_INFINITY): Parsed {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const parser = new BatchParser({ maxDocumentBytes: MAX });
  const items: BatchItem[] = [];
  const step = Math.min(pieceBytes, Math.max(bytes.length, 1));
  for (let i = 0; i < bytes.length; i += step)
    items.push(...parser.push(bytes.subarray(i, i + step)));
  parser.end();
  return { items, newEdits: parser.newEdits };
}

const ids = ({ items }: Parsed): unknown[] =>
  items.map((item) =>
    item.kind === 'document' ? (item.value as { _id?: unknown })._id : `${item.kind} ${item.id}`,
  );

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the parser of a batch', () => {
  it('reads the fields in both orders, with white space anywhere', () => {
    const before = '{"new_edits":false,"docs":[{"_id":"a"},{"_id":"b"}]}';
    const after = ' {\n"docs" : [ {"_id":"a"} ,\t{"_id":"b"} ] , "new_edits" : false } \r\n';
    for (const body of [before, after]) {
      const parsed = parse(body);
      expect(ids(parsed)).toEqual(['a', 'b']);
      expect(parsed.newEdits).toBe(false);
    }
  });

  it.each([
    ['{"docs":[]}', null],
    ['{"docs":[],"new_edits":true}', true],
    ['{"new_edits":true,"docs":[],"new_edits":false}', true],
    ['{"new_edits":false,"docs":[]}', false],
  ])('knows what %s says about new_edits', (body, expected) => {
    expect(parse(body)).toEqual({ items: [], newEdits: expected });
  });

  it('reads the same items however the body is cut into pieces', () => {
    const documents = fc.array(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 })),
      { maxLength: 5 },
    );
    const property = fc.property(documents, fc.integer({ min: 1, max: 40 }), (docs, pieceBytes) => {
      const body = JSON.stringify({ docs, new_edits: false });
      const { items } = parse(body, pieceBytes);
      expect(items.length).toBe(docs.length);
      for (const [i, item] of items.entries()) {
        const text = JSON.stringify(docs[i]);
        if (Buffer.byteLength(text) > MAX) expect(item.kind).toBe('too-large');
        else if (item.kind !== 'document') throw new Error(item.kind);
        else expect(JSON.stringify(item.value)).toBe(text);
      }
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  it('makes objects without a prototype, where `__proto__` is an ordinary field', () => {
    const [item] = parse('{"docs":[{"_id":"a","__proto__":{"b":{}},"constructor":1}]}').items;
    if (item?.kind !== 'document') throw new Error('refused');
    const value = item.value as Record<string, object>;
    expect(Object.keys(value)).toEqual(['_id', '__proto__', 'constructor']);
    for (const each of [value, Object.values(value)[1]]) {
      expect(Reflect.getPrototypeOf(each ?? [])).toBeNull();
    }
    expect(Object.prototype).not.toHaveProperty('b');
  });

  it('takes a document of the largest size, and skips a larger one in pieces of any size', () => {
    const sized = (bytes: number, id: string) => {
      const text = JSON.stringify({ a: '', _rev: '1-a', _id: id });
      return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
    };
    for (const pieceBytes of [1, 7, 64, 10_000]) {
      const body = `{"docs":[${sized(MAX, 'at')},${sized(MAX + 1, 'above')},${sized(MAX - 1, 'below')}]}`;
      const parsed = parse(body, pieceBytes);
      expect(ids(parsed)).toEqual(['at', 'too-large above', 'below']);
      expect(parsed.items[1]).toMatchObject({ kind: 'too-large', id: 'above', rev: '1-a' });
      expect(parsed.items.map((item) => item.bytes)).toEqual([MAX, MAX + 1, MAX - 1]);
    }
  });

  it('finds the id and revision of a skipped document anywhere, ignoring nested ones', () => {
    const filler = `"filler":"${'x'.repeat(MAX)}"`;
    const names = (document: string) => {
      const [item] = parse(`{"docs":[${document}]}`, 13).items;
      return item?.kind === 'too-large' ? [item.id, item.rev] : item;
    };
    expect(names(`{"_id":"a","_rev":"2-b",${filler}}`)).toEqual(['a', '2-b']);
    expect(names(`{${filler},"_rev" : "2-b" , "_id" : "a"}`)).toEqual(['a', '2-b']);
    expect(names(`{"x":{"_id":"inner"},${filler},"_i\\u0064":"a\\"b","y":"_id"}`)).toEqual([
      'a"b',
      '',
    ]);
    expect(names(`{"_id":7,"_rev":null,"z":"a",${filler}}`)).toEqual(['', '']);
    expect(names(`["_id","a",${filler.replace(':', ',')}]`)).toEqual(['', '']);
    expect(names(`{"_id":"${'i'.repeat(7_000)}"}`)).toEqual(['', '']);
  });

  it('skips a document that is nested too deep and reads the rest', () => {
    const parser = new BatchParser({ maxDocumentBytes: 1_000_000 });
    const deep = (depth: number) => `{"_id":"d${depth}","a":${nested(depth - 1)}}`;
    const body = `{"docs":[${deep(64)},${deep(65)},${deep(200_000)},{"_id":"b"}]}`;
    const items = parser.push(Buffer.from(body));
    parser.end();
    expect(items.map((item) => (item.kind === 'document' ? 'read' : [item.kind, item.id]))).toEqual(
      ['read', ['too-deep', 'd65'], ['too-deep', 'd200000'], 'read'],
    );
  });

  it('names a document that is not JSON and reads the rest', () => {
    const parsed = parse('{"docs":[{"_id":"a",oops},{"_id":"b"},{"_id":"c"]]}');
    expect(ids(parsed)).toEqual(['not-json a', 'b', 'not-json c']);
    const bad = Buffer.concat([
      Buffer.from('{"docs":[{"_id":"a","x":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"},{"_id":"b"}]}'),
    ]);
    expect(ids(parse(bad))).toEqual(['not-json a', 'b']);
  });

  it('passes items that are not objects on, for the gate to refuse', () => {
    const { items } = parse('{"docs":[1,"x]}",null,[{"_id":"a"}],true]}');
    expect(items.map((item) => (item.kind === 'document' ? item.value : item.kind))).toEqual([
      1,
      'x]}',
      null,
      [{ _id: 'a' }],
      true,
    ]);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"new_edits":false}',
    '{"docs":{}}',
    '{"docs":[{"_id":"a"}',
    '{"docs":[{"_id":"a"',
    '{"docs":[]',
    '{"docs":[],}',
    '{"docs":[]}}',
    '{"docs":[],"docs":[]}',
    '{"docs":[],"w":3}',
    '{"docs":[],"new_edits":0}',
    '{"docs":[],"new_edits":falsefalsefalsefalse}',
    '{"docs":[],"averyverylongnameindeed":1}',
    '{"docs":[] "new_edits":false}',
    '{"docs":[{"_id":"a"}{"_id":"b"}]}',
    '\u001f\u008b\u0008',
  ])('refuses %s as a body', (body) => {
    for (const pieceBytes of [1, 1_000]) expect(() => parse(body, pieceBytes)).toThrow(BadBatch);
  });
});
