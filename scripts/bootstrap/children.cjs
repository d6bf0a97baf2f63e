const { spawn } = require('node:child_process');
const os = require('node:os');
const path = require('node:path');
const { isRunning, npmAbove } = require('./processes.cjs');

const ROOT_BIN = path.resolve(__dirname, '..', '..', 'node_modules', '.bin');
/** Time a child has to stop by itself: the server finishes its running requests. */
const GRACE_MS = 30000;
const ORPHAN_POLL_MS = 1000;
const ONE_KEY_PRESS_MS = 1000;

/**
 * @typedef {object} Task
 * @property {string} command absolute path, or a name on PATH
 * @property {string[]} args
 * @property {string} cwd
 * @property {string} [node] the Node whose folder goes first on PATH
 * @property {Record<string, string | undefined> | undefined} [env] on top of our own environment
 * @property {boolean} [shell] only for `npm.cmd`, which Windows cannot start otherwise
 * @property {boolean} [abrupt] to be killed where others are asked to stop
 * @property {boolean} [aside] not what was asked for: all it prints goes to standard error, and the
 *   standard input is left to what comes after it
 * @property {(pid: number) => void} [onStart]
 */

/**
 * The environment with other folders first on PATH; Windows calls it `Path`.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} folders
 * @returns {NodeJS.ProcessEnv}
 */
function withPath(env, folders) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const before = env[name] ? [env[name]] : [];
  return { ...env, [name]: [...folders, ...before].join(path.delimiter) };
}

/** Starts child processes, passes signals on to them and remembers that we were asked to stop. */
class Children {
  constructor() {
    /** @type {Map<import('node:child_process').ChildProcess, Task>} */
    this.running = new Map();
    /** @type {NodeJS.Signals | null} */
    this.signal = null;
    this.askedAt = 0;
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => this.stop(signal));
    }
    this.watchParent();
  }

  /**
   * A `kill -9` of `npm start` reaches npm alone, and a SIGTERM may end the shell between npm and
   * us: without this the server would keep the port, and a half-done install would run on, unseen.
   * Only under npm, whose process lives as long as we do: a bare `node scripts/run.cjs start &` may
   * outlive the shell that started it.
   */
  watchParent() {
    if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
    const above = npmAbove();
    const watch = setInterval(() => {
      if (above.every(isRunning)) return;
      clearInterval(watch);
      if (!this.stopped()) this.stop('SIGTERM');
    }, ORPHAN_POLL_MS);
    watch.unref();
  }

  /** @param {NodeJS.Signals} signal */
  stop(signal) {
    // A terminal and npm both send us one Ctrl-C; a second press means "at once", and is passed on.
    if (this.signal !== null && Date.now() - this.askedAt < ONE_KEY_PRESS_MS) return;
    this.signal = signal;
    this.askedAt = Date.now();
    for (const [child, { abrupt }] of this.running) child.kill(abrupt ? 'SIGKILL' : signal);
    setTimeout(() => {
      for (const child of this.running.keys()) child.kill('SIGKILL');
    }, GRACE_MS).unref();
  }

  /** Whether we were asked to stop. */
  stopped() {
    return this.signal !== null;
  }

  /**
   * Our exit code: the child's own, also where it stopped gracefully after a signal.
   * @param {number} code
   */
  exitCode(code) {
    return this.signal !== null && code === 1 ? 128 + os.constants.signals[this.signal] : code;
  }

  /**
   * Runs one child to its end.
   * @param {Task} task
   * @returns {Promise<number>} its exit code, 128 + the signal's number when a signal ended it
   */
  run(task) {
    if (this.stopped()) return Promise.resolve(1);
    return new Promise((resolve) => {
      const folders = task.node ? [ROOT_BIN, path.dirname(task.node)] : [ROOT_BIN];
      const child = spawn(task.command, task.args, {
        cwd: task.cwd,
        env: withPath({ ...process.env, ...task.env }, folders),
        stdio: task.aside ? ['ignore', 2, 2] : 'inherit',
        shell: task.shell === true,
      });
      this.running.set(child, task);
      if (child.pid !== undefined && task.onStart) task.onStart(child.pid);
      child.on('error', (error) => {
        this.running.delete(child);
        console.error(`${task.command}: ${error.message}`);
        resolve(127);
      });
      child.on('exit', (code, signal) => {
        this.running.delete(child);
        resolve(signal === null ? code || 0 : 128 + os.constants.signals[signal]);
      });
    });
  }

  /**
   * Runs children side by side; when one ends, the others are stopped too.
   * @param {Task[]} tasks
   * @returns {Promise<number>} the exit code of the one that ended first
   */
  async runTogether(tasks) {
    /** @type {number | null} */
    let first = null;
    await Promise.all(
      tasks.map(async (task) => {
        const code = await this.run(task);
        if (first !== null) return;
        first = code;
        for (const child of this.running.keys()) child.kill('SIGTERM');
      }),
    );
    return first === null ? 0 : first;
  }
}

module.exports = { Children };
