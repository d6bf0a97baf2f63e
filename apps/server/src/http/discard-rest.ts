import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';

/**
 * How much of a refused body is still read and dropped, and for how long. If the connection were
 * cut while the sender still writes, browsers would show "no response" instead of the server's
 * answer.
 */
const DISCARD = { bytes: 32 * 1_048_576, milliseconds: 30_000, checkEvery: 100 } as const;

/** A stopping server ends idle connections; one that becomes idle later would delay the stop. */
function endWhenStopping(socket: Socket & { server?: Server }): void {
  if (socket.server?.listening === false) socket.destroySoon();
}

/** Reads and drops the rest of a body; cuts a connection that exceeds the limits. */
export function discardRest(raw: IncomingMessage): void {
  const { socket } = raw;
  const bytesBefore = socket.bytesRead;
  const ends = Date.now() + DISCARD.milliseconds;
  // Counted at the socket, because Node removes listeners from a body that nobody had begun to
  // read.
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
