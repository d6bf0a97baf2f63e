import { runInNewContext } from 'node:vm';
import { checkDocument } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { deletion, replicated } from '../testing/support.ts';
import { fenceSource } from './fence.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Calls the function as CouchDB does, with separately parsed JSON; returns the reason of its
 * refusal.
 */
function refusalOf(document: Fields): string | null {
  const json = JSON.stringify(JSON.stringify(document));
  const code = `(function () {
    try { (${fenceSource()})(JSON.parse(${json}), null, {}, {}); return null; }
    catch (refusal) { return refusal.forbidden || String(refusal); }
  })()`;
  return runInNewContext(code) as string | null;
}

function parsed(json: string): Fields {
  return JSON.parse(json) as Fields;
}

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { in: nested(depth - 1) };
}

const CHILD: Fields = { ...aChild() };

const REFUSED: readonly [what: string, document: Fields, reason: string][] = [
  ['an id of no kind', { ...CHILD, _id: 'child_1' }, 'unknown-kind'],
  ['a kind without its line', { ...CHILD, _id: 'chld' }, 'unknown-kind'],
  ['a deletion of no kind', { _id: 'x_1', _deleted: true }, 'unknown-kind'],
  ['attachments', { ...CHILD, _attachments: {} }, 'forbidden-content'],
  ['a name that is the protocol’s', { ...CHILD, _own: 1 }, 'forbidden-content'],
  ['a name of the machinery', { ...CHILD, constructor: 1 }, 'forbidden-content'],
  ['one inside', { ...CHILD, more: [{ prototype: 1 }] }, 'forbidden-content'],
  ['__proto__ inside', parsed('{"_id":"chld_1","in":{"__proto__":{"a":1}}}'), 'forbidden-content'],
  ['a quotation mark in a name', { ...CHILD, a: [{ '"': 1 }] }, 'forbidden-content'],
  ['a control character in a name', { ...CHILD, 'a\u0000': 1 }, 'forbidden-content'],
  ['one in a deletion', { _id: 'chld_1', _deleted: true, prototype: 1 }, 'forbidden-content'],
  ['too deep a nest', { ...CHILD, nest: nested(32) }, 'unreadable'],
];

const TAKEN: readonly [what: string, document: Fields][] = [
  ['a child', CHILD],
  ['a backslash in a name of a deletion', { ...CHILD, _deleted: true, '\\': 1 }],
  ['a name with letters of every kind', { ...CHILD, 'ñ😀\u2028': 1 }],
  ['a screening', { ...aScreening() }],
  ['a mother', { ...aMother() }],
  ['a record without provenance, of an older system', { _id: 'chld_1', name: 'Ana' }],
  ['a stamp of generation 1', { ...CHILD, stamp: { name: 1, birthDate: 12 } }],
  ['a nest as deep as the gate takes', { ...CHILD, nest: nested(31) }],
  ['a field that no version knows', { ...CHILD, future: [1, { two: 2 }] }],
  ['a merge', { _id: 'chld_1', _deleted: true, why: 'merged' }],
  ['a removal', { ...CHILD, _deleted: true, why: 'removed', removedBy: 'Ana' }],
  ['an erasure', { _id: 'scr_1', _deleted: true }],
  // Wrong types that the gate repairs on reading.
  ['a device that is no text', { ...CHILD, device: 7 }],
  ['a time that is no text', { ...CHILD, updatedAt: 0 }],
  ['a person who is no text', { ...CHILD, updatedBy: { name: 'Ana' } }],
  ['rules that are no text', { ...CHILD, rules: 3 }],
  ['a stamp that is a list', { ...CHILD, stamp: [1] }],
  ['a stamp of nothing', { ...CHILD, stamp: null }],
  ['a stamp of generation 0', { ...CHILD, stamp: { name: 0 } }],
  ['a stamp of half a generation', { ...CHILD, stamp: { name: 1.5 } }],
  ['a stamp in words', { ...CHILD, stamp: { name: '1' } }],
  ['what a reader was told', { ...CHILD, _conflicts: ['1-a'], _local_seq: 3, _revs_info: [] }],
];

/** Codes of the gate that the fence checks too; its other rules only the gate has. */
const SEEN_BY_BOTH = [
  'unknown-kind',
  'forbidden-name',
  'name-characters',
  'attachments',
  'too-deep',
];
const PROVENANCE = ['updatedAt', 'updatedBy', 'device', 'rules', 'stamp', 'created'];
const PROTOCOL = [
  '_attachments',
  '_own',
  '_revisions',
  '_conflicts',
  '_deleted_conflicts',
  '_local_seq',
];

/** Whether the gate refuses a document for a reason that the fence checks too. */
function isRefusedByGate(document: Fields): boolean {
  const checked = checkDocument(JSON.parse(JSON.stringify(document)));
  return !checked.ok && checked.codes.some((code) => SEEN_BY_BOTH.includes(code));
}

const anyName = fc.oneof(
  fc.constantFrom('constructor', 'prototype', 'name', 'x', ...PROVENANCE, ...PROTOCOL),
  fc.constantFrom(
    '"',
    '\\',
    '\0',
    'a\nb',
    '\u007f',
    '\u0085',
    '\ud83d',
    'a\udc00',
    '\u2028',
    'ñ😀',
  ),
  fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__'),
);
/** A few levels of anything, or about as many as the limit. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 28, max: 35 }).map(nested) },
  { weight: 1, arbitrary: fc.dictionary(anyName, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }) },
);
const anyDocument = fc.record({
  id: fc.oneof(
    fc.constantFrom('chld_1', 'scr_1', 'mthr_1', 'chld', 'child_1', 'SCR_1'),
    fc.string({ minLength: 1, maxLength: 8 }),
  ),
  base: fc.constantFrom<Fields>(CHILD, { ...aScreening() }, { ...aMother() }),
  fields: fc.dictionary(anyName, anyValue, { maxKeys: 4 }),
  isDeleted: fc.boolean(),
});

describe('the fence (validate_doc_update)', () => {
  it.each(REFUSED)('refuses %s', (_, document, reason) => {
    expect(refusalOf(document)).toBe(reason);
  });

  it.each(TAKEN)('accepts %s', (_, document) => {
    expect(refusalOf(document)).toBeNull();
  });

  it.each([...REFUSED.map(([what, document]) => [what, document] as const), ...TAKEN])(
    'decides about %s as the gate does',
    (_, document) => {
      expect(refusalOf(document) !== null).toBe(isRefusedByGate(document));
    },
  );

  it('refuses exactly what the gate refuses for a kind, a name or depth', () => {
    fc.assert(
      fc.property(anyDocument, ({ id, base, fields, isDeleted }) => {
        const document = {
          ...base,
          ...fields,
          _id: id,
          ...(isDeleted ? { _deleted: true } : {}),
        };
        expect(refusalOf(document) !== null).toBe(isRefusedByGate(document));
      }),
      { numRuns: 500 },
    );
  });

  it('the fence is JavaScript that CouchDB’s oldest engine can run', () => {
    expect(fenceSource()).not.toMatch(/=>|\b(?:let|const|class)\b|`|\.\.\./);
  });
});

for (const backEnd of couchBackEnds()) {
  describe(`the fence in ${backEnd.name}`, () => {
    it('refuses single records with its reason, and the others of their batch are written', async () => {
      const store = await couchStores(backEnd, { isFenced: true }).open('unit_la_paz');
      const { _id, ...child } = CHILD;
      const batch = [
        replicated('chld_1', ['1-a'], child),
        replicated('other_1', ['1-b'], child),
        replicated('chld_2', ['2-c', '1-c'], { ...child, more: { constructor: 1 } }),
        deletion('scr_1', ['2-d', '1-e']),
        deletion('other_2', ['2-d', '1-e']),
      ];
      expect(await store.writeRevisions(batch)).toEqual([
        { ok: true, id: 'chld_1', rev: '1-a', known: false },
        { ok: false, id: 'other_1', rev: '1-b', reason: 'unknown-kind' },
        { ok: false, id: 'chld_2', rev: '2-c', reason: 'forbidden-content' },
        { ok: true, id: 'scr_1', rev: '2-d', known: false },
        { ok: false, id: 'other_2', rev: '2-d', reason: 'unknown-kind' },
      ]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 1 });
    });

    it('applies to units only: the server’s own databases have none', async () => {
      const stores = couchStores(backEnd, { isFenced: true });
      const accounts = await stores.open('sys_accounts');
      expect(await accounts.write([{ _id: 'user_1' }])).toMatchObject([{ ok: true }]);
    });
  });
}
