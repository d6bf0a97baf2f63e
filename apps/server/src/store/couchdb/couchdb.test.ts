import { describeDocumentStore } from '../testing/conformance.ts';
import { couchBackEnds, couchStores, onCluster } from '../testing/couch-back-ends.ts';

const backEnds = couchBackEnds();
if (!backEnds.some(({ faults }) => faults.isCluster)) {
  const cluster = onCluster();
  backEnds.push({ ...cluster, faults: { ...cluster.faults, asksOneServer: true } });
}

for (const backEnd of backEnds) {
  describeDocumentStore(
    `CouchStore on ${backEnd.name}`,
    async () => couchStores(backEnd),
    backEnd.faults,
  );
}
