import { canonical } from '@crece/domain';
import { type LeafDocument, stampsOf } from '../merge/compare-fields.ts';
import { compareRevisions, generationOf } from '../tree/revision.ts';

/** MD5 of a text's UTF-8 bytes, as hexadecimal digits. */
type Md5 = (text: string) => string;

/** A version of a record with its ancestry, newest first. */
export interface VersionWithAncestry {
  readonly document: LeafDocument;
  readonly ancestry: readonly string[];
}

/** Where a record is carried to. */
export interface CarryTarget {
  /** Its id there. */
  readonly id: string;
  /** The versions that are there already; none for a record that was never there. */
  readonly there: readonly VersionWithAncestry[];
}

const hashOf = (revision: string): string => revision.slice(revision.indexOf('-') + 1);

/** A path of revisions that ends, newest first, on another one. */
function pathOn(base: readonly string[], hashes: readonly string[], first: number): string[] {
  const from = base[0] === undefined ? first : generationOf(base[0]) + 1;
  return [...hashes.map((hash, i) => `${from + hashes.length - 1 - i}-${hash}`), ...base];
}

/** The rest of a known path from the revision with this hash; null: none has it. */
function pathFrom(there: readonly VersionWithAncestry[], hash: string): readonly string[] | null {
  for (const { ancestry } of there) {
    const at = ancestry.findIndex((revision) => hashOf(revision) === hash);
    if (at >= 0) return ancestry.slice(at);
  }
  return null;
}

/** The deletion that a record left behind; undefined: it lives there, or never was there. */
function leftBehind(there: readonly VersionWithAncestry[]): VersionWithAncestry | undefined {
  if (there.some(({ document }) => document._deleted !== true)) return undefined;
  return [...there].sort((a, b) => compareRevisions(b.document._rev, a.document._rev))[0];
}

/**
 * The stamps of a version whose history in its new home is `path`. A field that was not changed since
 * the record was there before has the stamp that it had then, so that it does not meet what is typed
 * there as a change; one that was changed elsewhere, in a revision that `path` leaves out, has that of
 * the return.
 */
function stampsThere(
  { document, ancestry }: VersionWithAncestry,
  hashes: readonly string[],
  path: readonly string[],
  md5: Md5,
): Readonly<Record<string, unknown>> {
  const generation = generationOf(path[0] ?? '');
  const shift = generation - generationOf(document._rev);
  const known = new Map(path.map((revision) => [hashOf(revision), generationOf(revision)]));
  const origins = new Map(
    path.map((revision) => [md5(`${document._id} ${revision}`), generationOf(revision)]),
  );
  const there = new Map(
    ancestry.map((revision, i) => {
      const before = origins.get(hashOf(revision)) ?? known.get(hashes[i] ?? '');
      return [generationOf(revision), before ?? generation];
    }),
  );
  const stampThere = (at: number) => there.get(at) ?? Math.max(0, at + shift);
  return Object.fromEntries(
    Object.entries(stampsOf(document)).map(([name, at]) => [
      name,
      typeof at === 'number' ? stampThere(at) : at,
    ]),
  );
}

/**
 * A version of a record as its new home has it; `null` when it is there already. Every revision gets
 * one there that is worked out from it alone, so that a version which is carried twice is one, and
 * one that was written on it elsewhere is carried as its successor: no question arises. A record that
 * returns continues the deletion that it left behind. `fields`: its content there.
 */
export function carryVersion(
  { document, ancestry }: VersionWithAncestry,
  fields: Readonly<Record<string, unknown>>,
  { id, there }: CarryTarget,
  md5: Md5,
): VersionWithAncestry | null {
  const hashes = ancestry.map((revision) => md5(`${id} ${revision}`));
  let joined: readonly string[] | null = null;
  let fresh = hashes.length;
  for (const [i, hash] of hashes.entries()) {
    joined = pathFrom(there, hash);
    if (joined === null) continue;
    fresh = i;
    break;
  }
  if (fresh === 0) return null;
  const left = joined === null ? leftBehind(there) : undefined;
  // The way back needs no history: with it, generations would grow with every return.
  if (left !== undefined) fresh = 1;
  const oldest = generationOf(ancestry.at(-1) ?? '');
  const path = pathOn(joined ?? left?.ancestry ?? [], hashes.slice(0, fresh), oldest);
  const rev = path[0] ?? '';
  const stamp = stampsThere({ document, ancestry }, hashes, path, md5);
  const isDeleted = document._deleted === true ? { _deleted: true as const } : {};
  const carried = canonical({ ...fields, ...isDeleted, stamp, _id: id, _rev: rev });
  return { document: carried, ancestry: path };
}
