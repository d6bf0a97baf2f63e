import { useEffect } from 'react';
import { sessionsLeft } from '../api/sessions-left.ts';
import { storedSession } from '../api/stored-session.ts';

/** Minimum time between two checks when the window becomes visible again. */
const ASK_AGAIN_MS = 60_000;

/**
 * Sends sign-outs that the server has not confirmed, and asks it whether the stored session is still
 * valid. The first screens do not wait for the code that does it, and where there is nothing to ask it
 * is not loaded.
 */
function ask(): void {
  const { token, isUserActive } = storedSession();
  const hasSession = token !== null && isUserActive;
  if (!navigator.onLine || (!hasSession && sessionsLeft().length === 0)) return;
  import('../api/session-calls.ts')
    .then(({ checkSession, sendSignOuts }) => Promise.all([sendSignOuts(), checkSession()]))
    .catch((cause: unknown) => {
      console.warn('The session could not be checked.', cause);
    });
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
      ask();
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
