import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATHS, type LocalBackupLine } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { LOCAL_WORD_HEADER, localWord } from '../http/local-word.ts';
import { aFolder, anApp } from '../testing/test-app.ts';
import { folderOf } from './backup-route.ts';
import { aDataFolder } from './testing/a-data-folder.ts';

async function open() {
  const dataDir = await aDataFolder();
  const { app, services } = await anApp({ config: { dataDir } });
  const word = localWord(services.localSecret, 'backup');
  const folder = aFolder();
  const file = join(folder, 'crece.backup');
  const place = await folderOf(file);
  const body = { file, folder: place, recipients: [], passphrase: null, withSecret: true };
  const ask = (
    different: object,
    headers: Record<string, string> = { [LOCAL_WORD_HEADER]: word },
  ) =>
    app.inject({
      ...{ method: 'POST', url: API_PATHS.localBackup, headers },
      payload: { ...body, ...different },
    });
  return { ask, folder, place, services };
}

const linesOf = ({ body }: { body: string }) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LocalBackupLine);

describe('a backup by the server', () => {
  it('is made with a line for each database, the counts last', async () => {
    const { ask, folder } = await open();
    expect(linesOf(await ask({}))).toEqual([
      { said: 'copied', done: 1, of: 3 },
      { said: 'copied', done: 2, of: 3 },
      { said: 'copied', done: 3, of: 3 },
      { said: 'made', counts: { units: 2, children: 80, accounts: 1 } },
    ]);
    expect(readdirSync(folder)).toEqual(['crece.backup', 'erasures.json']);
  });

  it('is for nobody who cannot read the data folder, nor for the word of another purpose', async () => {
    const { ask, folder, services } = await open();
    const echo = localWord(services.localSecret, 'echo');
    for (const headers of [{}, { [LOCAL_WORD_HEADER]: echo }]) {
      expect((await ask({}, headers)).statusCode).toBe(404);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is left to the command where the server sees another folder under the same name', async () => {
    const { ask, folder, place } = await open();
    for (const different of [
      { folder: { ...place, inode: '1' } },
      { folder: { ...place, device: '0' } },
      { file: 'crece.backup' },
      { file: join(folder, 'none', 'crece.backup') },
    ]) {
      expect(linesOf(await ask(different))).toEqual([{ said: 'out-of-reach' }]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
