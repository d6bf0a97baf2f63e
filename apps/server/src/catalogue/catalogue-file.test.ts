import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { aFolder } from '../testing/test-app.ts';
import { readCatalogueFile } from './catalogue-file.ts';

async function refusalOf(dataDir: string): Promise<string> {
  const error: unknown = await readCatalogueFile(dataDir).catch((thrown: unknown) => thrown);
  return error instanceof StartError ? error.message : `no StartError: ${String(error)}`;
}

describe('readCatalogueFile', () => {
  it('returns null when there is no file', async () => {
    expect(await readCatalogueFile(aFolder())).toBeNull();
  });

  it('names the file that is not JSON', async () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'catalogue.json');
    writeFileSync(file, '{"countries": [');
    expect(await refusalOf(dataDir)).toContain(
      `The catalogue in ${file} cannot be read: it is not JSON`,
    );
  });

  it('names the first five faults of a document', async () => {
    const dataDir = aFolder();
    const unit = { stakeName: 'A', stakeDB: 'NOT OK' };
    const country = { name: 'A', code: 'AAA', stakes: Array.from({ length: 7 }, () => unit) };
    writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify({ countries: [country] }));
    const refusal = await refusalOf(dataDir);
    expect(refusal).toContain('countries[0].stakes[0].stakeDB is wrong (not-a-database-name)');
    expect(refusal).toContain('and 2 more');
    expect(refusal).not.toContain('stakes[5]');
  });

  it('refuses an empty file, because a catalogue must never be replaced silently', async () => {
    const dataDir = aFolder();
    writeFileSync(join(dataDir, 'catalogue.json'), '');
    expect(await refusalOf(dataDir)).toContain('it is not JSON');
  });

  it('reports that a document cannot be opened', async () => {
    const dataDir = aFolder();
    mkdirSync(join(dataDir, 'catalogue.json'));
    expect(await refusalOf(dataDir)).toContain('cannot be opened');
  });
});
