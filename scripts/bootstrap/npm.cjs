const { spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** @typedef {InstanceType<typeof import('./children.cjs').Children>} Children */

/** What of a package.json an install depends on: a changed script needs no network. */
const INSTALL_FIELDS = [
  'name',
  'version',
  'bin',
  'workspaces',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'overrides',
];

/** What npm hands to its scripts that would misguide an npm in another folder. */
const NOT_INHERITED = [
  /^npm_(package|lifecycle)_/,
  /^npm_command$/,
  /^npm_config_(local_prefix|global|location|workspaces?|include_workspace_root|dry_run|package_lock_only|package_lock|prefix)$/,
];

/** Whatever the user's settings say, the build needs the development dependencies and the platform's binaries. */
const NPM_CI = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--engine-strict=false',
  '--audit=false',
  '--fund=false',
  '--update-notifier=false',
  '--loglevel=error',
];

/**
 * @param {string} file
 * @returns {string} the same on a checkout with Windows line ends
 */
function readText(file) {
  return fs.readFileSync(file, 'utf8').replace(/\r\n/g, '\n');
}

/**
 * @param {string} file
 * @returns {Record<string, any>}
 */
function readJson(file) {
  return JSON.parse(readText(file));
}

/**
 * @param {string} root
 * @param {Record<string, any>} manifest the root's package.json
 * @returns {string[]} folders of the workspaces, sorted
 */
function workspaceFolders(root, manifest) {
  /** @type {string[]} */
  const patterns = manifest['workspaces'] || [];
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    if (!fs.existsSync(path.join(root, parent))) return [];
    return fs.readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return folders.filter((folder) => fs.existsSync(path.join(root, folder, 'package.json'))).sort();
}

/**
 * One hash of the lock and of what the package.json files ask for; another machine's node_modules,
 * copied over, does not match either.
 * @param {string} folder
 */
function installHash(folder) {
  const manifest = readJson(path.join(folder, 'package.json'));
  const hash = crypto.createHash('sha256');
  hash.update(`${process.platform} ${process.arch}\n`);
  hash.update(readText(path.join(folder, 'package-lock.json')));
  for (const each of ['.', ...workspaceFolders(folder, manifest)]) {
    const fields = readJson(path.join(folder, each, 'package.json'));
    hash.update(`\n${each} ${JSON.stringify(INSTALL_FIELDS.map((name) => fields[name]))}`);
  }
  return hash.digest('hex');
}

/**
 * @param {string | string[] | undefined} allowed as in package.json: `['linux']`, `['!win32']`
 * @param {string} value
 */
function allows(allowed, value) {
  if (allowed === undefined) return true;
  const list = Array.isArray(allowed) ? allowed : [allowed];
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((each) => each.startsWith('!'));
}

/**
 * The platform packages of the lock that this machine needs and npm left out. It calls them
 * optional and drops them without a word when their download fails, although nothing builds
 * without them.
 * @param {string} folder
 * @param {import('./machine.cjs').Machine} machine
 * @returns {string[]} names
 */
function missingPackages(folder, machine) {
  const { packages } = readJson(path.join(folder, 'package-lock.json'));
  const libc = machine.musl ? 'musl' : 'glibc';
  const missing = Object.keys(packages).filter((place) => {
    const { os, cpu, libc: libcs, optional } = packages[place];
    if (!optional || os === undefined || cpu === undefined) return false;
    const fits = allows(os, machine.platform) && allows(cpu, machine.arch);
    // npm knows the C library on Linux only, and so do the packages that name one.
    if (!fits || (libcs !== undefined && !allows(libcs, libc))) return false;
    return !fs.existsSync(path.join(folder, place, 'package.json'));
  });
  return missing.map((place) => place.replace(/^.*node_modules\//, ''));
}

/**
 * How to start npm: the one that started us, else the one that came with this Node, else the one on
 * PATH. On the given Node where npm runs on it: what npm leaves out depends on the Node it runs on.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [node]
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
function npmCommand(env, node) {
  const bin = path.dirname(process.execPath);
  const files = [
    env['npm_execpath'] || '',
    path.join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  // yarn and pnpm set npm_execpath too, to themselves.
  const cli = files.find((file) => path.basename(file) === 'npm-cli.js' && fs.existsSync(file));
  if (cli !== undefined) {
    // Debian's own npm finds its modules only from Debian's own Node.
    const runs = node !== undefined && spawnSync(node, [cli, '--version'], { env }).status === 0;
    return { command: runs ? node : process.execPath, args: [cli], shell: false };
  }
  const windows = process.platform === 'win32';
  return { command: windows ? 'npm.cmd' : 'npm', args: [], shell: windows };
}

/**
 * Runs `npm ci` in a folder and looks whether all of it is there.
 * @param {string} folder
 * @param {import('./machine.cjs').Machine} machine
 * @param {Children} children
 * @param {{ node?: string, onStart?: (pid: number) => void }} options `node`: to run npm and install scripts on
 * @returns {Promise<boolean>} whether the install is complete
 */
async function npmCi(folder, machine, children, options) {
  const { command, args, shell } = npmCommand(process.env, options.node);
  /** @type {Record<string, undefined>} */
  const env = {};
  for (const name of Object.keys(process.env)) {
    if (NOT_INHERITED.some((pattern) => pattern.test(name.toLowerCase()))) env[name] = undefined;
  }
  const ci = [...args, ...NPM_CI];
  // npm takes half a minute to heed a SIGTERM, and a cut install heals anyway.
  const task = {
    command,
    args: ci,
    shell,
    cwd: folder,
    env,
    abrupt: true,
    aside: true,
    ...options,
  };
  if ((await children.run(task)) !== 0) return false;
  const missing = missingPackages(folder, machine);
  if (missing.length > 0) console.error(`npm could not download ${missing.join(', ')}.`);
  return missing.length === 0;
}

module.exports = { installHash, missingPackages, npmCi, npmCommand };
