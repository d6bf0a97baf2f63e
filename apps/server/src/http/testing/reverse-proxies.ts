import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { neededProgram } from '../../testing/needed-program.ts';
import { aFolder } from '../../testing/test-app.ts';

const DEPLOY = resolve(import.meta.dirname, '../../../../../deploy');
const START_MS = 20_000;

export type ProxyName = 'nginx' | 'caddy';

/** A file of `deploy/` is what an operator takes over: each edit must find its line there. */
type Edit = readonly [from: string, to: string];

export interface ReverseProxy {
  /** `https://localhost:…` */
  readonly origin: string;
  readonly port: number;
  readonly plainPort: number;
  /** The certificate, which signs itself. */
  readonly ca: string;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly target: number;
}

function edited(name: string, edits: readonly Edit[]): string {
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    neededProgram('openssl'),
    ['req', '-x509', '-days', '30', ...kind, ...name, '-keyout', key, '-out', certificate],
    { stdio: 'pipe' },
  );
  return readFileSync(certificate, 'utf8');
}

/** The site of `deploy/nginx.conf` in a server of its own; changed are name, ports and paths. */
function nginxCommand({ folder, port, plainPort, target }: Place, further: readonly Edit[]) {
  const site = edited('nginx.conf', [
    ['crece.example.org;', 'localhost;'],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    // A machine of tests may have no IPv6.
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['/etc/letsencrypt/live/crece.example.org/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/crece.example.org/privkey.pem', join(folder, 'key.pem')],
    ['http://127.0.0.1:3000', `http://127.0.0.1:${target}`],
    ...further,
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    '}',
  ].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), main);
  return {
    program: neededProgram('nginx', 'nginx-light'),
    args: ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
  };
}

/** The site of `deploy/Caddyfile`; changed are name and ports, and where the certificate comes from. */
function caddyCommand({ folder, port, plainPort, target }: Place, further: readonly Edit[]) {
  const certificate = `tls ${folder}/certificate.pem ${folder}/key.pem`;
  const site = edited('Caddyfile', [
    ['crece.example.org {\n', `localhost {\n  bind 127.0.0.1\n  ${certificate}\n`],
    ['127.0.0.1:3000', `127.0.0.1:${target}`],
    ...further,
  ]);
  const ports = `{\n  admin off\n  http_port ${plainPort}\n  https_port ${port}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), ports + site);
  return {
    program: neededProgram('caddy'),
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
  };
}

const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });

/**
 * Starts the real program with the file of `deploy/` before a server at `target`, until the test ends.
 * With `further` a line of the file is spoiled, for a test of the test.
 */
export async function aReverseProxy(
  name: ProxyName,
  target: number,
  further: readonly Edit[] = [],
): Promise<ReverseProxy> {
  const folder = join(aFolder(), 'proxy');
  mkdirSync(folder);
  const place = { folder, target, port: await freePort(), plainPort: await freePort() };
  const ca = makeCertificate(folder);
  const command = name === 'nginx' ? nginxCommand : caddyCommand;
  const { program, args } = command(place, further);
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (bytes: Buffer): void => {
    said += bytes.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (const end = Date.now() + START_MS; !(await answersAt(place.port)); await wait(30)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} ended:\n${said}`);
  }
  return { origin: `https://localhost:${place.port}`, ...place, ca };
}
