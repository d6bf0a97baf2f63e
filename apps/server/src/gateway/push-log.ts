import { randomBytes } from 'node:crypto';
import type { Background } from '../base/background.ts';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';

/** One revision with the id of its record. */
export type PushedRevision = readonly [id: string, rev: string];

/** A batch that an account offers. */
export interface OfferedPush {
  stakeDB: string;
  accountId: string;
  username: string;
  revisions: readonly PushedRevision[];
  /** Whether the account took them from somebody's file. */
  isFromFile?: boolean;
}

/** Selects the records of a unit that are looked up for one account. */
export interface BroughtBy {
  stakeDB: string;
  accountId: string;
  ids: ReadonlySet<string>;
}

/** Who brought a revision of a record, and when it arrived. */
export interface LoggedPush {
  accountId: string;
  username: string;
  /** ISO instant in UTC. */
  at: string;
  rev: string;
  /** False when the server stopped before it had noted whether the revision was accepted. */
  isConfirmed: boolean;
  /** The account took it from somebody's file, and may not have looked at it. */
  isFromFile: boolean;
}

/**
 * The server's own record of who pushed which revision. Names and times inside a record are only
 * claims of the device that wrote it.
 */
export interface PushLog {
  /**
   * Stores the offered revisions before they are written. The returned function notes which of them
   * were new and accepted; it works in the background and is not awaited.
   */
  offer(push: OfferedPush): Promise<(taken: readonly PushedRevision[]) => void>;
  /** Every push of one record, oldest first. */
  pushesOf(stakeDB: string, id: string): Promise<LoggedPush[]>;
  /**
   * Every revision that an account has ever offered of the given records, by record id.
   */
  broughtBy(asked: BroughtBy): Promise<Map<string, Set<string>>>;
}

export interface PushLogOptions {
  stores: Pick<Stores, 'open'>;
  clock: () => Date;
  background: Background;
}

export const PUSHES_DATABASE = 'sys_pushes';
/** A character that no unit's name contains, because one name may be a prefix of another. */
const SEPARATOR = ':';

/**
 * Makes ids that sort by unit and time, and within one millisecond in the order of this process.
 */
function idMaker(): (stakeDB: string, at: string) => string {
  let count = 0;
  return (stakeDB, at) => {
    count += 1;
    const place = String(count).padStart(8, '0');
    return `${stakeDB}${SEPARATOR}${at}_${place}_${randomBytes(4).toString('hex')}`;
  };
}

function pushOf(document: StoredDocument, rev: string): LoggedPush {
  const { accountId, username, at, isConfirmed } = document;
  return {
    accountId: String(accountId),
    username: String(username),
    at: String(at),
    rev,
    isConfirmed: isConfirmed === true,
    isFromFile: document['isFromFile'] === true,
  };
}

/** Only this server writes these documents, so their fields are not checked. */
function revisionsOf(document: StoredDocument): readonly PushedRevision[] {
  return document['revisions'] as readonly PushedRevision[];
}

/** Puts a word in the place of the user name of an account that pushed. */
export async function forgetInPushes(
  store: DocumentStore,
  isTheirs: (push: { accountId: unknown; username: string; at: string }) => boolean,
  word: string,
): Promise<void> {
  for await (const push of store.list()) {
    const { accountId, username, at } = push;
    if (typeof username !== 'string' || username === word) continue;
    if (!isTheirs({ accountId, username, at: String(at) })) continue;
    const from = 'from' in push ? { from: '…' } : {};
    const [written] = await store.write([{ ...push, ...from, username: word }]);
    if (written?.ok !== true) throw new Error('a push is noted while its account is erased');
  }
}

/** Opens the push log in a database of its own. */
export async function openPushLog(options: PushLogOptions): Promise<PushLog> {
  const { stores, clock, background } = options;
  const store: DocumentStore = await stores.open(PUSHES_DATABASE);
  const newId = idMaker();

  /** Every push of a unit that brought one of these records, oldest first. */
  async function pushesWith(stakeDB: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const found: StoredDocument[] = [];
    for await (const document of store.listBy('revisions', ids)) {
      // An older system's id may be in two units.
      if (document._id.startsWith(`${stakeDB}${SEPARATOR}`)) found.push(document);
    }
    return found.sort((a, b) => (a._id < b._id ? -1 : 1));
  }

  return {
    async offer({ stakeDB, isFromFile = false, ...push }) {
      const at = clock().toISOString();
      const origin = isFromFile ? { isFromFile } : {};
      const offered = { ...push, ...origin, _id: newId(stakeDB, at), at, isConfirmed: false };
      const [kept] = await store.write([offered]);
      if (kept?.ok !== true) throw new Error('a push could not be noted');
      const { rev } = kept;
      return (revisions) =>
        background.run(async () => {
          await store.write([
            revisions.length === 0
              ? { _id: offered._id, _rev: rev, _deleted: true }
              : { ...offered, _rev: rev, revisions, isConfirmed: true },
          ]);
        });
    },

    async pushesOf(stakeDB, id) {
      const found: LoggedPush[] = [];
      for (const document of await pushesWith(stakeDB, [id])) {
        for (const [recordId, rev] of revisionsOf(document)) {
          if (recordId === id) found.push(pushOf(document, rev));
        }
      }
      return found;
    },

    async broughtBy({ stakeDB, accountId, ids }) {
      const found = new Map<string, Set<string>>();
      for (const document of await pushesWith(stakeDB, [...ids])) {
        if (document['accountId'] !== accountId) continue;
        for (const [id, rev] of revisionsOf(document)) {
          if (ids.has(id)) found.set(id, (found.get(id) ?? new Set()).add(rev));
        }
      }
      return found;
    },
  };
}
