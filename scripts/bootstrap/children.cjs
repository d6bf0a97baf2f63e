const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const ROOT_BIN = path.resolve(__dirname, '..', '..', 'node_modules', '.bin');
/** Time for a child process to stop by itself: the server finishes running requests. */
const GRACE_MS = 30000;
const ORPHAN_POLL_MS = 1000;
const ONE_KEY_PRESS_MS = 1000;

/**
 * @typedef {object} Task
 * @property {string} command absolute path, or a name on PATH
 * @property {string[]} args
 * @property {string} cwd
 * @property {string | undefined} [node] the Node whose folder goes first on PATH
 * @property {Record<string, string | undefined> | undefined} [env] on top of our own environment
 * @property {boolean} [shell]
 * @property {boolean} [aside] an install before the requested command: prints to standard error, does
 *   not use standard input, and is killed instead of asked to stop (npm reacts half a minute later)
 * @property {(pid: number) => void} [onStart]
 */

/**
 * A text that changes when the npm that started us ends, also when its `sh -c` stays in between
 * (dash does).
 */
function parents() {
  try {
    const command = fs.readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').split('\0');
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // After the name in parentheses come the state and the parent.
    const [, , above] = stat.slice(stat.lastIndexOf(')')).split(' ');
    return `${process.ppid} ${command[1] === '-c' ? above : ''}`;
  } catch {
    return String(process.ppid);
  }
}

/** Starts child processes, passes signals on to them and records a request to stop. */
class Children {
  constructor() {
    /** @type {Map<import('node:child_process').ChildProcess, boolean>} to whether it runs aside */
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
   * `kill -9` of `npm start` reaches only npm: without this the server would keep the port, and an
   * incomplete install would continue unnoticed. Only under npm: a bare `node scripts/run.cjs start
   * &` may outlive the shell that started it.
   */
  watchParent() {
    if (process.env.npm_lifecycle_event === undefined) return;
    const started = parents();
    const watch = setInterval(() => {
      if (parents() === started) return;
      clearInterval(watch);
      if (!this.stopped()) this.stop('SIGTERM');
    }, ORPHAN_POLL_MS);
    watch.unref();
  }

  /** @param {NodeJS.Signals} signal */
  stop(signal) {
    // A terminal and npm both send us one Ctrl-C; a second key press means "at once" and is passed
    // on.
    if (this.signal !== null && Date.now() - this.askedAt < ONE_KEY_PRESS_MS) return;
    this.signal = signal;
    this.askedAt = Date.now();
    for (const [child, aside] of this.running) child.kill(aside ? 'SIGKILL' : signal);
    setTimeout(() => {
      for (const child of this.running.keys()) child.kill('SIGKILL');
    }, GRACE_MS).unref();
  }

  /** Whether a stop was requested. */
  stopped() {
    return this.signal !== null;
  }

  /**
   * Our exit code: the child's own code, also when it stopped gracefully after a signal.
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
  run({ command, args, cwd, shell = false, ...task }) {
    if (this.stopped()) return Promise.resolve(1);
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...process.env, ...task.env };
    // On Windows the variable is named `Path`.
    const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
    const folders = [ROOT_BIN, task.node && path.dirname(task.node), env[name]];
    env[name] = folders.filter(Boolean).join(path.delimiter);
    return new Promise((resolve) => {
      /** @type {import('node:child_process').StdioOptions} */
      const stdio = task.aside ? ['ignore', 2, 2] : 'inherit';
      const child = spawn(command, args, { cwd, env, shell, stdio });
      this.running.set(child, task.aside === true);
      if (child.pid !== undefined && task.onStart) task.onStart(child.pid);
      child.on('error', (error) => {
        this.running.delete(child);
        console.error(`${command}: ${error.message}`);
        resolve(127);
      });
      child.on('exit', (code, signal) => {
        this.running.delete(child);
        resolve(signal === null ? code || 0 : 128 + os.constants.signals[signal]);
      });
    });
  }
}

module.exports = { Children };
