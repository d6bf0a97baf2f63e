import type { DeskAnswer, DeskListPage } from '@crece/reports/desk';
import { useCallback, useEffect, useState } from 'react';
import { fetchDesk, fetchDeskPage } from '../../api/desk.ts';
import { HttpError } from '../../api/http.ts';
import { useLatest } from '../../data/use-latest.ts';
import { type DeskPlace, deskPath } from '../../shared/navigation/desk-paths.ts';
import type { ShownDesk } from './desk-context.ts';

/** The answers of the server so far. */
export interface Asked<T> {
  readonly data: T | null;
  /** Why there is no newer answer. */
  readonly failure: HttpError | null;
  readonly isBusy: boolean;
  readonly reload: () => void;
}

/**
 * Pause between polls. The server itself waits some seconds before it answers with a part, so this
 * only avoids a tight loop.
 */
const AGAIN_AFTER_MS = 700;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface Settled<T> {
  readonly question: string | null;
  readonly data: T | null;
  readonly failure: HttpError | null;
  readonly isDone: boolean;
}

const NOTHING = { question: null, data: null, failure: null, isDone: false } as const;

/** Polls until `isWhole`; the answers so far are shown meanwhile. */
function useAsked<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  isWhole: (answer: T) => boolean,
): Asked<T> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<T>>(NOTHING);
  const [fault, setFault] = useState<{ cause: unknown } | null>(null);
  const latest = useLatest({ load, isWhole });
  const question = key === null ? null : `${attempt} ${key}`;
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    async function ask() {
      for (;;) {
        const data = await latest.current.load(signal);
        if (signal.aborted) return;
        const isDone = latest.current.isWhole(data);
        setSettled({ question, data, failure: null, isDone });
        if (isDone) return;
        await pause(AGAIN_AFTER_MS, signal);
      }
    }
    ask().catch((cause: unknown) => {
      if (signal.aborted) return;
      if (!(cause instanceof HttpError)) setFault({ cause });
      else setSettled((before) => ({ ...before, question, failure: cause, isDone: true }));
    });
    return () => stop.abort();
  }, [question, latest]);
  if (fault !== null) throw fault.cause;
  const isBusy = question !== null && !(settled.question === question && settled.isDone);
  return {
    data: settled.data,
    failure: settled.question === question ? settled.failure : null,
    isBusy,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

/** The desk of a place from the server; makes no request unless `wanted`. */
export function useServerDesk(place: DeskPlace, wanted: boolean): Asked<DeskAnswer> {
  return useAsked(
    wanted ? deskPath(place) : null,
    (signal) => fetchDesk(place, signal),
    ({ pending }) => pending === 0,
  );
}

/** A page of the children behind a number, from the source of the desk. */
export function useDeskPage(
  key: string | null,
  load: (signal: AbortSignal) => Promise<DeskListPage>,
): Asked<DeskListPage> {
  return useAsked(key, load, () => true);
}

export const serverPage = (place: DeskPlace): ShownDesk['page'] => {
  return (asked, part, signal) => fetchDeskPage(place, asked, part, signal);
};
