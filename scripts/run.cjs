#!/usr/bin/env node
// Every `npm run …` of this repository begins here, on whatever Node the machine has: find a Node
// that can run TypeScript, install what is missing, then hand over. Plain old JavaScript (this file
// and bootstrap/), because an old Node must be able to read the sentence that says it is too old.
// Nothing here writes to standard output: it belongs to the command (`crece … > out.csv`).
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Crece needs Node 20 or newer and this is Node ${process.versions.node}: install the current one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

const path = require('node:path');
const { Children } = require('./bootstrap/children.cjs');
const { findNode } = require('./bootstrap/find-node.cjs');
const { installPackages } = require('./bootstrap/install.cjs');

const ROOT = path.resolve(__dirname, '..');
/**
 * How the server is started. Code is kept as it was compiled, types stripped: starts and threads take
 * half the time, and 30 MB less, since nothing is loaded that strips types. With the engine's own
 * choice of 16 MB for young objects the server holds 20 MB more for the same speed. Its own choice of how
 * much garbage may lie before it is collected, on a machine with much memory, lets one phone that
 * synchronises take 130 MB; a heap that grows by a quarter takes 20, as fast. Threads that share one area
 * of the C library's memory leave 15 MB less of it in pieces.
 */
const {
  entry: SERVER,
  flags: SERVER_FLAGS,
  environment: SERVER_MEMORY,
  compiledCode,
} = require('./bootstrap/server-start.json');
/** Where the folder cannot be written nothing is kept. */
const SERVER_ENV = {
  ...SERVER_MEMORY,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(ROOT, compiledCode),
};

/**
 * What each command runs, one after the other; commands in an inner list run side by side and end
 * together. Each is the arguments of Node, relative to the root.
 * @type {Record<string, (args: string[]) => { env?: Record<string, string>, steps: string[][][] }>}
 */
const COMMANDS = {
  start: (args) => ({
    env: SERVER_ENV,
    steps: [[['scripts/build.ts', '--if-needed']], [[...SERVER_FLAGS, SERVER, ...args]]],
  }),
  demo: (args) => ({
    env: { ...SERVER_ENV, CRECE_DEMO: '1' },
    steps: [[['scripts/build.ts', '--if-needed']], [[...SERVER_FLAGS, SERVER, ...args]]],
  }),
  dev: (args) => ({
    steps: [
      [
        ['--watch', '--watch-preserve-output', SERVER],
        ['node_modules/vite/bin/vite.js', 'apps/web', ...args],
      ],
    ],
  }),
  build: (args) => ({ steps: [[['scripts/build.ts', ...args]]] }),
  test: (args) => ({ steps: [[['scripts/test.ts', ...args]]] }),
  'test:deep': (args) => ({
    env: { CRECE_DEEP: '1' },
    steps: [[['scripts/test.ts', ...args]]],
  }),
  check: (args) => ({ steps: [[['scripts/test.ts', '--only=types,lint,unit', ...args]]] }),
  crece: (args) => ({ env: SERVER_ENV, steps: [[['apps/server/src/cli/main.ts', ...args]]] }),
  bench: (args) => ({ steps: [[['bench/run.ts', ...args]]] }),
  torture: (args) => ({ steps: [[['scripts/torture.ts', ...args]]] }),
  mutate: (args) => ({
    steps: [
      [
        [
          'node_modules/@stryker-mutator/core/bin/stryker.js',
          'run',
          'scripts/mutation/stryker.config.json',
          '--incremental',
          ...args,
        ],
      ],
    ],
  }),
  node: (args) => ({ steps: [[args[0] === '--' ? args.slice(1) : args]] }),
};

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
async function main(argv) {
  const [name, ...args] = argv;
  const command = Object.entries(COMMANDS).find(([known]) => known === name);
  if (command === undefined) {
    console.error(`Usage: node scripts/run.cjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
    return 2;
  }
  const children = new Children();
  const node = await findNode(ROOT, children);
  if (!node.ok) return fail(children, node.sentence);
  const installed = await installPackages(ROOT, children, { node: node.path });
  if (!installed.ok) return fail(children, installed.sentence);

  const { env, steps } = command[1](args);
  for (const together of steps) {
    const code = await children.runTogether(
      together.map((each) => ({ command: node.path, args: each, cwd: ROOT, node: node.path, env })),
    );
    if (code !== 0 || children.stopped()) return children.exitCode(code);
  }
  return 0;
}

/**
 * A cut by a signal is no failure to explain.
 * @param {InstanceType<typeof Children>} children
 * @param {string} sentence
 */
function fail(children, sentence) {
  if (!children.stopped()) console.error(sentence);
  return children.exitCode(1);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
