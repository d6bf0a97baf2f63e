// What the images of `deploy/` demand of the files beside them: no container is started in a test.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const DEPLOY = resolve(import.meta.dirname, '../../../../deploy');
const deployed = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  restart?: string;
  profiles?: string[];
  environment?: Record<string, string>;
  env_file?: string | string[];
  command?: string[];
  volumes?: string[];
  depends_on?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  logging?: { driver: string; options: Record<string, string> };
  networks?: string[] | Record<string, { aliases: string[] }>;
  healthcheck?: { test: string[] };
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, object>;
  networks?: Record<string, { internal?: boolean }>;
}

const read = (name: string) => parse(deployed(name), { merge: true }) as Compose;
const couchDbsOf = ({ services }: Compose) =>
  Object.entries(services).filter(([, { image }]) => image.includes('/couchdb:'));
const settingsOf = ({ env_file: files = [] }: Service) =>
  typeof files === 'string' ? [files] : files;
const namesIn = ({ networks = {} }: Service) =>
  Array.isArray(networks) ? [] : Object.values(networks).flatMap(({ aliases }) => aliases);

describe.each(['compose.yaml', 'compose.files.yaml'])('the containers of deploy/%s', (name) => {
  const compose = read(name);
  const services = Object.entries(compose.services);
  const lasting = services.filter(([, { profiles }]) => profiles === undefined);

  it('find the files that they mount, and their folders of data are volumes that are declared', () => {
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const [from = '', to = ''] = volume.split(':');
        if (from.startsWith('./'))
          expect([from, existsSync(join(DEPLOY, from))]).toEqual([from, true]);
        else expect(Object.keys(compose.volumes)).toContain(from);
        expect(to).toMatch(/^\//);
      }
    }
  });

  it('have settings of which an example lies beside them', () => {
    const files = new Set(services.flatMap(([, service]) => settingsOf(service)));
    expect(files.size).toBeGreaterThan(0);
    for (const file of files) {
      const kind = name === 'compose.files.yaml' ? file.replace('.env', '.files.env') : file;
      expect([kind, existsSync(join(DEPLOY, `${kind}.example`))]).toEqual([kind, true]);
    }
  });

  it('begin again after a fault, end their logs and their memory, and are given time to stop', () => {
    for (const [service, { restart, logging, mem_limit: memory }] of lasting) {
      expect([service, restart]).toEqual([service, 'unless-stopped']);
      expect(logging).toEqual({
        driver: 'json-file',
        options: { 'max-size': '10m', 'max-file': '5' },
      });
      expect([service, memory]).toEqual([service, expect.stringMatching(/^\d+[mg]$/)]);
    }
  });

  it('depend on services that are there', () => {
    for (const [, { depends_on: others = [] }] of services) {
      for (const other of others) expect(Object.keys(compose.services)).toContain(other);
    }
  });
});

describe('the cluster of deploy/compose.yaml', () => {
  const compose = read('compose.yaml');
  const servers = couchDbsOf(compose);

  it('has three CouchDBs, each known by the name that it gives itself, with a name that has a dot', () => {
    expect(servers).toHaveLength(3);
    const names = servers.map(([, service]) => {
      const node = service.environment?.['NODENAME'];
      expect(namesIn(service)).toEqual([node]);
      // Erlang's long names: without a dot the node does not start.
      expect(node).toMatch(/^\w+\.\w+$/);
      return node;
    });
    expect(new Set(names).size).toBe(3);
    const volumes = servers.map(([, { volumes: all = [] }]) => all[0]);
    expect(new Set(volumes).size).toBe(3);
    for (const volume of volumes) expect(volume).toMatch(/:\/opt\/couchdb\/data$/);
  });

  it('asks each CouchDB for its health where the image answers without an account, and gives it time to stop', () => {
    for (const [, { healthcheck, stop_grace_period: time }] of servers) {
      expect(healthcheck?.test.at(-1)).toBe('http://127.0.0.1:5984/_up');
      expect(time).toBe('30s');
    }
    expect(deployed('couchdb/crece.ini')).toContain('require_valid_user_except_for_up = true');
  });

  it('gives CouchDB what its image demands: an administrator, a secret and a cookie, all left to be filled', () => {
    const example = parseEnv(deployed('couchdb.env.example'));
    expect(example).toMatchObject({
      ...{ COUCHDB_USER: 'admin', COUCHDB_PASSWORD: '', COUCHDB_SECRET: '' },
      COUCHDB_ERLANG_COOKIE: '',
    });
    for (const [, { env_file: file }] of servers) expect(file).toBe('couchdb.env');
  });

  it('gives CouchDB’s administrator to services that end alone, and never to the server', () => {
    const hasAdministrator = (service: Service) =>
      settingsOf(service).some((file) => {
        const names = Object.keys(parseEnv(deployed(`${file}.example`)));
        return names.includes('COUCHDB_ADMIN_URL') || names.includes('COUCHDB_PASSWORD');
      }) || JSON.stringify(service.environment ?? {}).includes('ADMIN');
    const having = Object.entries(compose.services).filter(([, each]) => hasAdministrator(each));
    // CouchDB itself knows its administrator.
    const others = having.filter(([, { image }]) => !image.includes('/couchdb:'));
    expect(others.map(([name]) => name)).toEqual(['databases', 'set-up']);
    for (const [, { profiles, restart }] of others) {
      expect([profiles, restart]).toEqual([['set-up'], undefined]);
    }
    expect(settingsOf(compose.services['crece'] as Service)).toEqual(['crece.env']);
    const { databases, crece } = compose.services;
    expect(databases?.image).toBe(crece?.image);
    expect(databases?.volumes).toEqual(crece?.volumes);
    expect(databases?.command?.slice(1)).toEqual([
      'apps/server/src/cli/main.ts',
      'couchdb',
      'set-up',
    ]);
  });

  it('leads one address to all three, and the set-up joins the same three', () => {
    const names = servers.flatMap(([, service]) => namesIn(service));
    const front = deployed('couchdb/haproxy.cfg');
    const led = [...front.matchAll(/^ {2}server \w+ (\S+):5984$/gm)].map(([, name]) => name);
    expect(led).toEqual(names);
    const setUp = deployed('couchdb/set-up.sh');
    const joined = /^for name in (.*); do$/m.exec(setUp)?.[1]?.split(' ');
    expect(joined?.map((name) => `${name}.crece`)).toEqual(names);
    const variables = new Set([...setUp.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name]) => name));
    const example = parseEnv(deployed('couchdb.env.example'));
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...variables]));
    // The address that the settings of Crece name is the service in front.
    expect(Object.keys(compose.services)).toContain('couchdb');
    expect(parseEnv(deployed('crece.env.example'))['COUCHDB_URL']).toContain('@couchdb:5984');
  });
});

describe('the service of systemd', () => {
  const of = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(deployed('crece.service'))?.[1]?.split(' ') ?? [];

  it('may open the sockets that Node needs: for people, for its own threads, and to learn the addresses of the machine', () => {
    expect(of('RestrictAddressFamilies')).toEqual([
      ...['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK'],
    ]);
  });
});

describe('the container of Crece', () => {
  const file = deployed('Containerfile');

  it('is built from folders that the ignored ones leave in, and holds what it starts', () => {
    const copied = [...file.matchAll(/^COPY --from=build \/crece\/(\S+) /gm)].map(
      ([, path]) => path,
    );
    expect(copied).toEqual(
      expect.arrayContaining(['package.json', 'node_modules', 'packages', 'apps/server']),
    );
    const ignored = deployed('Containerfile.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['data', '.env']));
    for (const path of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json']) {
      expect(ignored).not.toContain(path);
    }
  });

  it('is named by its folder and file in both files of compose', () => {
    for (const name of ['compose.yaml', 'compose.files.yaml']) {
      const { build } = read(name).services['crece'] ?? {};
      expect(build).toEqual({ context: '..', dockerfile: 'deploy/Containerfile' });
    }
  });
});
