import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { prepareDataFolder } from './data-folder.ts';
import { StartError } from './start-error.ts';

async function refusalOf(dataDir: string): Promise<string> {
  const error: unknown = await prepareDataFolder(dataDir).catch((thrown: unknown) => thrown);
  return error instanceof StartError ? error.message : `no StartError: ${String(error)}`;
}

describe('prepareDataFolder', () => {
  it('creates the folder with its parents, and accepts an existing one', async () => {
    const dataDir = join(aFolder(), 'new', 'data');
    await prepareDataFolder(dataDir);
    await prepareDataFolder(dataDir);
    expect(existsSync(dataDir)).toBe(true);
  });

  it('reports that the data folder is a file, or is inside one', async () => {
    const file = join(aFolder(), 'taken');
    writeFileSync(file, '');
    expect(await refusalOf(file)).toBe(
      `The data folder ${file} cannot be used: it is a file, not a folder. Choose another with CRECE_DATA_DIR.`,
    );
    expect(await refusalOf(join(file, 'data'))).toContain('a part of the path is a file');
  });
});
