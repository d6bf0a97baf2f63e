const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { withLock } = require('./lock.cjs');
const { npmCi, thisMachine } = require('./npm.cjs');

/**
 * The stamp of a complete install. It is written last, inside node_modules, so that an interrupted
 * install and a deleted folder have none. It contains lock and system, so that a copy from another
 * machine does not match.
 * @param {string} folder the folder of package-lock.json and node_modules
 */
function stampOf(folder) {
  const hash = crypto.createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  hash.update(fs.readFileSync(path.join(folder, 'package-lock.json')));
  const file = path.join(folder, 'node_modules', '.crece-install');
  return { file, content: `${hash.digest('hex')}\n` };
}

/**
 * Whether the last complete install in the folder used the present lock file.
 * @param {string} folder
 */
function isInstalled(folder) {
  const { file, content } = stampOf(folder);
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content;
}

/**
 * Runs `npm ci` in the folder unless it is ready; then the network is not used.
 * @param {string} folder
 * @param {InstanceType<typeof import('./children.cjs').Children>} children
 * @param {{ lock: string, notice: string, isReady?: () => boolean, node?: string, machine?: import('./npm.cjs').Machine,
 *   log?: ((line: string) => void) | undefined }} options `node`: to run npm and install scripts on
 * @returns {Promise<boolean>}
 */
async function install(folder, children, options) {
  const { isReady = () => isInstalled(folder), log = console.error, node } = options;
  if (isReady()) return true;
  const stopped = () => children.stopped();
  const installed = await withLock(options.lock, { log, stopped }, async (watch) => {
    if (isReady()) return true;
    log(options.notice);
    const { file, content } = stampOf(folder);
    // npm removes it too, but only after reading and checking the lock.
    fs.rmSync(file, { force: true });
    const machine = options.machine || thisMachine();
    const complete = await npmCi(folder, machine, children, { node, onStart: watch });
    // A failed npm removes what it had installed, so another process's stamp must not stay.
    if (complete) fs.writeFileSync(file, content);
    else fs.rmSync(file, { force: true });
    return complete;
  });
  return installed === true;
}

/** @typedef {{ node: string, log?: (line: string) => void }} Options the Node to install with */

/**
 * Installs the packages of the root's lock file unless they are installed.
 * @param {string} root
 * @param {InstanceType<typeof import('./children.cjs').Children>} children
 * @param {Options} options
 * @returns {Promise<{ ok: true } | { ok: false, sentence: string }>}
 */
async function installPackages(root, children, options) {
  const lock = path.join(root, '.cache', 'install.lock');
  const notice = 'Installing packages (a minute or two, only this once) …';
  if (await install(root, children, { ...options, lock, notice })) return { ok: true };
  const sentence =
    'Installing packages failed (see above): with the network back, the same command heals it.';
  return { ok: false, sentence };
}

module.exports = { install, installPackages, isInstalled };
