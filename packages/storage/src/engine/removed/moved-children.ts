import { kindOfId, movedAway } from '@crece/domain';
import type { MovedChild } from '../../unit/open/removed-types.ts';
import type { EngineParts } from '../core/engine.ts';

/** Documents read at once. */
const PAGE = 500;

/** The children that moved from this unit to another one, as far as this device knows, by their ids. */
export async function movedChildren({ store }: Pick<EngineParts, 'store'>): Promise<MovedChild[]> {
  const moved: MovedChild[] = [];
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    const gone = changes.filter(({ id, deleted }) => deleted && kindOfId(id) === 'chld');
    for (const leaves of await store.leavesOfMany(gone.map(({ id }) => id))) {
      const home = movedAway(leaves)?.home;
      const [leaf] = leaves;
      if (home === undefined || leaf === undefined) continue;
      const at = leaves.map(({ removedAt }) => removedAt).find((each) => typeof each === 'string');
      const name = [leaf['firstName'], leaf['lastName']].join(' ').trim();
      moved.push({ id: leaf._id, home, name, movedAt: typeof at === 'string' ? at : null });
    }
    if (changes.length === 0 || sequence <= from) break;
    from = sequence;
  }
  return moved.sort((a, b) => (a.id < b.id ? -1 : 1));
}
