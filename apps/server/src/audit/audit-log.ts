import { randomBytes } from 'node:crypto';
import type { AuditBody, AuditEntry, AuditEvent } from '@crece/contract';
import type { DraftDocument, StakeStore, StoredDocument, Stores } from '../store/stake-store.ts';

/** What happened, as the one who did it tells the log. */
export interface AuditRecord {
  what: AuditEvent;
  /** User name of who did it; `null`: nobody was signed in. */
  who: string | null;
  /** User name, unit or other name of what it was done to; never what an unknown person typed. */
  whom: string | null;
  /** Address that the request came from; `null`: the command line or the server itself. */
  from: string | null;
  /** Names of fields, roles, units; no contents. */
  detail?: string;
}

/** What happened, under a key of its own and with its instant in UTC: told twice, it is one entry. */
export interface KeyedRecord extends AuditRecord {
  at: string;
  /** Letters and digits. */
  key: string;
}

/** What the parts of the server see of the log: they write it. */
export interface Audit {
  /** Resolves when the entry is kept, or when it could not be: then the fault is in the server's log. */
  record(entry: AuditRecord): Promise<void>;
}

export interface AuditFilter {
  /** Part of the user name of who did it, or of whom it was done to. */
  who: string;
  /** One kind of event, or empty for all. */
  what: string;
  /** Dates `YYYY-MM-DD` in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The log as administrators read it. */
export interface AuditLog extends Audit {
  page(filter: AuditFilter, page: number): Promise<AuditBody>;
  /** Newest first, however many there are: memory does not grow. */
  entries(filter: AuditFilter): AsyncIterable<AuditEntry>;
  /** Keeps those that are not there yet; false: they could not be kept, the fault is in the server's log. */
  recordOnce(entries: readonly KeyedRecord[]): Promise<boolean>;
}

export interface AuditOptions {
  stores: Stores;
  clock: () => Date;
  /** Is told what could not be written. */
  onFault: (error: unknown) => void;
}

export const AUDIT_PAGE_SIZE = 50;

const DATABASE = 'sys_audit';
const MAX_NAME_LENGTH = 100;
const MAX_DETAIL_LENGTH = 500;
// Ids begin with the instant, so that a date is a range of ids; design documents of a back end lie outside.
const FIRST_ID = '0';
const LAST_ID = ':';
const AFTER_ANY_TIME = 'T~';

const MAIL_ADDRESS = /[^\s,;:]+@[^\s,;:]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;

/** The last fence against personal data: nothing that looks like a mail address is kept. */
function clean(text: string, most: number): string {
  const plain = text.replace(CONTROL_CHARACTERS, ' ').replace(MAIL_ADDRESS, '…').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}

function nameOrNull(name: string | null): string | null {
  return name === null || name === '' ? null : clean(name, MAX_NAME_LENGTH);
}

function textOf(field: unknown): string {
  return typeof field === 'string' ? field : '';
}

function entryOf(document: StoredDocument): AuditEntry {
  const { _id: id, at, what, who, whom, from, detail } = document;
  return {
    id,
    at: textOf(at),
    what: textOf(what),
    who: typeof who === 'string' ? who : null,
    whom: typeof whom === 'string' ? whom : null,
    from: typeof from === 'string' ? from : null,
    detail: textOf(detail),
  };
}

function isAsked({ who, what }: AuditFilter, entry: AuditEntry): boolean {
  if (what !== '' && entry.what !== what) return false;
  const part = who.trim().toLowerCase();
  if (part === '') return true;
  return [entry.who, entry.whom].some((name) => name?.toLowerCase().includes(part) === true);
}

function draftOf(
  _id: string,
  at: string,
  { what, who, whom, from, detail = '' }: AuditRecord,
): DraftDocument {
  return {
    _id,
    at,
    what,
    who: nameOrNull(who),
    whom: nameOrNull(whom),
    from,
    detail: clean(detail, MAX_DETAIL_LENGTH),
  };
}

/** Ids that sort by time, also within one millisecond of this process. */
function idMaker(): (now: Date) => string {
  let last = '';
  let count = 0;
  return (now) => {
    const at = now.toISOString();
    count = at === last ? count + 1 : 0;
    last = at;
    return `${at}_${String(count).padStart(5, '0')}_${randomBytes(4).toString('hex')}`;
  };
}

/** Collects what arrives during a write into the next one: one force to disk for many entries. */
function batchWriter(store: StakeStore, onFault: AuditOptions['onFault']) {
  let waiting: { draft: DraftDocument; done: () => void }[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const results = await store.write(batch.map(({ draft }) => draft));
        const lost = results.filter(({ ok }) => !ok).map(({ id }) => id);
        if (lost.length > 0) onFault(new Error(`audit entries not kept: ${lost.join(', ')}`));
      } catch (error) {
        onFault(error);
      }
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  return (draft: DraftDocument): Promise<void> =>
    new Promise((done) => {
      waiting.push({ draft, done });
      void drain();
    });
}

/** Opens the append-only log of who did what, kept in a database of its own. */
export async function openAuditLog({ stores, clock, onFault }: AuditOptions): Promise<AuditLog> {
  const store = await stores.open(DATABASE);
  const newId = idMaker();
  const write = batchWriter(store, onFault);

  async function* entries(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    const range = {
      from: filter.from ?? FIRST_ID,
      to: filter.to === undefined ? LAST_ID : `${filter.to}${AFTER_ANY_TIME}`,
    };
    for await (const document of store.list({ ...range, descending: true })) {
      const entry = entryOf(document);
      if (isAsked(filter, entry)) yield entry;
    }
  }

  async function page(filter: AuditFilter, number: number): Promise<AuditBody> {
    const { who, what, from, to } = filter;
    const isWhole = `${who.trim()}${what}` === '' && from === undefined && to === undefined;
    const total = isWhole ? (await store.info()).docCount : null;
    const first = (number - 1) * AUDIT_PAGE_SIZE;
    const last = first + AUDIT_PAGE_SIZE;
    const found: AuditEntry[] = [];
    let count = 0;
    if (total !== null && first >= total) return { entries: found, total };
    for await (const entry of entries(filter)) {
      if (count >= first && count < last) found.push(entry);
      count += 1;
      if (total !== null && count >= last) break;
    }
    return { entries: found, total: total ?? count };
  }

  return {
    entries,
    page,
    record: (entry) => {
      const now = clock();
      return write(draftOf(newId(now), now.toISOString(), entry));
    },
    recordOnce: async (keyed) => {
      try {
        // A conflict: it is there.
        await store.write(keyed.map(({ at, key, ...entry }) => draftOf(`${at}_${key}`, at, entry)));
        return true;
      } catch (error) {
        onFault(error);
        return false;
      }
    },
  };
}
