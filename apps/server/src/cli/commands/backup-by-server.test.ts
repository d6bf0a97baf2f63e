import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { API_PATHS } from '@crece/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyBackup } from '../../backup/read-backup.ts';
import { aDataFolder } from '../../backup/testing/a-data-folder.ts';
import { leaveNote } from '../../start/running-note.ts';
import { soon } from '../../testing/soon.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aServerProcess, startCrece } from '../testing/processes.ts';
import { typed } from '../testing/typed.ts';

const GIGABYTE = 1024 ** 3;
const INTERRUPTED = 130;

/** A data folder with a picture whose copying takes longer than a test: a file of holes. */
async function aSlowFolder(): Promise<string> {
  const dataDir = await aDataFolder();
  const picture = join(dataDir, 'pictures/ab12/large.webp');
  writeFileSync(picture, '');
  truncateSync(picture, 6 * GIGABYTE);
  return dataDir;
}

/** A backup that has begun, and will not be whole for a while. */
async function begun(dataDir: string) {
  const folder = aFolder();
  const file = join(folder, 'crece.backup');
  const command = startCrece(dataDir, ['backup', file]);
  onTestFinished(() => void command.child.kill('SIGKILL'));
  await soon(async () => expect(readdirSync(folder)).toContain('crece.backup.part'));
  return { ...command, folder };
}

const isEmpty = (folder: string) => soon(async () => expect(readdirSync(folder)).toEqual([]));

describe('crece backup of a running server', { timeout: 120_000 }, () => {
  it('is made by the server, or refused with reason and exit code, as the command does by itself', async () => {
    const dataDir = await aDataFolder();
    const there = join(aFolder(), 'there.backup');
    writeFileSync(there, 'the last one');
    const mistakes = [
      ['backup', there],
      ['backup', join(dataDir, 'crece.backup')],
      ['backup', join(aFolder(), 'none', 'crece.backup')],
      ['backup', join(aFolder(), 'crece.backup'), '--recipient', 'age1nobody'],
    ];
    const alone = [];
    for (const args of mistakes) alone.push(await typed(dataDir, args));

    const server = await aServerProcess(dataDir);
    for (const [place, args] of mistakes.entries()) {
      expect(alone[place]?.exitCode).toBe(1);
      expect(await typed(dataDir, args)).toEqual(alone[place]);
    }
    const file = join(aFolder(), 'crece.backup');
    const byServer = await typed(dataDir, ['backup', file, '--no-secret']);
    expect(byServer).toMatchObject({ exitCode: 0, out: '' });
    expect(byServer.said).toEqual([expect.stringContaining('2 units, 80 children, 1 accounts')]);
    await soon(async () => expect(server.log()).toContain(`"file":"${file}"`));
    await server.stop();
    const other = join(aFolder(), 'crece.backup');
    await typed(dataDir, ['backup', other, '--no-secret']);
    const [first, second] = [await verifyBackup(file, null), await verifyBackup(other, null)];
    expect(first.files.map(({ name, unit }) => [name, unit])).toEqual(
      second.files.map(({ name, unit }) => [name, unit]),
    );
    expect([first.hasSecret, first.epoch]).toEqual([false, second.epoch]);
  });

  it('ends with Ctrl-C, does not hold up the stop of the server, and leaves nothing behind', async () => {
    const dataDir = await aSlowFolder();
    const server = await aServerProcess(dataDir);
    const first = await begun(dataDir);
    first.child.kill('SIGINT');
    await first.ended;
    await isEmpty(first.folder);
    expect(server.log()).not.toContain('a backup was made');

    const { ended, said, folder } = await begun(dataDir);
    await server.stop();
    expect([await ended, said.log]).toEqual([1, 'The server was stopped meanwhile.\n']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing behind when the server is killed, and says so', async () => {
    const dataDir = await aSlowFolder();
    const server = await aServerProcess(dataDir);
    const { ended, said, folder } = await begun(dataDir);
    await server.kill();
    expect(await ended).toBe(1);
    expect(said.log).toMatch(/^The server at http:\S+ did not finish the backup \(.+\)\.\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('crece backup without a server that can make it', { timeout: 120_000 }, () => {
  it('ends with Ctrl-C, and leaves nothing behind', async () => {
    const { child, ended, folder } = await begun(await aSlowFolder());
    child.kill('SIGINT');
    expect(await ended).toBe(INTERRUPTED);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['does not know how', 404, '{}'],
    ['does not reach the place', 200, '{"said":"out-of-reach"}\n'],
  ])('copies by itself where the server %s', async (_what, status, answer) => {
    const dataDir = await aDataFolder();
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      const isHealth = url === API_PATHS.health;
      response.writeHead(isHealth ? 200 : status, { 'content-type': 'application/json' });
      response.end(isHealth ? '{"status":"ok","version":"0","run":"this one"}' : answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const listens = server.address();
    const port = typeof listens === 'object' ? listens?.port : null;
    const address = `http://127.0.0.1:${port}`;
    await leaveNote(dataDir, { run: 'this one', address, publicUrl: address, localSecret: 'word' });
    const file = join(aFolder(), 'crece.backup');
    expect(await typed(dataDir, ['backup', file])).toMatchObject({ exitCode: 0 });
    expect(asked).toEqual([API_PATHS.health, API_PATHS.localBackup]);
    expect((await verifyBackup(file, null)).accounts).toBe(1);
  });
});
