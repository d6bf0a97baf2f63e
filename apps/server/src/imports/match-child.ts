import { type Child, foldText, withoutUndefined } from '@crece/domain';
import {
  type Candidate,
  type ChildMatch,
  type Finding,
  type FindingCode,
  isSameBirth,
  mayBeSameMother,
  namesKey,
  type ReadRow,
} from '@crece/imports';
import type { ErasedRegister } from '../erased/register.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { birthOf, isSeveral } from './group-rows.ts';
import type { MovedChildren } from './moved-children.ts';
import { readStored, type StoredChildDocuments } from './stored-records.ts';
import type { WorkFile } from './work-file.ts';
import type { IndexedChild } from './work-schema.ts';

/** The child that rows match in the unit. */
export interface FoundChild {
  readonly match: ChildMatch;
  readonly stored: StoredChildDocuments | null;
}

export interface FindOptions {
  readonly work: WorkFile;
  readonly store: Pick<DocumentStore, 'readMany'>;
  readonly stakeDB: string;
  readonly erased: Pick<ErasedRegister, 'has' | 'refresh'>;
  readonly moved: Pick<MovedChildren, 'homeOf' | 'homeToday' | 'named'>;
  /** The id of a child or screening that the file does not name. */
  readonly newId: (kind: 'chld' | 'scr', row: number) => string;
}

const NOBODY: FoundChild = { match: null, stored: null };

/** Other rows that are looked at for candidates and namesakes. */
const MOST_OTHERS = 20;

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

const refused = (code: FindingCode, params?: Finding['params']): FoundChild => ({
  match: { by: 'refused', code, ...(params === undefined ? {} : { params }) },
  stored: null,
});

/** Why a child that was there when the import began cannot be read any more. */
async function unread(records: readonly string[], options: FindOptions): Promise<FoundChild> {
  const { store, stakeDB, erased, moved } = options;
  if ((await store.readMany(records)).size > 0) return refused('stored-unreadable');
  await erased.refresh();
  if (records.some((id) => erased.has(stakeDB, id))) return refused('erased');
  for (const id of records) {
    const home = await moved.homeToday(id);
    if (home !== null) return refused('moved', home);
  }
  return refused('removed-meanwhile');
}

async function found(
  by: 'id' | 'names',
  childId: string,
  options: FindOptions,
): Promise<FoundChild> {
  const { work, store, stakeDB } = options;
  const lead = work.leadOf(childId);
  const records = work.recordsOf(lead);
  const stored = await readStored(store, records, work.screeningsOf(lead), stakeDB);
  return stored === null ? unread(records, options) : { match: { by, stored }, stored };
}

function several(candidates: readonly Candidate[]): FoundChild {
  return { match: { by: 'several', candidates }, stored: null };
}

/** The mother that the rows name. */
const motherOf = (rows: readonly ReadRow[]) =>
  rows.find(({ child }) => child.mother !== undefined)?.child.mother;

/** Of children with the same names and birth those that have the rows' mother, if any has. */
function ofMother(children: readonly IndexedChild[], rows: readonly ReadRow[]) {
  const mother = motherOf(rows);
  if (children.length < 2 || mother === undefined) return children;
  const hers = children.filter(
    (child) => child.mother !== null && mayBeSameMother(child.mother, mother),
  );
  const isClear = children.every((child) => child.mother !== null);
  return isClear && hers.length === 1 ? hers : children;
}

/** The children that have screenings which an earlier run made of these rows. */
function screenedByRows(screenings: readonly string[], { work }: FindOptions): readonly string[] {
  const owners = screenings.flatMap((id) => work.ownerOf(id) ?? []);
  return [...new Set(owners)].filter((owner) => work.hasChild(owner));
}

/**
 * Finds the child of some rows in the unit: by the id that they name, else by the id that an
 * earlier run gave it or its screenings, else by names (ignoring accents and case) and birth date.
 */
export async function findChild(
  key: string,
  rows: readonly ReadRow[],
  options: FindOptions,
): Promise<FoundChild> {
  const { work, newId } = options;
  const [first] = rows;
  if (first === undefined) return NOBODY;
  const name = namesKey(first.child);
  const births = rows.flatMap((row) => birthOf(row) ?? []);
  if (isSeveral(key)) {
    const others = work.rowsNamed(name ?? '', key, MOST_OTHERS);
    const rowsOfName = others.length > 0 ? others : work.rowsNamed(name ?? '', '', MOST_OTHERS);
    return several(rowsOfName.map(({ row, day }) => ({ row, day: day ?? undefined })));
  }
  const named = rows.find(({ id }) => id !== undefined)?.id;
  const id = named ?? newId('chld', first.row);
  const screenings = named === undefined ? rows.map(({ row }) => newId('scr', row)) : [];
  if ([id, ...screenings].some((each) => options.erased.has(options.stakeDB, each)))
    return refused('erased');
  const [screened, ...more] = screenedByRows(screenings, options);
  const bySome = more.length === 0 ? screened : undefined;
  const known = work.hasChild(id) ? id : bySome;
  if (known !== undefined) {
    const child = await found('id', known, options);
    const records = child.stored?.records ?? [];
    const isTaken =
      named === undefined && records.length > 0 && !records.some((record) => mayBe(record, first));
    return isTaken ? refused('id-taken') : child;
  }
  const away = await movedTo(id, options);
  if (away !== null) return away;
  if (name === null || births.length === 0) return NOBODY;
  const namesakes = work.childrenNamed(name);
  const same = onceEach(
    namesakes.filter((child) => births.some((birth) => isSameBirth(birth, child))),
  );
  const [candidate, ...others] = ofMother(same, rows);
  if (candidate === undefined) {
    const moved = await movedAway(name, rows, options);
    return moved ?? stranger(name, key, namesakes, options);
  }
  if (others.length === 0) return found('names', candidate.id, options);
  return several(
    same.map(({ id: childId, birthDate, mother }) =>
      withoutUndefined({
        birthDate,
        day: work.lastDayOf(childId),
        mother: mother ?? undefined,
      }),
    ),
  );
}

/** The refusal of rows whose child moved to another unit; null: it did not. */
async function movedTo(id: string, { moved }: FindOptions): Promise<FoundChild | null> {
  const home = await moved.homeOf(id);
  return home === null ? null : refused('moved', home);
}

/** The same by names and birth date: with another mother it is another child. */
async function movedAway(
  name: string,
  rows: readonly ReadRow[],
  options: FindOptions,
): Promise<FoundChild | null> {
  const births = rows.flatMap((row) => birthOf(row) ?? []);
  const mother = motherOf(rows);
  const child = (await options.moved.named(name)).find(
    (each) =>
      births.some((birth) => isSameBirth(birth, each)) &&
      (mother === undefined || each.mother === null || mayBeSameMother(each.mother, mother)),
  );
  return child === undefined ? null : movedTo(child.id, options);
}

/** A child that several of its records match is one candidate. */
function onceEach(children: readonly IndexedChild[]): IndexedChild[] {
  return [...new Map(children.toReversed().map((child) => [child.id, child])).values()].reverse();
}

/** A child that is not there yet, with the birth dates of those that have the same names. */
function stranger(
  name: string,
  key: string,
  known: readonly IndexedChild[],
  { work }: FindOptions,
): FoundChild {
  const inFile = work.rowsNamed(name, key, MOST_OTHERS);
  const birthDates = [...new Set([...known, ...inFile].map(({ birthDate }) => birthDate))];
  return birthDates.length === 0
    ? NOBODY
    : { match: { by: 'namesakes', birthDates }, stored: null };
}
