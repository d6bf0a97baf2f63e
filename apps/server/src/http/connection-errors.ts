import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode, SyncRefusal } from '@crece/contract';
import { syncBodyOf } from '../gateway/unit-request.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { bodyOf } from './errors.ts';
import { BARE_HEADERS } from './security-headers.ts';

interface ConnectionAnswer {
  status: number;
  code: ErrorCode & SyncRefusal;
}

const UNREADABLE: ConnectionAnswer = { status: 400, code: 'bad-request' };

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What Node's codes mean to the sender; all others are no HTTP. */
const ANSWERS: Readonly<Record<string, ConnectionAnswer>> = {
  [TIMEOUT]: { status: 408, code: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too-large' },
};

/** An answer written by hand: no route is known here, so its body has the form of both protocols. */
function textOf({ status, code }: ConnectionAnswer): string {
  const body = JSON.stringify({ ...bodyOf(code), ...syncBodyOf(code) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers requests that cannot be read, or not in time, and ends their connections. */
export class ConnectionErrors {
  readonly #limits: Pick<ConnectionLimits, 'bodyMs' | 'lingerMs'>;
  readonly #isGateway: (url: string) => boolean;
  /** The last answer that was begun on a connection. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(
    limits: Pick<ConnectionLimits, 'bodyMs' | 'lingerMs'>,
    isGateway: (url: string) => boolean,
  ) {
    this.#limits = limits;
    this.#isGateway = isGateway;
  }

  /** To be called before the server listens. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      this.#answers.set(request.socket, response);
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
      if (length !== '0' || encoding !== undefined) this.#limitBody(request, response);
    });
  }

  /** Says why a request ends here. Node tells what it cannot read, and once when time is over. */
  answer({ code = '' }: { code?: string }, socket: Socket): void {
    if (!socket.writable) return;
    if (this.#isAnswering(socket)) {
      // Written into the middle of another answer it would be taken for a part of that.
      socket.destroy();
      return;
    }
    socket.end(textOf(ANSWERS[code] ?? UNREADABLE));
    // Who still writes must be able to read the answer first; who never ends must not stay.
    setTimeout(() => socket.destroy(), this.#limits.lingerMs).unref();
  }

  /** A body that nobody waits for any more, or not so long, ends earlier than Node would end it. */
  #limitBody(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      const isWaitedFor = this.#isGateway(request.url ?? '') && !response.headersSent;
      if (!request.complete && !isWaitedFor) this.answer({ code: TIMEOUT }, request.socket);
    }, this.#limits.bodyMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  }

  #isAnswering(socket: Socket): boolean {
    const last = this.#answers.get(socket);
    if (last === undefined || !last.headersSent) return false;
    return !(last.req.complete && last.writableFinished);
  }
}
