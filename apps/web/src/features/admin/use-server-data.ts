import { useCallback, useEffect, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { useOnline } from '../../data/online.ts';
import { useLatest } from '../../data/use-latest.ts';

/** Data of the server for a page, and the state of the request. */
export interface ServerData<T> {
  /** The last answer, also while a newer one is loading. */
  data: T | null;
  /** A request is in progress. */
  busy: boolean;
  /** Why the last request failed. */
  failure: HttpError | null;
  online: boolean;
  /** Makes the request again. */
  reload(): void;
  /** Replaces the data with the answer to a change. */
  replace(data: T): void;
}

interface Settled<T> {
  /** The request that was answered. */
  question: string | null;
  data: T | null;
  failure: HttpError | null;
  /** An error other than `HttpError`; thrown while rendering, for the page's error boundary. */
  fault: { cause: unknown } | null;
}

/**
 * Loads what `key` names, and again when the key changes or the connection is back. Only the answer
 * to the newest request counts; older requests are aborted.
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
  const latest = useLatest(load);

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
  }, [question, online, latest]);

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
