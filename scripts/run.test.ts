import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, type Checkout } from './testing/checkout.ts';

let checkout: Checkout;
const started: ChildProcess[] = [];

beforeEach(() => {
  checkout = aCheckout();
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  checkout.remove();
});

const runCjs = () => join(checkout.root, 'scripts/run.cjs');

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const all = { ...checkout.env, ...env };
  return spawnSync(process.execPath, [runCjs(), ...args], { env: all, encoding: 'utf8' });
}

function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  const all = { ...checkout.env, ...env };
  const child = spawn(process.execPath, [runCjs(), ...args], { env: all });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, output: () => output };
}

async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 20 });
}

/** The process number of the installing npm, from the lock file. */
function hangingNpm(): number {
  const [, npm] = readFileSync(join(checkout.root, '.cache/install.lock'), 'utf8').split('\n');
  return Number(npm);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('run.cjs', () => {
  it('prints in one sentence that Node is too old', () => {
    checkout.write(
      'old.cjs',
      "Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });",
    );
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', join(checkout.root, 'old.cjs'), runCjs(), 'start'],
      { env: checkout.env, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Crece needs Node 20 or newer and this is Node 18.20.8: install the current one from https://nodejs.org and try again.\n',
    );
  });

  it('lists its commands for an unknown one', () => {
    const { status, stderr } = run(['toString']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      'Usage: node scripts/run.cjs start|demo|dev|build|test|test:deep|guide:check|check|crece|bench|pictures|torture|measure|mutate|node [arguments]\n',
    );
    expect(checkout.npmCalls()).toEqual([]);
  });

  it('passes on arguments and the exit code', () => {
    checkout.write('exit.cjs', 'process.exit(Number(process.argv[2]))');
    expect(run(['node', '--', 'exit.cjs', '7']).status).toBe(7);
    expect(run(['node', 'exit.cjs', '0']).status).toBe(0);
  });

  it('puts .bin and the folder of the Node first on PATH', () => {
    const { stdout } = run(['node', '-p', 'process.execPath + "\\n" + process.env.PATH']);
    const [path, folders] = stdout.trim().split('\n').slice(-2);
    expect(path).toBe(process.execPath);
    expect(folders?.split(delimiter).slice(0, 2)).toEqual([
      join(checkout.root, 'node_modules/.bin'),
      dirname(process.execPath),
    ]);
  });

  it("sets the demonstration's variable in the environment", () => {
    checkout.write('scripts/build.ts', 'console.log(process.argv.slice(2).join());');
    checkout.write('apps/server/src/main.ts', 'console.log(process.env.CRECE_DEMO);');
    expect(run(['demo']).stdout.trim().split('\n').slice(-2)).toEqual(['--if-needed', '1']);
    expect(run(['start']).stdout.trim().split('\n').slice(-2)).toEqual([
      '--if-needed',
      'undefined',
    ]);
  });

  it('a failed build does not start the server', () => {
    checkout.write('scripts/build.ts', 'process.exit(3);');
    checkout.write('apps/server/src/main.ts', 'console.log("started");');
    const { status, stdout } = run(['start']);
    expect(status).toBe(3);
    expect(stdout).not.toContain('started');
  });

  it('leaves standard output and input to the command, also when it first installs everything', () => {
    // A machine with an old Node: both the packaged Node and the packages are installed.
    checkout.write('old.cjs', "Object.defineProperty(process, 'version', { value: 'v22.1.0' });");
    checkout.write('apps/server/src/cli/main.ts', 'process.stdin.pipe(process.stdout);');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', join(checkout.root, 'old.cjs'), runCjs(), 'crece', 'zscores'],
      { env: checkout.env, encoding: 'utf8', input: 'id,sex\n1,2\n' },
    );
    expect(stdout).toBe('id,sex\n1,2\n');
    expect(stderr.split('\n')).toEqual([
      'Installing Node 24 into runtime/ (this machine has an older one) …',
      'added 1 package in 1s',
      'Installing packages (a minute or two, only this once) …',
      'added 1 package in 1s',
      '',
    ]);
    expect(status).toBe(0);
  });

  it('prints the sentence and exits with code 1 when the install fails', () => {
    const { status, stderr } = run(['node', '-p', '1'], { FAKE_NPM: 'fail' });
    expect(status).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'Installing packages (a minute or two, only this once) …',
      'Installing packages failed (see above): with the network back, the same command heals it.',
      '',
    ]);
  });
});

// Windows has neither these signals nor a way to ask which processes are alive.
describe.runIf(process.platform === 'linux')('run.cjs under signals', () => {
  const SERVER = `
    process.on('SIGTERM', () => { console.log('stopping'); setTimeout(() => process.exit(0), 50); });
    setInterval(() => {}, 1000);
    console.log('pid ' + process.pid);`;
  const pidOf = (output: string) => Number(/pid (\d+)/.exec(output)?.[1]);

  it('lets the child stop gracefully and exits with its code', async () => {
    checkout.write('server.cjs', SERVER);
    const { child, ended, output } = start(['node', 'server.cjs']);
    await until(() => output().includes('pid'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('stopping');
  });

  it.each([
    ['right above', (script: string) => ['sh', '-c', `${script}; :`]],
    [
      'above a shell that stays',
      (script: string) => [
        process.execPath,
        '-e',
        "require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })",
        `${script}; :`,
      ],
    ],
  ])('stops the child when the npm %s was killed', async (_, words) => {
    checkout.write('server.cjs', SERVER);
    const [command = '', ...args] = words(`"${process.execPath}" "${runCjs()}" node server.cjs`);
    const npm = spawn(command, args, {
      env: { ...checkout.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(npm);
    let output = '';
    npm.stdout.on('data', (data) => {
      output += String(data);
    });
    await until(() => output.includes('pid'));
    npm.kill('SIGKILL');
    await until(() => !isAlive(pidOf(output)));
    // What it wrote last may be read after its end was seen.
    await until(() => output.includes('stopping'));
  });

  it('repairs an install that was killed half-way', async () => {
    const first = start(['node', '-p', '1'], { FAKE_NPM: 'hang' });
    await until(() => existsSync(join(checkout.root, 'hanging.txt')));
    const npm = hangingNpm();
    first.child.kill('SIGKILL');
    process.kill(npm, 'SIGKILL');
    await first.ended;
    const second = run(['node', '-p', '"healed"']);
    expect(second.stdout).toContain('healed');
    expect(checkout.npmCalls()).toHaveLength(2);
    expect(existsSync(join(checkout.root, '.cache/install.lock'))).toBe(false);
  });

  it('waits for an npm that outlived its killed starter, then installs again', async () => {
    const first = start(['node', '-p', '1'], { FAKE_NPM: 'hang' });
    await until(() => existsSync(join(checkout.root, 'hanging.txt')));
    const npm = hangingNpm();
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start(['node', '-p', '"healed"']);
    await until(() => second.output().includes('waiting'));
    expect(checkout.npmCalls()).toHaveLength(1);
    process.kill(npm, 'SIGKILL');
    expect(await second.ended).toBe(0);
    expect(second.output()).toContain('healed');
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  it('names the lock file to delete when its number belongs to another process, and ignores the file after an hour', async () => {
    const lock = join(checkout.root, '.cache/install.lock');
    const at = (ms: number) => utimesSync(lock, new Date(), new Date(Date.now() - ms));
    checkout.write('.cache/install.lock', `${process.pid}\n`);
    at(59 * 60_000);
    const { ended, output } = start(['node', '-p', '"up"']);
    await until(() => output().includes(`should there be none, delete ${lock}`));
    expect(checkout.npmCalls()).toEqual([]);
    at(61 * 60_000);
    expect(await ended).toBe(0);
    expect(output()).toContain('up');
  });

  it('installs once when two processes start at the same time', async () => {
    const both = [start(['node', '-p', '"up"']), start(['node', '-p', '"up"'])];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    for (const { output } of both) expect(output()).toContain('up');
    expect(checkout.npmCalls()).toHaveLength(1);
  });

  it('a command that waits for another process can be stopped', async () => {
    const first = start(['node', '-p', '1'], { FAKE_NPM: 'hang' });
    await until(() => existsSync(join(checkout.root, 'hanging.txt')));
    const second = start(['node', '-p', '1']);
    await until(() => second.output().includes('waiting'));
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(130);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(143);
  });
});
