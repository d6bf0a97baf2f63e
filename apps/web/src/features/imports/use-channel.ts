import { useEffect } from 'react';
import type { ChannelEvent } from '../../api/csv-channel.ts';
import { useLatest } from '../../data/use-latest.ts';

/**
 * Listens in a room of the channel while the page shows its job; null: in none. Without the channel
 * the page gets the same data by polling, only later.
 */
export function useChannel(room: string | null, heard: (event: ChannelEvent) => void): void {
  const latest = useLatest(heard);
  useEffect(() => {
    if (room === null) return undefined;
    let close: (() => void) | null = null;
    let isOver = false;
    import('../../api/csv-channel.ts').then(
      ({ openCsvChannel }) => {
        if (!isOver) close = openCsvChannel(room, (event) => latest.current(event));
      },
      (cause: unknown) => console.warn('The progress channel could not be loaded.', cause),
    );
    return () => {
      isOver = true;
      close?.();
    };
  }, [room, latest]);
}
