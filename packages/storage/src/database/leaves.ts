import type { CarriedDocument } from '../sync/types.ts';
import { believed } from './revision-order.ts';
import { type Document, type UnitDatabase, unlessMissing } from './unit-database.ts';

/** The gate of what PouchDB hands out when it is asked for `revs`. */
export function carried(document: Document): CarriedDocument {
  return document as CarriedDocument;
}

/**
 * Every leaf of a document that can be believed, deleted ones too, the winner first; none when it is
 * unknown.
 */
export async function readLeaves(database: UnitDatabase, id: string): Promise<CarriedDocument[]> {
  const read = await database.run((pouch) =>
    unlessMissing(pouch.get(id, { open_revs: 'all', revs: true })),
  );
  return believed((read ?? []).flatMap((leaf) => ('ok' in leaf ? [carried(leaf.ok)] : [])));
}
