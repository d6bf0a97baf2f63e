import { DatabaseSync } from 'node:sqlite';
import { ancestryOf } from '@crece/replication';
import type { Replicated } from '../document-store.ts';
import { isDamage } from './faults.ts';
import { documentOfParts, leavesOfRow, treeOf } from './rows.ts';
import type { BodyRow, DocumentRow } from './statements.ts';

/** How far rows are looked for where the file no longer tells how many there are. */
const MOST_ROWS = 1_000_000;

/** What a damaged file still tells. */
export interface Salvaged {
  /** All leaves of one document with their ancestry; fewer than it had where a body is lost. */
  readonly revisions: readonly Replicated[];
}

/** A question to a damaged file; `null` where its answer cannot be read. */
function tryRead<Row>(ask: () => unknown): Row | null {
  try {
    return (ask() as Row | undefined) ?? null;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function revisionsOf(
  row: DocumentRow,
  bodyOf: (rev: string) => BodyRow | null,
): readonly Replicated[] {
  try {
    const tree = treeOf(row);
    return leavesOfRow(row).flatMap(({ rev }) => {
      const body = row.rev === rev ? row : bodyOf(rev);
      if (body === null) return [];
      return [{ document: documentOfParts(row.id, body), ancestry: ancestryOf(tree, rev) }];
    });
  } catch (error) {
    // Text that is no JSON any more.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Reads a damaged file of a unit row by row, by their numbers, so that a page that cannot be read costs
 * only what lies on it. Yields nothing for a file whose first page is lost.
 */
export function* salvage(path: string): Generator<Salvaged> {
  const database = new DatabaseSync(path, { timeout: 2_000 });
  try {
    const last =
      tryRead<{ last: number }>(() =>
        database.prepare('SELECT max(document) AS last FROM documents').get(),
      ) ??
      tryRead<{ last: number }>(() =>
        database.prepare('SELECT max(seq) AS last FROM stores').get(),
      );
    const rows = tryRead<ReturnType<DatabaseSync['prepare']>>(() =>
      database.prepare(
        'SELECT document, seq, id, deleted, rev, others, tree, body FROM documents WHERE document = ?',
      ),
    );
    const bodies = tryRead<ReturnType<DatabaseSync['prepare']>>(() =>
      database.prepare('SELECT rev, deleted, body FROM bodies WHERE document = ? AND rev = ?'),
    );
    if (rows === null) return;
    for (let number = 1; number <= (last?.last ?? MOST_ROWS); number += 1) {
      const row = tryRead<DocumentRow>(() => rows.get(number));
      if (row === null) continue;
      const bodyOf = (rev: string) => tryRead<BodyRow>(() => bodies?.get(number, rev));
      const revisions = revisionsOf(row, bodyOf);
      if (revisions.length > 0) yield { revisions };
    }
  } finally {
    database.close();
  }
}
