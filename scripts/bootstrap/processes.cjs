const fs = require('node:fs');

/** @typedef {{ pid: number, started: string | null }} Process */

/**
 * What Linux knows of a process; elsewhere there is no such place to look and all is unknown.
 * @param {number} pid
 * @returns {{ parent: number | null, started: string | null, ended: boolean }}
 */
function lookUp(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields 3 (state), 4 (parent) and 22 (start) of proc(5); the second, the name, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), started: fields[19] || null, ended: fields[0] === 'Z' };
  } catch {
    return { parent: null, started: null, ended: process.platform === 'linux' };
  }
}

/** @param {number} pid */
function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * A process with the time of its start, which together are an identity: numbers are used again.
 * @param {number} pid
 * @returns {Process}
 */
function identify(pid) {
  return { pid, started: lookUp(pid).started };
}

/**
 * Whether a process still runs; one that ended and was not yet collected by its parent does not.
 * @param {Process} known
 */
function isRunning(known) {
  if (!exists(known.pid)) return false;
  const { started, ended } = lookUp(known.pid);
  return !ended && started === known.started;
}

/**
 * The npm that started us and the shell it may have put between.
 * @returns {Process[]}
 */
function npmAbove() {
  const parent = process.ppid;
  const above = [identify(parent)];
  const { parent: grandparent } = lookUp(parent);
  let words = '';
  try {
    words = fs.readFileSync(`/proc/${parent}/cmdline`, 'utf8');
  } catch {
    return above;
  }
  // `sh -c <script>`: some shells make way for the command, some stay.
  if (words.split('\0')[1] === '-c' && grandparent !== null) above.push(identify(grandparent));
  return above;
}

module.exports = { identify, isRunning, npmAbove };
