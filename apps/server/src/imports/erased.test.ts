import { describe, expect, it } from 'vitest';
import { aPlace, UNIT } from './testing/an-import.ts';

const HEADER = 'id,nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac\n';
const ID = 'chld_test_stake_gtm_1746878400000_aaaaaa';
const OF_ID = `${HEADER}${ID},Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,11.9\n`;
const WITHOUT_ID = OF_ID.replace('id,', '').replace(`${ID},`, '');

/** Imports the file, erases the child with its screening, and imports the file again. */
async function importedAfterErasure(file: string, earlier = '') {
  const place = await aPlace();
  if (earlier !== '') await place.importBytes(earlier);
  expect((await place.importBytes(file)).counts).toMatchObject({ created: 1, rejected: 0 });
  const before = await place.documents();
  const ids = before.map(({ _id }) => _id);
  const id = ids.find((each) => each.startsWith('chld_')) ?? '';
  const facts = { at: null, who: null, why: null, state: 'done' } as const;
  await place.erased.enter({ id, stakeDB: UNIT, ids, ...facts });
  const store = await place.stores.open(`unit_${UNIT}`);
  await store.write(before.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true, why: 'erased' })));
  return { place, again: await place.importBytes(file) };
}

describe('a list with somebody who was erased', () => {
  it.each([
    ['with the id, as a report has it', OF_ID],
    ['the very same file without ids', WITHOUT_ID],
    [
      'the very same file, of a child that was there before it',
      WITHOUT_ID,
      WITHOUT_ID.replace('2025-05-10', '2025-04-10'),
    ],
  ])('a row is refused with its reason: %s', async (_name, file, earlier = '') => {
    const { place, again } = await importedAfterErasure(file, earlier);
    expect(again.counts).toMatchObject({ created: 0, rejected: 1 });
    expect(again.reports[0]?.findings.map(({ code }) => code)).toContain('erased');
    expect(await place.documents()).toEqual([]);
  });
});
