import { describe, expect, it } from 'vitest';
import * as exactTables from '../../../packages/growth/src/tables/exact-tables.generated.ts';
import spanish from '../src/features/screenings/screenings.es.json' with { type: 'json' };
import { packed, unpackingSource } from './packed-data.ts';

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
    const data = { SPANISH: spanish, default: ['−2,08', '¿Quién evalúa?', '😀'] };
    expect(await unpacked(data)).toEqual(data);
  });

  it('takes at most a third of the size', () => {
    const data = { ...spanish };
    expect(packed(data).length).toBeLessThan(JSON.stringify(data).length / 3);
  });
});
