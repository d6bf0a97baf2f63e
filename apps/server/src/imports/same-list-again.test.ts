import { addDays, completedMonthsBetween } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { aPlace, NOW } from './testing/an-import.ts';

const HEADER = 'Nombre,Apellido,Sexo,Edad en meses,Fecha,Peso,Talla,MUAC\n';
const CHILDREN = 20;
const VISITS = 24;
/** Twice a month, and days that do not fall on the same day of each month. */
const DAYS_BETWEEN = 15;
const FIRST_VISIT = '2025-02-14';

const birthOf = (child: number) => addDays('2023-01-03', child * 19);

/** A clinic's list of one day: names, and ages in whole months as the mothers say them. */
function listOf(visit: number): string {
  const day = addDays(FIRST_VISIT, visit * DAYS_BETWEEN);
  const rows = Array.from({ length: CHILDREN }, (_none, child) => {
    const age = completedMonthsBetween(birthOf(child), day);
    // The typist writes one list in capitals, the next without accents.
    const name = visit % 3 === 0 ? `NIÑA ${child}` : `nina  ${child}`;
    return `${name},Ajú,F,${age},${day},${(9 + visit / 10).toFixed(1)},${79 + visit / 2},14\n`;
  });
  return HEADER + rows.join('');
}

describe('a list with ages in months', () => {
  it('twice a month for a year gives each child once, with a screening for each visit', async () => {
    const { importBytes, documents } = await aPlace();
    for (let visit = 0; visit < VISITS; visit += 1) {
      const { counts } = await importBytes(listOf(visit));
      expect(counts).toEqual({ created: CHILDREN, updated: 0, duplicate: 0, rejected: 0 });
    }
    const stored = await documents();
    const children = stored.filter(({ _id }) => _id.startsWith('chld_'));
    expect(children).toHaveLength(CHILDREN);
    expect(stored).toHaveLength(CHILDREN + CHILDREN * VISITS);
    expect(new Set(children.map(({ firstName }) => firstName))).toEqual(
      new Set(Array.from({ length: CHILDREN }, (_none, child) => `NIÑA ${child}`)),
    );
    expect((await importBytes(listOf(5))).counts).toMatchObject({ duplicate: CHILDREN });
  }, 60_000);

  it('gives each child once too when one file holds all visits', async () => {
    const { importBytes, documents } = await aPlace();
    const lists = Array.from({ length: 12 }, (_none, visit) => listOf(visit));
    const all = HEADER + lists.map((list) => list.slice(HEADER.length)).join('');
    const { counts } = await importBytes(all);
    expect(counts).toEqual({ created: 12 * CHILDREN, updated: 0, duplicate: 0, rejected: 0 });
    const children = (await documents()).filter(({ _id }) => _id.startsWith('chld_'));
    expect(children).toHaveLength(CHILDREN);
  });
});

const EXACT = 'nombre,apellido,sexo,fecha de nacimiento,madre,fecha,peso,talla,muac,edema\n';

describe('a child that is in the unit', () => {
  it('a child is found by an age in months though it was registered with its exact birth date', async () => {
    const { importBytes, documents } = await aPlace();
    await importBytes(`${EXACT}Ana,Xol,F,2024-03-10,Rosa,2025-05-10,7.1,68.5,11.9,\n`);
    await importBytes(`${HEADER}ana,XOL,F,15,2025-06-20,7.4,69.5,12.6\n`);
    const stored = await documents();
    expect(stored.map(({ birthDate }) => birthDate).filter(Boolean)).toEqual(['2024-03-10']);
    expect(stored).toHaveLength(3);
  });

  it('a child with another exact birth date is told as a namesake, and made anew', async () => {
    const { importBytes } = await aPlace();
    await importBytes(`${EXACT}Ana,Xol,F,2024-03-10,Rosa,2025-05-10,7.1,68.5,11.9,\n`);
    const { reports } = await importBytes(
      `${EXACT}Ana,Xol,F,2024-03-11,,2025-06-10,7.1,68.5,11.9,\n`,
    );
    expect(reports).toMatchObject([
      {
        outcome: 'created',
        findings: [{ code: 'name-is-there', params: { birthDates: '2024-03-10' } }],
      },
    ]);
  });

  it('two children that match are refused with both, unless the mother tells them apart', async () => {
    const { importBytes } = await aPlace();
    await importBytes(
      `${EXACT}Ana,Xol,F,2024-03-10,Rosa Caal,2025-05-10,7.1,68.5,11.9,\nAna,Xol,F,2024-03-20,Eva Tut,2025-05-12,7.3,69.5,12.9,\n`,
    );
    const list = (mother: string) =>
      `Nombre,Apellido,Sexo,Edad en meses,Madre,Fecha,MUAC\nAna,Xol,F,15,${mother},2025-06-20,13\n`;
    const asked = await importBytes(list(''));
    expect(asked.reports[0]).toMatchObject({
      outcome: 'rejected',
      findings: [
        {
          code: 'which-child',
          params: {
            where: 'unit',
            candidates: '2024-03-10 (2025-05-10, Rosa Caal), 2024-03-20 (2025-05-12, Eva Tut)',
          },
        },
      ],
    });
    expect((await importBytes(list('eva tut'))).counts).toMatchObject({ created: 1 });
  });

  it('a child that the file itself does not tell apart is refused with the rows', async () => {
    const { importBytes } = await aPlace();
    const { reports } = await importBytes(
      `nombre,apellido,sexo,fecha de nacimiento,edad meses,fecha,muac\nAna,Xol,F,2024-03-10,,2025-05-10,13\nAna,Xol,F,2024-03-20,,2025-05-11,13\nAna,Xol,F,,14,2025-05-15,12\n`,
    );
    expect(reports.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'rejected']);
    expect(reports[2]?.findings[0]?.params).toEqual({
      where: 'file',
      candidates: '2 (2025-05-10), 3 (2025-05-11)',
    });
  });
});

describe('a list of a day that has a visit already', () => {
  const SEEN = `${EXACT}Ana,Xol,F,2024-03-10,,2025-11-02,8.6,75.0,11.0,sí\n`;
  const WEIGHTS =
    'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla\nAna,Xol,F,2024-03-10,2025-11-02,8.6,75.0\n';

  it('without the columns MUAC and swelling is that visit', async () => {
    const { importBytes, documents } = await aPlace();
    await importBytes(SEEN);
    const before = await documents();
    expect((await importBytes(WEIGHTS)).counts).toMatchObject({ duplicate: 1 });
    expect(await documents()).toEqual(before);
  });

  it('with corrected weights is refused until somebody says what it is', async () => {
    const { importBytes, documents } = await aPlace();
    await importBytes(SEEN);
    const corrected = WEIGHTS.replace('8.6', '8.9');
    expect((await importBytes(corrected)).reports).toMatchObject([
      { outcome: 'rejected', findings: [{ code: 'same-day' }] },
    ]);
    const { counts } = await importBytes(corrected, { answers: { sameDay: 'correction' } });
    expect(counts).toMatchObject({ updated: 1 });
    const stored = await documents();
    expect(stored).toHaveLength(2);
    expect(stored[1]).toMatchObject({ weight: 8.9, muac: 11, oedema: true });
    expect(Date.parse(String(stored[1]?.['created']))).toBe(NOW.getTime());
  });
});
