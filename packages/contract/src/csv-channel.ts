import type { CsvComplete, CsvError, CsvProgress, RoomRequest } from './csv-messages.ts';

// The realtime channel between browser and server: progress of reports, conversions and imports.

/** The channel: socket.io namespace; the session's token is in the handshake's `auth`. */
export const CSV_STATUS = '/csvStatus';

/** The channel's events by their specified names, in socket.io's typing. */
export interface CsvServerEvents {
  Client_ready: () => void;
  CSV_progress: (progress: CsvProgress) => void;
  CSV_complete: (complete: CsvComplete) => void;
  CSV_error: (error: CsvError) => void;
}

/** The client's events on the channel. */
export interface CsvClientEvents {
  room: (request: RoomRequest) => void;
}

/**
 * The socket.io room for a person's progress: first name, last name and a timestamp, as specified.
 * Characters other than letters and digits become hyphens, so that the name can be part of an
 * address.
 */
export function socketRoomOf(
  user: { readonly firstName: string; readonly lastName: string },
  now: Date,
): string {
  const plain = (name: string) =>
    name
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .slice(0, 40);
  return `${plain(user.firstName)}${plain(user.lastName)}${now.getTime()}`;
}
