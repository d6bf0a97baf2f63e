import { checkDocument } from '@crece/domain';
import { Mutex } from '../../base/mutex.ts';
import { StorageError } from '../../base/storage-error.ts';
import type { Document, UnitRecords, Written } from '../records/unit-records.ts';
import { recordsOf, type StoredChildRecords } from './child-records.ts';

/**
 * Another tab or a sync may win a race against one write, but hardly ever against several in a row.
 */
const MAX_ATTEMPTS = 6;

/** The documents written by one act: the record that the person meant, and dependent ones. */
export interface PlannedDocuments {
  /** The record meant: as it is to be written, or as stored when nothing differs. */
  main: Document;
  /** In order of importance; all in one transaction. */
  documents: readonly Document[];
  /**
   * Some documents continue a version that was removed meanwhile: write all of them beside the
   * existing leaves.
   */
  beside?: boolean;
}

/**
 * Functions for saving a form whose record was removed meanwhile; rarely needed, so loaded on
 * demand.
 */
export interface OverRemovals {
  recordsBeforeRemoval(
    unit: { database: UnitRecords; timeZone: string },
    wanted: {
      childId: string;
      /** The child's records, when it is living. */
      living: StoredChildRecords | null;
      /** Living screenings, even if their child was removed. */
      waitingIds: readonly string[];
      /** The screening that the form edits. */
      editedId?: string;
    },
  ): Promise<StoredChildRecords | null>;
  documentBeforeRemoval(database: UnitRecords, id: string): Promise<Document | null>;
  writeBeside(database: UnitRecords, documents: readonly Document[]): Promise<Written[]>;
}

interface UnitWriterOptions {
  database: UnitRecords;
  timeZone: string;
  overRemovals: () => Promise<OverRemovals>;
  /** Reads all changes written until now into the projection. */
  catchUp: () => Promise<void>;
  /** Resolves when the open child files show the change. */
  filesShown: () => Promise<void>;
  screeningIdsOf: (childId: string) => readonly string[];
  /** All records of the same child. */
  recordIdsOf: (childId: string) => readonly string[];
  /** Informs other tabs of a write. */
  written: () => void;
  /** Holds records back from the server for a while; called before they are written. */
  hold: (ids: readonly string[]) => Promise<void>;
  /** Called for records written again, whose earlier revision the server may have refused. */
  rewritten: (ids: readonly string[]) => Promise<void>;
}

/**
 * Writes what a person did, one act after another: read, plan, and write all documents of the act
 * in one durable transaction. A copy or sibling that another tab changed in between is read and
 * planned again; by then the record meant is on disk and the save has not failed.
 */
export class UnitWriter {
  readonly #options: UnitWriterOptions;
  readonly #mutex = new Mutex();

  constructor(options: UnitWriterOptions) {
    this.#options = options;
  }

  /**
   * The child with its screenings; null when it is not here. The child is read before its
   * screenings are listed: if it were read afterwards, the copy could lack a screening that another
   * tab saved in between, and no write would detect that.
   */
  async childRecords(childId: string): Promise<StoredChildRecords | null> {
    const { database, timeZone, catchUp, screeningIdsOf, recordIdsOf } = this.#options;
    for (;;) {
      const before = await database.readMany(recordIdsOf(childId));
      await catchUp();
      const recordIds = recordIdsOf(childId);
      const documents = await database.readMany([...recordIds, ...screeningIdsOf(childId)]);
      if (recordIds.every((id) => documents.get(id)?._rev === before.get(id)?._rev)) {
        return recordsOf(documents, recordIds, timeZone);
      }
    }
  }

  /**
   * The records for saving a form: a child removed while the form was open, or the screening it
   * edits, is included as it was before.
   */
  async recordsToSave(childId: string, editedId?: string): Promise<StoredChildRecords | null> {
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

  /** The stored document; undefined when it is not here. */
  async document(id: string): Promise<Document | undefined> {
    return (await this.#options.database.readMany([id])).get(id);
  }

  /** A form's record as it was before its removal; undefined when no content is left. */
  async documentBeforeRemoval(id: string): Promise<Document | undefined> {
    const { database, overRemovals } = this.#options;
    return (await (await overRemovals()).documentBeforeRemoval(database, id)) ?? undefined;
  }

  /**
   * Writes until everything planned is written; returns the record meant with its new revision.
   * After a lost race, `plan` is called again and finds what was already written in the database.
   * `isHeld`: the person may take the act back at once, so the push leaves it out for a while.
   */
  act(
    plan: (isRetry: boolean) => Promise<PlannedDocuments>,
    { isHeld = false }: { isHeld?: boolean } = {},
  ): Promise<Document> {
    return this.#mutex.run(async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const { main, documents, beside = false } = await plan(attempt > 1);
        for (const document of documents) refuseBroken(document);
        if (isHeld) await this.#options.hold(documents.map(({ _id }) => _id));
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

  /** Writes dependent documents once more after the write of the main record was given up. */
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
    // The write is on disk even if updating the list fails; that fault shows in the snapshot.
    await catchUp().catch(() => undefined);
    await rewritten(ids).catch(() => undefined);
    // The next page must not show the state before this act.
    await filesShown();
  }
}

/** Throws for a document that other devices and the server would refuse, before it is written. */
function refuseBroken(document: Document): void {
  if (document._deleted === true) return;
  const check = checkDocument(document);
  if (!check.ok) throw new StorageError('refused', { fields: check.codes });
}
