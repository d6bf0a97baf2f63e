import { readFileSync } from 'node:fs';
import {
  type ClientRequest,
  createServer as createHttp,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

const CERTIFICATE = join(import.meta.dirname, 'certificate');
export const certificatePem = () => readFileSync(join(CERTIFICATE, 'certificate.pem'), 'utf8');

/** What an operator may get wrong; by default all is as in `deploy/nginx.conf`. */
export interface ProxyFaults {
  isTls?: boolean;
  /** Passes on what a sender wrote of its address. */
  believesSenders?: boolean;
  /** Says nothing of the sender's address. */
  isSilent?: boolean;
  mostBytes?: number;
  hasNoSockets?: boolean;
}

/** A reverse proxy before a server whose port is told later. */
export class AProxy {
  target = 0;
  faults: ProxyFaults = {};
  #server: Server | null = null;

  /** Starts listening; returns the address that people type. */
  async listen(isTls = false): Promise<string> {
    const key = () => readFileSync(join(CERTIFICATE, 'key.pem'), 'utf8');
    const answer = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      this.#pass(incoming, outgoing);
    const server = isTls
      ? createHttps({ key: key(), cert: certificatePem() }, answer)
      : createHttp(answer);
    server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) =>
      this.#upgrade(incoming, socket as Socket),
    );
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => this.close());
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    return `${isTls ? 'https' : 'http'}://localhost:${port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #ask({ method, url, headers, socket }: IncomingMessage): ClientRequest {
    const { believesSenders = false, isSilent = false } = this.faults;
    const passed = { ...headers };
    if (isSilent) delete passed['x-forwarded-for'];
    else if (!believesSenders) passed['x-forwarded-for'] = socket.remoteAddress ?? '';
    const address = { host: '127.0.0.1', port: this.target };
    return request({ ...address, ...{ method, path: url, headers: passed, agent: false } });
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (
      Number(incoming.headers['content-length'] ?? 0) >
      (this.faults.mostBytes ?? Number.POSITIVE_INFINITY)
    ) {
      outgoing
        .writeHead(413, { connection: 'close' })
        .end('<html>413 Request Entity Too Large</html>');
      return;
    }
    const asked = this.#ask(incoming);
    asked.once('error', () => outgoing.destroy());
    asked.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.flushHeaders();
    incoming.on('error', () => asked.destroy());
    incoming.pipe(asked);
  }

  #upgrade(incoming: IncomingMessage, socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.faults.hasNoSockets === true) {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      return;
    }
    const asked = this.#ask(incoming);
    asked.once('error', () => socket.destroy());
    asked.once('upgrade', ({ statusCode, statusMessage, headers }, behind) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n'));
      behind.on('error', () => socket.destroy());
      behind.pipe(socket).pipe(behind);
    });
    asked.end();
  }
}
