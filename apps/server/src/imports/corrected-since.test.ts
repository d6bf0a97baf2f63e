import { describe, expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { aPlace, UNIT } from './testing/an-import.ts';

const HEADER = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac\n';
const LIST = `${HEADER}Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,12.8\n`;

/** A unit with Ana of the list; `correct` changes her stored record or screening, as a phone does. */
async function anImportedList(listsBefore: readonly string[] = []) {
  const place = await aPlace();
  for (const list of listsBefore) await place.importBytes(list);
  await place.importBytes(LIST);
  const store = await place.stores.open(unitStoreName(UNIT));
  const correct = async (kind: 'chld_' | 'scr_', fields: object) => {
    const all = (await place.documents()).filter(({ _id }) => _id.startsWith(kind));
    const [document] = all;
    if (document === undefined) throw new Error('nothing was imported');
    await store.write([{ ...document, ...fields }]);
  };
  return { ...place, correct };
}

describe('a list that is uploaded again', () => {
  it('does not put back a measure that somebody corrected since, unless it is said to be a correction', async () => {
    const { importBytes, documents, correct } = await anImportedList();
    await correct('scr_', { muac: 11.2 });
    const before = await documents();
    const again = await importBytes(LIST);
    expect(again.reports).toMatchObject([
      { outcome: 'rejected', findings: [{ code: 'same-day' }] },
    ]);
    expect(await documents()).toEqual(before);
    await importBytes(LIST, { answers: { sameDay: 'correction' } });
    expect((await documents())[1]).toMatchObject({ muac: 12.8 });
  });

  it('as a second visit stands beside the one that was corrected, once', async () => {
    const { importBytes, documents, correct } = await anImportedList();
    await correct('scr_', { muac: 11.2 });
    const answers = { sameDay: 'second' } as const;
    expect((await importBytes(LIST, { answers })).counts).toMatchObject({ created: 1 });
    const visits = (await documents()).filter(({ _id }) => _id.startsWith('scr_'));
    expect(visits.map(({ muac }) => muac).sort()).toEqual([11.2, 12.8]);
    expect((await importBytes(LIST, { answers })).counts).toMatchObject({ duplicate: 1 });
    expect((await importBytes(LIST)).counts).toMatchObject({ duplicate: 1 });
  });

  it('does not bring a visit back to a day that somebody corrected since', async () => {
    const { importBytes, documents, correct } = await anImportedList();
    await correct('scr_', { surveyDate: '2025-05-11' });
    const before = await documents();
    expect((await importBytes(LIST)).reports).toMatchObject([
      { outcome: 'rejected', findings: [{ code: 'same-day' }] },
    ]);
    expect(await documents()).toEqual(before);
  });

  it('does not put back a birth date that somebody corrected since', async () => {
    const { importBytes, documents, correct } = await anImportedList();
    await correct('chld_', { birthDate: '2023-03-10' });
    const before = await documents();
    const { reports } = await importBytes(LIST);
    expect(reports).toMatchObject([
      { outcome: 'duplicate', findings: [{ code: 'birth-date-kept', level: 'warn' }] },
    ]);
    expect(await documents()).toEqual(before);
  });

  it('finds a child whose name somebody corrected since, where the list brought a screening only', async () => {
    const typed = `${HEADER}Ana,Xol,niña,2024-03-10,2025-04-10,7,68,12.6\n`;
    const { importBytes, documents, correct } = await anImportedList([typed]);
    await correct('chld_', { firstName: 'Anabela' });
    const before = await documents();
    expect((await importBytes(LIST)).counts).toMatchObject({ duplicate: 1 });
    expect(await documents()).toEqual(before);
  });
});
