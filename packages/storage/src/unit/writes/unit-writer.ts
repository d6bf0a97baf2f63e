import { checkDocument } from '@crece/domain';
import { Mutex } from '../../base/mutex.ts';
import { StorageError } from '../../base/storage-error.ts';
import type { Document, UnitRecords, Written } from '../records/unit-records.ts';
import { type ChildRecords, recordsOf } from './child-records.ts';

/** Another tab or a sync can win a race against one write; hardly ever against several in a row. */
const MAX_ATTEMPTS = 6;

/** What one act writes: the record that the person meant, first, and what follows from it. */
export interface PlannedDocuments {
  /** The record meant: as it is to be written, or as it is stored when that is the same. */
  main: Document;
  /** In the order of importance; all in one transaction. */
  documents: readonly Document[];
  /** Some continue a version that was removed meanwhile: all are written beside what is there. */
  beside?: boolean;
}

/** What a form is saved by when its record was removed meanwhile: seldom, so it is loaded then. */
export interface OverRemovals {
  recordsBeforeRemoval(
    unit: { database: UnitRecords; timeZone: string },
    wanted: {
      childId: string;
      /** The child's records, when it lives. */
      living: ChildRecords | null;
      /** Screenings that live although their child may be gone. */
      waitingIds: readonly string[];
      /** The screening that the form edits. */
      editedId?: string;
    },
  ): Promise<ChildRecords | null>;
  documentBeforeRemoval(database: UnitRecords, id: string): Promise<Document | null>;
  writeBeside(database: UnitRecords, documents: readonly Document[]): Promise<Written[]>;
}

interface UnitWriterOptions {
  database: UnitRecords;
  timeZone: string;
  overRemovals: () => Promise<OverRemovals>;
  /** Takes in all that was written until now. */
  catchUp: () => Promise<void>;
  /** Resolves when the children's files that are looked at show it. */
  filesShown: () => Promise<void>;
  screeningIdsOf: (childId: string) => readonly string[];
  /** Something was written: other tabs are told. */
  written: () => void;
  /** Records were written anew that the server may have refused before. */
  rewritten: (ids: readonly string[]) => Promise<void>;
}

/**
 * Writes what a person did, one act after another: read, plan, write everything of the act in one
 * durable transaction. A copy or a sibling that another tab changed in between is read again and
 * planned again; the record meant is on disk by then and the save has not failed.
 */
export class UnitWriter {
  readonly #options: UnitWriterOptions;
  readonly #mutex = new Mutex();

  constructor(options: UnitWriterOptions) {
    this.#options = options;
  }

  /**
   * The child with its screenings as they are now; null when it is not here. The version of the child
   * is the one from before its screenings were listed: of a child read after them, a summary could be
   * written that lacks a screening which another tab saved in between, and no write would notice it.
   */
  async childRecords(childId: string): Promise<ChildRecords | null> {
    const { database, timeZone, catchUp, screeningIdsOf } = this.#options;
    for (;;) {
      const before = await this.document(childId);
      await catchUp();
      const documents = await database.readMany([childId, ...screeningIdsOf(childId)]);
      if (documents.get(childId)?._rev === before?._rev) {
        return recordsOf(documents, childId, timeZone);
      }
    }
  }

  /**
   * The same for saving what a form holds: a child that was removed while the form was open, or the
   * screening that it edits, as it was before.
   */
  async recordsToSave(childId: string, editedId?: string): Promise<ChildRecords | null> {
    const living = await this.childRecords(childId);
    if (living !== null && (editedId === undefined || living.documents.has(editedId))) {
      return living;
    }
    const { overRemovals, screeningIdsOf } = this.#options;
    const { recordsBeforeRemoval } = await overRemovals();
    return recordsBeforeRemoval(this.#options, {
      childId,
      living,
      waitingIds: screeningIdsOf(childId),
      ...(editedId === undefined ? {} : { editedId }),
    });
  }

  /** The stored document, none when it is not here. */
  async document(id: string): Promise<Document | undefined> {
    return (await this.#options.database.readMany([id])).get(id);
  }

  /** A record that a form holds as it was before its removal; none when nothing of it is left. */
  async documentBeforeRemoval(id: string): Promise<Document | undefined> {
    const { database, overRemovals } = this.#options;
    return (await (await overRemovals()).documentBeforeRemoval(database, id)) ?? undefined;
  }

  /**
   * Writes until everything planned is written; answers the record meant with its new revision.
   * `plan` is asked again after a lost race, with what was written until then in the database.
   */
  act(plan: (isRetry: boolean) => Promise<PlannedDocuments>): Promise<Document> {
    return this.#mutex.run(async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const { main, documents, beside = false } = await plan(attempt > 1);
        for (const document of documents) refuseBroken(document);
        const written = await this.#write(documents, beside);
        const lost = written.filter(({ rev }) => rev === null);
        if (lost.length === 0) {
          await this.#announce(written.map(({ id }) => id));
          const rev = written.find(({ id }) => id === main._id)?.rev ?? main._rev;
          return rev === undefined ? main : { ...main, _rev: rev };
        }
      }
      throw new StorageError('failed', { message: 'the record keeps changing' });
    });
  }

  /** Writes once more what follows from a record whose own write was given up. */
  async settle(documents: readonly Document[]): Promise<void> {
    await this.#options.database.write(documents, 'strict');
    await this.#announce(documents.map(({ _id }) => _id));
  }

  async #write(documents: readonly Document[], beside: boolean): Promise<Written[]> {
    const { database } = this.#options;
    if (!beside) return database.write(documents, 'strict');
    return (await this.#options.overRemovals()).writeBeside(database, documents);
  }

  async #announce(ids: readonly string[]): Promise<void> {
    const { written, catchUp, filesShown, rewritten } = this.#options;
    written();
    // The write is on disk whatever becomes of the list: its fault shows in the snapshot.
    await catchUp().catch(() => undefined);
    await rewritten(ids).catch(() => undefined);
    // The page that the person is led to must not show what the act has just changed.
    await filesShown();
  }
}

/** A document that other devices and the server would refuse is not written in the first place. */
function refuseBroken(document: Document): void {
  if (document._deleted === true) return;
  const check = checkDocument(document);
  if (!check.ok) throw new StorageError('refused', { fields: check.codes });
}
