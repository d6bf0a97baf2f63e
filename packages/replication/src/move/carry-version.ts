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
  const shift = generationOf(rev) - generationOf(document._rev);
  const stamp = Object.fromEntries(
    Object.entries(stampsOf(document)).map(([name, at]) => [
      name,
      typeof at === 'number' ? Math.max(0, at + shift) : at,
    ]),
  );
  const isDeleted = document._deleted === true ? { _deleted: true as const } : {};
  const carried = canonical({ ...fields, ...isDeleted, stamp, _id: id, _rev: rev });
  return { document: carried, ancestry: path };
}
