import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema, parseConfig } from './config.ts';

const DEFAULTS = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('data'),
  publicUrl: null,
  supportContact: null,
  demo: false,
  secret: null,
  trustProxy: false,
  auditDays: 730,
  backup: null,
  upgradeWithoutBackup: false,
  metricsToken: null,
  logLevel: 'info',
  couch: null,
  mail: { smtpUrl: null, from: { name: 'Crece', address: 'crece@localhost' } },
  socialProviders: [],
};

function problemsOf(environment: Record<string, string>): string[] {
  const parsed = parseConfig(environment);
  return parsed.ok ? [] : parsed.problems;
}

describe('parseConfig', () => {
  it('every variable has a default', () => {
    expect(parseConfig({})).toEqual({ ok: true, config: DEFAULTS });
  });

  it('treats an empty variable as absent', () => {
    const empty = Object.fromEntries(
      Object.keys(environmentSchema.shape).map((name) => [name, ' ']),
    );
    expect(parseConfig(empty)).toEqual({ ok: true, config: DEFAULTS });
  });

  it('reads every variable', () => {
    expect(
      parseConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        CRECE_DATA_DIR: '/var/lib/crece',
        CRECE_PUBLIC_URL: 'https://crece.example.org/',
        CRECE_SUPPORT_CONTACT: ' help@example.org ',
        CRECE_DEMO: 'Yes',
        CRECE_SECRET: 'kBz93-qfLw_02uXyTnRe7Vd81HsMaPc4',
        CRECE_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8 ,loopback',
        CRECE_SMTP_URL: 'smtps://mail.example.org',
        CRECE_MAIL_FROM: 'Crece <crece@example.org>',
        COUCHDB_URL: 'https://crece:pass%2Fword@couch.example.org/db',
        COUCHDB_ADMIN_URL: 'http://root:word@10.0.0.5:5984',
        CRECE_OAUTH_GITHUB_CLIENT_ID: 'id',
        CRECE_OAUTH_GITHUB_CLIENT_SECRET: 'word',
      }),
    ).toMatchObject({
      ok: true,
      config: {
        port: 8080,
        host: '0.0.0.0',
        dataDir: resolve('/var/lib/crece'),
        publicUrl: 'https://crece.example.org',
        supportContact: 'help@example.org',
        demo: true,
        secret: 'kBz93-qfLw_02uXyTnRe7Vd81HsMaPc4',
        trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback'],
        mail: {
          smtpUrl: 'smtps://mail.example.org',
          from: { name: 'Crece', address: 'crece@example.org' },
        },
        couch: {
          url: 'https://crece:pass%2Fword@couch.example.org/db',
          adminUrl: 'http://root:word@10.0.0.5:5984',
        },
        socialProviders: [{ id: 'github', clientId: 'id', clientSecret: 'word' }],
      },
    });
  });

  it('refuses a secret of 31 characters without showing it', () => {
    expect(problemsOf({ CRECE_SECRET: 'x'.repeat(31) })).toEqual([
      'CRECE_SECRET must have at least 32 characters',
    ]);
  });

  it('a problem does not show the password in the address of a mail server', () => {
    expect(problemsOf({ CRECE_SMTP_URL: 'http://ana:hunter2@example.org' }).join()).not.toContain(
      'hunter2',
    );
  });

  it.each([
    'http://127.0.0.1:5984',
    'http://crece@127.0.0.1:5984',
    'couchdb://crece:hunter2@127.0.0.1',
    'http://crece:hunter2@127.0.0.1/?a=1',
    'http://crece:hunter2%@127.0.0.1',
    'crece',
  ])('refuses the CouchDB address %s without showing its password', (text) => {
    const said = 'must be an address with an account, like http://crece:password@127.0.0.1:5984';
    expect(problemsOf({ COUCHDB_URL: text, COUCHDB_ADMIN_URL: text })).toEqual([
      `COUCHDB_URL ${said}`,
      `COUCHDB_ADMIN_URL ${said}`,
    ]);
  });

  it('refuses an administrator’s address without the address of CouchDB', () => {
    expect(problemsOf({ COUCHDB_ADMIN_URL: 'http://root:word@localhost:5984' })).toEqual([
      'COUCHDB_URL must be set where COUCHDB_ADMIN_URL is',
    ]);
  });

  it('accepts whole days for the audit log, from one to a hundred years', () => {
    for (const text of ['1', '36500']) {
      expect(parseConfig({ CRECE_AUDIT_DAYS: text })).toMatchObject({
        config: { auditDays: Number(text) },
      });
    }
    for (const text of ['0', '36501', '1.5', '-1', 'ever']) {
      expect(problemsOf({ CRECE_AUDIT_DAYS: text })).toHaveLength(1);
    }
  });

  // Trusting everybody, or a number of hops, would trust any client that writes the header.
  it.each([
    ['012345678'.repeat(4), 1],
    ['0123456789'.repeat(4), 0],
  ])('refuses a secret of fewer than ten different characters: %s', (secret, refusals) => {
    const said =
      'CRECE_SECRET must have at least 10 different characters: leave it empty, and one is made';
    expect(problemsOf({ CRECE_SECRET: secret })).toEqual(refusals === 0 ? [] : [said]);
  });

  it('refuses the secret that stood in the example', () => {
    expect(problemsOf({ CRECE_SECRET: 'put-a-long-random-text-in-this-place' })).toEqual([
      'CRECE_SECRET is the text of the example, which everybody knows: leave it empty, and one is made',
    ]);
  });

  it('reads where backups go, for whom, and how many stay', () => {
    const recipient = `age1${'q'.repeat(58)}`;
    const given = { CRECE_BACKUP_DIR: '/mnt/b', CRECE_BACKUP_RECIPIENTS: ` ${recipient},` };
    expect(parseConfig(given)).toMatchObject({
      config: { backup: { folder: '/mnt/b', recipients: [recipient], keep: '7d,4w,12m' } },
    });
  });

  it.each([
    [{ CRECE_BACKUP_DIR: '/b', CRECE_BACKUP_RECIPIENTS: 'ana' }, 'CRECE_BACKUP_RECIPIENTS must be'],
    [{ CRECE_BACKUP_DIR: '/b', CRECE_BACKUP_KEEP: '7' }, 'CRECE_BACKUP_KEEP must be days'],
  ])('refuses for backups %o', (given, sentence) => {
    expect(problemsOf(given)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each(['true', '1', '10.0.0.0/33', '::/129', '127.0.0.1/8/8', 'proxy.example.org'])(
    'refuses to trust %s',
    (text) => {
      expect(problemsOf({ CRECE_TRUST_PROXY: text })).toEqual([
        `CRECE_TRUST_PROXY must be the addresses of the proxies in front, such as 127.0.0.1, 10.0.0.0/8 (it is "${text}")`,
      ]);
    },
  );

  it('requires a sender if there is a mail server', () => {
    expect(problemsOf({ CRECE_SMTP_URL: 'smtp://localhost' })).toEqual([
      'CRECE_MAIL_FROM must be set where CRECE_SMTP_URL is',
    ]);
  });

  it.each(['0', '65535'])('accepts port %s', (text) => {
    expect(parseConfig({ PORT: text })).toMatchObject({ config: { port: Number(text) } });
  });

  it.each(['65536', '-1', '3000.5', 'abc', '0x10', '1e3'])('refuses port %s', (text) => {
    expect(problemsOf({ PORT: text })).toEqual([
      `PORT must be a whole number from 0 to 65535; 0 takes any free port (it is "${text}")`,
    ]);
  });

  it.each(['127.0.0.1', '::1', '::', 'my-host.local'])('accepts host %s', (host) => {
    const CRECE_PUBLIC_URL = 'https://crece.example.org';
    expect(parseConfig({ HOST: host, CRECE_PUBLIC_URL })).toMatchObject({ config: { host } });
  });

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])(
    'needs no public address on %s',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([]);
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.7', 'crece.local', '128.0.0.1'])(
    'requires the public address on %s, and says how to set it',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([
        `CRECE_PUBLIC_URL must be set where HOST is not this machine alone (it is "${HOST}"): the address that people type, such as https://crece.example.org or http://192.168.1.7:3000`,
      ]);
      expect(problemsOf({ HOST, CRECE_PUBLIC_URL: 'http://192.168.1.7:3000' })).toEqual([]);
    },
  );

  it.each(['http://localhost', 'a b', '127.0.0.1/x'])('refuses host %s', (host) => {
    expect(problemsOf({ HOST: host })).toHaveLength(1);
  });

  it.each([
    'crece.example.org',
    'ftp://crece.example.org',
    'https://crece.example.org/app',
    'https://crece.example.org/?a=1',
    'https://crece.example.org/#a',
    'https://ana:secret@crece.example.org',
  ])('refuses the public address %s', (text) => {
    expect(problemsOf({ CRECE_PUBLIC_URL: text })).toEqual([
      `CRECE_PUBLIC_URL must be an address like https://crece.example.org, without a path (it is "${text}")`,
    ]);
  });

  it('accepts a contact of 200 characters and refuses one of 201', () => {
    expect(problemsOf({ CRECE_SUPPORT_CONTACT: 'x'.repeat(200) })).toEqual([]);
    expect(problemsOf({ CRECE_SUPPORT_CONTACT: 'x'.repeat(201) })).toHaveLength(1);
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({
      PORT: 'abc',
      CRECE_PUBLIC_URL: 'x',
      CRECE_DEMO: 'maybe',
      CRECE_OAUTH_GITHUB_CLIENT_ID: 'id',
    });
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual([
      'PORT',
      'CRECE_PUBLIC_URL',
      'CRECE_DEMO',
      'CRECE_OAUTH_GITHUB_CLIENT_SECRET',
    ]);
    expect(problems[2]).toBe('CRECE_DEMO must be 1 or 0 (it is "maybe")');
  });
});

describe('.env.example', () => {
  const example = parseEnv(
    readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8'),
  );

  it('names exactly the variables that the server reads', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('shows the defaults', () => {
    expect(parseConfig(example)).toEqual({ ok: true, config: DEFAULTS });
  });
});

describe('deploy/crece.env.example', () => {
  const url = new URL('../../../../deploy/crece.env.example', import.meta.url);
  const example = parseEnv(readFileSync(url, 'utf8'));

  it('names only variables that the server reads, and is valid when its empty values are filled', () => {
    expect(Object.keys(environmentSchema.shape)).toEqual(
      expect.arrayContaining(Object.keys(example)),
    );
    expect(parseConfig(example)).toMatchObject({
      ok: true,
      config: {
        couch: { url: 'http://crece:password@couchdb:5984', adminUrl: null },
        trustProxy: ['uniquelocal'],
      },
    });
    // The set-up of the databases alone has the administrator.
    const setUp = { ...example, ...parseEnv(deployed('crece-set-up.env.example')) };
    expect(parseConfig(setUp)).toMatchObject({
      ok: true,
      config: { couch: { adminUrl: 'http://admin:password@couchdb:5984' } },
    });
  });
});

const deployed = (name: string) =>
  readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

describe('deploy/crece.files.env.example', () => {
  it('names only variables that the server reads, and is valid as it stands', () => {
    const example = parseEnv(deployed('crece.files.env.example'));
    expect(Object.keys(environmentSchema.shape)).toEqual(
      expect.arrayContaining(Object.keys(example)),
    );
    expect(parseConfig(example)).toMatchObject({
      ok: true,
      config: { couch: null, backup: { folder: '/backups', recipients: [] } },
    });
  });
});

interface Compose {
  services: Record<
    string,
    {
      image?: string;
      user?: string;
      volumes?: string[];
      ports?: string[];
      read_only?: boolean;
      cap_drop?: string[];
      stop_grace_period?: string;
      logging?: { options: Record<string, string> };
    }
  >;
  networks?: Record<string, { internal?: boolean }>;
}

describe.each(['compose.yaml', 'compose.files.yaml'])('deploy/%s', (name) => {
  const text = deployed(name);
  const { services } = parse(text, { merge: true }) as Compose;

  it('publishes one port, Crece’s, on this machine only, and contains no password', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['127.0.0.1:3000:3000']);
    expect(text).not.toMatch(/password|secret|cookie/i);
  });

  it('runs CouchDB as its own user, whose entrypoint fails as root on a mount that can only be read', () => {
    for (const { image = '', user, volumes = [] } of Object.values(services)) {
      const isMounted = volumes.some((each) => /:\/opt\/couchdb\/.*:ro$/.test(each));
      if (image.includes('/couchdb:') && isMounted) expect(user).toBe('5984:5984');
    }
  });

  it('gives Crece a root that cannot be written, no capabilities, time to stop, and logs that end', () => {
    expect(services['crece']).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      stop_grace_period: '30s',
      logging: { options: { 'max-size': '10m' } },
      // Over the one in crece.env: published port and health check know no other.
      environment: { PORT: '3000' },
    });
  });
});

describe('deploy/compose.yaml', () => {
  it('leaves no way in or out of the network of CouchDB', () => {
    const { networks } = parse(deployed('compose.yaml'), { merge: true }) as Compose;
    expect(networks?.['inside']?.internal).toBe(true);
  });
});

describe('the container', () => {
  it('may write into every folder that a volume is put over', () => {
    const { services } = parse(deployed('compose.files.yaml')) as Compose;
    const folders = (services['crece']?.volumes ?? []).map((each) => each.split(':')[1]);
    expect(folders).toEqual(['/data', '/backups']);
    expect(deployed('Containerfile')).toContain(`chown node:node ${folders.join(' ')}`);
  });

  it('asks for its health at the port that it was given', () => {
    expect(deployed('Containerfile')).toContain("process.env.PORT || 3000) + '/health'");
  });
});

describe('the files of reverse proxies', () => {
  it.each([
    ['nginx.conf', /^ {4}proxy_set_header X-Forwarded-For \$remote_addr;$/m],
    ['nginx.conf', /^ {2}client_max_body_size 210m;$/m],
    ['nginx.conf', /^ {4}proxy_set_header Upgrade \$http_upgrade;$/m],
    ['nginx.conf', /^ {4}proxy_request_buffering off;$/m],
    ['nginx.conf', /^ {4}proxy_read_timeout 120s;$/m],
    ['Caddyfile', /^ {4}header_up X-Forwarded-For \{remote_host\}$/m],
    ['Caddyfile', /^ {4}max_size 210MB$/m],
  ])('deploy/%s says %s', (name, line) => {
    expect(deployed(name)).toMatch(line);
    expect(deployed(name)).not.toContain('$proxy_add_x_forwarded_for');
  });
});
