import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ConnectionLimits } from './connection-limits.ts';

/** A request that is on its way when the server is told to stop has so long to arrive. */
const ARRIVES_WITHIN_MS = 500;

/**
 * After the server is told to stop, each connection is closed with its pending answer, and one on which no
 * request has come is cut. Otherwise keep-alive would delay the stop by 72 s, and a connection that a browser
 * has opened for later for as long as the browser likes: once it stops, Node looks for late requests no more.
 * So it is with a body that comes slowly or no longer, and with an answer that nobody takes: these are cut a
 * little later. What the server works at is waited for.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  { endsMs }: Pick<ConnectionLimits, 'endsMs'>,
): void {
  let isClosing = false;
  const open = new Set<Socket>();
  /** Connections without a request so far, or in the middle of its head. */
  const unused = new Set<Socket>();
  /** The last answer of each connection that is not ended. */
  const answers = new Map<Socket, ServerResponse>();
  const cutLater = (socket: Socket): void => {
    setTimeout(() => {
      if (unused.has(socket)) socket.destroy();
    }, ARRIVES_WITHIN_MS);
  };
  const isWorkedAt = (socket: Socket): boolean => {
    const answer = answers.get(socket);
    return answer?.req.complete === true && !answer.headersSent;
  };
  const cutSlow = (): void => {
    for (const socket of open) if (!isWorkedAt(socket)) socket.destroy();
  };
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
    if (isClosing) cutLater(socket);
  });
  for (const event of ['request', 'upgrade'] as const) {
    app.server.on(event, ({ socket }: { socket: Socket }) => unused.delete(socket));
  }
  app.server.on('request', ({ socket }, answer) => {
    answers.set(socket, answer);
    answer.once('close', () => {
      if (answers.get(socket) === answer) answers.delete(socket);
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) cutLater(socket);
    const cutting = setInterval(cutSlow, endsMs).unref();
    app.server.once('close', () => clearInterval(cutting));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
