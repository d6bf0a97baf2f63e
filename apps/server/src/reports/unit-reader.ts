import { decidingFields, kindOfId, type UnitDatabase } from '@crece/domain';
import { contestedVersions } from '@crece/replication';
import { type ReportRecords, UnitCollector } from '@crece/reports';
import { formerAccounts } from '../accounts/former-names.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';

/**
 * Adds a unit's stored records. Of a record in conflict it also adds the other versions, if records
 * of its kind have fields that decide an assessment. `between` is awaited after every page.
 */
export async function collectFrom(
  store: DocumentStore,
  collector: Pick<UnitCollector, 'add' | 'addVersion'>,
  between: () => Promise<void> | void,
): Promise<void> {
  const open: string[] = [];
  for await (const { documents, contested } of store.pages()) {
    for (const document of documents) collector.add(document);
    open.push(...contested.filter((id) => decidingFields(kindOfId(id)).size > 0));
    await between();
  }
  for (const id of open) {
    const leaves = await store.readRevisions(id, 'leaves');
    for (const version of contestedVersions(leaves)) collector.addVersion(version);
    await between();
  }
}

/**
 * The records of a unit as reports read them. A unit that was never synchronised has no database,
 * and none is created. `note` is called with each document that is read.
 */
export async function readUnit(
  stores: Pick<Stores, 'has' | 'open' | 'sequence'>,
  unit: UnitDatabase,
  signal?: AbortSignal,
  note: (document: StoredDocument) => void = () => undefined,
): Promise<ReportRecords> {
  const collector = new UnitCollector(unit, (await formerAccounts(stores)).names);
  const name = unitStoreName(unit.stakeDB);
  if (!(await stores.has(name))) return collector.finish();
  const store = await stores.open(name);
  const noting = {
    add: (document: StoredDocument) => {
      note(document);
      collector.add(document);
    },
    addVersion: (document: unknown) => collector.addVersion(document),
  };
  await collectFrom(store, noting, () => signal?.throwIfAborted());
  return collector.finish();
}
