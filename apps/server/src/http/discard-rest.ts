import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';

/**
 * How much of a refused body is read on for nothing, and for how long: a connection cut while its
 * sender still writes shows as "no response" in a browser, whatever the server had answered.
 */
const DISCARD = { bytes: 32 * 1_048_576, milliseconds: 30_000, checkEvery: 100 } as const;

/** A server that stops ends idle connections; one that becomes idle afterwards would hold it up. */
function endWhenStopping(socket: Socket & { server?: Server }): void {
  if (socket.server?.listening === false) socket.destroySoon();
}

/** Reads the rest of a body and throws it away, and cuts a connection that goes on and on. */
export function discardRest(raw: IncomingMessage): void {
  const { socket } = raw;
  const bytesBefore = socket.bytesRead;
  const ends = Date.now() + DISCARD.milliseconds;
  // Counted at the socket: Node takes listeners off a body that nobody had begun to read.
  const timer = setInterval(() => {
    if (raw.complete || raw.readableEnded || socket.destroyed) {
      clearInterval(timer);
      endWhenStopping(socket);
    } else if (socket.bytesRead - bytesBefore > DISCARD.bytes || Date.now() > ends) {
      socket.destroy();
    }
  }, DISCARD.checkEvery);
  timer.unref();
  raw.unpipe();
  raw.resume();
}
