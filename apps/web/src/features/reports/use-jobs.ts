import type { ReportJobBody } from '@crece/contract';
import { useCallback, useEffect, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { fetchJobs } from '../../api/reports.ts';
import { useOnline } from '../../data/online.ts';
import { useSignIn } from '../../data/session.tsx';

/** How often running reports are polled while the window is visible. */
const ASK_EVERY_MS = 2_000;

export const isUnderWay = ({ state }: Pick<ReportJobBody, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

interface Jobs {
  /** Null: not known yet. */
  jobs: readonly ReportJobBody[] | null;
  failure: HttpError | null;
  reload(): void;
}

/** One's own reports; they are polled while one is running. */
export function useJobs(): Jobs {
  const online = useOnline();
  const { user, isServerSession } = useSignIn();
  const owner = isServerSession && online ? user?.id : undefined;
  const [jobs, setJobs] = useState<readonly ReportJobBody[] | null>(null);
  const [failure, setFailure] = useState<HttpError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another question
  useEffect(() => {
    if (owner === undefined) return;
    const stop = new AbortController();
    fetchJobs(stop.signal).then(
      (found) => {
        setJobs(found);
        setFailure(null);
      },
      (cause: unknown) => {
        if (!(cause instanceof HttpError)) throw cause;
        if (cause.code !== 'given-up') setFailure(cause);
      },
    );
    return () => stop.abort();
  }, [owner, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const isWaiting = jobs?.some(isUnderWay) ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return { jobs, failure, reload };
}
