import { useEffect } from 'react';
import { HttpError } from '../api/http.ts';
import { fetchSession, sendSignOuts } from '../api/session-calls.ts';
import { keepUser, storedSession } from '../api/stored-session.ts';

/** A window that comes back sooner than this asks no second time. */
const ASK_AGAIN_MS = 60_000;

/** Asks the server whether the kept session still stands; a 401 changes the session mark. */
async function checkSession(): Promise<void> {
  const { token, isUserActive } = storedSession();
  if (token === null || !isUserActive || !navigator.onLine) return;
  try {
    const user = await fetchSession();
    keepUser(user);
  } catch (cause) {
    // Without an answer the kept session goes on; the error catalogue hears of a 401 by itself.
    if (!(cause instanceof HttpError)) throw cause;
  }
}

/** Checks the kept session at the start, when the network is back and when the window shows again. */
export function useSessionCheck(): void {
  useEffect(() => {
    let asked = Date.now();
    const check = () => {
      asked = Date.now();
      void sendSignOuts();
      void checkSession();
    };
    const checkWhenShown = () => {
      const isDue = Date.now() - asked > ASK_AGAIN_MS;
      if (document.visibilityState === 'visible' && isDue) check();
    };
    check();
    window.addEventListener('online', check);
    document.addEventListener('visibilitychange', checkWhenShown);
    return () => {
      window.removeEventListener('online', check);
      document.removeEventListener('visibilitychange', checkWhenShown);
    };
  }, []);
}
