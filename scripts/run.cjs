#!/usr/bin/env node
// Every `npm run …` of this repository starts here, with any Node of the machine: finds a Node that
// can run TypeScript, installs what is missing, then runs the command. Old-style JavaScript (this
// file and bootstrap/), because an old Node must be able to print that it is too old. Nothing here
// writes to standard output, which belongs to the command (`crece … > out.csv`).
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
 * Settings for starting the server.
 * Compile cache: compiled code without types is kept, so that starts and threads take half the time
 * and 30 MB less, because the type stripper is not loaded (nothing is kept when the folder is not
 * writable).
 * Young generation: with the engine's default of 16 MB the server needs 20 MB more for the same
 * speed.
 * Heap growth: with the engine's default on a machine with much memory, one synchronising phone
 * takes 130 MB of uncollected garbage; a heap that grows by a quarter takes 20 MB, at the same
 * speed.
 * Malloc arenas: one arena shared by all threads saves 15 MB of fragmentation.
 */
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path.join(ROOT, server.compiledCode);
const SERVER_ENV = { ...server.environment, NODE_COMPILE_CACHE };
const BUILT_SERVER = ['scripts/build.ts --if-needed', `${server.flags.join(' ')} ${server.entry}`];
const MUTATE = '@stryker-mutator/core/bin/stryker.js run scripts/mutation/stryker.config.json';

/**
 * The scripts that each command runs with Node in the root, in order; arguments go to the last one.
 * @type {Record<string, { env?: Record<string, string>, steps: string[] }>}
 */
const COMMANDS = {
  start: { env: SERVER_ENV, steps: BUILT_SERVER },
  demo: { env: { ...SERVER_ENV, CRECE_DEMO: '1' }, steps: BUILT_SERVER },
  dev: { steps: ['scripts/dev.ts'] },
  build: { steps: ['scripts/build.ts'] },
  test: { steps: ['scripts/test.ts'] },
  'test:deep': { env: { CRECE_DEEP: '1' }, steps: ['scripts/test.ts'] },
  'guide:check': {
    env: { CRECE_DEEP: '1' },
    steps: ['node_modules/vitest/vitest.mjs run --project node scripts/guides/operator'],
  },
  check: { steps: ['scripts/check.ts'] },
  crece: { env: SERVER_ENV, steps: ['apps/server/src/cli/main.ts'] },
  bench: { steps: ['bench/run.ts'] },
  pictures: {
    env: { CRECE_PICTURES: path.join(ROOT, 'docs/pictures') },
    steps: [
      'scripts/build.ts --if-needed',
      'scripts/pictures.ts',
      'node_modules/@playwright/test/cli.js test --config=e2e/playwright.config.ts pictures',
    ],
  },
  torture: { steps: ['scripts/torture.ts'] },
  measure: { steps: ['scripts/measure-code.ts'] },
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
    // Stopping by a signal is not an error to explain.
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
