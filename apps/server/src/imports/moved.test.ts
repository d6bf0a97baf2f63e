import { expect, it } from 'vitest';
import { soon } from '../testing/soon.ts';
import { aPlace, UNIT } from './testing/an-import.ts';
import { anUploadServer } from './testing/upload-server.ts';

const HEADER = 'id,nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac\n';
const ID = `chld_${UNIT}_1746878400000_aaaaaa`;
const ROW = 'Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,11.9\n';
const HOME = { stakeDB: 'test_stake_hnd', id: 'chld_test_stake_hnd_1746878400000_aaaaaa' };

it.each([
  ['that names its old id', `${HEADER}${ID},${ROW}`],
  ['that made it and has no ids', `${HEADER.replace('id,', '')}${ROW}`],
])('a list %s is told where a child lives that moved', async (_name, file) => {
  const place = await aPlace();
  await place.importBytes(file);
  const before = await place.documents();
  const unit = await place.stores.open(`unit_${UNIT}`);
  const gone = { _deleted: true as const, why: 'moved', movedTo: HOME };
  await unit.write(before.map(({ _id, _rev }) => ({ _id, _rev, ...gone })));
  const { counts, reports } = await place.importBytes(file);
  expect(counts).toMatchObject({ created: 0, updated: 0, rejected: 1 });
  expect(reports[0]?.findings).toContainEqual({
    code: 'moved',
    level: 'reject',
    field: 'id',
    params: { unit: 'Honduras test Only', id: HOME.id },
  });
  expect(await place.documents()).toEqual([]);
});

it.each([
  ['of the same names and birth date', '', 1],
  ['whose mother may be the same', 'Rosa Tum Caal', 1],
  ['of another mother', 'Eva Coc', 0],
])('another list is told where a child lives that moved: %s', async (_name, mother, rejected) => {
  const place = await aPlace();
  const header = 'nombre,apellido,sexo,fecha de nacimiento,madre,fecha,peso,talla,muac\n';
  await place.importBytes(`${header}Ana,Xol,niña,2024-03-10,Rosa Tum,2025-05-10,7.1,68.5,11.9\n`);
  const unit = await place.stores.open(`unit_${UNIT}`);
  const gone = { _deleted: true as const, why: 'moved', movedTo: HOME };
  await unit.write((await place.documents()).map((each) => ({ ...each, ...gone })));
  const later = `${header}ANA,xol,niña,2024-03-10,${mother},2025-06-10,7.4,69,12.1\n`;
  const { counts, reports } = await place.importBytes(later);
  expect(counts).toMatchObject({ created: 1 - rejected, rejected });
  const codes = reports[0]?.findings.map(({ code }) => code) ?? [];
  expect(codes.includes('moved')).toBe(rejected === 1);
});

it('what an import writes into a unit that is joined to another meanwhile moves on', async () => {
  const { app, person, imported, stored, ended } = await anUploadServer();
  const { joiner, jobs } = app.services;
  const { token } = await person('sofia', ['user', 'sync']);
  const rows = Array.from({ length: 400 }, (_, at) => ROW.replace('Ana', `Ana ${at}`));
  const sent = imported(token, HEADER.replace('id,', '') + rows.join(''));
  await soon(async () => {
    for await (const { state } of jobs.all()) if (state === 'running') return;
    throw new Error('nothing runs yet');
  });
  await joiner.begin({ from: UNIT, to: 'test_stake_hnd', who: 'leo', by: 'Leo', address: null });
  await joiner.settled();
  const { id } = await sent;
  await ended(token, id);
  await soon(async () => expect(await stored()).toEqual([]));
  expect(await stored('test_stake_hnd')).toHaveLength(800);
});
