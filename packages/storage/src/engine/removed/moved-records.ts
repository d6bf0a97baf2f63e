import { kindOfId, movedAway, readSlips } from '@crece/domain';
import type { MovedKind, MovedRecord } from '../../unit/open/removed-types.ts';
import type { SlipOfRow } from '../../unit/projection/types.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import type { EngineParts } from '../core/engine.ts';

/** Documents read at once. */
const PAGE = 500;
/** The kinds of records that are read; slips lie in a child's screenings. */
const READ: Readonly<Record<MovedKind, ReadonlySet<string | null>>> = {
  chld: new Set(['chld', 'scr']),
  mthr: new Set(['mthr']),
};

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

/** By what a newborn is known in its mother's entry. */
const newbornFacts = ({ birthDate, mother }: Document) => ({
  ...(typeof birthDate === 'string' ? { birthDate } : {}),
  ...(typeof mother === 'string' ? { mother } : {}),
});

/** Children or women that moved from this unit to another one, as far as this device knows, by their ids. */
export async function movedRecords(
  { store }: Pick<EngineParts, 'store'>,
  kind: MovedKind,
): Promise<MovedRecord[]> {
  const moved: Omit<MovedRecord, 'slips'>[] = [];
  const slips = new Map<unknown, readonly SlipOfRow[]>();
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    const gone = changes.filter(({ id, deleted }) => deleted && READ[kind].has(kindOfId(id)));
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
      const movedAt = typeof at === 'string' ? at : null;
      moved.push({ id: leaf._id, home, name, movedAt, ...newbornFacts(leaf) });
    }
    if (changes.length === 0 || sequence <= from) break;
    from = sequence;
  }
  return moved
    .map((record): MovedRecord => ({ ...record, slips: slips.get(record.id) ?? [] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
