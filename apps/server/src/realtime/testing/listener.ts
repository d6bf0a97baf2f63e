import { CSV_STATUS, type CsvClientEvents, type CsvServerEvents } from '@crece/contract';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';

/**
 * All events that a client received, in order:
 * `['Client_ready']`, `['CSV_progress', { maxCount: 1 }]`.
 */
export interface Listener {
  heard: unknown[][];
  socket: Socket<CsvServerEvents, CsvClientEvents>;
  enter(room: string): void;
  /** Resolves with the body of an event of this name when it has come. */
  hears(event: string): Promise<unknown>;
  /** Resolves when the server has closed the socket. */
  closed(): Promise<void>;
}

const EVENTS = ['Client_ready', 'CSV_progress', 'CSV_complete', 'CSV_error'] as const;

/** A client of the channel on a server's address; `namespace` and `headers` test refusals. */
export function listenTo(
  address: string,
  token: string,
  {
    namespace = CSV_STATUS,
    headers = {},
  }: { namespace?: string; headers?: Record<string, string> } = {},
): Listener {
  const socket: Socket<CsvServerEvents, CsvClientEvents> = io(`${address}${namespace}`, {
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: headers,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: unknown[][] = [];
  let isClosed = false;
  for (const event of EVENTS)
    socket.on(event, (...body: unknown[]) => void heard.push([event, ...body]));
  socket.on('connect_error', ({ message }) => void heard.push(['refused', message]));
  socket.on('disconnect', () => {
    isClosed = true;
  });
  return {
    heard,
    socket,
    enter: (room) => void socket.emit('room', { room, src: 'client', destSocket: 'startNow' }),
    hears: (event) =>
      soon(() => {
        const found = heard.find(([name]) => name === event);
        if (found === undefined) throw new Error(`no ${event}: ${JSON.stringify(heard)}`);
        return found[1];
      }),
    closed: () =>
      soon(() => {
        if (!isClosed) throw new Error('it is open');
      }),
  };
}
