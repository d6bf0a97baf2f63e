import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { aFolder } from '../testing/test-app.ts';
import { loadCatalogue } from './catalogue-file.ts';

async function refusalOf(dataDir: string): Promise<string> {
  const error: unknown = await loadCatalogue(dataDir).catch((thrown: unknown) => thrown);
  return error instanceof StartError ? error.message : `no StartError: ${String(error)}`;
}

describe('loadCatalogue', () => {
  it('writes the built-in catalogue on the first start, whole, and leaves nothing else', async () => {
    const dataDir = join(aFolder(), 'new', 'data');
    expect(await loadCatalogue(dataDir)).toEqual(BUILT_IN_CATALOGUE);
    expect(readdirSync(dataDir)).toEqual(['catalogue.json']);
    const written: unknown = JSON.parse(readFileSync(join(dataDir, 'catalogue.json'), 'utf8'));
    expect(written).toEqual(BUILT_IN_CATALOGUE);
  });

  it('serves what is stored from then on, and does not write it again', async () => {
    const dataDir = aFolder();
    const countries = [
      {
        name: 'Perú',
        code: 'PER',
        image: '',
        flag: 'PE',
        stakes: [{ stakeName: 'Tumbes', stakeDB: 'tumbes_stake_per' }],
      },
    ];
    const text = JSON.stringify({ countries });
    writeFileSync(join(dataDir, 'catalogue.json'), text);
    expect(await loadCatalogue(dataDir)).toEqual({ countries });
    expect(readFileSync(join(dataDir, 'catalogue.json'), 'utf8')).toBe(text);
  });

  it('names the file that is not JSON and leaves it as it is', async () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'catalogue.json');
    writeFileSync(file, '{"countries": [');
    expect(await refusalOf(dataDir)).toContain(
      `The catalogue in ${file} cannot be read: it is not JSON`,
    );
    expect(readFileSync(file, 'utf8')).toBe('{"countries": [');
  });

  it('names what is wrong in a document, the first five', async () => {
    const dataDir = aFolder();
    const stake = { stakeName: 'A', stakeDB: 'NOT OK' };
    const country = { name: 'A', code: 'AAA', stakes: Array.from({ length: 7 }, () => stake) };
    writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify({ countries: [country] }));
    const refusal = await refusalOf(dataDir);
    expect(refusal).toContain('countries[0].stakes[0].stakeDB is wrong (not-a-database-name)');
    expect(refusal).toContain('and 2 more');
    expect(refusal).not.toContain('stakes[5]');
  });

  it('refuses an empty file: a catalogue is never silently replaced', async () => {
    const dataDir = aFolder();
    writeFileSync(join(dataDir, 'catalogue.json'), '');
    expect(await refusalOf(dataDir)).toContain('it is not JSON');
  });

  it('says that the data folder is a file, or lies in one', async () => {
    const folder = aFolder();
    const file = join(folder, 'taken');
    writeFileSync(file, '');
    expect(await refusalOf(file)).toBe(
      `The data folder ${file} cannot be used: it is a file, not a folder. Choose another with CRECE_DATA_DIR.`,
    );
    expect(await refusalOf(join(file, 'data'))).toContain('a part of the path is a file');
  });

  it('says that a document cannot be opened', async () => {
    const dataDir = aFolder();
    mkdirSync(join(dataDir, 'catalogue.json'));
    expect(await refusalOf(dataDir)).toContain('cannot be opened');
  });
});
