import { kindOfId, MOVED, readHome } from '@crece/domain';
import { unitStore } from '../../moved/versions.ts';
import type { DocumentStore, Replicated, Stores } from '../../store/document-store.ts';

type Body = Replicated['document'];

const saysMoved = ({ _deleted, why }: Body): boolean => _deleted === true && why === MOVED;

/**
 * The records of which a batch says that they moved, to a unit that does not have them. Such a deletion
 * would lose its record: it is taken when the other unit has it.
 */
export async function withoutHome(
  stores: Pick<Stores, 'open' | 'has'>,
  revisions: readonly Replicated[],
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { document } of revisions) {
    if (!saysMoved(document)) continue;
    const home = readHome(document['movedTo']);
    const store = home === null ? null : await unitStore(stores, home.stakeDB);
    const isThere = store !== null && (await store.leaves(home?.id ?? '')).length > 0;
    if (!isThere) lost.add(document._id);
  }
  return lost;
}

/** The child that a written screening names; null for a deletion and for other records. */
function ownerIn({ _id, _deleted, owner }: Body): string | null {
  const isScreening = kindOfId(_id) === 'scr' && _deleted !== true;
  return isScreening && typeof owner === 'string' ? owner : null;
}

/**
 * The records of a batch that may have to follow a move: those that were deleted before, the screenings
 * of children that do not live here, and those of which a phone brings the move to a unit that had lost
 * it: another phone may have typed about them meanwhile.
 */
export async function mayFollow(
  store: Pick<DocumentStore, 'readMany'>,
  taken: readonly Body[],
  wereDeleted: ReadonlySet<string>,
): Promise<string[]> {
  const owners = new Set(taken.flatMap((body) => ownerIn(body) ?? []));
  const living = owners.size === 0 ? new Map() : await store.readMany([...owners]);
  return taken
    .filter((body) => {
      const owner = ownerIn(body);
      if (wereDeleted.has(body._id) || saysMoved(body)) return true;
      // The same batch may have brought a version of a child that moved away.
      return owner !== null && (wereDeleted.has(owner) || !living.has(owner));
    })
    .map(({ _id }) => _id);
}
