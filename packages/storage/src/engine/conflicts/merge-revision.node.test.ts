import { createHash } from 'node:crypto';
import { newRevision } from '@crece/replication';
import { expect, it } from 'vitest';
import { openPhone } from '../../testing/index.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { mergeOpen } from './merge-open.ts';

const CHILD = 'chld_test_stake_gtm_1746878400000_0a1b2c';

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

const hash = (digit: string): string => digit.repeat(32);

function second(digit: string, fields: object): CarriedDocument {
  const _revisions = { start: 2, ids: [hash(digit), hash('a')] };
  return { ...fields, _id: CHILD, _rev: `2-${hash(digit)}`, _revisions };
}

it('mergeOpen writes the revision ids that replication gives to its documents', async () => {
  const { engine, close } = await openPhone({ stakeDB: 'test_stake_gtm' });
  const record = {
    birthDate: '2024-03-10',
    firstName: 'Marisol 🌽',
    gender: 'Girl',
    lastName: 'Núñez Xicay',
    memberStatus: 'Yes',
  };
  await engine.store.take([
    second('c', { ...record, ward: 'Sur', stamp: { ward: 2 }, updatedBy: 'Ana' }),
    second('b', { ...record, phone: '5550 1', stamp: { phone: 2 }, updatedBy: 'José' }),
  ]);
  await mergeOpen(engine, 0);
  const [winner, ended] = await engine.store.leaves(CHILD);
  const { _revisions, ...body } = winner ?? {};
  expect(winner?._rev).toBe(newRevision(`2-${hash('c')}`, body, false, md5));
  const stub = { _id: CHILD, why: 'merged' };
  expect(ended?._rev).toBe(newRevision(`2-${hash('b')}`, stub, true, md5));
  // The same ids as in IndexedDB: merge-open.both.test.ts.
  expect([winner?._rev, ended?._rev]).toEqual([
    '3-ebfdcae1492c97d8c0736609fc6cd716',
    '3-7acb89cc4d110694d647bba61f12b5d9',
  ]);
  await close();
});
