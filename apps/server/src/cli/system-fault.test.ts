import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { runCli } from './run-cli.ts';
import { systemFaultSentence } from './system-fault.ts';

it('a command that the file system refuses ends with a sentence and 1', async () => {
  const path = '/mnt/crece/in.csv';
  const said: string[] = [];
  const exitCode = await runCli(['assess'], {
    // biome-ignore lint/correctness/useYield: the reading fails before the first piece
    input: (async function* () {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path });
    })(),
    write: async () => undefined,
    say: (sentence) => said.push(sentence),
  });
  expect([exitCode, said]).toEqual([
    1,
    [`${path} cannot be used: the user that runs this command may not.`],
  ]);
});

it.each([
  ['EACCES', '/root/x.backup', 'the user that runs this command may not'],
  ['EROFS', '/mnt/x.backup', 'its disk can only be read'],
  ['ENOSPC', '/mnt/x.backup', 'its disk is full'],
])('%s is said with its path', (code, path, reason) => {
  const error = Object.assign(new Error(code), { code, path });
  expect(systemFaultSentence(error)).toBe(`${path} cannot be used: ${reason}.`);
});

it('a folder in place of a file is said, and a fault of the programme is not hidden', () => {
  const folder = aFolder();
  let fault: unknown;
  try {
    readFileSync(folder);
  } catch (error) {
    fault = error;
  }
  expect(systemFaultSentence(fault)).toMatch(/ cannot be used: it is a folder\.$/);
  expect(systemFaultSentence(new TypeError('x is not a function'))).toBeNull();
});
