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
const server = require('./bootstrap/server-start.json');

const ROOT = path.resolve(__dirname, '..');
/**
 * How the server is started. Code is kept as it was compiled, types stripped: starts and threads take
 * half the time, and 30 MB less, since nothing is loaded that strips types (where the folder cannot be
 * written nothing is kept). With the engine's own choice of 16 MB for young objects the server holds
 * 20 MB more for the same speed. Its own choice of how much garbage may lie before it is collected, on
 * a machine with much memory, lets one phone that synchronises take 130 MB; a heap that grows by a
 * quarter takes 20, as fast. Threads that share one area of the C library's memory leave 15 MB less of
 * it in pieces.
 */
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path.join(ROOT, server.compiledCode);
const SERVER_ENV = { ...server.environment, NODE_COMPILE_CACHE };
const BUILT_SERVER = ['scripts/build.ts --if-needed', `${server.flags.join(' ')} ${server.entry}`];
const MUTATE = '@stryker-mutator/core/bin/stryker.js run scripts/mutation/stryker.config.json';

/**
 * What each command runs with Node in the root, one after the other; its arguments go to the last.
 * @type {Record<string, { env?: Record<string, string>, steps: string[] }>}
 */
const COMMANDS = {
  start: { env: SERVER_ENV, steps: BUILT_SERVER },
  demo: { env: { ...SERVER_ENV, CRECE_DEMO: '1' }, steps: BUILT_SERVER },
  dev: { steps: ['scripts/dev.ts'] },
  build: { steps: ['scripts/build.ts'] },
  test: { steps: ['scripts/test.ts'] },
  'test:deep': { env: { CRECE_DEEP: '1' }, steps: ['scripts/test.ts'] },
  check: { steps: ['scripts/test.ts --only=types,lint,unit'] },
  crece: { env: SERVER_ENV, steps: ['apps/server/src/cli/main.ts'] },
  bench: { steps: ['bench/run.ts'] },
  torture: { steps: ['scripts/torture.ts'] },
  mutate: { steps: [`node_modules/${MUTATE} --incremental`] },
  node: { steps: [''] },
};

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
async function main([name = '', ...args]) {
  const known = new Map(Object.entries(COMMANDS)).get(name);
  if (known === undefined) {
    console.error(`Usage: node scripts/run.cjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
    return 2;
  }
  const children = new Children();
  /** @param {string} sentence */
  const fail = (sentence) => {
    // A cut by a signal is no failure to explain.
    if (!children.stopped()) console.error(sentence);
    return children.exitCode(1);
  };
  const node = await findNode(ROOT, children);
  if (!node.ok) return fail(node.sentence);
  const installed = await installPackages(ROOT, children, { node: node.path });
  if (!installed.ok) return fail(installed.sentence);

  const own = args[0] === '--' ? args.slice(1) : args;
  const task = { command: node.path, cwd: ROOT, node: node.path, env: known.env };
  for (const [index, step] of known.steps.entries()) {
    const words = step.split(' ').filter(Boolean);
    const all = index === known.steps.length - 1 ? [...words, ...own] : words;
    const code = await children.run({ ...task, args: all });
    if (code !== 0 || children.stopped()) return children.exitCode(code);
  }
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
