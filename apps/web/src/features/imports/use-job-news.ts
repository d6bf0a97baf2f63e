import type { CsvProgress, ImportBody } from '@crece/contract';
import { useEffect, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { fetchImport } from '../../api/imports.ts';
import { useLatest } from '../../data/use-latest.ts';
import { useChannel } from './use-channel.ts';

/** Poll interval of a job without a channel. */
const ASK_EVERY_MS = 700;
/** Poll interval beside a channel, which may have missed an event. */
const ASK_BESIDE_MS = 5_000;

interface JobListener {
  progress(progress: CsvProgress): void;
  found(job: ImportBody): void;
  /** The job is gone, or cannot be asked for. */
  lost(cause: unknown): void;
}

/** Asks for a job until it has ended, and listens to its channel if it has one. */
export function useJobNews(asked: string | null, room: string | null, listener: JobListener): void {
  const latest = useLatest(listener);
  // Counts ends reported by the channel: each one fetches the job at once.
  const [ends, setEnds] = useState(0);
  useChannel(room, (event) => {
    if (event.is === 'progress') listener.progress(event.progress);
    else if (event.is !== 'ready') setEnds((before) => before + 1);
  });
  const isTold = room !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an end that was told asks anew
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const job = await fetchImport(asked, stop.signal);
        if (!stop.signal.aborted) latest.current.found(job);
      } catch (cause) {
        if (stop.signal.aborted) return;
        // A short break of the connection ends nothing; a deleted job does.
        const isBreak = cause instanceof HttpError && cause.status === null;
        if (!isBreak) latest.current.lost(cause);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), isTold ? ASK_BESIDE_MS : ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [asked, isTold, ends, latest]);
}
