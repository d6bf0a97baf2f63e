import type { Device, WaitingMove } from '@crece/storage';
import { useSetting } from './device.tsx';

/** Children whom somebody on this device asked to move, and who still live where they did. */
export const movesOf = (device: Device): readonly WaitingMove[] => device.getSetting('moves') ?? [];

/** The same; follows changes made in other tabs. */
export const useMoves = (): readonly WaitingMove[] => useSetting('moves')[0] ?? NONE;
const NONE: readonly WaitingMove[] = [];

type Named = Pick<WaitingMove, 'childId' | 'from'>;

export const isMoveOf =
  ({ childId, from }: Named) =>
  (move: WaitingMove): boolean =>
    move.childId === childId && move.from === from;

const othersThan = (device: Device, move: Named): readonly WaitingMove[] =>
  movesOf(device).filter((each) => !isMoveOf(move)(each));

/** Keeps a move until the server has made it; of one child only the last one asked for counts. */
export function keepMove(device: Device, move: WaitingMove): Promise<void> {
  return device.setSetting('moves', [...othersThan(device, move), move]);
}

/** Ends the waiting of a move; answers whether it was waiting. */
export async function dropMove(device: Device, move: Named): Promise<boolean> {
  const left = othersThan(device, move);
  const isWaiting = left.length < movesOf(device).length;
  if (isWaiting) await device.setSetting('moves', left);
  return isWaiting;
}
