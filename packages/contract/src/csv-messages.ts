import { z } from 'zod';

// What is said on the realtime channel of `csv-channel.ts`.

const MOST_OF_ROOM = 200;
const MOST_OF_TOKEN = 4_000;

/** `auth` of the handshake: the token alone, or as in the header of every other call, `JWT` before it. */
export const csvHandshake = z.object({
  token: z
    .string()
    .max(MOST_OF_TOKEN)
    .transform((token) => token.replace(/^JWT /, '')),
});

/**
 * The client's first message (`room`); the server adds it to the room and answers `Client_ready`.
 */
export const roomRequest = z.object({
  /** First name, last name and a timestamp of the person: see `socketRoomOf`. */
  room: z.string().min(1).max(MOST_OF_ROOM),
  src: z.literal('client'),
  destSocket: z.literal('startNow'),
});
export type RoomRequest = z.infer<typeof roomRequest>;

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
