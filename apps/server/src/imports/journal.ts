import { createHash } from 'node:crypto';
import { canonical } from '@crece/domain';
import type { RowReport } from '@crece/imports';
import { isContent } from '@crece/replication';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';

export const IMPORTS_DATABASE = 'sys_imports';

/** One record that an act writes. */
export interface JournalRecord {
  readonly id: string;
  /** The record before the act; null: it did not exist. */
  readonly before: StoredDocument | null;
  /** Digest of the written content, without author and time. */
  readonly after: string;
}

/** One child with its screenings, as an import writes them. */
export interface JournalAct {
  readonly childId: string;
  readonly records: readonly JournalRecord[];
  readonly rows: readonly RowReport[];
}

/** What undoing an import needs to know about it. */
export interface ImportRecord {
  readonly stakeDB: string;
  readonly username: string;
  readonly startedAt: string;
  readonly state: 'running' | 'imported' | 'undone';
}

/** Digits of a batch number, so that ids sort in the order of writing. */
const BATCH_DIGITS = 8;

const RECORDS = { from: 'imp_', to: 'imp_\uffff' } as const;

const ACTS = { from: 'act_', to: 'act_\uffff' } as const;

const recordId = (importId: string) => `${RECORDS.from}${importId}`;
const actsPrefix = (importId: string) => `act_${importId}_`;
const actsId = (importId: string, batch: number) =>
  `${actsPrefix(importId)}${String(batch).padStart(BATCH_DIGITS, '0')}`;

/** A digest that depends on the content only, not on author, time or revision. */
export function contentDigest(document: object): string {
  const content = Object.entries(document).filter(([name]) => isContent(name));
  const text = JSON.stringify(canonical(Object.fromEntries(content)));
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * The writes of imports, recorded before they are made. After a kill an import continues with the
 * batch that it had begun, and it can be undone as a whole.
 */
export class ImportJournal {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  async record(importId: string): Promise<ImportRecord | null> {
    const kept = await this.#store.read(recordId(importId));
    // Only this server writes these documents, so their fields are not checked.
    return kept === null ? null : (kept as unknown as ImportRecord);
  }

  async keepRecord(importId: string, record: ImportRecord): Promise<void> {
    const kept = await this.#store.read(recordId(importId));
    const rev = kept === null ? {} : { _rev: kept._rev };
    await this.#store.write([{ ...record, _id: recordId(importId), ...rev }]);
  }

  /** Records what a batch is about to write. */
  async keep(importId: string, batch: number, acts: readonly JournalAct[]): Promise<void> {
    const [kept] = await this.#store.write([{ _id: actsId(importId, batch), acts }]);
    if (kept?.ok !== true) throw new Error(`batch ${batch} of import ${importId} was there before`);
  }

  /** Takes out of a batch what somebody else wrote in its place, so that undoing leaves it alone. */
  async forgetLost(importId: string, batch: number, lost: ReadonlySet<string>): Promise<void> {
    const kept = await this.#store.read(actsId(importId, batch));
    if (kept === null) return;
    const acts = actsOf(kept).map((act) => ({
      ...act,
      records: act.records.filter(({ id }) => !lost.has(id)),
    }));
    const [written] = await this.#store.write([{ _id: kept._id, _rev: kept._rev, acts }]);
    if (written?.ok !== true) throw new Error(`batch ${batch} of import ${importId} was changed`);
  }

  /** What a batch was about to write; null: no such batch. */
  async batch(importId: string, batch: number): Promise<readonly JournalAct[] | null> {
    const kept = await this.#store.read(actsId(importId, batch));
    return kept === null ? null : actsOf(kept);
  }

  /** Deletes imports that began before an instant; they can no longer be undone. */
  async forgetBefore(instant: string): Promise<void> {
    for await (const record of this.#store.list(RECORDS)) {
      if (String(record['startedAt']) >= instant) continue;
      const prefix = actsPrefix(record._id.slice(RECORDS.from.length));
      for await (const acts of this.#store.list({ from: prefix, to: `${prefix}\uffff` })) {
        await this.#forget(acts);
      }
      await this.#forget(record);
    }
  }

  /** Drops what is kept of these records, whose former content undoing would need. */
  async forgetRecords(ids: ReadonlySet<string>): Promise<void> {
    const isOf = ({ childId, records }: JournalAct): boolean =>
      ids.has(childId) || records.some(({ id }) => ids.has(id));
    for await (const kept of this.#store.list(ACTS)) {
      const acts = actsOf(kept);
      const left = acts.filter((act) => !isOf(act));
      if (left.length === acts.length) continue;
      const [written] = await this.#store.write([{ _id: kept._id, _rev: kept._rev, acts: left }]);
      if (written?.ok !== true) throw new Error('an import is written while somebody is erased');
    }
  }

  /** Puts a word in the place of the user name of those who imported. */
  async forgetPerson(
    isTheirs: (username: string, at: string) => boolean,
    word: string,
  ): Promise<void> {
    for await (const record of this.#store.list(RECORDS)) {
      if (!isTheirs(String(record['username']), String(record['startedAt']))) continue;
      const [written] = await this.#store.write([{ ...record, username: word }]);
      if (written?.ok !== true) throw new Error('an import is written while somebody is erased');
    }
  }

  /** The acts of an import, the last one first. */
  async *acts(importId: string): AsyncGenerator<JournalAct> {
    const prefix = actsPrefix(importId);
    const range = { from: prefix, to: `${prefix}\uffff`, descending: true };
    for await (const kept of this.#store.list(range)) yield* actsOf(kept).toReversed();
  }

  async #forget({ _id, _rev }: StoredDocument): Promise<void> {
    await this.#store.write([{ _id, _rev, _deleted: true }]);
  }
}

function actsOf(kept: StoredDocument): readonly JournalAct[] {
  return kept['acts'] as readonly JournalAct[];
}

/** Opens the journal in a database of its own. */
export async function openJournal(stores: Pick<Stores, 'open'>): Promise<ImportJournal> {
  return new ImportJournal(await stores.open(IMPORTS_DATABASE));
}
