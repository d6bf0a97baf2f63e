import { describeDocumentStore } from '../testing/conformance.ts';
import { couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';

for (const backEnd of couchBackEnds()) {
  describeDocumentStore(
    `CouchStore on ${backEnd.name}`,
    async () => couchStores(backEnd),
    backEnd.faults,
  );
}
