import {
  boundOf,
  emptyTree,
  generationOf,
  highestGeneration,
  isErasure,
  leavesOf,
  type RevisionTree,
  TreeBuilder,
} from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { GENERATION_TOO_HIGH } from '../ledger/untaken.ts';

/** A version of a record in a file, without its content. */
export interface FileVersion {
  readonly rev: string;
  /** Revision ids, newest first. */
  readonly ancestry: readonly string[];
  readonly deleted: boolean;
  /** A deletion that says that another version took its place. */
  readonly merged: boolean;
  /** A deletion that says that the record was erased for good. */
  readonly erased: boolean;
}

/** What is done with a record of a file. */
export interface JudgedRecord {
  /** `here`: everything of it was here already. */
  readonly kind: 'here' | 'new' | 'changed' | 'refused';
  /** Revisions to be stored. */
  readonly take: ReadonlySet<string>;
  /** Removals, which wait for a person with the right to remove. */
  readonly wait: ReadonlySet<string>;
  /** Why nothing of it is taken. */
  readonly codes: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();
/** No history is cut while it is judged. */
const WHOLE = Number.MAX_SAFE_INTEGER;

export function versionOf(document: CarriedDocument): FileVersion {
  const { _rev, _deleted, _revisions, why } = document;
  const { start, ids } = _revisions;
  return {
    rev: _rev,
    ancestry: ids.map((hash, age) => `${start - age}-${hash}`),
    deleted: _deleted === true,
    merged: _deleted === true && why === 'merged',
    erased: isErasure(document),
  };
}

function withVersions(tree: RevisionTree, versions: readonly FileVersion[]): TreeBuilder {
  const builder = new TreeBuilder(tree);
  for (const { ancestry, deleted } of versions) builder.add(ancestry, deleted);
  return builder;
}

function isLiving(tree: RevisionTree): boolean {
  return leavesOf(tree)[0]?.deleted === false;
}

function refused(codes: readonly string[]): JudgedRecord {
  return { kind: 'refused', take: NONE, wait: NONE, codes };
}

/**
 * Judges a record of somebody else's file against what is here. A file has no right of its own: what
 * removes the record waits, also a version that claims to be merged while nothing else lives.
 * `codes` are the reasons why some version of the file cannot be read; then nothing is taken.
 */
export function judgeRecord(
  here: readonly CarriedDocument[],
  versions: readonly FileVersion[],
  codes: readonly string[],
): JudgedRecord {
  const tree = withVersions(emptyTree, here.map(versionOf)).build(WHOLE).tree;
  const known = new Set(tree.revs);
  // Only the server may say that a record was erased; what it has erased no file brings back.
  const isErasedHere = here.some(isErasure);
  const missing = versions.filter(({ rev, erased }) => !(erased || isErasedHere || known.has(rev)));
  if (missing.length === 0 && codes.length === 0) {
    return { kind: 'here', take: NONE, wait: NONE, codes: [] };
  }
  if (codes.length > 0) return refused(codes);
  const unjoined = withVersions(tree, missing).unjoined();
  const bound = boundOf(
    {
      highest: here.length === 0 ? null : (highestGeneration(tree.revs) ?? 0),
      newest: missing.reduce((most, { rev }) => Math.max(most, generationOf(rev)), 0),
      unjoined: unjoined === null ? null : generationOf(unjoined),
    },
    'writer',
  );
  if (bound === 'too-far') return refused([GENERATION_TOO_HIGH]);
  let take = missing.filter(({ deleted, merged }) => !deleted || merged);
  const mayHide = isLiving(tree) || here.length === 0;
  if (mayHide && !isLiving(withVersions(tree, take).build(WHOLE).tree)) {
    take = take.filter(({ deleted }) => !deleted);
  }
  const taken = new Set(take.map(({ rev }) => rev));
  return {
    kind: here.length === 0 ? 'new' : 'changed',
    take: taken,
    wait: new Set(missing.flatMap(({ rev }) => (taken.has(rev) ? [] : [rev]))),
    codes: [],
  };
}
