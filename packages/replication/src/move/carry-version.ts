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

/** What a version continues in its new home, and how many of its revisions are newer. */
interface Continued {
  readonly path: readonly string[];
  readonly newer: number;
  /** It comes back to a version that it had left there. */
  readonly isBack: boolean;
}

/**
 * The deletion that the record left there on this revision, else that revision itself; null: it lives
 * there, or something that was written on it does.
 */
function leftOn(there: readonly VersionWithAncestry[], revision: string): readonly string[] | null {
  const having = there.filter(({ ancestry }) => ancestry.includes(revision));
  if (having.some(({ document }) => document._deleted !== true)) return null;
  const deletion = having.find(({ ancestry }) => ancestry[1] === revision);
  const [{ ancestry = [] } = {}] = having;
  return deletion?.ancestry ?? ancestry.slice(ancestry.indexOf(revision));
}

/** The deletion that a record left behind; undefined: it lives there, or never was there. */
function leftBehind(there: readonly VersionWithAncestry[]): VersionWithAncestry | undefined {
  if (there.some(({ document }) => document._deleted !== true)) return undefined;
  return [...there].sort((a, b) => compareRevisions(b.document._rev, a.document._rev))[0];
}

/**
 * The newest revision of a version that is known in its new home, or that came from there: a version
 * must continue no other than its own, or what was written on that one would count as known to it.
 * `null`: the version is there.
 */
function continuedBy(
  { document, ancestry }: VersionWithAncestry,
  hashes: readonly string[],
  there: readonly VersionWithAncestry[],
  md5: Md5,
): Continued | null {
  const origins = new Map(
    there.flatMap((each) =>
      each.ancestry.map((revision) => [md5(`${document._id} ${revision}`), revision] as const),
    ),
  );
  for (const [newer, hash] of hashes.entries()) {
    const image = pathFrom(there, hash);
    if (image !== null) return newer === 0 ? null : { path: image, newer, isBack: false };
    const origin = origins.get(hashOf(ancestry[newer] ?? ''));
    if (origin === undefined) continue;
    const path = leftOn(there, origin) ?? (newer === 0 ? null : pathFrom(there, hashOf(origin)));
    return path === null ? null : { path, newer, isBack: true };
  }
  const left = leftBehind(there);
  return { path: left?.ancestry ?? [], newer: hashes.length, isBack: left !== undefined };
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
 * one that was written on it elsewhere is carried as its successor: no question arises. A version that
 * returns continues the deletion that was left where it went. `fields`: its content there.
 */
export function carryVersion(
  { document, ancestry }: VersionWithAncestry,
  fields: Readonly<Record<string, unknown>>,
  { id, there }: CarryTarget,
  md5: Md5,
): VersionWithAncestry | null {
  const hashes = ancestry.map((revision) => md5(`${id} ${revision}`));
  const continued = continuedBy({ document, ancestry }, hashes, there, md5);
  if (continued === null) return null;
  // The way back needs no history: with it, generations would grow with every return.
  const fresh = continued.isBack ? 1 : continued.newer;
  const oldest = generationOf(ancestry.at(-1) ?? '');
  const path = pathOn(continued.path, hashes.slice(0, fresh), oldest);
  const rev = path[0] ?? '';
  const stamp = stampsThere({ document, ancestry }, hashes, path, md5);
  const isDeleted = document._deleted === true ? { _deleted: true as const } : {};
  const carried = canonical({ ...fields, ...isDeleted, stamp, _id: id, _rev: rev });
  return { document: carried, ancestry: path };
}

/**
 * The deletion that ends a version, since another one has what it said, as the new home has it; `null`:
 * nothing is to end there. Left out, that version would be open there, and asked about again.
 */
export function carryEnd(
  { document, ancestry }: VersionWithAncestry,
  { id, there }: CarryTarget,
  md5: Md5,
): VersionWithAncestry | null {
  const [end = '', ended = ''] = ancestry.map((revision) => md5(`${id} ${revision}`));
  const path = pathFrom(there, ended);
  if (path === null || pathFrom(there, end) !== null) return null;
  const continued = pathOn(path, [end], 0);
  return { document: { ...document, _id: id, _rev: continued[0] ?? '' }, ancestry: continued };
}
