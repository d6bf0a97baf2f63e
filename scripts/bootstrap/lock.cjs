const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { identify, isRunning } = require('./processes.cjs');

const BEAT_MS = 2000;
/** Where processes can be told apart only by their number: a holder silent for this long is dead … */
const SILENT_MS = 60000;
/** … and an `npm ci` that outlived its starter is hung, or its number belongs to another process. */
const ORPHAN_MS = 600000;
const POLL_MS = 250;

/** @typedef {import('./processes.cjs').Process} Process */
/** @typedef {{ token: string, host: string, owner: Process, child: Process | null }} Holder */

/**
 * @param {Process} known
 * @param {number} age milliseconds since the lock was last touched
 * @param {number} limit
 */
function isAtWork(known, age, limit) {
  return isRunning(known) && (known.started !== null || age < limit);
}

/**
 * @param {string} file
 * @returns {{ holder: Holder | null, age: number } | null} null: nobody holds the lock
 */
function readLock(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const text = fs.readFileSync(file, 'utf8');
    try {
      return { holder: JSON.parse(text), age };
    } catch {
      return { holder: null, age };
    }
  } catch {
    return null;
  }
}

/**
 * Whether whoever made the lock, or the npm it started, is still at work.
 * @param {{ holder: Holder | null, age: number }} lock
 */
function isHeld({ holder, age }) {
  // Half written: its maker is at it, or was cut just then.
  if (holder === null) return age < BEAT_MS;
  if (holder.host !== os.hostname()) return age < SILENT_MS;
  if (isAtWork(holder.owner, age, SILENT_MS)) return true;
  return holder.child !== null && isAtWork(holder.child, age, ORPHAN_MS);
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tries once to take the lock, also from a holder that died.
 * @param {string} file
 * @param {Holder} me
 */
async function tryLock(file, me) {
  const found = readLock(file);
  if (found !== null) {
    if (isHeld(found)) return false;
    fs.rmSync(file, { force: true });
  }
  try {
    fs.writeFileSync(file, JSON.stringify(me), { flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  if (found === null) return true;
  // Two may have found the same dead holder: the slower one removed our lock with its. Look again.
  await sleep(POLL_MS);
  const now = readLock(file);
  return now !== null && now.holder !== null && now.holder.token === me.token;
}

/**
 * Runs `work` while no other process on this checkout does the same. A holder that was killed is
 * noticed at once; an `npm` that outlived it is waited for.
 * @template T
 * @param {string} file
 * @param {{ log: (line: string) => void, stopped: () => boolean }} options
 * @param {(lock: { watch: (pid: number) => void }) => Promise<T>} work `watch` names the child that does the work
 * @returns {Promise<T | null>} null: stopped while waiting
 */
async function withLock(file, { log, stopped }, work) {
  /** @type {Holder} */
  const me = {
    token: `${process.pid}-${Date.now()}-${Math.random()}`,
    host: os.hostname(),
    owner: identify(process.pid),
    child: null,
  };
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!(await tryLock(file, me))) {
    if (stopped()) return null;
    if (!told) log('Another Crece command is installing or building here: waiting for it …');
    told = true;
    await sleep(POLL_MS);
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => undefined);
  }, BEAT_MS);
  try {
    return await work({
      watch: (pid) => {
        me.child = identify(pid);
        fs.writeFileSync(`${file}.new`, JSON.stringify(me));
        fs.renameSync(`${file}.new`, file);
      },
    });
  } finally {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  }
}

module.exports = { withLock };
