import { createHash } from 'node:crypto';
import { canonical } from '@crece/domain';
import type { RowReport } from '@crece/imports';
import { isContent } from '@crece/replication';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';

export const IMPORTS_DATABASE = 'sys_imports';

/** One record that an act writes. */
export interface JournalRecord {
  readonly id: string;
  /** As it was; null: it was not there. */
  readonly before: StoredDocument | null;
  /** Digest of what is written, without who wrote it when. */
  readonly after: string;
}

/** One child with its screenings, as an import writes them. */
export interface JournalAct {
  readonly childId: string;
  readonly records: readonly JournalRecord[];
  readonly rows: readonly RowReport[];
}

/** What an import was, as its undoing needs it. */
export interface ImportRecord {
  readonly stakeDB: string;
  readonly username: string;
  readonly startedAt: string;
  readonly state: 'running' | 'imported' | 'undone';
}

/** Digits by which batches sort as they were written. */
const BATCH_DIGITS = 8;

const RECORDS = { from: 'imp_', to: 'imp_\uffff' } as const;

const recordId = (importId: string) => `${RECORDS.from}${importId}`;
const actsPrefix = (importId: string) => `act_${importId}_`;
const actsId = (importId: string, batch: number) =>
  `${actsPrefix(importId)}${String(batch).padStart(BATCH_DIGITS, '0')}`;

/** The same for the same content, whoever wrote it when, on whatever revision. */
export function contentDigest(document: object): string {
  const content = Object.entries(document).filter(([name]) => isContent(name));
  const text = JSON.stringify(canonical(Object.fromEntries(content)));
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * What imports have written, kept before they write it: an import goes on after a kill knowing what it
 * was about to do, and can be taken back as a whole.
 */
export class ImportJournal {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  async record(importId: string): Promise<ImportRecord | null> {
    const kept = await this.#store.read(recordId(importId));
    // This server alone writes them, hence no check of every field.
    return kept === null ? null : (kept as unknown as ImportRecord);
  }

  async keepRecord(importId: string, record: ImportRecord): Promise<void> {
    const kept = await this.#store.read(recordId(importId));
    const rev = kept === null ? {} : { _rev: kept._rev };
    await this.#store.write([{ ...record, _id: recordId(importId), ...rev }]);
  }

  /** Keeps what a batch is about to write. */
  async keep(importId: string, batch: number, acts: readonly JournalAct[]): Promise<void> {
    const [kept] = await this.#store.write([{ _id: actsId(importId, batch), acts }]);
    if (kept?.ok !== true) throw new Error(`batch ${batch} of import ${importId} was there before`);
  }

  /** What a batch was about to write; null: there was none. */
  async batch(importId: string, batch: number): Promise<readonly JournalAct[] | null> {
    const kept = await this.#store.read(actsId(importId, batch));
    return kept === null ? null : actsOf(kept);
  }

  /** Forgets imports that began before an instant: they cannot be taken back any more. */
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

/** Opens the journal, in a database of its own. */
export async function openJournal(stores: Pick<Stores, 'open'>): Promise<ImportJournal> {
  return new ImportJournal(await stores.open(IMPORTS_DATABASE));
}
