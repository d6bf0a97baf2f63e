import { keepLeft, sessionsLeft } from './sessions-left.ts';

/** Maximum number of stored sign-outs: more than a device has in weeks offline. */
const MOST_LEFT = 99;

/**
 * Ends a session on the server, now or when it is reachable. Until then only the middle part of the
 * token is stored: without the signature it gives no access and can only end the session.
 */
export function endServerSession(token: string): void {
  const part = token.split('.')[1] ?? token;
  keepLeft([part, ...sessionsLeft()].slice(0, MOST_LEFT));
  import('./session-calls.ts')
    .then(({ sendSignOuts }) => sendSignOuts())
    .catch((cause: unknown) => {
      console.warn('The sign-out is sent at the next start.', cause);
    });
}
