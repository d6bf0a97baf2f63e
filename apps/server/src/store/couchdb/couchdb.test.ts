import { describeDocumentStore } from '../testing/conformance.ts';
import { couchBackEnds, couchStores, onCluster } from '../testing/couch-back-ends.ts';

const backEnds = couchBackEnds();
if (!backEnds.some(({ faults }) => faults.isCluster)) backEnds.push(onCluster());

for (const backEnd of backEnds) {
  describeDocumentStore(
    `CouchStore on ${backEnd.name}`,
    async () => couchStores(backEnd),
    backEnd.faults,
  );
}
