import type { LocalUnit } from '@crece/storage';
import { whenIdle } from '../data/when-idle.ts';
import { watchForActs } from '../ui/person-acts.ts';
import { VISIT_PARTS } from './features.ts';

/** Pause after a key or press before the next part is loaded. */
const REST_MS = 500;

/** Resolves when the person has pressed nothing for a moment and the browser has nothing to do. */
async function whenAtRest(): Promise<void> {
  const hasActed = watchForActs();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  await whenIdle();
  if (hasActed()) await whenAtRest();
}

async function loadAll(parts: typeof VISIT_PARTS): Promise<void> {
  for (const load of parts) {
    await whenAtRest();
    // A missing part is reported by the page that needs it.
    await load().catch(() => undefined);
  }
}

/**
 * Loads the pages of a visit while the person still looks for a child: one in each pause of theirs,
 * after the whole list was read. To unpack one takes a slow phone longer than a key stroke may. Only where a service worker gives the files: on the first start they would
 * delay the records on a slow line.
 */
export function loadVisitAhead(
  unit: Pick<LocalUnit, 'snapshot' | 'subscribe'>,
  parts = VISIT_PARTS,
): void {
  if (!navigator.serviceWorker?.controller) return;
  const begin = () => {
    if (unit.snapshot().state !== 'ready') return;
    stop();
    void loadAll(parts);
  };
  const stop = unit.subscribe(begin);
  begin();
}
