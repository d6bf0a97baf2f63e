import { todayIn } from '@crece/domain';
import type { OpenUnit } from '../data/units.tsx';
import { whenIdle } from '../data/when-idle.ts';

/** Null where it cannot be loaded: the page tells what is missing. */
const load = () =>
  Promise.all([
    import('../features/same-child/pair-search.ts'),
    import('../features/same-child/pairs-page.tsx'),
  ]).catch(() => null);

/** Loads the page of pairs and looks for them, once the browser has nothing else to do. */
export async function sameAhead({
  local,
  timeZone,
}: Pick<OpenUnit, 'local' | 'timeZone'>): Promise<void> {
  await whenIdle();
  const loaded = await load();
  loaded?.[0].lookAhead(local, todayIn(timeZone, new Date()));
}
