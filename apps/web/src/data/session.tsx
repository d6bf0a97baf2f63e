import type { SignedInBody, UserBody } from '@crece/contract';
import { type Account, type Action, type ActionPlace, can } from '@crece/domain';
import { useMemo, useSyncExternalStore } from 'react';
import { endServerSession } from '../api/session-calls.ts';
import {
  clearSession,
  keepPerson,
  keepSession,
  keepUser,
  type StoredSession,
  storedSession,
  subscribeToSession,
} from '../api/stored-session.ts';
import { markLeft, openLock, useAtDoor } from './lock.ts';

interface SignIn {
  /** The person who signed in last on this device; also after the session has ended. */
  user: UserBody | null;
  /** The person who works now is the one of the server's session: calls may be made in their name. */
  isServerSession: boolean;
  /** `user` is at work, but the server no longer knows the session: "sign in again". */
  hasEnded: boolean;
  /** After a sign-in: from now on this person works here, in every tab. */
  signedIn(body: SignedInBody): void;
  /** The account as the server has it after a change. */
  userChanged(user: UserBody): void;
  /**
   * Forgets token and user at once, in every tab, and tells the server: without a connection later,
   * by a part of the token that opens nothing.
   */
  signOut(): void;
  /** Somebody else known to this device works from now on; `null`: the signed-in user again. */
  setPerson(account: Account | null): void;
}

const ACTS: Pick<SignIn, 'signedIn' | 'userChanged' | 'signOut' | 'setPerson'> = {
  signedIn: ({ user, token }) => {
    keepSession(user, token);
    openLock('sign-in');
  },
  userChanged: keepUser,
  signOut: () => {
    const { user, token } = storedSession();
    clearSession();
    if (user !== null) markLeft(user.id);
    if (token !== null) endServerSession(token);
  },
  setPerson: (account) => keepPerson(account?.id === storedSession().user?.id ? null : account),
};

function useStoredSession(): StoredSession {
  return useSyncExternalStore(subscribeToSession, storedSession);
}

/** The account of the person who works on this device now, or `null`. */
export function useSession(): Account | null {
  const { active } = useStoredSession();
  // Whoever stands at the sign-in of a locked phone is nobody yet.
  return useAtDoor() ? null : active;
}

/** Who is signed in with the server, and the ways to change that. */
export function useSignIn(): SignIn {
  const session = useStoredSession();
  const atDoor = useAtDoor();
  return useMemo(() => {
    const { user, token, isUserActive } = session;
    return {
      user,
      isServerSession: token !== null && isUserActive && !atDoor,
      hasEnded: user !== null && token === null && isUserActive && !atDoor,
      ...ACTS,
    };
  }, [session, atDoor]);
}

/** Whether the person may do something; the server decides, this only mirrors it. */
export function useCan(action: Action, place?: ActionPlace): boolean {
  return can(useSession(), action, place);
}
