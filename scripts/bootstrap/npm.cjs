const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/** @typedef {{ platform: string, arch: string, musl: boolean }} Machine musl: the C library of Alpine */

/** Settings of the npm that runs `npm start` which would mislead an npm in another folder. */
const NOT_INHERITED =
  /^npm_(package_.*|lifecycle_.*|command|config_(local_prefix|prefix|global|location|workspaces?|include_workspace_root|dry_run|package_lock|package_lock_only))$/i;

/**
 * The build needs development dependencies and the platform's binaries, whatever the user's
 * settings.
 */
const NPM_CI =
  'ci --include=dev --include=optional --engine-strict=false --audit=false --fund=false --update-notifier=false --loglevel=error';

/** @returns {Machine} */
function thisMachine() {
  /** @type {any} typed without the fields of its report */
  const report = process.platform === 'linux' ? process.report : null;
  // Otherwise the report looks up the host name of every open connection first.
  if (report) report.excludeNetwork = true;
  const musl = report !== null && report.getReport().header.glibcVersionRuntime === undefined;
  return { platform: process.platform, arch: process.arch, musl };
}

/**
 * @param {string | string[]} words as in package.json: `'linux'`, `['linux']`, `['!win32']`
 * @param {string} value
 */
function allows(words, value) {
  const allowed = Array.isArray(words) ? words : [words];
  if (allowed.includes(`!${value}`)) return false;
  return allowed.includes(value) || allowed.every((each) => each.startsWith('!'));
}

/**
 * The platform packages in the lock file that this machine needs and npm left out. npm treats them
 * as optional and skips them silently when their download fails, but no build works without them.
 * @param {string} folder
 * @param {Machine} machine
 * @returns {string[]} names
 */
function missingPackages(folder, { platform, arch, musl }) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  const missing = Object.keys(packages).filter((place) => {
    const { os, cpu, libc = [], optional } = packages[place];
    if (!optional || os === undefined || cpu === undefined) return false;
    if (!allows(os, platform) || !allows(cpu, arch)) return false;
    if (!allows(libc, musl ? 'musl' : 'glibc')) return false;
    return !fs.existsSync(path.join(folder, place, 'package.json'));
  });
  return missing.map((place) => place.replace(/^.*node_modules\//, ''));
}

/**
 * The npm that started us, else the one on PATH. It runs on the given Node if possible (Debian's npm
 * runs only on Debian's Node), because the packages that npm leaves out depend on its Node.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [node]
 */
function npmCommand(env, node) {
  const cli = env['npm_execpath'] || '';
  // yarn and pnpm also set it, to themselves.
  if (path.basename(cli) === 'npm-cli.js') {
    const runs = node !== undefined && spawnSync(node, [cli, '--version'], { env }).status === 0;
    return { command: runs ? node : process.execPath, args: [cli], shell: false };
  }
  // On Windows it is `npm.cmd`, which only a shell can start.
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * Runs `npm ci` in a folder and checks that the install is complete.
 * @param {string} folder
 * @param {Machine} machine
 * @param {InstanceType<typeof import('./children.cjs').Children>} children
 * @param {{ node?: string | undefined, onStart: (pid: number) => void }} options `node`: to run npm and install scripts on
 * @returns {Promise<boolean>} whether the install is complete
 */
async function npmCi(folder, machine, children, options) {
  const { args, ...npm } = npmCommand(process.env, options.node);
  const misguiding = Object.keys(process.env).filter((name) => NOT_INHERITED.test(name));
  const code = await children.run({
    ...npm,
    ...options,
    args: [...args, ...NPM_CI.split(' ')],
    cwd: folder,
    env: Object.fromEntries(misguiding.map((name) => [name, undefined])),
    aside: true,
  });
  if (code !== 0) return false;
  const missing = missingPackages(folder, machine);
  if (missing.length > 0) console.error(`npm could not download ${missing.join(', ')}.`);
  return missing.length === 0;
}

module.exports = { missingPackages, npmCi, npmCommand, thisMachine };
