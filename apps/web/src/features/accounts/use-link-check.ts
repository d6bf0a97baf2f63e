import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../api/http.ts';

/** Whether a one-use link can still be used; `unknown`: the server did not answer. */
export type LinkState = 'checking' | 'good' | 'invalid' | 'expired' | 'unknown';

/** Checks a link on the server before a form is shown; `again` retries. */
export function useLinkCheck(check: (() => Promise<unknown>) | null): {
  state: LinkState;
  again(): void;
} {
  const [state, setState] = useState<LinkState>(check === null ? 'invalid' : 'checking');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    if (latest.current === null) return;
    let current = true;
    latest.current().then(
      () => current && setState('good'),
      (cause: unknown) => {
        if (!current) return;
        const code = cause instanceof HttpError ? cause.code : null;
        if (code === 'link-expired') setState('expired');
        else setState(code === 'link-invalid' ? 'invalid' : 'unknown');
      },
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const again = useCallback(() => {
    setState('checking');
    setAttempt((count) => count + 1);
  }, []);
  return { state, again };
}
