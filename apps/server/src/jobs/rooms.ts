import { socketRoomOf } from '@crece/contract';

/** The time of creation at the end of a room's id, in milliseconds. */
const TIMESTAMP = /^\d{12,14}$/;

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** Letters and digits only: "Ana María", "Ana-María" and "AnaMaría" are one. */
function folded(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/**
 * The names with which an account's rooms may begin: as a client written from the specification
 * joins them, and as our own does (`socketRoomOf`, which shortens long ones).
 */
function namesOf(account: Named): readonly string[] {
  const ours = socketRoomOf(account, new Date(0)).slice(0, -1);
  return [account.firstName + account.lastName, ours].map(folded);
}

/**
 * Whether an account may listen in a room: the id consists of the account's own first and last name
 * and a timestamp. Blanks, apostrophes and hyphens count on neither side, and what follows the name
 * is the timestamp, so that a name may end in a digit. Rooms of two people with the same name are
 * separated by account.
 */
export function isOwnRoom(account: Named, room: string): boolean {
  const said = folded(room);
  return namesOf(account).some(
    (name) => said.startsWith(name) && TIMESTAMP.test(said.slice(name.length)),
  );
}
