import { useSession, useSignIn } from '../../data/session.tsx';

/**
 * What a person without the right to synchronise can do about it: sign in; sign in again, since an
 * ended session may have ended with a new right; wait for the answer to the request; or ask.
 */
export type WayToSync = 'guest' | 'ended' | 'asked' | 'ask';

export function useWayToSync(): WayToSync {
  const isGuest = useSession() === null;
  const { user, isServerSession, hasEnded } = useSignIn();
  if (isGuest) return 'guest';
  if (hasEnded) return 'ended';
  // A request is that of the account signed in, not of whoever else is at work on this device.
  return isServerSession && user?.roleRequest !== undefined ? 'asked' : 'ask';
}
