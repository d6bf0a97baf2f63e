// `npm run dev`: the server, which restarts after a change, and Vite; when one ends, so does the
// other.
import { resolve } from 'node:path';
import { Children } from './bootstrap/children.cjs';
import serverStart from './bootstrap/server-start.json' with { type: 'json' };

const children = new Children();

async function run(args: string[]): Promise<number> {
  const cwd = resolve(import.meta.dirname, '..');
  const code = await children.run({ command: process.execPath, args, cwd });
  children.stop('SIGTERM');
  return code;
}

process.exitCode = await Promise.race([
  run(['--watch', '--watch-preserve-output', serverStart.entry]),
  run(['node_modules/vite/bin/vite.js', 'apps/web', ...process.argv.slice(2)]),
]);
