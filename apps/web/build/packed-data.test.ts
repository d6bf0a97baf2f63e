import { describe, expect, it } from 'vitest';
import * as exactTables from '../../../packages/growth/src/tables/exact-tables.generated.ts';
import * as spanish from '../../../packages/messages/src/spanish-rest.ts';
import {
  originalsOf,
  packed,
  sentencesInOrder,
  translatingSource,
  unpackingSource,
} from './packed-data.ts';

/**
 * Runs the module that a browser would get, with the packed data at the address that the module
 * fetches.
 */
async function unpacked(data: Readonly<Record<string, unknown>>): Promise<object> {
  const address = `data:application/octet-stream;base64,${packed(data).toString('base64')}`;
  const source = unpackingSource(address, Object.keys(data));
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  return { ...(await import(/* @vite-ignore */ url)) };
}

describe('packed data', () => {
  it('gives back the tables of the exact method to the last character', async () => {
    expect(await unpacked({ ...exactTables })).toEqual({ ...exactTables });
  });

  it('gives back sentences with accents and special characters', async () => {
    const data = { SPANISH: spanish.SPANISH, default: ['−2,08', '¿Quién evalúa?', '😀'] };
    expect(await unpacked(data)).toEqual(data);
  });

  it('gives back a translation with the names of its originals', async () => {
    const originals = [{ 'a.yes': 'Yes', 'a.no': 'No' }, { 'b.age': 'Age' }];
    const translation = { 'b.age': 'Edad', 'a.no': 'No', 'a.yes': 'Sí' };
    const sentences = sentencesInOrder(translation, originals);
    expect(sentences).toEqual(['Sí', 'No', 'Edad']);
    const address = `data:application/octet-stream;base64,${packed(sentences).toString('base64')}`;
    const files = originals.map(
      (original, at) => `data:text/javascript,export const SET${at} = ${JSON.stringify(original)};`,
    );
    const source = translatingSource(address, 'SPANISH', files);
    const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
    expect({ ...(await import(/* @vite-ignore */ url)) }).toEqual({ SPANISH: translation });
  });

  it('refuses a translation that lacks a sentence or has one more', () => {
    const wrong = /not the same sentences/;
    expect(() => sentencesInOrder({ a: '1' }, [{ a: '1', b: '2' }])).toThrow(wrong);
    expect(() => sentencesInOrder({ a: '1', b: '2' }, [{ a: '1' }])).toThrow(wrong);
    expect(() => sentencesInOrder({ a: '1', c: '2' }, [{ a: '1', b: '2' }])).toThrow(wrong);
  });

  it('finds the originals by file name for a translation in any language, and none for English', () => {
    expect(originalsOf('spanish-rest.ts')).toEqual(['english-first.ts', 'english-rest.ts']);
    expect(originalsOf('french-sync.ts')).toEqual(['english-sync.ts']);
    expect(originalsOf('english-sync.ts')).toBeUndefined();
    expect(originalsOf('flag-drawings.ts')).toBeUndefined();
  });

  it('takes at most a third of the size', () => {
    const data = { ...spanish };
    expect(packed(data).length).toBeLessThan(JSON.stringify(data).length / 3);
  });
});
