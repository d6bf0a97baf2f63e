import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts connections whose reader has taken nothing of an answer for this long, because the data made
 * for it waits in memory and a reader may stop on purpose. A slow line that takes some bytes is not
 * cut, nor is a silent feed or a request that is being processed. Must be called before the server
 * listens.
 */
export function cutStalledReaders(server: Server, stalledMs: number): void {
  /** Number of running answers on each connection that has had a request. */
  const answering = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    answering.set(socket, (answering.get(socket) ?? 0) + change);
  };
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Node calls the listener when a connection was idle in both directions, counting what the reader
  // took, and also when a kept-alive connection without a request exceeds its time. With a listener
  // Node leaves closing the connection to us.
  server.setTimeout(stalledMs, (socket: Socket) => {
    const underWay = answering.get(socket);
    // Before the first request the limit for heads applies, which sends an answer.
    if (underWay === undefined) return;
    if (underWay === 0 || socket.writableLength > 0) socket.destroy();
  });
}
