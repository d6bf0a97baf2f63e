import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a command whose sentences nobody reads any more ends as it would have', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'clock'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});
