/**
 * A CouchDB-compatible server from npm for the tests (express-pouchdb on PouchDB in memory), in a
 * process of its own: `node couch-server.ts <journal> <port>`. Every write is put into the journal
 * before it is done, and repeated after a start, so the server can be killed like a database that
 * writes to a disk. Prints its port when it is ready.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import expressPouchDb from 'express-pouchdb';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import mapReduce from 'pouchdb-mapreduce';
import { ADMIN } from './couch-accounts.ts';
import { type Asked, ContractFakes, userOf } from './couch-contract-fakes.ts';

const [journal = '', port = '0'] = process.argv.slice(2);
const QUESTIONS = ['_all_docs', '_bulk_get', '_revs_diff', '_changes', '_view'];
/** Marks requests that repeat the journal. */
const AGAIN_HEADER = 'x-again';

interface Line {
  method: string;
  url: string;
  body: string;
}

PouchDB.plugin(memory).plugin(mapReduce);
const MemoryPouch = (PouchDB as unknown as { defaults(options: object): typeof PouchDB }).defaults({
  adapter: 'memory',
});
const answerAsPouch = expressPouchDb(MemoryPouch, {
  mode: 'minimumForPouchDB',
  // CouchDB itself packs no answer.
  overrideMode: { exclude: ['compression'] },
});
const open = new Map<string, PouchDB>();
const fakes = new ContractFakes((name) => {
  const pouch = open.get(name) ?? new MemoryPouch(name, { adapter: 'memory' });
  open.set(name, pouch);
  return pouch;
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}

/** Databases that are there: each was made by a request, also after a start from the journal. */
const known = new Set<string>();
const NO_DATABASE = { error: 'not_found', reason: 'Database does not exist.' };
const MADE_STATUSES = [201, 412];

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { pathname, searchParams } = new URL(url, 'http://server');
  const parts = pathname.split('/').slice(1).map(decodeURIComponent);
  if (parts.at(-1) === '') parts.pop();
  const body = await bodyOf(request);
  const user = userOf(request.headers.authorization);
  const asked: Asked = { method, parts, query: searchParams, body, user };
  const [database = ''] = parts;
  const isHere = known.has(database);
  const refused = fakes.refuse(asked, isHere);
  if (refused !== null && 'status' in refused) {
    send(response, refused.status, refused.body);
    return;
  }
  // A server that starts asks for each of some 330 units.
  if (!isHere && method === 'GET' && parts.length === 1 && !database.startsWith('_')) {
    send(response, 404, NO_DATABASE);
    return;
  }
  const call = parts[3] === '_view' ? '_view' : (parts[1] ?? '');
  const isWrite = method !== 'GET' && !QUESTIONS.includes(call);
  if (isWrite && request.headers[AGAIN_HEADER] === undefined) {
    appendFileSync(journal, `${JSON.stringify({ method, url, body } satisfies Line)}\n`);
  }
  const faked = isHere ? await fakes.answer(asked) : null;
  if (faked !== null && 'status' in faked) {
    send(response, faked.status, faked.body);
    return;
  }
  const handedOn = faked === null ? body : faked.handOn;
  // The body is read already; `_body` tells the server's parser.
  const parsed = handedOn === '' ? {} : (JSON.parse(handedOn) as unknown);
  Object.assign(request, { body: parsed, _body: true });
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    answerAsPouch(request, response);
  });
  if (method === 'PUT' && parts.length === 1 && MADE_STATUSES.includes(response.statusCode)) {
    known.add(database);
  }
  if (method === 'DELETE' && parts.length === 1) {
    known.delete(database);
    open.delete(database);
    fakes.forget(database);
  }
}

// It ends with the tests that started it, and leaves nothing.
process.on('disconnect', () => {
  rmSync(dirname(journal), { recursive: true, force: true });
  process.exit();
});

let writing: Promise<void> = Promise.resolve();

/** Runs one write after the other, in the order of the journal. */
function inTurn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const run = () =>
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (!response.headersSent) send(response, 500, { error: 'fault', reason: String(error) });
    });
  if (request.method === 'GET' || QUESTIONS.some((call) => request.url?.includes(call)))
    return run();
  writing = writing.then(run);
  return writing;
}

async function doAgain(address: string): Promise<void> {
  if (!existsSync(journal)) return;
  const pair = Buffer.from(`${ADMIN.name}:${ADMIN.password}`).toString('base64');
  for (const text of readFileSync(journal, 'utf8').split('\n')) {
    // The last line may be half written; its write was not acknowledged.
    if (!text.endsWith('}')) continue;
    const { method, url, body } = JSON.parse(text) as Line;
    const answer = await fetch(`${address}${url}`, {
      method,
      headers: {
        authorization: `Basic ${pair}`,
        'content-type': 'application/json',
        [AGAIN_HEADER]: '1',
      },
      ...(body === '' ? {} : { body }),
    });
    await answer.arrayBuffer();
  }
}

const server = createServer((request, response) => void inTurn(request, response));
// Closed by its client alone, so that no request meets a connection that ends.
server.keepAliveTimeout = 0;
async function listen(): Promise<void> {
  for (;;) {
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(Number(port), '127.0.0.1', () => resolve(true));
    });
    if (listening) return;
    await delay(50);
  }
}
await listen();
const address = server.address();
const bound = typeof address === 'object' && address !== null ? address.port : 0;
await doAgain(`http://127.0.0.1:${bound}`);
process.stdout.write(`${bound}\n`);
// It is always killed: what was compiled is kept now for the next one.
flushCompileCache();
