const path = require('node:path');
const { withLock } = require('./lock.cjs');
const { thisMachine } = require('./machine.cjs');
const { installHash, npmCi } = require('./npm.cjs');
const { dropStamp, readStamp, writeStamp } = require('./stamp.cjs');

/** @typedef {InstanceType<typeof import('./children.cjs').Children>} Children */

/**
 * Installs the packages of the lock, unless the last complete install was of this very lock: then
 * no network is touched.
 * @param {string} root
 * @param {Children} children
 * @param {{ node: string, log?: (line: string) => void }} options
 * @returns {Promise<{ ok: true } | { ok: false, sentence: string }>}
 */
async function installPackages(root, children, options) {
  const hash = installHash(root);
  const isReady = () => readStamp(root) === hash;
  if (isReady()) return { ok: true };

  const log = options.log || console.error;
  const lockFile = path.join(root, '.cache', 'install.lock');
  const stopped = () => children.stopped();
  const installed = await withLock(lockFile, { log, stopped }, async (lock) => {
    if (isReady()) return true;
    log('Installing packages (a minute or two, only this once) …');
    // npm removes it too, but only after it has read and checked the lock.
    dropStamp(root);
    const run = { node: options.node, onStart: lock.watch };
    if (!(await npmCi(root, thisMachine(), children, run))) return false;
    writeStamp(root, hash);
    return true;
  });
  if (installed) return { ok: true };
  return {
    ok: false,
    sentence:
      'Installing packages failed (see above): with the network back, the same command heals it.',
  };
}

module.exports = { installPackages };
