import { describeDocumentStore } from '../testing/conformance.ts';
import {
  type CouchBackEnd,
  couchBackEnds,
  couchStores,
  onCluster,
} from '../testing/couch-back-ends.ts';

/** What neither copies nor sequences change is asked of one of the two; `npm run test:deep` asks both. */
function sharedByTwo(oneServer: CouchBackEnd, cluster: CouchBackEnd): CouchBackEnd[] {
  return [
    { ...oneServer, faults: { ...oneServer.faults, asksCluster: true } },
    { ...cluster, faults: { ...cluster.faults, asksOneServer: true } },
  ];
}

const known = couchBackEnds();
const [oneServer] = known;
const isAlone = oneServer !== undefined && !known.some(({ faults }) => faults.isCluster);
const backEnds = isAlone ? sharedByTwo(oneServer, onCluster()) : known;

for (const backEnd of backEnds) {
  describeDocumentStore(
    `CouchStore on ${backEnd.name}`,
    async () => couchStores(backEnd),
    backEnd.faults,
  );
}
