import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aSheet, aWorkbook } from '../../imports/testing/a-workbook.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { aFolder } from '../../testing/test-app.ts';
import { storedIn, typed } from '../testing/typed.ts';

const UNIT = 'test_stake_gtm';
const HEADER = 'Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha,Peso,Talla,MUAC\n';
const ANA = 'Ana,Xol,Niña,2024-03-10,2025-05-10,"7,1","68,5","11,9"\n';

function aFile(text: string): string {
  const path = join(aFolder(), 'niños.csv');
  writeFileSync(path, text);
  return path;
}

const importing = (dataDir: string, ...args: string[]) => typed(dataDir, ['import', ...args]);

describe('crece import --csv', () => {
  it('checks, imports, reports each row, and undoes the import', async () => {
    const dataDir = aFolder();
    const file = aFile(`${HEADER}${ANA}${ANA}${ANA.replace('"7,1"', 'siete')}`);
    const dry = await importing(dataDir, '--unit', UNIT, '--csv', file, '--dry-run');
    expect(dry.out).toBe(
      [
        '\uFEFFrow,outcome,column,level,code,sentence',
        '2,created,,,,',
        '3,duplicate,,,,',
        '4,rejected,Peso,reject,number-invalid,“siete” is not a number.',
        '',
      ].join('\r\n'),
    );
    expect(dry.log).toContain('Rows: 1 created, 0 updated, 1 duplicate, 1 rejected.');
    expect(dry.log).toContain('nothing was written');
    expect(await storedIn(dataDir, UNIT)).toEqual([]);

    const done = await importing(dataDir, '--unit', UNIT, '--csv', file, '--language', 'es');
    expect(done.exitCode).toBe(1);
    expect(done.out).toContain('4,rejected,Peso,reject,number-invalid,');
    expect(done.out).not.toContain('is not a number');
    expect(await storedIn(dataDir, UNIT)).toHaveLength(2);

    const id = /--undo ([0-9a-f]+)/.exec(done.log)?.[1] ?? '';
    const back = await importing(dataDir, '--undo', id);
    expect([back.exitCode, back.out, back.log]).toEqual([
      0,
      '',
      `1 children of ${UNIT} are as they were before the import.\n`,
    ]);
    expect(await storedIn(dataDir, UNIT)).toEqual([]);
  });

  it('says which rows of a sheet are hidden, and which formulas have no result', async () => {
    const dataDir = aFolder();
    const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
    const row = (words: string, peso: string, more = '') =>
      `<row${more}>${words.split(',').map(text).join('')}${peso}</row>`;
    const ana = 'Ana,Xol,Niña,2024-03-10,2025-05-10';
    const rows = [
      row('Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha', text('Peso'), ' hidden="1"'),
      row(ana, '<c><f>G2/2</f></c>'),
      row(ana.replace('Ana', 'Eva'), '<c><v>7.1</v></c>', ' hidden="1"'),
    ];
    const file = join(aFolder(), 'niños.xlsx');
    writeFileSync(file, aWorkbook('<sst/>', aSheet(rows.join(''))));
    const { log } = await importing(dataDir, '--unit', UNIT, '--csv', file, '--dry-run');
    expect(log).toContain('Rows that are hidden in the sheet, and read: 1.');
    expect(log).toContain('Formulas without a result in the file, read as blank: Peso (1).');
  });

  it('asks the questions that the file leaves open, and accepts the answers', async () => {
    const dataDir = aFolder();
    const file = aFile(`${HEADER}Ana,Xol,Niña,10/3/2024,4/5/2025,7100,68.5,119\n`);
    const asked = await importing(dataDir, '--unit', UNIT, '--csv', file);
    expect([asked.exitCode, asked.out]).toEqual([1, '']);
    expect(asked.log).toContain('--date-order dmy|mdy is to be said: 2 cells, such as 10/3/2024');
    expect(asked.log).toContain('--muac-unit mm|cm');
    expect(asked.log).toContain('--weight-unit g|kg');
    expect(await storedIn(dataDir, UNIT)).toEqual([]);
    const answers = ['--date-order', 'dmy', '--muac-unit', 'mm', '--weight-unit', 'g'];
    expect((await importing(dataDir, '--unit', UNIT, '--csv', file, ...answers)).exitCode).toBe(0);
    const [child, screening] = await storedIn(dataDir, UNIT);
    expect(child).toMatchObject({ birthDate: '2024-03-10' });
    expect(screening).toMatchObject({ surveyDate: '2025-05-04', muac: 11.9, weight: 7.1 });
  });

  it('accepts columns assigned by hand', async () => {
    const dataDir = aFolder();
    const text = (HEADER + ANA).replace('Talla', 'Cuánto mide').replace('MUAC', 'Zapato');
    const file = aFile(text);
    const args = ['--unit', UNIT, '--csv', file, '--map', 'Cuánto mide=height', '--map', 'zapato='];
    expect((await importing(dataDir, ...args)).exitCode).toBe(0);
    const [, screening] = await storedIn(dataDir, UNIT);
    expect(screening).toMatchObject({ height: 68.5 });
    expect(screening).not.toHaveProperty('muac');
  });

  it.each([
    ['no unit', ['--csv', 'x'], 2, 'import needs --unit DB'],
    ['both', ['--csv', 'x', '--undo', 'y'], 2, 'import needs --csv FILE or --undo ID.'],
    ['a wrong answer', ['--csv', 'x', '--unit', UNIT, '--muac-unit', 'in'], 2, '--muac-unit: '],
    ['a wrong mapping', ['--csv', 'x', '--unit', UNIT, '--map', 'x'], 2, '--map is'],
    ['a wrong language', ['--csv', 'x', '--unit', UNIT, '--language', 'fr'], 2, '--language is'],
    ['no file', ['--csv', '/nothing', '--unit', UNIT], 1, '/nothing cannot be read'],
    ['a folder', ['--csv', '/tmp', '--unit', UNIT], 1, '/tmp cannot be read: it is a folder.'],
    ['an unknown import', ['--undo', 'abc'], 1, 'There is no import "abc".'],
  ])('refuses %s with a sentence', async (_what, args, code, sentence) => {
    const dataDir = aFolder();
    await (await openDataStores(dataDir)).close();
    const { exitCode, log } = await importing(dataDir, ...args);
    expect(log).toContain(sentence);
    expect(exitCode).toBe(code);
  });

  it('refuses an unknown unit, a file without rows and one without names', async () => {
    const dataDir = aFolder();
    const unknown = await importing(dataDir, '--csv', aFile(HEADER), '--unit', 'nowhere');
    expect(unknown.log).toContain('There is no unit "nowhere"');
    const empty = await importing(dataDir, '--csv', aFile(HEADER), '--unit', UNIT);
    expect([empty.exitCode, empty.log]).toEqual([1, 'The file has headings, but no rows.\n']);
    const nameless = await importing(dataDir, '--csv', aFile('Peso\n7\n'), '--unit', UNIT);
    expect(nameless.log).toContain('column-missing: firstName');
  });
});
