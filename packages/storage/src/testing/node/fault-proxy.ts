import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What goes wrong with one request. */
export type Fault =
  /** The connection breaks after so many bytes of the request's body have gone to the server. */
  | { kind: 'cut-request'; after: number }
  /** The server answers, and the connection breaks before the first byte of it arrives. */
  | { kind: 'lose-answer' }
  /** The connection breaks after so many bytes of the answer's body. */
  | { kind: 'cut-answer'; after: number }
  /** The answer is taken from the server at once and handed out as the test says; a fault breaks it. */
  | { kind: 'held-answer'; hand: (body: Buffer, write: Write) => Promise<void> }
  /** The proxy answers instead of the server, which never sees the request. */
  | { kind: 'answer'; status: number; body?: string; headers?: Readonly<Record<string, string>> }
  /** The answer has the server's head and another body, as out of a cache. */
  | { kind: 'other-body'; body: string }
  /** The request goes to another address of the server, as a rewrite rule or a path-less cache does. */
  | { kind: 'elsewhere'; path: string }
  /** The proxy refuses a longer body with 413, as proxies do, and lets every other pass. */
  | { kind: 'body-limit'; bytes: number }
  /** The request waits so long before it goes on. */
  | { kind: 'delay'; ms: number }
  /** Something else happens first (the server is killed, a role is taken away), then it goes on. */
  | { kind: 'first'; act: () => Promise<void> };

/** Sends a piece of an answer's body. */
type Write = (piece: Buffer) => void;

export interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
  /** Its number since the proxy began, from 0. */
  number: number;
}

/** Does something once, at the n-th request to an address that fits. */
export function atRequest(pattern: RegExp, nth: number, fault: Fault) {
  let seen = 0;
  return ({ path }: SeenRequest): Fault | undefined => {
    if (!pattern.test(path)) return undefined;
    seen += 1;
    return seen === nth ? fault : undefined;
  };
}

/** Asked for each request before it is passed on; nothing: it goes through untouched. */
export type FaultPlan = (seen: SeenRequest) => Fault | undefined;

export interface FaultProxy {
  /** Address without a trailing slash. */
  readonly url: string;
  /** Requests seen so far. */
  readonly requests: readonly SeenRequest[];
  /** Takes the place of the plan before; without one everything goes through. */
  plan(next?: FaultPlan): void;
  /** Lets every request wait from now on: `met` when there is one, `release` lets them go. */
  hold(): { met: Promise<void>; release: () => void };
  /** From now on no connection comes about, as without a network; `false` ends that. */
  cutOff(isCut: boolean): void;
  close(): Promise<void>;
}

/** What a limit does to a request: nothing when it is short enough. */
function limited(
  { bytes }: Extract<Fault, { kind: 'body-limit' }>,
  { headers }: IncomingMessage,
): Fault | undefined {
  const isLonger = Number(headers['content-length'] ?? 0) > bytes;
  return isLonger ? signInPage(413) : undefined;
}

/** What a network's sign-in page, or a proxy, answers in the server's place. */
export function signInPage(status: number): Fault {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { kind: 'answer', status, body: '<!doctype html><title>Welcome</title>', headers };
}

/** Breaks a stream off after a number of bytes have passed. */
function breakAfter(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (chunk.length <= left) {
        left -= chunk.length;
        done(null, chunk);
        return;
      }
      this.push(chunk.subarray(0, left));
      // A turn later, so that what was let through is on its way.
      setImmediate(() => done(new Error('broken off on purpose')));
    },
  });
}

async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, agent }: { target: URL; agent: Agent },
  fault: Fault | undefined,
): Promise<void> {
  const toServer = send({
    host: target.hostname,
    port: target.port,
    method: incoming.method,
    path: fault?.kind === 'elsewhere' ? fault.path : incoming.url,
    headers: incoming.headers,
    agent,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    toServer.once('response', resolve);
    toServer.once('error', reject);
  });
  answered.catch(() => undefined);
  // A client that goes away takes its request with it, as without a proxy.
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) toServer.destroy();
  });
  const body = fault?.kind === 'cut-request' ? [breakAfter(fault.after)] : [];
  // The server may answer before it has read the whole request.
  const sent = pipeline([incoming, ...body, toServer]);
  await Promise.race([sent, answered]);
  const answer = await answered;
  if (fault?.kind === 'lose-answer') {
    // The server has done what was asked when its answer is there.
    answer.resume();
    await new Promise((resolve) => answer.once('close', resolve));
    throw new Error('lost on purpose');
  }
  if (fault?.kind === 'other-body') {
    answer.resume();
    const { 'content-length': _length, 'content-encoding': _packing, ...head } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, head).end(fault.body);
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  outgoing.flushHeaders();
  if (fault?.kind === 'held-answer') {
    const body = Buffer.concat(await answer.toArray());
    await fault.hand(body, (piece) => void outgoing.write(piece));
    outgoing.end();
    return;
  }
  const cut = fault?.kind === 'cut-answer' ? [breakAfter(fault.after)] : [];
  await pipeline([answer, ...cut, outgoing]);
}

/** A proxy in front of a real server that makes the network as bad as a test wants it. */
export async function startFaultProxy(targetUrl: string): Promise<FaultProxy> {
  // A connection is used again, as a proxy does: one that the server has closed is known to be.
  const to = { target: new URL(targetUrl), agent: new Agent({ keepAlive: true }) };
  const requests: SeenRequest[] = [];
  let plan: FaultPlan | undefined;
  let isCutOff = false;
  let held: { meet: () => void; released: Promise<void> } | null = null;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const seen = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      number: requests.length,
    };
    requests.push(seen);
    held?.meet();
    await held?.released;
    const planned = plan?.(seen);
    const fault = planned?.kind === 'body-limit' ? limited(planned, incoming) : planned;
    if (fault?.kind === 'answer') {
      incoming.resume();
      outgoing.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === 'first') await fault.act();
    await passOn(incoming, outgoing, to, fault);
  }

  const server: Server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => {
      outgoing.destroy();
    });
  });
  // Long answers stay open longer than any limit of a proxy.
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    if (isCutOff) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    plan(next) {
      plan = next;
    },
    hold() {
      let meet = (): void => undefined;
      let letGo = (): void => undefined;
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const released = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      held = { meet, released };
      return {
        met,
        release() {
          held = null;
          letGo();
        },
      };
    },
    cutOff(isCut) {
      isCutOff = isCut;
      if (isCut) server.closeAllConnections();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      to.agent.destroy();
      return closed;
    },
  };
}
