import { kindOfId, movedAway, readSlips } from '@crece/domain';
import type { MovedChild } from '../../unit/open/removed-types.ts';
import type { SlipOfRow } from '../../unit/projection/types.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import type { EngineParts } from '../core/engine.ts';

/** Documents read at once. */
const PAGE = 500;
/** The kinds of records that are read: children, and the screenings that have their slips. */
const KINDS: ReadonlySet<string | null> = new Set(['chld', 'scr']);

/** The slips of a screening that moved: its deletions keep them, as they keep the whole record. */
function slipsOf(leaves: readonly Document[]): readonly SlipOfRow[] {
  if (movedAway(leaves) === null) return [];
  const slips = leaves.flatMap(({ slip, surveyDate }) =>
    typeof surveyDate === 'string'
      ? (readSlips(slip) ?? []).map((each): SlipOfRow => [each, surveyDate])
      : [],
  );
  return [...new Map(slips.map((each) => [each[0], each])).values()];
}

/** The children that moved from this unit to another one, as far as this device knows, by their ids. */
export async function movedChildren({ store }: Pick<EngineParts, 'store'>): Promise<MovedChild[]> {
  const moved: Omit<MovedChild, 'slips'>[] = [];
  const slips = new Map<unknown, readonly SlipOfRow[]>();
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    const gone = changes.filter(({ id, deleted }) => deleted && KINDS.has(kindOfId(id)));
    for (const leaves of await store.leavesOfMany(gone.map(({ id }) => id))) {
      const [leaf] = leaves;
      if (leaf !== undefined && kindOfId(leaf._id) === 'scr') {
        const { owner } = leaf;
        slips.set(owner, [...(slips.get(owner) ?? []), ...slipsOf(leaves)]);
        continue;
      }
      const home = movedAway(leaves)?.home;
      if (home === undefined || leaf === undefined) continue;
      const at = leaves.map(({ removedAt }) => removedAt).find((each) => typeof each === 'string');
      const name = [leaf['firstName'], leaf['lastName']].join(' ').trim();
      moved.push({ id: leaf._id, home, name, movedAt: typeof at === 'string' ? at : null });
    }
    if (changes.length === 0 || sequence <= from) break;
    from = sequence;
  }
  return moved
    .map((child): MovedChild => ({ ...child, slips: slips.get(child.id) ?? [] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
