import { FORMER_VOLUNTEER } from '@crece/domain';
import type { DocumentStore, DraftDocument } from '../store/document-store.ts';
import { JOININGS, type Joining } from './joiner.ts';
import { PROPOSALS, type Proposal } from './proposals.ts';

/** Forgets who joined units or proposed a move, by the name that people know. */
export async function forgetInMoves(
  store: DocumentStore,
  isTheirs: (name: string) => boolean,
): Promise<void> {
  const changed: DraftDocument[] = [];
  for await (const document of store.list(JOININGS)) {
    const joining = document['joining'] as Joining;
    if (isTheirs(joining.by))
      changed.push({ ...document, joining: { ...joining, by: FORMER_VOLUNTEER } });
  }
  for await (const document of store.list(PROPOSALS)) {
    const { by } = document as unknown as Proposal;
    if (isTheirs(by)) changed.push({ ...document, by: FORMER_VOLUNTEER });
  }
  if (changed.length > 0) await store.write(changed);
}
