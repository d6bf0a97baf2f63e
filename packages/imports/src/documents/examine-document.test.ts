import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { childIn, type ExamineContext, examineDocument } from './examine-document.ts';

const context: ExamineContext = {
  stakeDB: 'test_stake_gtm',
  timeZone: 'America/Guatemala',
  childOf: (id) => (id === aChild()._id ? 'Girl' : undefined),
  sexSaidOf: () => undefined,
  isUnit: (stakeDB) => ['test_stake_gtm', 'coban_stake_gtm'].includes(stakeDB),
  takesOtherUnits: false,
  canHaveId: (id) => !id.includes('\u0000'),
  largest: 5_000,
};

const examined = (value: unknown, different: Partial<ExamineContext> = {}) =>
  examineDocument(value, { ...context, ...different });

const outcomeOf = (value: unknown, different: Partial<ExamineContext> = {}) => {
  const { verdict, reasons } = examined(value, different);
  return [verdict, ...reasons].join(' ');
};

describe('examineDocument', () => {
  it.each([
    ['child', aChild()],
    ['screening', aScreening()],
    ['mother', aMother()],
  ])('accepts a %s that needs no repair, and removes its revision', (_kind, record) => {
    const raw = { ...record, _rev: '7-abc' };
    expect(examined(raw)).toMatchObject({ id: record._id, verdict: 'taken', repairs: [] });
    expect(examined(raw).document).toEqual(record);
    expect(Object.keys(examined(raw).document ?? {})).toEqual(Object.keys(record).sort());
  });

  it('names the fields that the gate repairs, and keeps the original document', () => {
    const { status: _status, ...screening } = aScreening();
    const raw = {
      ...screening,
      height: '68,5',
      comments: '',
      surveyDate: '2025-05-11T03:00:00.000Z',
      zScore: { ha: '-2.94', wa: -2.35, wh: -1.13, status: 'RED_CHILD' },
      visitedDoctor: null,
      ours: { a: '1' },
    };
    const { verdict, repairs, document } = examined(raw);
    expect(verdict).toBe('repaired');
    expect(repairs.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['comments', '', undefined],
      ['height', '68,5', 68.5],
      ['status', undefined, 'RED_CHILD'],
      ['surveyDate', '2025-05-11T03:00:00.000Z', '2025-05-10'],
      ['visitedDoctor', null, undefined],
      ['zScore', raw.zScore, expect.objectContaining({ ha: -2.94, wl: -1.13 }) as unknown],
    ]);
    expect(document).toEqual(raw);
  });

  it('fields that the gate only adds do not count as repaired', () => {
    const { actions: _a, zScore: _z, status: _s, ...screening } = aScreening();
    expect(outcomeOf(screening)).toBe('taken');
    const { memberStatus: _m, ...child } = aChild();
    expect(outcomeOf(child)).toBe('taken');
  });

  it('keeps an unreadable record, with every reason', () => {
    const { birthDate: _b, gender: _g, ...child } = aChild();
    expect(examined(child)).toMatchObject({
      verdict: 'unreadable',
      reasons: ['gender-invalid', 'birth-date-invalid'],
      document: child,
    });
    expect(outcomeOf({ ...aScreening(), surveyDate: 'garbage' })).toBe(
      'unreadable survey-date-invalid',
    );
  });

  it('takes the sex of a screening without one from its child', () => {
    const { gender: _g, ...screening } = aScreening();
    expect(examined(screening).repairs).toEqual([{ field: 'gender', from: undefined, to: 'Girl' }]);
    expect(outcomeOf(screening, { childOf: () => undefined })).toBe(
      'unreadable gender-invalid no-child',
    );
  });

  it('reports a screening whose child is missing or unreadable', () => {
    expect(outcomeOf({ ...aScreening(), owner: 'chld_gone' })).toBe('taken no-child');
    expect(outcomeOf(aScreening(), { childOf: () => 'unreadable' })).toBe('taken unreadable-child');
  });

  it('extracts the document from a row of _all_docs', () => {
    const row = (doc: unknown) => ({ id: 'a', key: 'a', value: { rev: '1-a' }, doc });
    expect(outcomeOf(row(aChild()))).toBe('taken');
    expect(outcomeOf(row(null))).toBe('left-out deleted');
    expect(outcomeOf({ key: 'a', error: 'not_found' })).toBe('left-out deleted');
    expect(outcomeOf({ id: 'a', key: 'a', value: {} })).toBe('refused row-without-document');
  });

  it('leaves out documents that are not records', () => {
    expect(outcomeOf({ _id: '_design/children', views: {} })).toBe('left-out design-document');
    expect(outcomeOf({ _id: 'country_list', countries: [] })).toBe('left-out unknown-kind');
    expect(outcomeOf({ ...aChild(), _deleted: true })).toBe('left-out deleted');
  });

  it('reports attachments and conflict versions that are not copied', () => {
    const raw = {
      ...aChild(),
      _rev: '4-a',
      _attachments: { 'photo.jpg': { stub: true } },
      _conflicts: ['4-b'],
    };
    expect(outcomeOf(raw)).toBe('taken attachments-left-out other-versions-left-out');
    expect(examined(raw).document).toEqual(aChild());
  });

  it.each([
    ['no object', 'text', 'not-an-object'],
    ['without an id', { firstName: 'Ana' }, 'id-missing'],
    ['with an id that is no text', { _id: 7 }, 'id-missing'],
    ['with an id that no database keeps', { ...aChild(), _id: 'chld_\u0000' }, 'id-invalid'],
    ['with a machinery name', JSON.parse('{"_id":"chld_1","a":{"__proto__":1}}'), 'forbidden-name'],
    ['with a quotation mark in a name', { ...aChild(), a: { '"': 1 } }, 'name-characters'],
    ['with a foreign underscore', { ...aChild(), _mine: 1 }, 'forbidden-name'],
    [
      'nested too deep',
      { ...aChild(), a: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown },
      'too-deep',
    ],
    ['too large', { ...aChild(), comments: 'ñ'.repeat(2_600) }, 'too-large'],
    ['of another unit', aChild({ _id: 'chld_coban_stake_gtm_1746878400000' }), 'other-unit'],
  ])('refuses a document %s', (_how, value, reason) => {
    expect(outcomeOf(value)).toBe(`refused ${reason}`);
    expect(examined(value).document).toBeNull();
  });

  it('accepts documents of another or an unknown unit on request', () => {
    const other = aChild({ _id: 'chld_coban_stake_gtm_1746878400000' });
    expect(outcomeOf(other, { takesOtherUnits: true })).toBe('taken');
    expect(outcomeOf(aChild({ _id: 'chld_old_name_gtm_1746878400000' }))).toBe('taken');
    expect(outcomeOf(aChild({ _id: 'chld_x7' }))).toBe('taken');
  });
});

describe('childIn', () => {
  it('returns the sex of a child, or null when the child is unreadable', () => {
    const zone = 'America/Guatemala';
    expect(childIn(aChild(), zone)).toEqual({ id: aChild()._id, sex: 'Girl' });
    expect(childIn({ doc: aChild({ birthDate: 'ayer' }) }, zone)).toEqual({
      id: aChild()._id,
      sex: null,
    });
    expect(childIn(aScreening(), zone)).toBeNull();
    expect(childIn({ ...aChild(), _deleted: true }, zone)).toBeNull();
    expect(childIn(7, zone)).toBeNull();
  });
});
