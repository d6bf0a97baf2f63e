const fs = require('node:fs');
const path = require('node:path');

const POLL_MS = 250;
/** A new file is empty for a moment. */
const NEW_MS = 2000;
/**
 * After a power cut a process number in the file may belong to another process: a file older than
 * this is ignored.
 */
const OLD_MS = 3600000;

/** @param {number} pid */
function isAnother(pid) {
  try {
    return process.kill(pid, 0) && pid !== process.pid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Whether the file is there and no process holds it any more. One that is not there is not removed:
 * another process may make it at the same moment.
 * @param {string} file the numbers of the working processes, one per line
 */
function isLeftBehind(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const pids = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
    return pids.length === 0 ? age >= NEW_MS : age >= OLD_MS || !pids.some(isAnother);
  } catch {
    return false;
  }
}

/** @param {string} file */
function take(file) {
  try {
    if (isLeftBehind(file)) fs.rmSync(file, { force: true });
    fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process of this machine holds the file. A killed process no longer
 * holds it, but its child does if `work` has passed the child's number to `watch`.
 * @template T
 * @param {string} file
 * @param {{ log: (line: string) => void, stopped: () => boolean }} options
 * @param {(watch: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T | null>} null: stopped while waiting
 */
async function withLock(file, { log, stopped }, work) {
  const waiting = `Another Crece command is installing or building here: waiting for it (should there be none, delete ${file}) …`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let told = false; !take(file); told = true) {
    if (stopped()) return null;
    if (!told) log(waiting);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    return await work((pid) => fs.appendFileSync(file, `${pid}\n`));
  } finally {
    fs.rmSync(file, { force: true });
  }
}

module.exports = { withLock };
