import { describe, expect, it } from 'vitest';
import { draftParts } from '../document.ts';
import { chunksOf, documentText, storableBody } from './couch-documents.ts';

describe('the text of a document', () => {
  it('a document’s text is its JSON, with revision, deletion and ancestry', () => {
    const draft = { _id: 'chld_ñ', _rev: '2-b', _deleted: true as const, why: 'merged' };
    expect(JSON.parse(documentText(draftParts(draft), '3-c', ['3-c', '2-b']))).toEqual({
      _id: 'chld_ñ',
      _rev: '3-c',
      _deleted: true,
      _revisions: { start: 3, ids: ['c', 'b'] },
      why: 'merged',
    });
    expect(JSON.parse(documentText(draftParts({ _id: 'a' }), null))).toEqual({ _id: 'a' });
  });

  it.each([
    ['half a character', '\ud83d', '\ufffd'],
    ['the other half', 'a\ude00b', 'a\ufffdb'],
    ['two first halves', '\ud83d\ud83d', '\ufffd\ufffd'],
    ['halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
    ['a backslash before half a character', '\\\ud83d', '\\\ufffd'],
    ['a whole character', '😀', '😀'],
    ['what only looks like half a one', '\\ud83d', '\\ud83d'],
  ])('contains only what CouchDB can store: %s', (_, given, kept) => {
    const body = storableBody(JSON.stringify({ text: given }));
    expect(JSON.parse(body)).toEqual({ text: kept });
  });
});

describe('chunks of documents', () => {
  it('chunks have at most 500 documents and 4 MB, or one document however large it is', () => {
    const sizes = (texts: string[]) =>
      chunksOf(texts.map((text) => ({ text }))).map((chunk) => chunk.length);
    expect(sizes([])).toEqual([]);
    expect(sizes(new Array<string>(500).fill(''))).toEqual([500]);
    expect(sizes(new Array<string>(501).fill(''))).toEqual([500, 1]);
    const half = 'x'.repeat(2_000_000);
    expect(sizes([half, half, 'x', half])).toEqual([2, 2]);
    expect(sizes(['x', half + half + half, 'x'])).toEqual([1, 1, 1]);
  });
});
