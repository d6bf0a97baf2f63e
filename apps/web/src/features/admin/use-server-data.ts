import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { useOnline } from '../../data/online.ts';

/** What a page shows of the server's, and how far asking for it is. */
export interface ServerData<T> {
  /** The last answer, also while a newer one is on its way. */
  data: T | null;
  /** An answer is on its way. */
  busy: boolean;
  /** Why the last question had no answer. */
  failure: HttpError | null;
  online: boolean;
  /** Asks again. */
  reload(): void;
  /** Puts what a change answered in the place of what was read. */
  replace(data: T): void;
}

interface Settled<T> {
  /** Which question is answered. */
  question: string | null;
  data: T | null;
  failure: HttpError | null;
  /** A fault that is none of the server's; thrown while rendering, for the page's boundary. */
  fault: { cause: unknown } | null;
}

/**
 * Asks the server for what `key` names, and again when the key changes or the connection is back.
 * Only the answer to the newest question counts; one that comes late is given up.
 */
export function useServerData<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): ServerData<T> {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<T>>({
    question: null,
    data: null,
    failure: null,
    fault: null,
  });
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const question = `${attempt} ${key}`;
  useEffect(() => {
    if (!online) return;
    const stop = new AbortController();
    const { signal } = stop;
    latest.current(signal).then(
      (data) => {
        if (!signal.aborted) setSettled({ question, data, failure: null, fault: null });
      },
      (cause: unknown) => {
        if (signal.aborted) return;
        setSettled(({ data }) =>
          cause instanceof HttpError
            ? { question, data, failure: cause, fault: null }
            : { question, data, failure: null, fault: { cause } },
        );
      },
    );
    return () => stop.abort();
  }, [question, online]);

  if (settled.fault !== null) throw settled.fault.cause;
  return {
    data: settled.data,
    busy: online && settled.question !== question,
    failure: settled.failure,
    online,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    replace: useCallback(
      (data: T) => setSettled((before) => ({ ...before, data, failure: null })),
      [],
    ),
  };
}
