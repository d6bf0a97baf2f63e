import type { Device, WaitingMove } from '@crece/storage';
import { HttpError } from '../api/http.ts';
import { answerProposal } from '../api/moves.ts';
import { dropMove, isMoveOf, movesOf } from './moves.ts';

type Named = Pick<WaitingMove, 'childId' | 'from'>;

/** The moves that the server is being asked for from this tab. */
const asking = new Map<string, Promise<unknown>>();

const keyOf = ({ childId, from }: Named) => `${from} ${childId}`;

/** Notes that the server is asked for a move, until `answered`, when the list of what waits knows too. */
export async function whileAsked<T>(move: Named, answered: Promise<T>): Promise<T> {
  asking.set(keyOf(move), answered);
  try {
    return await answered;
  } finally {
    asking.delete(keyOf(move));
  }
}

/**
 * Takes a move back: whether the child stays. While the server is being asked nobody knows, so its
 * answer is waited for; a proposal is withdrawn there too.
 *
 * @throws HttpError when a proposal could not be withdrawn, which waits on then
 */
export async function takeMoveBack(device: Device, named: Named): Promise<boolean> {
  await asking.get(keyOf(named))?.catch(() => undefined);
  if (movesOf(device).find(isMoveOf(named))?.proposed) {
    try {
      await answerProposal(named, false);
    } catch (cause) {
      // Decided meanwhile: nothing is left to withdraw.
      if (!(cause instanceof HttpError) || cause.code !== 'not-found') throw cause;
    }
  }
  return dropMove(device, named);
}
