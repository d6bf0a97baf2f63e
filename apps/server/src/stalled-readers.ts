import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts connections whose reader has taken nothing of an answer for this long. What is made for it
 * waits in memory meanwhile, and a reader may stand still on purpose. A slow line that takes some
 * bytes goes on; a feed that has nothing to say, and a request that is being worked on, wait.
 * To be called before the server listens.
 */
export function cutStalledReaders(server: Server, stalledMs: number): void {
  /** Answers under way on each connection that has had a request. */
  const answering = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    answering.set(socket, (answering.get(socket) ?? 0) + change);
  };
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Node calls when a connection was still in both directions, and looks at what the reader took;
  // while it is kept alive without a request, after the time for that. With a listener here it leaves
  // the connection to us.
  server.setTimeout(stalledMs, (socket: Socket) => {
    const underWay = answering.get(socket);
    // Before the first request the limit of heads sees to it, with an answer.
    if (underWay === undefined) return;
    if (underWay === 0 || socket.writableLength > 0) socket.destroy();
  });
}
