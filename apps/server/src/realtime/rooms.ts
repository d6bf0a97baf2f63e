import { socketRoomOf } from '@crece/contract';

/** The time of creation at the end of a room's id, in milliseconds. */
const TIMESTAMP = /(\d{12,14})$/;

/**
 * Whether an account may listen in a room: the id consists of the account's own first and last name
 * and a timestamp (`socketRoomOf`). Rooms of two people with the same name are separated by
 * account.
 */
export function isOwnRoom(
  account: { readonly firstName: string; readonly lastName: string },
  room: string,
): boolean {
  const timestamp = TIMESTAMP.exec(room)?.[1];
  return timestamp !== undefined && room === socketRoomOf(account, new Date(Number(timestamp)));
}
