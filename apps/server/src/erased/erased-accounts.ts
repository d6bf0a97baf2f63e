import type { ErasureReason } from '@crece/contract';
import type { DocumentStore } from '../store/document-store.ts';
import type { ErasedAccountNames, ErasedNames } from './erased-file.ts';

/** An account that was erased. */
export interface ErasedAccount extends ErasedNames {
  readonly id: string;
  /** ISO instant in UTC; `null`: known only from a list beside a backup. */
  readonly at: string | null;
  /** User name of the administrator, or the word for one who was erased since. */
  readonly who: string | null;
  readonly why: ErasureReason | null;
  /** `begun`: something of it may still be on this server, and the next start goes on. */
  readonly state: 'begun' | 'done';
  /** While it is carried out: digests of its addresses, by which mails to it are found. */
  readonly mails?: readonly string[];
}

const PREFIX = 'erased_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
const TRIES = 5;

function accountOf(document: object): ErasedAccount {
  // Only this room writes these documents, so their fields are not checked.
  const { id, at, who, why, state, since, marks, users, mails } = document as ErasedAccount;
  const open = mails === undefined ? {} : { mails };
  return { id, at, who, why, state, since, marks, users, ...open };
}

/**
 * The accounts that were erased: id, day, who and why, and of their names marks and digests only. They
 * lie beside the accounts, because a name is taken for ever by one.
 */
export class ErasedAccounts {
  readonly #store: DocumentStore;

  /** @param store the database of accounts */
  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Every erased account, the newest first; those of unknown day at the end. */
  async all(): Promise<ErasedAccount[]> {
    const found: ErasedAccount[] = [];
    for await (const document of this.#store.list(RANGE)) found.push(accountOf(document));
    const dayOf = ({ at }: ErasedAccount) => at ?? '';
    return found.sort((a, b) => (dayOf(a) > dayOf(b) ? -1 : 1));
  }

  async read(id: string): Promise<ErasedAccount | null> {
    const kept = await this.#store.read(PREFIX + id);
    return kept === null ? null : accountOf(kept);
  }

  /** What the lists in the data folder and beside the backups keep. */
  async names(): Promise<ErasedAccountNames> {
    const found = await this.all();
    return new Map(found.map(({ id, since, marks, users }) => [id, { since, marks, users }]));
  }

  /** Puts an erased account in the place of what is known of it. */
  async enter(account: ErasedAccount): Promise<void> {
    await this.#change(account.id, () => account);
  }

  /** Notes that nothing of an account is left. */
  async end(id: string): Promise<void> {
    await this.#change(id, (kept) => {
      if (kept === null) return null;
      const { mails: _, ...left } = kept;
      return { ...left, state: 'done' };
    });
  }

  /** Changes those that a function says to change. */
  async changeAll(change: (account: ErasedAccount) => ErasedAccount | null): Promise<void> {
    for (const { id } of await this.all()) {
      await this.#change(id, (kept) => (kept === null ? null : change(kept)));
    }
  }

  /** Takes an entry back: the account is not erased after all. */
  async drop(id: string): Promise<void> {
    const kept = await this.#store.read(PREFIX + id);
    if (kept !== null)
      await this.#store.write([{ _id: kept._id, _rev: kept._rev, _deleted: true }]);
  }

  /** Takes over a list of another place: what it alone knows is still to be erased here. */
  async join(list: ErasedAccountNames): Promise<void> {
    for (const [id, names] of list) {
      if ((await this.read(id)) !== null) continue;
      await this.enter({ id, at: null, who: null, why: null, state: 'begun', ...names });
    }
  }

  async #change(
    id: string,
    decide: (kept: ErasedAccount | null) => ErasedAccount | null,
  ): Promise<void> {
    for (let i = 0; i < TRIES; i += 1) {
      const kept = await this.#store.read(PREFIX + id);
      const next = decide(kept === null ? null : accountOf(kept));
      if (next === null) return;
      const rev = kept === null ? {} : { _rev: kept._rev };
      const [written] = await this.#store.write([{ ...next, _id: PREFIX + id, ...rev }]);
      if (written?.ok === true) return;
    }
    throw new Error('another process keeps writing an erased account');
  }
}
