import { todayIn } from '@crece/domain';
import type { OpenUnit } from '../data/units.tsx';
import { whenIdle } from '../data/when-idle.ts';

/** Null where it cannot be loaded: the page tells what is missing. */
const load = () =>
  Promise.all([
    import('../features/same-child/pair-search.ts'),
    import('../features/same-child/pairs-page.tsx'),
  ]).catch(() => null);

async function look(
  { local, timeZone }: Pick<OpenUnit, 'local' | 'timeZone'>,
  signal: AbortSignal,
): Promise<void> {
  await whenIdle();
  if (signal.aborted) return;
  const loaded = await load();
  loaded?.[0].lookAhead(local, todayIn(timeZone, new Date()), signal);
}

/**
 * Loads the page of pairs and looks for them, once the browser has nothing else to do; returns what
 * stops it.
 */
export function sameAhead(unit: Pick<OpenUnit, 'local' | 'timeZone'>): () => void {
  const stop = new AbortController();
  void look(unit, stop.signal);
  return () => stop.abort();
}
