import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What happens to a request on its way. */
export type Injection =
  | 'pass'
  /** The request is carried out, but its answer is lost. */
  | 'lose-answer'
  /** Half of the answer arrives, then the connection ends. */
  | 'cut-answer'
  /** No answer arrives, and the connection stays open. */
  | 'hang'
  | { status: number; body: unknown }
  /** Sends another request instead, and changes its answer. */
  | { send: (body: string) => string; answer: (body: string) => { status: number; body: string } };

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Stands between a client and a server, and injects faults of networks and servers. */
export class FaultInjector {
  /** Every request, in order: `POST /db/_bulk_docs`. */
  readonly seen: string[] = [];
  /** Decides the fault of each request. */
  inject: (call: string) => Injection = () => 'pass';
  /** Awaited before each request. */
  before: (call: string) => Promise<void> = async () => {};
  readonly #target: URL;
  readonly #server = createServer((request, response) => {
    // Client or server closed the connection, as at the end of a test: the other side is told.
    this.#handle(request, response).catch(() => response.destroy());
  });

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** Starts listening; returns the address to use instead of the target's, with its account. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    const bound = this.#server.address();
    const url = new URL(this.#target);
    url.port = String(typeof bound === 'object' && bound !== null ? bound.port : 0);
    return url.href;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const call = `${method} ${decodeURIComponent(new URL(url, this.#target).pathname)}`;
    this.seen.push(call);
    const injection = this.inject(call);
    const body = await bodyOf(request);
    await this.before(call);
    if (injection === 'hang') return;
    if (typeof injection === 'object' && 'status' in injection) {
      response.writeHead(injection.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(injection.body));
      return;
    }
    if (typeof injection === 'object') {
      const text = injection.send(body.toString('utf8'));
      const { headers } = request;
      headers['content-length'] = String(Buffer.byteLength(text));
      const { status: _status, ...passed } = await this.#forward(request, Buffer.from(text));
      const forged = injection.answer(passed.body.toString('utf8'));
      response.writeHead(forged.status, { 'content-type': 'application/json' });
      response.end(forged.body);
      return;
    }
    const answer = await this.#forward(request, body);
    if (injection === 'lose-answer') {
      response.destroy();
      return;
    }
    const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
    response.writeHead(answer.status, headers);
    if (injection === 'pass') response.end(answer.body);
    else response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
  }

  #forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#target;
      const asked = ask({ hostname, port, method, path: url, headers }, (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        bodyOf(answer).then((whole) => resolve({ status, headers: told, body: whole }), reject);
      });
      asked.once('error', reject);
      asked.end(body);
    });
  }
}
