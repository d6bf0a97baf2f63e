import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoredAccount } from '../accounts/stored-account.ts';
import type { ServerApp } from '../app.ts';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { aSignedIn } from '../testing/test-people.ts';
import { MAX_PICTURE_BYTES } from './read-upload.ts';
import { aBomb, aPicture } from './testing/some-pictures.ts';

const BOUNDARY = 'xxBOUNDARYxx';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

function aForm(file: Buffer, { field = 'newProfilePicture', name = 'me.png' } = {}): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

interface Person extends ServerApp {
  account: StoredAccount;
  headers: Record<string, string>;
  files: () => string[];
  upload: (body: Buffer, headers?: Record<string, string>) => ReturnType<typeof inject>;
}

/** The fields of the answers that are checked. */
interface Answered {
  code?: string;
  username?: string;
  profileImageURL?: string | null;
}
const bodyOf = (answer: { json: () => unknown }) => answer.json() as Answered;

function inject({ app }: ServerApp, body: Buffer, headers: Record<string, string>) {
  return app.inject({ method: 'POST', url: '/api/users/picture', headers, payload: body });
}

async function aPerson(): Promise<Person> {
  const built = await anApp();
  const { account, token } = await aSignedIn(built);
  const headers = { authorization: `JWT ${token}`, 'content-type': FORM };
  return {
    ...built,
    account,
    headers,
    files: () => readdirSync(join(built.services.config.dataDir, 'pictures')),
    upload: (body, different = {}) => inject(built, body, { ...headers, ...different }),
  };
}

describe('POST /api/users/picture', () => {
  it('stores the picture, answers the account, and audits the change', async () => {
    const person = await aPerson();
    const answer = await person.upload(aForm(await aPicture('png', 800, 400)));
    expect(answer.statusCode).toBe(200);
    const { profileImageURL, username } = bodyOf(answer);
    expect(profileImageURL).toMatch(/^\/api\/pictures\/[A-Za-z0-9_-]{22}\.webp$/);
    expect(username).toBe(person.account.username);
    const stored = await person.services.accounts.byId(person.account.id);
    expect(stored?.profileImageURL).toBe(profileImageURL);
    const log = await person.services.audit.page({ who: '', what: 'picture-changed' }, 1);
    expect(log.entries).toMatchObject([{ who: username, whom: username, from: '127.0.0.1' }]);
  });

  it('removes the former picture', async () => {
    const person = await aPerson();
    await person.upload(aForm(await aPicture('png')));
    const [first] = person.files();
    await person.upload(aForm(await aPicture('gif')));
    expect(person.files()).toHaveLength(1);
    expect(person.files()).not.toContain(first);
  });

  it('uses the content, whatever name and type are stated', async () => {
    const person = await aPerson();
    const picture = await person.upload(aForm(await aPicture('webp'), { name: '../../evil.svg' }));
    expect(picture.statusCode).toBe(200);
    const svg = aForm(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { name: 'a.png' });
    const refused = await person.upload(svg);
    expect([refused.statusCode, bodyOf(refused).code]).toEqual([415, 'unsupported-type']);
    expect(person.files()).toHaveLength(1);
  });

  it('refuses a bomb, a broken file and a form without a picture, each with its code', async () => {
    const person = await aPerson();
    const whole = await aPicture('jpeg', 300, 300);
    const bodies: [string, Buffer][] = [
      ['picture-too-many-pixels', aForm(aBomb(30_000))],
      ['picture-broken', aForm(whole.subarray(0, whole.length / 2))],
      ['picture-missing', aForm(whole, { field: 'other' })],
      ['picture-missing', Buffer.from(`--${BOUNDARY}--\r\n`)],
    ];
    for (const [code, body] of bodies) {
      const answer = await person.upload(body);
      expect(answer.statusCode, code).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'validation',
        issues: [{ field: 'newProfilePicture', code }],
      });
    }
    const account = await person.services.accounts.byId(person.account.id);
    expect(account?.profileImageURL).toBeNull();
  });

  it('refuses a body that is no form, and a form that is malformed or cut off', async () => {
    const person = await aPerson();
    const json = await person.upload(Buffer.from('{}'), { 'content-type': 'application/json' });
    expect(json.statusCode).toBe(415);
    const whole = aForm(await aPicture('png'));
    for (const body of [whole.subarray(0, whole.length - 30), Buffer.from('nonsense')]) {
      const answer = await person.upload(body);
      expect(answer.statusCode).toBe(400);
    }
  });

  it('accepts exactly one megabyte, and not one byte more', async () => {
    const person = await aPerson();
    const picture = await aPicture('jpeg');
    const padded = (bytes: number) =>
      Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    const most = await person.upload(aForm(padded(MAX_PICTURE_BYTES)));
    expect(most.statusCode).toBe(200);
    const more = await person.upload(aForm(padded(MAX_PICTURE_BYTES + 1)));
    expect([more.statusCode, bodyOf(more).code]).toEqual([413, 'too-large']);
  });

  it('uploading a picture is for signed-in accounts only', async () => {
    const person = await aPerson();
    const answer = await person.upload(aForm(await aPicture('png')), { authorization: '' });
    expect(answer.statusCode).toBe(401);
  });
});

/** Bytes of buffers still in use, after a garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('a picture upload of 20 MB over a real connection', () => {
  const SIZE = 20 * 1_048_576;
  const PIECE = Buffer.alloc(64 * 1_024, 7);
  /** Chunked transfer coding, RFC 9112 section 7.1. */
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

  /** A person whose phone has sent the head of a request, and the answers so far. */
  async function aSender(length: string) {
    const person = await aPerson();
    await person.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = person.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    let answers = '';
    socket.on('data', (bytes) => {
      answers += bytes.toString();
    });
    const head = (method: string, path: string, ...lines: string[]) =>
      [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n');
    socket.write(
      head(
        'POST',
        '/api/users/picture',
        `Authorization: ${person.headers['authorization']}`,
        `Content-Type: ${FORM}`,
        length,
      ),
    );
    return { ...person, socket, answers: () => answers, head };
  }

  /**
   * Sends pieces as fast as they are taken, until this many bytes are sent or the socket is closed.
   */
  async function send(socket: Socket, bytes: number, piece: Buffer): Promise<void> {
    let sent = 0;
    while (sent < bytes && !socket.destroyed) {
      sent += piece.length;
      if (socket.write(piece)) await nextTurn();
      else await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  }

  it('a large upload is refused by its stated length before it is sent, and the rest is read and dropped', async () => {
    const { socket, answers, head } = await aSender(`Content-Length: ${SIZE}`);
    await soon(() => expect(answers()).toMatch(/^HTTP\/1\.1 413 /));
    await send(socket, SIZE, PIECE);
    socket.write(head('GET', `/api/pictures/${'a'.repeat(22)}.webp`));
    await soon(() => expect(answers()).toMatch(/\}HTTP\/1\.1 404 /));
  });

  it('an upload without a length is refused in constant memory, and the connection stays usable', async () => {
    const { socket, answers, head } = await aSender('Transfer-Encoding: chunked');
    const before = heldBytes();
    socket.write(chunk(aForm(PIECE).subarray(0, -40)));
    await send(socket, SIZE / 2, chunk(PIECE));
    await soon(() => expect(answers()).toMatch(/^HTTP\/1\.1 413 /));
    await send(socket, SIZE / 2, chunk(PIECE));
    // Collected buffers are released a little later.
    await soon(() => expect(heldBytes() - before).toBeLessThan(SIZE / 4));
    socket.write(`0\r\n\r\n${head('GET', `/api/pictures/${'a'.repeat(22)}.webp`)}`);
    await soon(() => expect(answers()).toMatch(/\}HTTP\/1\.1 404 /));
  });

  it.each(['Transfer-Encoding: chunked', 'Content-Length: 99999999999'])(
    'an upload that never ends is cut off (%s)',
    async (length) => {
      const { socket, answers } = await aSender(length);
      socket.write(chunk(aForm(PIECE).subarray(0, -40)));
      await send(socket, 2_000 * 1_048_576, chunk(PIECE));
      expect(socket.destroyed).toBe(true);
      expect(answers()).toMatch(/^HTTP\/1\.1 413 /);
    },
    60_000,
  );
});

describe('DELETE /api/users/picture', () => {
  it('removes the picture from the account and the disk', async () => {
    const person = await aPerson();
    await person.upload(aForm(await aPicture('png')));
    const { authorization = '' } = person.headers;
    const call = {
      method: 'DELETE',
      url: '/api/users/picture',
      headers: { authorization },
    } as const;
    for (const answer of [await person.app.inject(call), await person.app.inject(call)]) {
      expect([answer.statusCode, bodyOf(answer).profileImageURL]).toEqual([200, null]);
    }
    expect(person.files()).toEqual([]);
  });
});

describe('GET /api/pictures/:name', () => {
  it('answers the picture to everybody who has its name, cacheable and with scripts forbidden', async () => {
    const person = await aPerson();
    const { profileImageURL } = bodyOf(await person.upload(aForm(await aPicture('png'))));
    const answer = await person.app.inject(profileImageURL ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 20,
    });
  });

  it.each([
    `${'a'.repeat(22)}.webp`,
    '..%2Fsystem.sqlite',
    '..%5Csystem.sqlite',
    '%2e%2e%2fsecret',
    `${'a'.repeat(22)}.webp%00.png`,
    'x',
  ])('answers 404 for %s', async (name) => {
    const { app } = await aPerson();
    const answer = await app.inject(`/api/pictures/${name}`);
    expect([answer.statusCode, bodyOf(answer).code]).toEqual([404, 'not-found']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
