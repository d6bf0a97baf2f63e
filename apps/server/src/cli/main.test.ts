import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { programFile } from '../testing/programs.ts';

const MAIN = programFile('crece');

it('a command whose sentences nobody reads any more ends as it would have', async () => {
  const child = spawn(process.execPath, [MAIN, 'clock'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

it('an output that finds no room ends with a sentence and 1', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, 'help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), ended]);
  expect([code, said]).toEqual([
    1,
    'The output could not be written: its disk is full. What was written until then is not whole.\n',
  ]);
});
