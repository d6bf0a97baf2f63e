import type { ImportBody } from '@crece/contract';
import { useEffect } from 'react';
import { HttpError } from '../../api/http.ts';
import { fetchImports } from '../../api/imports.ts';
import { useLatest } from '../../data/use-latest.ts';

/** So often it is asked what became of an import. */
const ASK_EVERY_MS = 3_000;

/** Whether a call failed without our server's word: it may have done what it was asked for. */
export const isUnanswered = (cause: unknown): cause is HttpError =>
  cause instanceof HttpError &&
  cause.code !== 'given-up' &&
  (cause.status === null || cause.status >= 500);

/** The import that was begun from a checked file, if there is one. */
export async function importOfCheck(
  { upload, startedAt, stakeDB }: ImportBody,
  signal: AbortSignal,
) {
  const imports = await fetchImports(signal);
  return imports.find(
    (each) =>
      each.upload === upload &&
      each.stakeDB === stakeDB &&
      each.undoOf === undefined &&
      each.startedAt >= startedAt,
  );
}

interface Listener {
  /** The import of the room; null: the server has none. */
  found(job: ImportBody | null): void;
  /** The server does not say. */
  lost(cause: unknown): void;
}

/** Asks what became of an import whose answer was lost, until the server says; null: of none. */
export function useLostImport(room: string | null, listener: Listener): void {
  const latest = useLatest(listener);
  useEffect(() => {
    if (room === null) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const imports = await fetchImports(stop.signal);
        if (stop.signal.aborted) return;
        latest.current.found(imports.find((each) => each.room === room) ?? null);
      } catch (cause) {
        if (!stop.signal.aborted && !isUnanswered(cause)) latest.current.lost(cause);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [room, latest]);
}
