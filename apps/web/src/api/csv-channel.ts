import {
  CSV_STATUS,
  type CsvClientEvents,
  type CsvComplete,
  type CsvError,
  type CsvProgress,
  type CsvServerEvents,
} from '@crece/contract';
import { io, type Socket } from 'socket.io-client';
import { storedSession } from './stored-session.ts';

/** An event of the channel. */
export type ChannelEvent =
  /** The server has added us to the room; sent again after each reconnection. */
  | { readonly is: 'ready' }
  | { readonly is: 'progress'; readonly progress: CsvProgress }
  | { readonly is: 'complete'; readonly complete: CsvComplete }
  | { readonly is: 'error'; readonly error: CsvError };

/** Opens the channel of a room; the returned function closes it. */
export type OpenChannel = (room: string, heard: (event: ChannelEvent) => void) => () => void;

/**
 * The channel `/csvStatus` by socket.io, with the token that is valid at each connection.
 * Reconnects by itself and then joins the room again.
 */
export const openCsvChannel: OpenChannel = (room, heard) => {
  const socket: Socket<CsvServerEvents, CsvClientEvents> = io(CSV_STATUS, {
    // Each room of the same window gets its own connection.
    forceNew: true,
    auth: (give) => give({ token: storedSession().token ?? '' }),
  });
  socket.on('connect', () => {
    socket.emit('room', { room, src: 'client', destSocket: 'startNow' });
  });
  socket.on('Client_ready', () => heard({ is: 'ready' }));
  socket.on('CSV_progress', (progress) => heard({ is: 'progress', progress }));
  socket.on('CSV_complete', (complete) => heard({ is: 'complete', complete }));
  socket.on('CSV_error', (error) => heard({ is: 'error', error }));
  return () => socket.disconnect();
};
