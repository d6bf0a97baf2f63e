import { useEffect } from 'react';
import { HttpError } from '../api/http.ts';
import { fetchSession, sendSignOuts } from '../api/session-calls.ts';
import { keepUser, storedSession } from '../api/stored-session.ts';

/** Minimum time between two checks when the window becomes visible again. */
const ASK_AGAIN_MS = 60_000;

/** Asks the server whether the stored session is still valid; a 401 changes the stored session. */
async function checkSession(): Promise<void> {
  const { token, isUserActive } = storedSession();
  if (token === null || !isUserActive || !navigator.onLine) return;
  try {
    const user = await fetchSession();
    keepUser(user);
  } catch (cause) {
    // Without an answer the stored session stays in use; a 401 is handled by the error catalogue.
    if (!(cause instanceof HttpError)) throw cause;
  }
}

/**
 * Checks the stored session at the start, when the network is back and when the window becomes
 * visible again.
 */
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
