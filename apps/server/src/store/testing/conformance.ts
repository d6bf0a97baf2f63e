import { describe } from 'vitest';
import { describeDocuments } from './conformance-documents.ts';
import { describeFeed } from './conformance-feed.ts';
import { describeLists } from './conformance-lists.ts';
import { describeLocals } from './conformance-locals.ts';
import { describeReplication } from './conformance-replication.ts';
import { describeStores } from './conformance-stores.ts';
import type { OpenStores, ServerFaults } from './support.ts';

/**
 * What every back end must do, one test per promise of `DocumentStore`. `openStores` gives databases
 * that hold nothing yet; each test opens its own and closes them.
 */
export function describeDocumentStore(
  name: string,
  openStores: OpenStores,
  faults: ServerFaults = {},
): void {
  // What a cluster lists may be late for any test: only what fails every time is a fault.
  describe(name, { retry: faults.isCluster ? 4 : 0 }, () => {
    describeStores(openStores, faults);
    describeDocuments(openStores, faults);
    describeLists(openStores, faults);
    describeReplication(openStores);
    describeFeed(openStores, faults);
    describeLocals(openStores);
  });
}
