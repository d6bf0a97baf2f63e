import { openAccounts } from '../accounts/accounts.ts';
import { moveFormerSessions } from '../accounts/former-sessions.ts';
import { databasesFolder } from '../start/data-folder.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { dropFieldIndexes } from '../store/sqlite/drop-field-indexes.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';

export interface StepParts {
  readonly stores: Stores;
  readonly dataDir: string;
  readonly clock: () => Date;
}

interface AnyStep {
  /** The data version after it: 1, 2, … in the order of the list. */
  readonly version: number;
  /** For the log and the command line. */
  readonly name: string;
  /**
   * Runs while the server serves and phones write; a kill at any moment leaves what the next call
   * completes.
   */
  apply(parts: StepParts): Promise<void>;
}

/** What it writes is no hindrance to the build before it. */
export interface AdditiveStep extends AnyStep {
  readonly kind: 'additive';
  /** Runs while no server does, on stores that are opened anew afterwards; it may be killed, too. */
  undo(parts: StepParts): Promise<void>;
}

/** What it writes the build before it cannot read, so it waits until nobody goes back any more. */
export interface FinalStep extends AnyStep {
  readonly kind: 'final';
}

export type UpgradeStep = AdditiveStep | FinalStep;

const formerSessions: UpgradeStep = {
  version: 1,
  name: 'sessions are named by their account',
  kind: 'additive',
  async apply({ stores, clock }) {
    const accounts = await openAccounts({ stores, clock });
    await moveFormerSessions(await stores.open(ACCOUNTS_DATABASE), accounts);
  },
  // The builds that can be gone back to name them so, too.
  undo: async () => undefined,
};

const fieldIndexes: UpgradeStep = {
  version: 2,
  name: 'documents are found by their fields',
  kind: 'additive',
  async apply({ stores }) {
    // Opening makes the indexes that are missing; without this step the first phone would wait.
    for (const name of await stores.names()) {
      // A damaged unit has none until it is mended; then its opening makes them.
      await stores.open(name).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
      });
    }
  },
  async undo({ stores, dataDir }) {
    // In CouchDB they are documents that an older build does not look at.
    if (stores.address.kind === 'files') await dropFieldIndexes(databasesFolder(dataDir));
  },
};

/** The steps of all builds. One that was published is never changed; a build may only add to them. */
export const STEPS: readonly UpgradeStep[] = [formerSessions, fieldIndexes];
