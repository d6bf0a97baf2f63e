import { createHash } from 'node:crypto';
import type { DocumentStore } from '../store/document-store.ts';

/** A child that somebody who works in one unit alone wants to move to another one. */
export interface Proposal {
  readonly from: string;
  readonly childId: string;
  readonly to: string;
  /** Name of whoever proposed it. */
  readonly by: string;
  /** ISO instant in UTC. */
  readonly at: string;
}

type Place = Pick<Proposal, 'from' | 'childId'>;

const PREFIX = 'proposed_';
/** Where proposals are kept. */
export const PROPOSALS = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
const TRIES = 5;

const keyOf = ({ from, childId }: Place): string =>
  PREFIX + createHash('sha256').update(`${from} ${childId}`, 'utf8').digest('hex');

// Only this room writes these documents, so their fields are not checked.
const proposalOf = (document: object): Proposal => {
  const { from, childId, to, by, at } = document as Proposal;
  return { from, childId, to, by, at };
};

/** Moves that wait for somebody of the other unit: ids and who proposed them, no child's name. */
export class Proposals {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Keeps a proposal; of one child only the last one counts. */
  add(proposal: Proposal): Promise<void> {
    return this.#change(proposal, proposal);
  }

  /** Ends a proposal, if there is one. */
  drop(place: Place): Promise<void> {
    return this.#change(place, null);
  }

  async read(place: Place): Promise<Proposal | null> {
    const kept = await this.#store.read(keyOf(place));
    return kept === null ? null : proposalOf(kept);
  }

  /** The proposals for a unit, the oldest first. */
  async forUnit(stakeDB: string): Promise<Proposal[]> {
    const found: Proposal[] = [];
    for await (const document of this.#store.list(PROPOSALS)) {
      const proposal = proposalOf(document);
      if (proposal.to === stakeDB) found.push(proposal);
    }
    return found.sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  async #change(place: Place, next: Proposal | null): Promise<void> {
    const _id = keyOf(place);
    for (let i = 0; i < TRIES; i += 1) {
      const kept = await this.#store.read(_id);
      if (kept === null && next === null) return;
      const rev = kept === null ? {} : { _rev: kept._rev };
      const draft = next === null ? { _deleted: true as const } : { ...next };
      const [written] = await this.#store.write([{ ...draft, _id, ...rev }]);
      if (written?.ok === true) return;
    }
    throw new Error('another process keeps writing a proposal');
  }
}
