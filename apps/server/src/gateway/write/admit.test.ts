import { MAX_GENERATION } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../body/read-json.ts';
import { admit } from './admit.ts';
import { carried, childOf, idOf, motherOf, removal, screeningOf } from './testing/carried.ts';

/** Admits a document as it comes out of a body: parsed from JSON, without prototypes. */
const admitted = (document: unknown) =>
  admit({ kind: 'document', value: parseJson(Buffer.from(JSON.stringify(document))) });

function refusalOf(document: unknown): string {
  const result = admitted(document);
  if (result.ok) return 'taken';
  return [result.reason, ...(result.details ?? [])].join(' ');
}

const child = childOf(1);
const hex = (i: number) => i.toString(16).padStart(32, '0');

/** A child of the generation `start` with this many revisions in its ancestry. */
function withAncestry(start: number, count: number) {
  const ids = Array.from({ length: count }, (_, i) => hex(start - i));
  return { ...child, _rev: `${start}-${hex(start)}`, _revisions: { start, ids } };
}

describe('a document of a push', () => {
  it('a document is accepted with its ancestry, without the fields that only readers receive', () => {
    const document = carried(child, ['a', 'b'], {
      _conflicts: ['1-x'],
      _deleted_conflicts: [],
      _revs_info: [],
      _local_seq: 3,
      _deleted: false,
    });
    expect(admitted(document)).toEqual({
      ok: true,
      revision: {
        document: { ...child, _rev: document._rev },
        ancestry: document._revisions.ids.map((id, i) => `${2 - i}-${id}`),
      },
    });
  });

  it.each([
    ['screening', carried(screeningOf(1), ['a'])],
    ['mother', carried(motherOf(1), ['a'])],
    ['removal', removal(child, ['a', 'b'])],
    ['closed branch', carried({ _id: child._id }, ['a', 'b'], { _deleted: true, why: 'merged' })],
    ['first generation', withAncestry(1, 1)],
    ['stemmed history', withAncestry(5_000, 1)],
    ['history of 1,000 revisions', withAncestry(1_000, 1_000)],
  ])('a document of the kind %s is accepted', (_name, document) => {
    expect(refusalOf(document)).toBe('taken');
  });

  it.each([
    ['more revisions than 1,000', withAncestry(1_001, 1_001)],
    [
      'more revisions than generations',
      { ...withAncestry(2, 2), _revisions: { start: 1, ids: [hex(2), hex(1)] } },
    ],
    ['another start', { ...withAncestry(2, 2), _revisions: { start: 3, ids: [hex(2), hex(1)] } }],
    [
      'another newest revision',
      { ...withAncestry(2, 2), _revisions: { start: 2, ids: [hex(3), hex(1)] } },
    ],
    [
      'a start that is no whole number',
      { ...withAncestry(2, 2), _revisions: { start: 2.5, ids: [hex(2)] } },
    ],
    ['a start as text', { ...withAncestry(2, 2), _revisions: { start: '2', ids: [hex(2)] } }],
    [
      'a start beyond all numbers',
      { ...child, _rev: `${2 ** 53}-${hex(1)}`, _revisions: { start: 2 ** 53, ids: [hex(1)] } },
    ],
    ['no ids', { ...withAncestry(2, 2), _revisions: { start: 2, ids: [] } }],
    ['ids that are no list', { ...withAncestry(2, 2), _revisions: { start: 2, ids: hex(2) } }],
    ['no _revisions', { ...child, _rev: `1-${hex(1)}` }],
    ['no _rev', { ...child, _revisions: { start: 1, ids: [hex(1)] } }],
    [
      'a _rev without generation',
      { ...child, _rev: hex(1), _revisions: { start: 1, ids: [hex(1)] } },
    ],
    ['generation 0', { ...child, _rev: `0-${hex(1)}`, _revisions: { start: 0, ids: [hex(1)] } }],
    [
      'an id of 31 digits',
      { ...child, _rev: `1-${'a'.repeat(31)}`, _revisions: { start: 1, ids: ['a'.repeat(31)] } },
    ],
    [
      'an id of 33 digits',
      { ...child, _rev: `1-${'a'.repeat(33)}`, _revisions: { start: 1, ids: ['a'.repeat(33)] } },
    ],
    [
      'an id in capitals',
      { ...child, _rev: `1-${'A'.repeat(32)}`, _revisions: { start: 1, ids: ['A'.repeat(32)] } },
    ],
    [
      'an ancestor that is no text',
      { ...withAncestry(2, 2), _revisions: { start: 2, ids: [hex(2), 1] } },
    ],
    ['a deletion that is no yes or no', { ...withAncestry(2, 2), _deleted: 'true' }],
  ])('with %s is refused for a malformed revision', (_name, document) => {
    expect(refusalOf(document)).toBe('malformed-revision');
  });

  it('a document is refused when its generation is higher than a record can reach', () => {
    const refusal = 'malformed-revision generation-too-high';
    expect(refusalOf(withAncestry(MAX_GENERATION - 1, 1))).toBe('taken');
    expect(refusalOf(withAncestry(MAX_GENERATION, 1))).toBe('taken');
    expect(refusalOf(withAncestry(MAX_GENERATION + 1, 1))).toBe(refusal);
    expect(refusalOf(withAncestry(Number.MAX_SAFE_INTEGER, 1))).toBe(refusal);
  });

  it.each([
    ['attachments', { _attachments: {} }, 'forbidden-content attachments'],
    ['a field of the protocol', { _zone: 1 }, 'forbidden-content forbidden-name'],
    ['machinery', { constructor: 1 }, 'forbidden-content forbidden-name'],
    ['machinery inside', { a: [{ prototype: 1 }] }, 'forbidden-content forbidden-name'],
    ['a quotation mark in a name', { a: { '"': 1 } }, 'forbidden-content name-characters'],
    ['a backslash in a name', { '\\': 1 }, 'forbidden-content name-characters'],
    ['U+0000 in a name', { '\0': 1 }, 'forbidden-content name-characters'],
    ['no name', { firstName: '', lastName: '' }, 'unreadable name-missing'],
    ['no sex', { gender: 'x' }, 'unreadable gender-invalid'],
  ])('with %s is refused', (_name, different, refusal) => {
    expect(refusalOf(carried(child, ['a'], different))).toBe(refusal);
  });

  it('with `__proto__` is refused, at the top and inside', () => {
    const text = JSON.stringify(carried(child, ['a'], { x: { y: 1 } }));
    for (const place of ['"firstName"', '"y"']) {
      const value = parseJson(Buffer.from(text.replace(place, '"__proto__"')));
      const result = admit({ kind: 'document', value });
      expect(result).toMatchObject({ ok: false, reason: 'forbidden-content', id: child._id });
    }
  });

  it('a document is accepted up to 32 levels of nesting', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    const withDepth = (depth: number) => carried(child, ['a'], { x: nested(depth - 1) });
    expect(refusalOf(withDepth(32))).toBe('taken');
    expect(refusalOf(withDepth(33))).toBe('unreadable too-deep');
    expect(refusalOf({ ...withDepth(33), _deleted: true })).toBe('unreadable too-deep');
  });

  it.each([
    [{ _id: '_design/app', views: {} }, 'unknown-kind unknown-kind'],
    [{ _id: 'note_1' }, 'unknown-kind unknown-kind'],
    [{ _id: '' }, 'unreadable id-missing'],
    [{ name: 'x' }, 'unreadable id-missing'],
    [{ _id: 7 }, 'unreadable id-missing'],
    [[], 'unreadable not-an-object'],
    [null, 'unreadable not-an-object'],
    ['text', 'unreadable not-an-object'],
  ])('%j is refused with its reason', (document, refusal) => {
    expect(refusalOf(document)).toBe(refusal);
  });

  it('a document whose id a back end could not keep is refused, unless it removes an old record', () => {
    const withId = (_id: string) => refusalOf({ ...carried(child, ['a']), _id });
    expect(withId(`chld_${'x'.repeat(995)}`)).toBe('taken');
    expect(withId(`chld_${'x'.repeat(996)}`)).toBe('unreadable id-invalid');
    expect(withId('chld_\0')).toBe('unreadable id-invalid');
    expect(withId('chld_\ud800')).toBe('unreadable id-invalid');
    for (const id of ['chld_', 'chld_../../x', 'chld_a/b', 'chld_a b']) {
      expect(withId(id)).toBe('unreadable id-invalid');
      // Records with such ids, accepted before this rule, can still be removed.
      const gone = refusalOf({ ...carried(child, ['a']), _id: id, _deleted: true });
      expect(gone).toBe('taken');
    }
  });

  it('a document that the parser skipped is refused with its id', () => {
    const names = { id: idOf('chld', 1), rev: '1-a' };
    expect(admit({ kind: 'too-large', ...names })).toEqual({
      ok: false,
      ...names,
      reason: 'too-large',
    });
    for (const kind of ['too-deep', 'not-json'] as const) {
      const refused = { ok: false, ...names, reason: 'unreadable', details: [kind] };
      expect(admit({ kind, ...names })).toEqual(refused);
    }
  });
});
