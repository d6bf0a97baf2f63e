import { rulesText } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { hasSameContent, isContent, nextStamp, signedBy } from './provenance.ts';

const NOW = new Date('2025-06-02T10:00:00.000Z');
const SIGNATURE = { name: 'Ana López', now: NOW, device: 'phone-1', settings: 7 };
const STORED = {
  _id: 'chld_1',
  _rev: '3-0a',
  created: '2024-01-01T00:00:00.000Z',
  updatedBy: 'Ben',
  firstName: 'Maria',
  ward: 'Centro',
  stamp: { firstName: 1, ward: 2 },
};

describe('provenance', () => {
  it('provenance is not content, and neither are protocol fields', () => {
    expect(['firstName', 'why', 'zScore'].every(isContent)).toBe(true);
    const others = [
      '_id',
      '_deleted',
      'created',
      'updatedAt',
      'updatedBy',
      'device',
      'rules',
      'stamp',
    ];
    expect(others.some(isContent)).toBe(false);
    expect(hasSameContent(STORED, { firstName: 'Maria', ward: 'Centro', device: 'x' })).toBe(true);
    expect(hasSameContent(STORED, { firstName: 'Maria', ward: 'Norte' })).toBe(false);
    expect(hasSameContent(STORED, { firstName: 'Maria' })).toBe(false);
  });

  it('stamps changed, added and removed fields with the next generation', () => {
    const next = { firstName: 'María', phone: '1' };
    expect(nextStamp(next, STORED)).toEqual({ firstName: 4, ward: 4, phone: 4 });
    expect(nextStamp({ firstName: 'Maria', ward: 'Centro' }, STORED)).toEqual(STORED.stamp);
    expect(nextStamp({ firstName: 'Maria' }, undefined)).toEqual({ firstName: 1 });
    const nothing: { _id: string; _rev?: string } = { _id: 'a', _rev: 'no revision' };
    expect(nextStamp({ firstName: 'Maria' }, nothing)).toEqual({ firstName: 1 });
  });

  it('an edit of a stored document is signed, with sorted keys', () => {
    const content = { ...STORED, ward: 'Norte', created: 'repaired' };
    const edited = signedBy(SIGNATURE, content, STORED);
    expect(edited).toEqual({
      _id: 'chld_1',
      _rev: '3-0a',
      created: '2024-01-01T00:00:00.000Z',
      device: 'phone-1',
      firstName: 'Maria',
      rules: rulesText(7),
      stamp: { firstName: 1, ward: 4 },
      updatedAt: '2025-06-02T10:00:00.000Z',
      updatedBy: 'Ana López',
      ward: 'Norte',
    });
    expect(Object.keys(edited)).toEqual(Object.keys(edited).toSorted());
  });

  it('a new record has the time of creation in its provenance, and no revision', () => {
    const content = { _id: 'chld_2', _rev: '9-0', firstName: 'Eva' };
    const made = signedBy(SIGNATURE, content, undefined);
    expect(made).toMatchObject({ created: NOW.toISOString(), stamp: { firstName: 1 } });
    expect(made).not.toHaveProperty('_rev');
  });
});
