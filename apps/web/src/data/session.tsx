import type { SignedInBody, UserBody } from '@crece/contract';
import { type Account, type Action, type ActionPlace, can } from '@crece/domain';
import { useMemo, useSyncExternalStore } from 'react';
import { endServerSession } from '../api/sign-outs.ts';
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
  /** The person who signed in last on this device, also after the session has ended. */
  user: UserBody | null;
  /**
   * The person at work is the user of the server session: calls can be made in that person's name.
   */
  isServerSession: boolean;
  /** `user` is at work, but the server no longer knows the session: "sign in again". */
  hasEnded: boolean;
  /** Stores the session after a sign-in: from now on this person works here, in every tab. */
  signedIn(body: SignedInBody): void;
  /** Stores the account that the server returned after a change. */
  userChanged(user: UserBody): void;
  /**
   * Deletes token and user at once in every tab and ends the session on the server. Without a
   * connection this happens later, with a part of the token that grants no access.
   */
  signOut(): void;
  /**
   * Sets another person known to this device as the person at work; `null`: the signed-in user
   * again.
   */
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

/** Who works on this device at this moment, by id. */
export const idAtWork = (): string | undefined => storedSession().active?.id;

/** Whether whoever works here at this moment has the unit, which a form may have been opened with before. */
export const mayWorkIn = (place: ActionPlace): boolean =>
  can(storedSession().active, 'see-places', place);

/** The account of the person who works on this device now, or `null`. */
export function useSession(): Account | null {
  const { active } = useStoredSession();
  // Nobody counts as signed in on the sign-in page of a locked phone.
  return useAtDoor() ? null : active;
}

/** The user who is signed in with the server, and functions that change the session. */
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

/** Whether the person may do something. Only for display: the server decides. */
export function useCan(action: Action, place?: ActionPlace): boolean {
  return can(useSession(), action, place);
}
