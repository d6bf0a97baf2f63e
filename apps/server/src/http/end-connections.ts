import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request that is on its way when the server is told to stop has so long to arrive. */
const ARRIVES_WITHIN_MS = 500;

/**
 * After the server is told to stop, each connection is closed with its pending answer, and one on which no
 * request has come is cut. Otherwise keep-alive would delay the stop by 72 s, and a connection that a browser
 * has opened for later for as long as the browser likes: once it stops, Node looks for late requests no more.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  /** Connections without a request so far, or in the middle of its head. */
  const unused = new Set<Socket>();
  const cutLater = (socket: Socket): void => {
    setTimeout(() => {
      if (unused.has(socket)) socket.destroy();
    }, ARRIVES_WITHIN_MS);
  };
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
    if (isClosing) cutLater(socket);
  });
  for (const event of ['request', 'upgrade'] as const) {
    app.server.on(event, ({ socket }: { socket: Socket }) => unused.delete(socket));
  }
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) cutLater(socket);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
