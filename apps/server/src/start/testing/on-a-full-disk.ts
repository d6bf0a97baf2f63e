/**
 * Starts the server on a small file system, fills that to its last byte, starts the server again with
 * and without its reserve, and prints what it answered: `node on-a-full-disk.ts FOLDER`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

const [folder = ''] = process.argv.slice(2);
const dataDir = join(folder, 'data');
const MAIN = join(import.meta.dirname, '../../main.ts');
const PERSON = { username: 'ana', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.org' };
const PASSWORD = 'Kiwi-Trova-58';

async function start(): Promise<{
  child: ChildProcess;
  out: string;
  said: string;
  origin: string;
}> {
  const env = { PATH: process.env['PATH'], CRECE_DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(process.execPath, [MAIN], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  for (;;) {
    const origin = /running at (\S+)\n/.exec(out)?.[1];
    if (origin !== undefined || child.exitCode !== null) {
      await wait(50);
      return { child, out, said, origin: origin ?? '' };
    }
    await wait(20);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const json = (token: string | null, body: object) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `JWT ${token}` }),
  },
  body: JSON.stringify(body),
});

function fill(): void {
  const file = openSync(join(folder, 'fill'), 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch {
    // Full.
  } finally {
    closeSync(file);
  }
}

/** Large enough that a full disk keeps some of it at most. */
function aPicture(): Promise<Buffer<ArrayBuffer>> {
  const size = 300;
  const noise = randomBytes(size * size * 3);
  const raw = { width: size, height: size, channels: 3 } as const;
  return sharp(noise, { raw }).png().toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

const first = await start();
const link = readFileSync(join(dataDir, 'first-admin-link'), 'utf8').trim();
const secret = new URL(link).hash.slice(1);
const made = await fetch(
  `${first.origin}/api/auth/first-admin`,
  json(null, { ...PERSON, password: PASSWORD, secret }),
);
const { token } = (await made.json()) as { token: string };
await stop(first.child);
writeFileSync(join(dataDir, 'reserve'), Buffer.alloc(20 * 1_048_576, 'r'));
fill();

const full = await start();
const statusOf = async (
  path: string,
  init: RequestInit = { headers: { authorization: `JWT ${token}` } },
) => {
  const answer = await fetch(full.origin + path, init);
  await answer.arrayBuffer();
  return answer.status;
};
const credentials = await fetch(`${full.origin}/api/children/sync`, {
  headers: { authorization: `JWT ${token}` },
});
const { entity } = (await credentials.json()) as { entity: string };
const signIn = json(null, { usernameOrEmail: 'ana', password: PASSWORD });
const record = {
  _id: 'chld_test_stake_gtm_1_a',
  _rev: '1-a',
  _revisions: { start: 1, ids: ['a'] },
};
const withReserve = {
  health: await statusOf('/health'),
  ready: await statusOf('/ready'),
  users: await statusOf('/api/users'),
  signIn: await statusOf('/api/auth/signin', signIn),
  push: 0,
  picture: 0,
};
// What is left of the reserve goes to others, up to what records may not have.
writeFileSync(join(folder, 'more'), Buffer.alloc(6 * 1_048_576, 'm'));
withReserve.push = await statusOf(
  '/sync/test_stake_gtm/_bulk_docs',
  json(entity, { new_edits: false, docs: [record] }),
);
fill();
const picture = new FormData();
picture.append('newProfilePicture', new Blob([await aPicture()], { type: 'image/png' }), 'a.png');
const asAna = { authorization: `JWT ${token}` };
const sent = { method: 'POST', headers: asAna, body: picture };
withReserve.picture = await statusOf('/api/users/picture', sent);
const halves = readdirSync(join(dataDir, 'pictures'));
await stop(full.child);
rmSync(join(dataDir, 'reserve'), { force: true });
fill();
const { said } = await start();
process.stdout.write(JSON.stringify({ withReserve, halves, without: said }));
