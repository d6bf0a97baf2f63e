import { type Child, foldText } from '@crece/domain';
import { type ChildMatch, nameKey, type ReadRow } from '@crece/imports';
import type { DocumentStore } from '../store/document-store.ts';
import { isSeveral } from './group-rows.ts';
import { readStored, type StoredRecords } from './stored-records.ts';
import type { WorkFile } from './work-file.ts';

/** The child that rows match in the unit. */
export interface FoundChild {
  readonly match: ChildMatch;
  readonly stored: StoredRecords | null;
}

export interface FindOptions {
  readonly work: WorkFile;
  readonly store: Pick<DocumentStore, 'readMany'>;
  readonly stakeDB: string;
  /** The id of a child that the file does not name. */
  readonly newId: (kind: 'chld', row: number) => string;
}

const NOBODY: FoundChild = { match: null, stored: null };

/**
 * Whether a stored child may be the child of a row: either its names or its birth date must match.
 */
function mayBe(child: Child, row: ReadRow): boolean {
  const { firstName = '', lastName = '', birthDate } = row.child;
  return (
    child.birthDate === birthDate ||
    (foldText(child.firstName) === foldText(firstName) &&
      foldText(child.lastName) === foldText(lastName))
  );
}

async function found(
  by: 'id' | 'names',
  childId: string,
  { work, store, stakeDB }: FindOptions,
): Promise<FoundChild> {
  const stored = await readStored(store, childId, work.screeningsOf(childId), stakeDB);
  if (stored === null) {
    return { match: { by: 'refused', code: 'stored-unreadable' }, stored };
  }
  return { match: { by, stored }, stored };
}

/**
 * Finds the child of some rows in the unit: by the id that they name, else by the id that an
 * earlier run gave it, else by names and birth date (ignoring accents and case).
 */
export async function findChild(
  key: string,
  rows: readonly ReadRow[],
  options: FindOptions,
): Promise<FoundChild> {
  const { work, newId } = options;
  if (isSeveral(key)) return { match: { by: 'several', count: 2 }, stored: null };
  const [first] = rows;
  if (first === undefined) return NOBODY;
  const named = rows.find(({ id }) => id !== undefined)?.id;
  const id = named ?? newId('chld', first.row);
  if (work.hasChild(id)) {
    const child = await found('id', id, options);
    const isTaken =
      named === undefined && child.stored !== null && !mayBe(child.stored.child, first);
    return isTaken ? { match: { by: 'refused', code: 'id-taken' }, stored: null } : child;
  }
  const name = nameKey(first.child);
  const candidates = name === null ? [] : work.childrenNamed(name);
  const [candidate] = candidates;
  if (candidate === undefined) return NOBODY;
  if (candidates.length > 1) {
    return { match: { by: 'several', count: candidates.length }, stored: null };
  }
  return found('names', candidate, options);
}
