import { describe } from 'vitest';
import { describeCompaction } from './conformance-compaction.ts';
import { describeDocuments } from './conformance-documents.ts';
import { describeFeed } from './conformance-feed.ts';
import { describeLists, describeSnapshots } from './conformance-lists.ts';
import { describeLocals } from './conformance-locals.ts';
import { describeBulkReads, describeReplication } from './conformance-replication.ts';
import { describeStores } from './conformance-stores.ts';
import type { OpenStores, ServerFaults } from './support.ts';

/**
 * What every back end must do, with one test per promise of `DocumentStore`. `openStores` opens
 * empty databases; each test opens its own and closes them.
 */
export function describeDocumentStore(
  name: string,
  openStores: OpenStores,
  faults: ServerFaults = {},
): void {
  // Lists may lag behind in any test, so only a test that always fails shows a fault.
  describe(name, { retry: faults.lagsBehind ? 4 : 0 }, () => {
    describeStores(openStores, faults);
    describeDocuments(openStores, faults);
    describeSnapshots(openStores);
    describeReplication(openStores);
    describeCompaction(openStores);
    describeFeed(openStores, faults);
    if (faults.asksOneServer) return;
    describeLists(openStores, faults);
    describeBulkReads(openStores);
    describeLocals(openStores);
  });
}
