import type { LocalUnit } from '@crece/storage';
import { whenIdle } from '../data/when-idle.ts';
import { VISIT_PARTS } from './features.ts';

async function loadAll(parts: typeof VISIT_PARTS): Promise<void> {
  for (const load of parts) {
    await whenIdle();
    // A missing part is reported by the page that needs it.
    await load().catch(() => undefined);
  }
}

/**
 * Loads the pages of a visit while the person still looks for a child: one in each idle period, after
 * the whole list was read. Only where a service worker gives the files: on the first start they would
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
