// The realtime channel between browser and server: progress of reports, conversions and imports.

/** The channel: socket.io namespace; the session's token is in the handshake's `auth`. */
export const CSV_STATUS = '/csvStatus';

/**
 * The client's first message (`room`); the server adds it to the room and answers `Client_ready`.
 */
export interface RoomRequest {
  /** First name, last name and a timestamp of the person: see `socketRoomOf`. */
  readonly room: string;
  readonly src: 'client';
  readonly destSocket: 'startNow';
}

/** `CSV_progress`: first the total amount of work, then the amount done with a short text. */
export type CsvProgress =
  | { readonly maxCount: number }
  | { readonly count: number; readonly text: string };

/** `CSV_complete`. */
export interface CsvComplete {
  readonly fileName: string;
  readonly text: string;
}

/** `CSV_error`. */
export interface CsvError {
  readonly text: string;
}

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
