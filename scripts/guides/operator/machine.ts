// The machine of the operator's guide: every folder of the guide lies below one of our own. Its commands
// are typed into bash as they stand; only what would change the real machine has something in its place.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Service, untilListening } from './service.ts';
import { inCommand, inDeployed, type Substituted } from './substitutions.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
const FOLDERS = [
  'srv',
  'etc/systemd/system',
  'etc/nginx/conf.d',
  'usr/local/bin',
  'var/backups',
  'var/lib',
  'var/cache',
  'tmp',
];
const SBIN = '/usr/sbin:/sbin';
/** Written by builds and tests through the links, so they are not shared. */
const OWN_CACHES = ['.cache', '.vite', '.vite-temp'];

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const bound = probe.address();
  await new Promise((closed) => probe.close(closed));
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

/** Root becomes another user for the server, where that one can run this Node. */
function serverUser(): { user: string; group: string } {
  const own = userInfo().username;
  const canRun = (user: string) =>
    spawnSync('runuser', ['-u', user, '--', process.execPath, '--version']).status === 0;
  const user = process.getuid?.() === 0 && canRun('nobody') ? 'nobody' : own;
  const group = execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim();
  return { user, group };
}

export class Machine {
  readonly places: Substituted;
  readonly service: Service;
  /** What each line said, in the order of the lines. */
  readonly said: { line: string; text: string }[] = [];
  readonly #state = { folder: '', newest: '' };
  #nginx: ChildProcess | null = null;
  #second: ChildProcess | null = null;

  private constructor(places: Substituted) {
    this.places = places;
    this.service = new Service(places.root, places.ports.crece);
    this.#state.folder = places.root;
  }

  static async make(): Promise<Machine> {
    // Not the folder of the tests, which may lie in memory: the packages are large.
    const root = mkdtempSync('/var/tmp/walk-operator-');
    chmodSync(root, 0o755);
    for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
    chmodSync(join(root, 'tmp'), 0o1777);
    const ports = {
      ...{ https: await freePort(), http: await freePort() },
      ...{ crece: await freePort(), drill: await freePort() },
    };
    const machine = new Machine({
      root,
      repository: REPOSITORY,
      node: process.execPath,
      ports,
      ...serverUser(),
    });
    // Who is not root cannot become another user; then all is the same person's.
    if (process.getuid?.() !== 0) {
      const file = join(root, 'usr/local/bin/runuser');
      writeFileSync(file, '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o755 });
    }
    return machine;
  }

  /** `https://localhost:…` */
  get origin(): string {
    return `https://localhost:${this.places.ports.https}`;
  }

  get certificate(): string {
    return join(this.places.root, 'etc/letsencrypt/live/localhost/fullchain.pem');
  }

  path(inside: string): string {
    return join(this.places.root, inside);
  }

  /** Writes lines of settings into `/etc/crece.env`, each in the place of the line of that name. */
  set(lines: readonly string[]): void {
    const file = this.path('etc/crece.env');
    let text = readFileSync(file, 'utf8');
    for (const line of lines) {
      const name = line.slice(0, line.indexOf('='));
      const wanted = new RegExp(`^${name}=.*$`, 'm');
      if (!wanted.test(text)) throw new Error(`.env.example has no line for ${name}`);
      text = text.replace(wanted, () => inCommand(line, this.places));
    }
    writeFileSync(file, text);
  }

  /** Types one line of the guide; returns what it said. */
  async type(line: string, { mostExitCode = 0 } = {}): Promise<string> {
    const command = inCommand(line, this.places);
    const text = (await this.#instead(command)) ?? this.#bash(command, mostExitCode);
    this.said.push({ line, text });
    if (line.startsWith('git clone ')) this.#substituteDeployed();
    return text;
  }

  /** Types a line that runs until Ctrl-C; returns when the server it starts listens. */
  async typeAndLeave(line: string): Promise<void> {
    const command = inCommand(line, this.places);
    const { folder } = this.#state;
    this.#second = spawn('bash', ['-c', `exec ${command}`], {
      ...{ cwd: folder, env: this.#environment(), stdio: 'ignore', detached: true },
    });
    await untilListening(this.places.ports.drill, 'the second server');
  }

  /** Ctrl-C, which reaches every process of the terminal. */
  async interrupt(): Promise<void> {
    const second = this.#second;
    this.#second = null;
    if (second?.pid === undefined || second.exitCode !== null) return;
    const ended = new Promise((resolve) => second.once('exit', resolve));
    process.kill(-second.pid, 'SIGINT');
    await ended;
  }

  async remove(): Promise<void> {
    await this.interrupt();
    await this.service.stop();
    await this.#stopNginx();
    rmSync(this.places.root, { recursive: true, force: true });
  }

  #environment(): Record<string, string> {
    const path = [this.path('usr/local/bin'), dirname(process.execPath), process.env['PATH'], SBIN];
    return {
      PATH: path.join(':'),
      HOME: this.path('tmp'),
      // Whoever asks believes the certificate of the walk.
      ...{ CURL_CA_BUNDLE: this.certificate, NODE_EXTRA_CA_CERTS: this.certificate },
    };
  }

  #bash(command: string, mostExitCode: number): string {
    const { folder, newest } = this.#state;
    const script = `NEWEST=${newest}\ncd '${folder}'\n${command}\ncode=$?\n{ pwd; echo "$NEWEST"; } > '${this.path('tmp/state')}'\nexit $code\n`;
    const env = this.#environment();
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' });
    const text = `${stdout}${stderr}`;
    if (status === null || status > mostExitCode) {
      throw new Error(`this line of the guide ended with ${status}: ${command}\n${text}`);
    }
    const [next = '', found = ''] = readFileSync(this.path('tmp/state'), 'utf8').split('\n');
    this.#state.folder = next;
    this.#state.newest = found;
    return text;
  }

  /** What stands in the place of a command that would change this machine; `null`: it is typed. */
  async #instead(command: string): Promise<string | null> {
    const [program = '', ...words] = command.split(' ');
    if (program === 'apt-get' || program === 'useradd') return 'left out: it is there';
    if (command === 'npm ci') return this.#linkPackages();
    if (program === 'certbot') return this.#makeCertificate(words);
    if (program === 'systemctl') return this.#systemctl(words);
    if (command === 'nginx -t') return this.#bash(`nginx -t -c ${this.#nginxMain()}`, 0);
    return null;
  }

  async #systemctl(words: readonly string[]): Promise<string> {
    const asked = words.join(' ');
    const { service } = this;
    if (asked === 'enable --now crece' || asked === 'start crece') await service.start();
    else if (asked === 'stop crece') await service.stop();
    else if (asked === 'restart crece') {
      await service.stop();
      await service.start();
    } else if (asked === 'restart nginx') await this.#restartNginx();
    else if (asked !== 'daemon-reload') throw new Error(`the walk knows no "systemctl ${asked}"`);
    return '';
  }

  /** In the place of `npm ci`: what this checkout has installed, as hard links where it is one disk. */
  #linkPackages(): string {
    const { folder } = this.#state;
    const workspaces = ['apps', 'packages'].flatMap((each) =>
      readdirSync(join(folder, each)).map((name) => join(each, name)),
    );
    for (const place of ['.', ...workspaces]) {
      const from = join(REPOSITORY, place, 'node_modules');
      if (!existsSync(from)) continue;
      const to = join(folder, place, 'node_modules');
      rmSync(to, { recursive: true, force: true });
      if (spawnSync('cp', ['-al', from, to]).status !== 0) {
        rmSync(to, { recursive: true, force: true });
        execFileSync('cp', ['-a', from, to]);
      }
      for (const cache of OWN_CACHES) rmSync(join(to, cache), { recursive: true, force: true });
    }
    return 'linked';
  }

  #substituteDeployed(): void {
    const deployed = this.path('srv/crece/deploy');
    for (const name of readdirSync(deployed, { withFileTypes: true })) {
      if (!name.isFile()) continue;
      const file = join(deployed, name.name);
      writeFileSync(file, inDeployed(readFileSync(file, 'utf8'), this.places));
    }
  }

  /** In the place of an authority's: a certificate that signs itself, where certbot puts one. */
  #makeCertificate(words: readonly string[]): string {
    const name = words[words.indexOf('--domain') + 1] ?? '';
    const folder = this.path(`etc/letsencrypt/live/${name}`);
    mkdirSync(folder, { recursive: true });
    const of = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    execFileSync('openssl', ['req', '-x509', '-days', '30', ...kind, ...of, ...files], {
      stdio: 'pipe',
    });
    return `a certificate for ${name}`;
  }

  /** What Debian's `nginx.conf` does: a server that takes every file of `conf.d`. */
  #nginxMain(): string {
    const { root } = this.places;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const lines = [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      ...['daemon off;', `pid ${root}/tmp/nginx.pid;`, `error_log ${root}/tmp/nginx.log;`],
      ...['events {}', 'http {', 'access_log off;'],
      ...temporary.map((name) => `${name}_temp_path ${root}/tmp/${name};`),
      ...[`include ${root}/etc/nginx/conf.d/*.conf;`, '}', ''],
    ];
    const file = this.path('etc/nginx/nginx.conf');
    writeFileSync(file, lines.join('\n'));
    return file;
  }

  async #restartNginx(): Promise<void> {
    await this.#stopNginx();
    const env = this.#environment();
    this.#nginx = spawn('nginx', ['-c', this.#nginxMain()], { env, stdio: 'ignore' });
    this.#nginx.once('error', () => undefined);
    await untilListening(this.places.ports.https, 'nginx');
  }

  async #stopNginx(): Promise<void> {
    const nginx = this.#nginx;
    this.#nginx = null;
    if (nginx === null || nginx.exitCode !== null) return;
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill('SIGTERM');
    await ended;
  }
}
