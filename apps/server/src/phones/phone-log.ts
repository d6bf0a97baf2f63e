import type { PhoneReport } from '@crece/contract/schemas';
import type {
  DocumentStore,
  DraftDocument,
  StoredDocument,
  Stores,
} from '../store/document-store.ts';
import type { PhoneTold, Served } from './phone-needs.ts';

/** What one account's phone said of one unit. */
export interface PhoneNote extends PhoneTold {
  accountId: string;
}

/** The last word of each phone about each unit, by account, installation and unit. */
export interface PhoneLog {
  /** Keeps a report in the place of the one before. */
  note(accountId: string, report: PhoneReport): Promise<void>;
  all(): AsyncIterable<PhoneNote>;
  /** The build that this server hands out; null before `serve` told one. */
  served(): Promise<Served | null>;
  /** Notes which build is handed out from now on. */
  serve(build: string): Promise<void>;
  /** Erases what the phones of an account said. */
  forget(accountId: string): Promise<void>;
  /** Erases what was said more than a year ago; returns how many reports. */
  dropOlder(): Promise<number>;
}

export interface PhoneLogOptions {
  stores: Pick<Stores, 'open'>;
  clock: () => Date;
}

export const PHONES_DATABASE = 'sys_phones';
/** A character of no account's id and no unit's name. */
const SEPARATOR = ':';
const LAST = '\uffff';
/** Sorts apart from reports, whose ids begin with an account's. */
const SERVED_ID = '#served';
const KEPT_MS = 365 * 24 * 60 * 60_000;
/** More installations and units than anybody has: an account cannot fill the disk with them. */
const MOST_OF_ACCOUNT = 60;

const prefixOf = (accountId: string) => `${accountId}${SEPARATOR}`;

const noteOf = ({ accountId, at, report }: StoredDocument): PhoneNote => ({
  accountId: String(accountId),
  at: String(at),
  // Only this server writes it, after the schema has read it.
  report: report as PhoneReport,
});

const deletionOf = ({ _id, _rev }: StoredDocument): DraftDocument => ({
  _id,
  _rev,
  _deleted: true,
});

async function allOf(store: DocumentStore, prefix: string): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const document of store.list({ from: prefix, to: `${prefix}${LAST}` })) {
    found.push(document);
  }
  return found;
}

/** Opens the reports in a database of their own. */
export async function openPhoneLog({ stores, clock }: PhoneLogOptions): Promise<PhoneLog> {
  const store = await stores.open(PHONES_DATABASE);

  /** Erases documents, and their bodies from the disk. */
  async function erase(documents: readonly StoredDocument[]): Promise<number> {
    if (documents.length === 0) return 0;
    const gone = await store.write(documents.map(deletionOf));
    await store.compact();
    return gone.filter(({ ok }) => ok).length;
  }

  async function makeRoom(accountId: string): Promise<void> {
    const kept = await allOf(store, prefixOf(accountId));
    const tooMany = kept
      .toSorted((a, b) => (String(a['at']) < String(b['at']) ? -1 : 1))
      .slice(0, Math.max(0, kept.length - MOST_OF_ACCOUNT + 1));
    await erase(tooMany);
  }

  return {
    async note(accountId, report) {
      const _id = `${prefixOf(accountId)}${report.device}${SEPARATOR}${report.unit}`;
      const known = await store.read(_id);
      if (known === null) await makeRoom(accountId);
      // A conflict: the same phone told something newer at the same moment.
      await store.write([
        {
          _id,
          ...(known === null ? {} : { _rev: known._rev }),
          accountId,
          at: clock().toISOString(),
          report,
        },
      ]);
    },

    async *all() {
      for await (const document of store.list()) {
        if (document._id !== SERVED_ID) yield noteOf(document);
      }
    },

    async served() {
      const known = await store.read(SERVED_ID);
      return known === null
        ? null
        : { build: String(known['build']), since: String(known['since']) };
    },

    async serve(build) {
      const known = await store.read(SERVED_ID);
      if (known?.['build'] === build) return;
      const since = clock().toISOString();
      const rev = known === null ? {} : { _rev: known._rev };
      await store.write([{ _id: SERVED_ID, ...rev, build, since }]);
    },

    forget: async (accountId) => void (await erase(await allOf(store, prefixOf(accountId)))),

    async dropOlder() {
      const before = new Date(clock().getTime() - KEPT_MS).toISOString();
      const old: StoredDocument[] = [];
      for await (const document of store.list()) {
        if (document._id !== SERVED_ID && String(document['at']) < before) old.push(document);
      }
      return erase(old);
    },
  };
}
