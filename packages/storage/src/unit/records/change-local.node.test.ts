import { describe, expect, it } from 'vitest';
import { StorageError } from '../../base/storage-error.ts';
import { changeLocal } from './change-local.ts';
import type { Document } from './unit-records.ts';

/** One local document that another tab writes before each of the next writes. */
function documentWith(races: number, code: 'conflict' | 'closed' = 'conflict') {
  let stored: Document | null = null;
  let count = 0;
  const put = (fields: object) => {
    count += 1;
    stored = { ...fields, _id: '_local/list', _rev: `0-${count}` };
  };
  let left = races;
  return {
    stored: () => stored,
    readLocal: async () => stored,
    writeLocal: async (_id: string, { _rev, ...fields }: Omit<Document, '_id'>) => {
      if (left > 0) {
        left -= 1;
        put({ ids: [...idsIn(stored), `other ${races - left}`] });
      }
      if (_rev !== stored?._rev) throw new StorageError(code);
      put(fields);
    },
  };
}

const idsIn = (stored: Document | null): readonly unknown[] =>
  Array.isArray(stored?.['ids']) ? stored['ids'] : [];
const addMine = (stored: Document | null) => ({ ids: [...idsIn(stored), 'mine'] });

describe('a change of a document of this device alone', () => {
  it('a local change is made again on what another tab wrote in between', async () => {
    const records = documentWith(4);
    await changeLocal(records, 'list', addMine);
    expect(idsIn(records.stored())).toEqual(['other 1', 'other 2', 'other 3', 'other 4', 'mine']);
  });

  it('ends in the error when another tab never stops', async () => {
    const records = documentWith(9);
    await expect(changeLocal(records, 'list', addMine)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a local change is not tried again after any other fault', async () => {
    const records = documentWith(1, 'closed');
    await expect(changeLocal(records, 'list', addMine)).rejects.toMatchObject({ code: 'closed' });
    expect(idsIn(records.stored())).toEqual(['other 1']);
  });

  it('writes nothing where nothing is to be changed', async () => {
    const records = documentWith(1);
    await changeLocal(records, 'list', () => null);
    expect(records.stored()).toBeNull();
  });
});
