import type { Device, WaitingMove } from '@crece/storage';
import { HttpError } from '../api/http.ts';
import { answerProposal, fetchHome } from '../api/moves.ts';
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

/** What became of a child whose move was taken back; `unsure`: only the server knows. */
export type TakenBack = 'stays' | 'gone' | 'unsure';

/**
 * Takes a move back. While the server is being asked nobody knows, so its answer is waited for; where
 * the answer was lost, the server is asked where the child is. A proposal is withdrawn there too.
 *
 * @throws HttpError when a proposal could not be withdrawn, which waits on then
 */
export async function takeMoveBack(device: Device, named: Named): Promise<TakenBack> {
  await asking.get(keyOf(named))?.catch(() => undefined);
  const move = movesOf(device).find(isMoveOf(named));
  if (move === undefined) return 'gone';
  const { asked, propose, proposed, refused } = move;
  let isKnown = refused !== undefined || !(asked || proposed);
  if (!isKnown && (propose || proposed)) {
    try {
      await answerProposal(named, false);
      isKnown = true;
    } catch (cause) {
      // Decided meanwhile, or never received: nothing is left to withdraw.
      if (!(cause instanceof HttpError) || cause.code !== 'not-found') throw cause;
    }
  }
  const { childId: id, from: stakeDB } = named;
  const home = isKnown ? null : await fetchHome({ stakeDB, id }).catch(() => undefined);
  await dropMove(device, named);
  if (home === undefined) return 'unsure';
  return home === null ? 'stays' : 'gone';
}
