import { randomBytes } from 'node:crypto';
import type { AuditEntry, AuditEvent } from '@crece/contract';
import type {
  DocumentStore,
  DraftDocument,
  StoredDocument,
  Stores,
} from '../store/document-store.ts';
import { OpenEntries, type OpenEntry } from './fold.ts';
import { type Forgotten, forgotten } from './forget-person.ts';
import { dropOldEntries } from './retention.ts';

/** An event to be recorded. */
export interface AuditRecord {
  what: AuditEvent;
  /** User name of the acting person; `null`: nobody was signed in. */
  who: string | null;
  /** User name, unit or other name of the object; never text typed by an unknown person. */
  whom: string | null;
  /** Address of the request; `null`: the command line or the server itself. */
  from: string | null;
  /** Names of fields, roles, units; no contents. */
  detail?: string;
}

/** An event with its own key and UTC instant; reported twice, it is still one entry. */
export interface KeyedRecord extends AuditRecord {
  at: string;
  /** Letters and digits. */
  key: string;
}

/** The part of the log that other modules use: writing. */
export interface Audit {
  /**
   * Resolves when the entry is stored, or when that failed (the fault is then in the server's log).
   * The same event again within an hour is counted in the first entry; the count is written seconds
   * later.
   */
  record(entry: AuditRecord): Promise<void>;
}

export interface AuditFilter {
  /** Part of the user name of the acting or the affected person. */
  who: string;
  /** One kind of event, or empty for all. */
  what: string;
  /** Dates `YYYY-MM-DD` in UTC, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Which entries the reader may see; absent: all. */
  isSeen?: ((entry: AuditEntry) => boolean) | undefined;
}

/** Entries of one page, newest first, and the number of all that fit. */
interface AuditPage {
  entries: AuditEntry[];
  total: number;
}

/** The log as administrators read it. */
export interface AuditLog extends Audit {
  page(filter: AuditFilter, page: number): Promise<AuditPage>;
  /** Newest first; read in pages, so memory stays bounded. */
  entries(filter: AuditFilter): AsyncIterable<AuditEntry>;
  /**
   * Stores the entries that are not there yet; false: that failed, and the fault is in the server's
   * log.
   */
  recordOnce(entries: readonly KeyedRecord[]): Promise<boolean>;
  /**
   * Names a person no more in entries from now on, which work that was under way may still write.
   * Those that are there are `forgetInAudit`'s.
   */
  forget(person: Forgotten): void;
  /** Deletes the entries that are older than this many days; returns how many. */
  dropOlder(days: number): Promise<number>;
  /** When the newest entry was written; null for an empty log. */
  newest(): Promise<Date | null>;
  /** Writes the counts that are not written yet. */
  flush(): Promise<void>;
}

export interface AuditOptions {
  stores: Stores;
  clock: () => Date;
  /** Called with errors of writing. */
  onFault: (error: unknown) => void;
}

export const AUDIT_PAGE_SIZE = 50;

export const AUDIT_DATABASE = 'sys_audit';
/** Delay after the first repetition until counts are written, so that one write covers many. */
const FLUSH_AFTER_MS = 5_000;
const MAX_NAME_LENGTH = 100;
const MAX_DETAIL_LENGTH = 500;
/** Texts of the programme stand in the log as they were before and as they are, in each language. */
const MAX_SETTINGS_LENGTH = 4_000;
// Ids begin with the instant, so a date is a range of ids; design documents of a back end are
// outside it.
const FIRST_ID = '0';
const LAST_ID = ':';
const AFTER_ANY_TIME = 'T~';

const MAIL_ADDRESS = /[^\s,;:]+@[^\s,;:]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;

/** The last protection against personal data: removes everything that looks like a mail address. */
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
  const { _id: id, at, what, who, whom, from, detail, count, last } = document;
  return {
    id,
    at: textOf(at),
    what: textOf(what),
    who: typeof who === 'string' ? who : null,
    whom: typeof whom === 'string' ? whom : null,
    from: typeof from === 'string' ? from : null,
    detail: textOf(detail),
    count: typeof count === 'number' ? count : 1,
    last: typeof last === 'string' ? last : textOf(at),
  };
}

function isAsked({ who, what, isSeen }: AuditFilter, entry: AuditEntry): boolean {
  if (isSeen?.(entry) === false) return false;
  if (what !== '' && entry.what !== what) return false;
  const part = who.trim().toLowerCase();
  if (part === '') return true;
  return [entry.who, entry.whom].some((name) => name?.toLowerCase().includes(part) === true);
}

/** The stored form of an event. */
function cleanRecord({ what, who, whom, from, detail = '' }: AuditRecord): Required<AuditRecord> {
  return {
    what,
    who: nameOrNull(who),
    whom: nameOrNull(whom),
    from,
    detail: clean(detail, what === 'settings-changed' ? MAX_SETTINGS_LENGTH : MAX_DETAIL_LENGTH),
  };
}

/** Makes ids that sort by time, and within one millisecond in the order of this process. */
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

/**
 * Collects entries that arrive during a write into the next one: one disk sync for many entries.
 */
function batchWriter(store: DocumentStore, onFault: AuditOptions['onFault']) {
  let waiting: { draft: DraftDocument; done: (rev: string | null) => void }[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const revs = new Map<string, string>();
      try {
        const results = await store.write(batch.map(({ draft }) => draft));
        for (const result of results) if (result.ok) revs.set(result.id, result.rev);
        const lost = results.filter(({ ok }) => !ok).map(({ id }) => id);
        if (lost.length > 0) onFault(new Error(`audit entries not kept: ${lost.join(', ')}`));
      } catch (error) {
        onFault(error);
      }
      for (const { draft, done } of batch) done(revs.get(draft._id) ?? null);
    }
    isWriting = false;
  }

  /** Returns the revision; `null`: it could not be stored. */
  return (draft: DraftDocument): Promise<string | null> =>
    new Promise((done) => {
      waiting.push({ draft, done });
      void drain();
    });
}

/** Writes events; a repetition within an hour is counted in the entry of the first time. */
function foldingWriter(
  write: (draft: DraftDocument) => Promise<string | null>,
  clock: AuditOptions['clock'],
) {
  const newId = idMaker();
  const open = new OpenEntries();
  const drafts = new WeakMap<OpenEntry, DraftDocument>();
  let timer: NodeJS.Timeout | null = null;

  async function writeCount(entry: OpenEntry): Promise<void> {
    await entry.kept;
    const draft = drafts.get(entry);
    if (draft === undefined) return;
    const { count, last } = entry;
    const rev = await write({ ...draft, count, last });
    if (rev === null) open.forget(entry);
    else drafts.set(entry, { ...draft, _rev: rev });
  }

  // One flush after the other, because two simultaneous writes of one entry would conflict.
  let flushed: Promise<unknown> = Promise.resolve();
  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    flushed = flushed.then(() => Promise.all(open.takeStale().map(writeCount)));
    await flushed;
  }

  /** The first time: stored before the answer. */
  async function keep(entry: OpenEntry, draft: DraftDocument): Promise<void> {
    const rev = await write(draft);
    if (rev === null) open.forget(entry);
    else drafts.set(entry, { ...draft, _rev: rev });
  }

  function record(event: AuditRecord): Promise<void> {
    const now = clock();
    const cleaned = cleanRecord(event);
    // Includes the detail, which says for example which rights were given.
    const key = JSON.stringify(cleaned);
    const repeated = open.repeated(key, now);
    if (repeated !== null) {
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
      return repeated.kept;
    }
    const at = now.toISOString();
    const entry: OpenEntry = { key, at, count: 1, last: at, kept: Promise.resolve() };
    open.open(entry);
    entry.kept = keep(entry, { _id: newId(now), at, ...cleaned });
    return entry.kept;
  }

  return { record, flush };
}

/** Opens the audit log in a database of its own. */
export async function openAuditLog({ stores, clock, onFault }: AuditOptions): Promise<AuditLog> {
  const store = await stores.open(AUDIT_DATABASE);
  const { record, flush } = foldingWriter(batchWriter(store, onFault), clock);
  const persons: Forgotten[] = [];

  function withoutNames<Event extends AuditRecord>(event: Event, at: string): Event {
    const changes = persons.map((person) => forgotten({ ...event, at }, person) ?? {});
    return Object.assign({}, event, ...changes) as Event;
  }

  async function* entries(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    await flush();
    const range = {
      from: filter.from ?? FIRST_ID,
      to: filter.to === undefined ? LAST_ID : `${filter.to}${AFTER_ANY_TIME}`,
    };
    for await (const document of store.list({ ...range, descending: true })) {
      const entry = entryOf(document);
      if (isAsked(filter, entry)) yield entry;
    }
  }

  async function page(filter: AuditFilter, number: number): Promise<AuditPage> {
    const { who, what, from, to, isSeen } = filter;
    const isWhole =
      `${who.trim()}${what}` === '' &&
      from === undefined &&
      to === undefined &&
      isSeen === undefined;
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
    record: (event) => record(withoutNames(event, clock().toISOString())),
    flush,
    forget: (person) => void persons.push(person),
    recordOnce: async (keyed) => {
      try {
        // A conflict means that the entry exists.
        await store.write(
          keyed.map(({ at, key, ...event }) => ({
            _id: `${at}_${key}`,
            at,
            ...cleanRecord(withoutNames(event, at)),
          })),
        );
        return true;
      } catch (error) {
        onFault(error);
        return false;
      }
    },
    newest: async () => {
      const range = { from: FIRST_ID, to: LAST_ID, descending: true, limit: 1 };
      for await (const document of store.list(range)) {
        const at = new Date(entryOf(document).at);
        return Number.isNaN(at.getTime()) ? null : at;
      }
      return null;
    },
    dropOlder: (days) => dropOldEntries(store, days, clock()),
  };
}
