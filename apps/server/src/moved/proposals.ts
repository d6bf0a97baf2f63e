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

/** A proposal that the other unit declined. Without a name, so that nobody has to be forgotten in it. */
export type Declined = Omit<Proposal, 'by'>;

type Place = Pick<Proposal, 'from' | 'childId'>;

const PREFIX = 'proposed_';
/** Where proposals are kept. */
export const PROPOSALS = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
/** Apart from those that wait: a former build would offer them once more. */
const DECLINED_PREFIX = 'declined_';
const DECLINED = { from: DECLINED_PREFIX, to: `${DECLINED_PREFIX}\uffff` } as const;
const TRIES = 5;

const hashOf = ({ from, childId }: Place): string =>
  createHash('sha256').update(`${from} ${childId}`, 'utf8').digest('hex');

// Only this room writes these documents, so their fields are not checked.
const proposalOf = (document: object): Proposal => {
  const { from, childId, to, by, at } = document as Proposal;
  return { from, childId, to, by, at };
};

const declinedOf = (document: object): Declined => {
  const { from, childId, to, at } = document as Declined;
  return { from, childId, to, at };
};

/**
 * Moves that wait for somebody of the other unit: ids and who proposed them, no child's name; and those
 * that were declined there, until the child moves, is gone, or is proposed once more.
 */
export class Proposals {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Keeps a proposal; of one child only the last one counts. */
  async add(proposal: Proposal): Promise<void> {
    await this.#change(DECLINED_PREFIX, proposal, null);
    await this.#change(PREFIX, proposal, proposal);
  }

  /** Ends a proposal, if there is one, and forgets that one was declined. */
  async drop(place: Place): Promise<void> {
    await this.#change(PREFIX, place, null);
    await this.#change(DECLINED_PREFIX, place, null);
  }

  /** Ends a proposal, and keeps for whoever proposed it that the other unit does not want it. */
  async decline(proposal: Proposal, at: string): Promise<void> {
    // What is kept first is told, should the server be stopped between the two.
    await this.#change(DECLINED_PREFIX, proposal, declinedOf({ ...proposal, at }));
    await this.#change(PREFIX, proposal, null);
  }

  async read(place: Place): Promise<Proposal | null> {
    const kept = await this.#store.read(PREFIX + hashOf(place));
    return kept === null ? null : proposalOf(kept);
  }

  /** The proposals for a unit, the oldest first. */
  async forUnit(stakeDB: string): Promise<Proposal[]> {
    const found = await this.#where(({ to }) => to === stakeDB);
    return found.sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  /** The proposals of a unit's children. */
  ofUnit(stakeDB: string): Promise<Proposal[]> {
    return this.#where(({ from }) => from === stakeDB);
  }

  async #where(isMeant: (proposal: Proposal) => boolean): Promise<Proposal[]> {
    const found: Proposal[] = [];
    for await (const document of this.#store.list(PROPOSALS)) {
      const proposal = proposalOf(document);
      if (isMeant(proposal)) found.push(proposal);
    }
    return found;
  }

  /** What other units declined of a unit's children. */
  async declinedFrom(stakeDB: string): Promise<Declined[]> {
    const found: Declined[] = [];
    for await (const document of this.#store.list(DECLINED)) {
      const declined = declinedOf(document);
      if (declined.from === stakeDB) found.push(declined);
    }
    return found;
  }

  async #change(prefix: string, place: Place, next: object | null): Promise<void> {
    const _id = prefix + hashOf(place);
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
