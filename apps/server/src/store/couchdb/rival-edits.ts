import { setTimeout as delay } from 'node:timers/promises';
import { compareRevisions, parseRevision } from '@crece/replication';
import { type Parts, revisionOf } from '../document.ts';
import { type Replicated, StoreUnavailable } from '../document-store.ts';
import type { CouchDatabase } from './couch-database.ts';
import { documentText } from './couch-documents.ts';

/** An edit that CouchDB has accepted under the revision `rev`. */
export interface TakenEdit {
  parts: Parts;
  rev: string;
}

const PAUSE_MS = 30;
/**
 * Both edits may give way at the same moment and start again; more rounds than this are no
 * coincidence.
 */
const ROUNDS = 5;
const WITHDRAWN = { withdrawn: true };

const isDeleted = ({ document }: Replicated) => document._deleted === true;
const isWithdrawn = ({ document }: Replicated) => document['withdrawn'] === true;

/** The calls of a database that are used here. */
type Revisions = Pick<CouchDatabase, 'revisions' | 'putRevisions'>;

/** Edits of the leaf `base` that do not contain the revision `own` and are not withdrawn. */
function rivalsIn(leaves: readonly Replicated[], [own = '', base]: readonly string[]) {
  return leaves.filter((leaf) => {
    if (leaf.ancestry.includes(own) || isWithdrawn(leaf)) return false;
    // A conflict that existed before the edit does not count.
    return base === undefined ? !isDeleted(leaf) : leaf.ancestry.indexOf(base) > 0;
  });
}

/** Whether CouchDB shows this revision rather than any of the rivals. */
function isShownBefore(rev: string, deleted: boolean, rivals: readonly Replicated[]): boolean {
  return rivals.every((rival) =>
    isDeleted(rival) === deleted
      ? compareRevisions(rev, rival.ancestry[0] ?? '') > 0
      : isDeleted(rival),
  );
}

/**
 * Lets one of several edits of the same leaf win in a cluster. CouchDB accepts two edits that come
 * through two of its servers at the same moment (201 and 202, or 201 twice) and later shows the one
 * with the higher revision, even if the other edit was confirmed to its author.
 *
 * An edit is confirmed only when a majority of copies holds it and a majority shows no rival. Of
 * two edits the one stored later sees the other, so at most one is confirmed. The edit that CouchDB
 * would not show gives way at once. The other waits for that; if its rival stays, the rival was
 * confirmed before, and it gives way itself. See docs/decisions/0075.
 */
export class RivalEdits {
  readonly #database: Revisions;
  readonly #waitMs: number;

  /** `waitMs`: how long an edit waits for its rival to give way. */
  constructor(database: Revisions, waitMs: number) {
    this.#database = database;
    this.#waitMs = waitMs;
  }

  /**
   * The revision under which the edit stands, `null` when it gave way. `isKept`: a majority of
   * copies is known to hold it. Throws `StoreUnavailable` when no majority can be reached.
   */
  async settle(edit: TakenEdit, isKept: boolean): Promise<string | null> {
    const { parts } = edit;
    const path = await this.#pathOf(edit);
    const withdrawn = { ...parts, deleted: true, body: JSON.stringify(WITHDRAWN) };
    const rivals = async () => rivalsIn(await this.#leaves(parts.id), path);
    if (!isKept) await this.#put(parts, path);
    let own = path;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [rev = ''] = own;
      if (await this.#isAlone(rev, parts.deleted, rivals)) return rev;
      own = [revisionOf(withdrawn, rev), ...own];
      await this.#put(withdrawn, own);
      if ((await rivals()).length > 0) return null;
      // The rival gave way at the same moment; without restoring this edit, neither would stand.
      own = [revisionOf(parts, own[0] ?? null), ...own];
      await this.#put(parts, own);
    }
    throw new StoreUnavailable(`${parts.id} is being written by too many at once`);
  }

  /**
   * Whether no rival is left, either at once or after waiting for rivals that CouchDB would not
   * show.
   */
  async #isAlone(
    rev: string,
    deleted: boolean,
    look: () => Promise<readonly Replicated[]>,
  ): Promise<boolean> {
    const deadline = Date.now() + this.#waitMs;
    for (;;) {
      const rivals = await look();
      if (rivals.length === 0) return true;
      if (!isShownBefore(rev, deleted, rivals) || Date.now() > deadline) return false;
      await delay(PAUSE_MS);
    }
  }

  async #leaves(id: string): Promise<Replicated[]> {
    return (await this.#database.revisions([{ id }])).get(id) ?? [];
  }

  /** The edit's revision and that of the leaf that it replaced, if any. */
  async #pathOf({ parts, rev }: TakenEdit): Promise<readonly string[]> {
    if (parts.rev !== null) return [rev, parts.rev];
    if (parseRevision(rev)?.generation === 1) return [rev];
    // Written again after a deletion: CouchDB puts it on top of that by itself.
    for (const { ancestry } of await this.#leaves(parts.id)) {
      const at = ancestry.indexOf(rev);
      if (at >= 0) return ancestry.slice(at, at + 2);
    }
    throw new StoreUnavailable(`too few servers of CouchDB hold ${parts.id} yet`);
  }

  /** Stores a revision as it is; repeating this is harmless. */
  async #put(parts: Parts, path: readonly string[]): Promise<void> {
    const [rev = null] = path;
    const refused = await this.#database.putRevisions([{ text: documentText(parts, rev, path) }]);
    const [fault] = refused;
    if (fault !== undefined) {
      throw new StoreUnavailable(
        `CouchDB did not take ${parts.id} (${fault.error}: ${fault.reason})`,
      );
    }
  }
}
