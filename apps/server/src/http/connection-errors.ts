import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode, SyncRefusal } from '@crece/contract';
import type { ConnectionLimits } from './connection-limits.ts';
import { refusalBody } from './errors.ts';
import { BARE_HEADERS } from './security-headers.ts';
import { syncBodyOf } from './sync-refusals.ts';

interface ConnectionAnswer {
  status: number;
  code: ErrorCode & SyncRefusal;
}

const UNREADABLE: ConnectionAnswer = { status: 400, code: 'bad-request' };

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The meaning of Node's error codes; all others mean that the request is not HTTP. */
const ANSWERS: Readonly<Record<string, ConnectionAnswer>> = {
  [TIMEOUT]: { status: 408, code: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too-large' },
};

/** A raw answer. The route is unknown here, so its body has the form of both protocols. */
function textOf({ status, code }: ConnectionAnswer): string {
  const body = JSON.stringify({ ...refusalBody(code), ...syncBodyOf(code) });
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

/** Answers requests that are unreadable or too slow, and ends their connections. */
export class ConnectionErrors {
  readonly #limits: Pick<ConnectionLimits, 'bodyMs' | 'lingerMs'>;
  readonly #isGateway: (url: string) => boolean;
  /** The last answer begun on each connection. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(
    limits: Pick<ConnectionLimits, 'bodyMs' | 'lingerMs'>,
    isGateway: (url: string) => boolean,
  ) {
    this.#limits = limits;
    this.#isGateway = isGateway;
  }

  /** Must be called before the server listens. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      this.#answers.set(request.socket, response);
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
      if (length !== '0' || encoding !== undefined) this.#limitBody(request, response);
    });
  }

  /** Answers why a request ends here. Node reports unreadable requests, and timeouts once. */
  answer({ code = '' }: { code?: string }, socket: Socket): void {
    if (!socket.writable) return;
    if (this.#isAnswering(socket)) {
      // Written into the middle of another answer, it would be taken for a part of that.
      socket.destroy();
      return;
    }
    socket.end(textOf(ANSWERS[code] ?? UNREADABLE));
    // A client that still writes must be able to read the answer first; one that never ends must
    // not stay.
    setTimeout(() => socket.destroy(), this.#limits.lingerMs).unref();
  }

  /**
   * Ends a body earlier than Node would, when nobody needs it any more or its shorter limit is
   * over.
   */
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
