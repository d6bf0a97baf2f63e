import { describe, expect, it } from 'vitest';
import { DocumentFinder, Utf16File } from './document-finder.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The line and text of each document found in bytes that arrive in pieces of this size. */
function found(bytes: Uint8Array, pieceBytes = 7, longest?: number) {
  const finder = new DocumentFinder(longest);
  const items = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    items.push(...finder.push(bytes.subarray(at, at + pieceBytes)));
  items.push(...finder.end());
  const texts = items.map((item) =>
    'bytes' in item ? [item.line, new TextDecoder().decode(item.bytes)] : [item.line, 'too long'],
  );
  return { texts, isCut: finder.isCut };
}

const DOCUMENTS = ['{"_id":"chld_1","n":"Ñ"}', '{"_id":"chld_2","a":[1,{"b":"]},{"}]}'];
const ROWS = DOCUMENTS.map((doc, i) => `{"id":"chld_${i + 1}","value":{"rev":"1-a"},"doc":${doc}}`);

describe('DocumentFinder', () => {
  it.each([1, 3, 1_000])('finds one document per line in pieces of %i bytes', (pieceBytes) => {
    const text = `${DOCUMENTS[0]}\r\n\n  \n${DOCUMENTS[1]}`;
    expect(found(bytesOf(text), pieceBytes)).toEqual({
      texts: [
        [1, `${DOCUMENTS[0]}\r`],
        [4, DOCUMENTS[1]],
      ],
      isCut: false,
    });
  });

  it('returns a line that is not JSON unchanged, with its number', () => {
    expect(found(bytesOf('{"_id":"a"}\nnonsense\n{"_id":"b"}\n')).texts).toEqual([
      [1, '{"_id":"a"}'],
      [2, 'nonsense'],
      [3, '{"_id":"b"}'],
    ]);
  });

  it.each([
    [
      'as CouchDB breaks it',
      `{"total_rows":2,"offset":0,"rows":[\r\n${ROWS.join(',\r\n')}\r\n]}\n`,
      [2, 3],
    ],
    ['on one line', `{"total_rows":2,"offset":0,"rows":[${ROWS.join(',')}]}`, [1, 1]],
    ['of a server without a total', `{"offset":null,"rows":[${ROWS.join(',')}]}`, [1, 1]],
    [
      'pretty-printed',
      `{\n "total_rows": 2,\n "rows": [\n  ${ROWS.join(',\n  ')}\n ]\n}\n`,
      [4, 5],
    ],
  ])('finds the rows of a CouchDB response %s', (_how, text, lines) => {
    for (const pieceBytes of [1, 11, 10_000]) {
      expect(found(bytesOf(text), pieceBytes)).toEqual({
        texts: ROWS.map((row, i) => [lines[i], row]),
        isCut: false,
      });
    }
  });

  it('reports a response that ends early, after its complete rows', () => {
    const text = `{"total_rows":2,"offset":0,"rows":[\n${ROWS[0]},\n{"id":"chld_2","doc":{"_id"`;
    expect(found(bytesOf(text))).toEqual({ texts: [[2, ROWS[0]]], isCut: true });
    expect(found(bytesOf('{"total_rows":0,"offset":0,"rows":[\r\n\r\n]}'))).toEqual({
      texts: [],
      isCut: false,
    });
  });

  it('skips a document longer than the limit, and continues after it', () => {
    const long = `{"_id":"${'x'.repeat(100)}"}`;
    const lines = bytesOf(`{"_id":"a"}\n${long}\n{"_id":"b"}\n`);
    expect(found(lines, 9, 100).texts).toEqual([
      [1, '{"_id":"a"}'],
      [2, 'too long'],
      [3, '{"_id":"b"}'],
    ]);
    const rows = bytesOf(`{"rows":[{"id":"a"},\n${long},\n{"id":"b"}]}`);
    expect(found(rows, 9, 100).texts).toEqual([
      [1, '{"id":"a"}'],
      [2, 'too long'],
      [3, '{"id":"b"}'],
    ]);
  });

  it('accepts a line of exactly the maximum length', () => {
    expect(found(bytesOf('{"_id":"a"}\n'), 4, 11).texts).toEqual([[1, '{"_id":"a"}']]);
    expect(found(bytesOf('{"_id":"a"}\n'), 4, 10).texts).toEqual([[1, 'too long']]);
  });

  it('reads a file with a UTF-8 byte order mark', () => {
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf('{"_id":"a"}\n')]);
    expect(found(marked, 1).texts).toEqual([[1, '{"_id":"a"}']]);
    const answer = new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf(`{"rows":[${ROWS[0]}]}`)]);
    expect(found(answer, 2).texts).toEqual([[1, ROWS[0]]]);
  });

  it.each([
    ['with its mark, little end first', [0xff, 0xfe, 0x7b, 0x00]],
    ['with its mark, big end first', [0xfe, 0xff, 0x00, 0x7b]],
    ['without a mark', [0x7b, 0x00, 0x22, 0x00]],
  ])('refuses a file in UTF-16 %s', (_how, bytes) => {
    expect(() => found(new Uint8Array(bytes))).toThrow(Utf16File);
  });

  it('finds no document in an empty file', () => {
    expect(found(new Uint8Array())).toEqual({ texts: [], isCut: false });
  });
});
