// Makes the data folder of an older build, as README.md beside the results says:
//
//   node make-old-data.ts FOLDER-OF-THE-OLD-BUILD OUT.tar.gz
//
// Everything is asked of that build's own server, so that nothing of today's code decides what lies in
// the folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aChild, aMother, anAssessedScreening } from '@crece/domain/testing';
import sharp from 'sharp';
import { digestLike } from '../../gateway/testing/many-records.ts';
import type { OldFacts } from './old-facts.ts';

const [build = '', out = ''] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'crece-old-'));
const dataDir = join(folder, 'data');
const UNITS = ['coban_stake_gtm', 'test_stake_gtm'] as const;
const CHILDREN_OF_A_UNIT = 70;
const PASSWORD = 'Kiwi-Trova-58';
interface Running {
  readonly origin: string;
  readonly out: string;
  readonly child: ChildProcess;
}

async function startServer(): Promise<Running> {
  const child = spawn(process.execPath, [join(build, 'apps/server/src/main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], CRECE_DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  for (;;) {
    const origin = /^Crece is running at (http:\S+)$/m.exec(said)?.[1];
    if (origin !== undefined && (said.includes('first-admin') || said.endsWith('\n'))) {
      return { origin, out: said, child };
    }
    if (child.exitCode !== null) throw new Error('the old server ended');
    await wait(20);
  }
}

const server = await startServer();
// Also where a call below is refused.
process.once('exit', () => server.child.kill());

async function ask<T>(call: string, token: string | null, body?: unknown): Promise<T> {
  const [method = '', path = ''] = call.split(' ');
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `JWT ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: string };
}

const person = (username: string, firstName: string, lastName: string) => ({
  ...{ username, firstName, lastName, email: `${username}@example.org` },
});

/** The secret at the end of the link in the newest mail of a kind. */
async function secretInMail(kind: string): Promise<string> {
  for (;;) {
    const names = existsSync(join(dataDir, 'mail')) ? readdirSync(join(dataDir, 'mail')) : [];
    const name = names.findLast((each) => each.includes(`-${kind}-`));
    const text = name === undefined ? '' : readFileSync(join(dataDir, 'mail', name), 'utf8');
    const secret = /[/#]([\w-]{43})\b/.exec(text.replaceAll('=\r\n', ''))?.[1];
    if (secret !== undefined) return secret;
    await wait(50);
  }
}

/** A record at the end of a path of revisions, as a phone sends it. */
function carried(
  record: object & { _id: string },
  path: readonly string[],
  different: object = {},
) {
  const ids = path.map((_, i) => digestLike(`${record._id} ${path.slice(0, i + 1).join('/')}`));
  const _revisions = { start: path.length, ids: ids.toReversed() };
  return { ...record, ...different, _rev: `${path.length}-${ids.at(-1)}`, _revisions };
}

function recordsOf(unit: string): object[] {
  const docs: object[] = [];
  for (let place = 0; place < CHILDREN_OF_A_UNIT; place += 1) {
    const made = 1_746_878_400_000 + place * 1_000;
    const id = (kind: string, more: number) => `${kind}_${unit}_${made + more}_0a1b2c`;
    const child = aChild({ _id: id('chld', 0), firstName: `Marisol ${place}` });
    const screening = anAssessedScreening(child, {
      ...{ _id: id('scr', 1), weight: 7 + (place % 30) / 10, height: 68.5, muac: 12 },
    });
    const seen = { lastScreening: screening._id };
    docs.push(carried(child, ['a', 'b'], seen), carried(screening, ['a']));
    if (place % 10 === 0) docs.push(carried(aMother({ _id: id('mthr', 2) }), ['a']));
    // Two people changed this child without a connection.
    if (place === 3) docs.push(carried(child, ['a', 'c'], { phone: '5550 9999' }));
    if (place === 4) {
      docs.push(
        carried(screening, ['a', 'x'], { _deleted: true, why: 'removed', removedBy: 'Eva' }),
      );
    }
  }
  return docs;
}

/** Every open revision of a unit's documents, as the old gateway tells them. */
async function storedIn(unit: string, entity: string) {
  const changes = await ask<{ results: { id: string; changes: { rev: string }[] }[] }>(
    `GET /sync/${unit}/_changes?style=all_docs`,
    entity,
  );
  const docs = changes.results.flatMap(({ id, changes: each }) =>
    each.map(({ rev }) => ({ id, rev })),
  );
  const got = await ask<{ results: { docs: { ok: object }[] }[] }>(
    `POST /sync/${unit}/_bulk_get?revs=true`,
    entity,
    { docs },
  );
  return got.results.flatMap((result) => result.docs.map(({ ok }) => ok));
}

async function waitForJob(token: string, id: string): Promise<void> {
  for (;;) {
    const { job } = await ask<{ job?: { state: string }; state?: string }>(
      `GET /api/reports/${id}`,
      token,
    ).then((body) => ({ job: body.job ?? body }));
    if (job.state !== 'running') return;
    await wait(100);
  }
}

const firstSecret = /first-admin#([\w-]+)/.exec(server.out)?.[1] ?? '';
const admin = await ask<SignedIn>('POST /api/auth/first-admin', null, {
  ...{ ...person('ana', 'Ana', 'Ruiz'), password: PASSWORD, secret: firstSecret },
});
await ask<SignedIn>('POST /api/auth/signup', null, {
  ...person('eva', 'Eva', 'Xicay'),
  password: PASSWORD,
});
const { users } = await ask<{ users: (SignedIn['user'] & { username: string })[] }>(
  'GET /api/users',
  admin.token,
);
const eva = users.find(({ username }) => username === 'eva');
await ask(`PUT /api/users/${eva?.id}`, admin.token, {
  ...{
    firstName: 'Eva',
    lastName: 'Xicay',
    roles: ['user', 'sync'],
    scope: { stakes: [...UNITS] },
  },
});
const phone = await ask<SignedIn>('POST /api/auth/signin', null, {
  usernameOrEmail: 'eva',
  password: PASSWORD,
});
const form = new FormData();
const square = { width: 64, height: 64, channels: 3, background: '#2e7d32' } as const;
const picture = await sharp({ create: square }).png().toBuffer();
form.append(
  'newProfilePicture',
  new Blob([new Uint8Array(picture)], { type: 'image/png' }),
  'eva.png',
);
await ask('POST /api/users/picture', phone.token, form);
// One that was signed out again, for the audit log.
const left = await ask<SignedIn>('POST /api/auth/signin', null, {
  usernameOrEmail: 'eva',
  password: PASSWORD,
});
await ask('GET /api/auth/signout', left.token);
await ask('POST /api/users', admin.token, { ...person('iris', 'Iris', 'Tzul'), roles: ['user'] });
const invitation = await secretInMail('invitation');
await ask('POST /api/auth/forgot', null, { usernameOrEmail: 'ana' });
const reset = await secretInMail('reset');

const config = await ask<{ programme?: object }>('GET /api/config', null);
if (config.programme !== undefined) {
  const settings = { ...config.programme, severeAmount: '500 kcal' };
  await ask('PUT /api/admin/settings', admin.token, { was: config.programme, settings });
}

const { entity } = await ask<{ entity: string }>('GET /api/children/sync', phone.token);
const documents: Record<string, object[]> = {};
for (const unit of UNITS) {
  await ask(`POST /sync/${unit}/_bulk_docs`, entity, { new_edits: false, docs: recordsOf(unit) });
  documents[unit] = await storedIn(unit, entity);
}

const jobs: string[] = [];
const hasReports = readdirSync(join(build, 'apps/server/src')).includes('reports');
if (hasReports) {
  const report = await ask<{ jobId: string }>(
    `GET /api/children/report/${UNITS[0]}/GTM/stake/firstName/en/all/6?stakeName=Coban`,
    admin.token,
  );
  await waitForJob(admin.token, report.jobId);
  jobs.push(report.jobId);
}
const audit = await ask<{ entries: object[]; total: number }>('GET /api/audit', admin.token);
const listed = await ask<{ users: object[] }>('GET /api/users', admin.token);

server.child.kill('SIGTERM');
await once(server.child, 'exit');
const facts: OldFacts = {
  commit: execFileSync('git', ['-C', build, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
  madeAt: new Date().toISOString(),
  password: PASSWORD,
  users: listed.users,
  tokens: { ana: admin.token, eva: phone.token, signedOut: left.token },
  links: { invitation, reset },
  documents,
  audit: audit.entries,
  jobs,
};
writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts)}\n`);
execFileSync('tar', ['-C', folder, '--owner=0', '--group=0', '-czf', out, 'facts.json', 'data']);
rmSync(folder, { recursive: true });
