import { decidedSame } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { aPlace, UNIT } from './testing/an-import.ts';

const HEADER = 'id,nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac\n';
const BORN = '2024-03-10';

/** One child that was registered twice under different names, and then merged. */
async function mergedUnit() {
  const place = await aPlace();
  await place.importBytes(
    `${HEADER},Marisol,Xicay,F,${BORN},2025-03-10,7.1,68.5,11.9\n` +
      `,Maria Sol,Xicay,F,${BORN},2025-04-10,7.4,69.5,12.6\n`,
  );
  const children = (await place.documents()).filter(({ _id }) => _id.startsWith('chld_'));
  const [lead, other] = children.sort((a, b) => (a._id < b._id ? -1 : 1));
  if (lead === undefined || other === undefined) throw new Error('two children');
  const store = await place.stores.open(unitStoreName(UNIT));
  await store.write([{ ...other, sameAs: decidedSame({}, lead._id) }]);
  const screenings = async () =>
    (await place.documents()).filter(({ _id }) => _id.startsWith('scr_'));
  /** Somebody says that a child of this name is the same one too. */
  const merge = async (firstName: string) => {
    const found = (await place.documents()).find((each) => each['firstName'] === firstName);
    if (found === undefined) throw new Error(`no ${firstName}`);
    await store.write([{ ...found, sameAs: decidedSame({}, lead._id) }]);
  };
  return { ...place, lead, other, screenings, merge };
}

describe('an upload into a unit with merged children', () => {
  it('finds the child by either name, and a screening that either record has is a duplicate', async () => {
    const { importBytes, documents, lead, screenings } = await mergedUnit();
    const { counts } = await importBytes(
      `${HEADER},Maria Sol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n` +
        `,Marisol,Xicay,F,${BORN},2025-06-10,7.8,70.5,13\n` +
        `,Marisol,Xicay,F,${BORN},2025-04-10,7.4,69.5,12.6\n`,
    );
    expect(counts).toEqual({ created: 2, updated: 0, duplicate: 1, rejected: 0 });
    expect((await documents()).filter(({ _id }) => _id.startsWith('chld_'))).toHaveLength(2);
    const newer = (await screenings()).filter(({ surveyDate }) => String(surveyDate) > '2025-05');
    expect(newer.map(({ owner }) => owner)).toEqual([lead._id, lead._id]);
    const stored = (await documents()).find(({ _id }) => _id === lead._id);
    const newest = newer.find(({ surveyDate }) => surveyDate === '2025-06-10');
    expect(stored?.['lastScreening']).toBe(newest?._id);
  });

  it('finds the child by either id, in one file too', async () => {
    const { importBytes, lead, other, screenings } = await mergedUnit();
    const { counts } = await importBytes(
      `${HEADER}${other._id},Maria Sol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n` +
        `${lead._id},Marisol,Xicay,F,${BORN},2025-06-10,7.8,70.5,13\n`,
    );
    expect(counts).toMatchObject({ created: 2, rejected: 0 });
    const owners = (await screenings()).map(({ surveyDate, owner }) => [surveyDate, owner]).sort();
    expect(owners.slice(2)).toEqual([
      ['2025-05-10', lead._id],
      ['2025-06-10', lead._id],
    ]);
  });

  it.each([
    ['by either id', (lead: string, other: string) => [other, lead]],
    ['by either name', () => ['', '']],
  ])('a check of a list that has it twice %s says what the import does', async (_how, idsOf) => {
    const { importBytes, documents, lead, other } = await mergedUnit();
    const [first, second] = idsOf(lead._id, other._id);
    const file =
      `${HEADER}${first},Maria Sol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n` +
      `${second},Marisol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n`;
    const before = await documents();
    const checked = await importBytes(file, { isDryRun: true });
    expect(await documents()).toEqual(before);
    const imported = await importBytes(file);
    expect(imported.counts).toMatchObject({ created: 1, rejected: 0 });
    expect(checked.reports).toEqual(imported.reports);
  });

  it('a check that goes on after a kill still says what the import does', async () => {
    const { importBytes, lead, other } = await mergedUnit();
    // More children than one batch has stand between its rows.
    const others = Array.from(
      { length: 320 },
      (_, at) => `,Nena,Caal${at},F,${BORN},2025-05-10,7.6,70,12.8\n`,
    );
    const file = `${HEADER}${other._id},Maria Sol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n${others.join('')}${lead._id},Marisol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n`;
    const kill = new AbortController();
    const progress = (done: number) => done >= 300 && kill.abort();
    const cut = importBytes(
      file,
      { isDryRun: true },
      { work: 'cut', signal: kill.signal, progress },
    );
    await expect(cut).rejects.toThrow('aborted');
    const seen: number[] = [];
    const checked = await importBytes(
      file,
      { isDryRun: true },
      { work: 'cut', progress: (done) => seen.push(done) },
    );
    expect(Math.max(...seen)).toBe(322);
    const imported = await importBytes(file);
    expect(imported.counts).toMatchObject({ created: 321, rejected: 0 });
    expect(checked.counts).toEqual(imported.counts);
    expect(checked.reports.at(-1)).toEqual(imported.reports.at(-1));
  });

  it('a check of two birth dates that may be those of one stored child says what the import does', async () => {
    const place = await aPlace();
    const header = HEADER.replace('fecha de nacimiento', 'edad en meses');
    await place.importBytes(`${header},Ana,Coc,F,14,2025-05-10,7.6,70,12.8\n`);
    const file =
      `${HEADER},Ana,Coc,F,2024-02-28,2025-06-10,7.8,70.5,13\n` +
      `,Ana,Coc,F,2024-03-20,2025-06-10,7.8,70.5,13\n`;
    const checked = await place.importBytes(file, { isDryRun: true });
    const imported = await place.importBytes(file);
    expect(checked.reports).toEqual(imported.reports);
  });

  it('tells of every row that names it by either id, also when the import goes on after a kill', async () => {
    const { importBytes, lead, other } = await mergedUnit();
    const file =
      `${HEADER}${other._id},Maria Sol,Xicay,F,${BORN},2025-05-10,7.6,70,12.8\n` +
      `${lead._id},Marisol,Xicay,F,${BORN},2025-06-10,7.8,70.5,13\n`;
    await importBytes(file, { importId: 'one' });
    const { reports } = await importBytes(file, { importId: 'one' });
    expect(reports.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'created'],
      [3, 'created'],
    ]);
  });

  it('knows a row that made one of its records, whatever the leading one says', async () => {
    const { importBytes, merge } = await mergedUnit();
    const file = `${HEADER},Luz,Coc,F,2024-04-20,2025-05-10,7.6,70,12.8\n`;
    await importBytes(file);
    await merge('Luz');
    const { reports } = await importBytes(file);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['duplicate']);
  });

  it('a column of that name merges nothing', async () => {
    const place = await aPlace();
    await place.importBytes(`${HEADER},Ana,Xicay,F,${BORN},2025-03-10,7.1,68.5,11.9\n`);
    const [first] = (await place.documents()).filter(({ _id }) => _id.startsWith('chld_'));
    await place.importBytes(
      `sameAs,${HEADER}${first?._id},,Luz,Coc,F,${BORN},2025-05-10,7.6,70,12.8\n`,
    );
    const children = (await place.documents()).filter(({ _id }) => _id.startsWith('chld_'));
    expect(children).toHaveLength(2);
    for (const child of children) expect(child).not.toHaveProperty('sameAs');
  });

  it('writes nothing for what is there already, and keeps the merge', async () => {
    const { importBytes, documents, other } = await mergedUnit();
    const before = await documents();
    const { reports } = await importBytes(
      `${HEADER},Maria Sol,Xicay,F,${BORN},2025-04-10,7.4,69.5,12.6\n`,
    );
    expect(reports.map(({ outcome }) => outcome)).toEqual(['duplicate']);
    expect(await documents()).toEqual(before);
    expect(before.find(({ _id }) => _id === other._id)).toHaveProperty('sameAs');
  });
});
