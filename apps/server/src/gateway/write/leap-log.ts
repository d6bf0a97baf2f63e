import { createHash } from 'node:crypto';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { StoredDocument, Stores } from '../../store/document-store.ts';
import { PUSHES_DATABASE, type PushedRevision } from '../push-log.ts';

/** Leaps that an account offers in one transaction: the highest one of each record. */
export interface OfferedLeaps {
  stakeDB: string;
  username: string;
  /** Address that the request came from. */
  from: string;
  leaps: readonly PushedRevision[];
}

/**
 * Remembers when each record last took a revision that joins nothing stored of it. Such a leap is
 * let through once per record and day, whoever pushes, and each is in the audit log.
 */
export interface LeapLog {
  /**
   * Decides which records may leap now, by id, and notes those that may. Their entries in the audit
   * log are stored before this resolves, so that no leap is ever stored without its entry.
   */
  decide(offered: OfferedLeaps): Promise<Map<string, boolean>>;
}

export interface LeapLogOptions {
  stores: Pick<Stores, 'open'>;
  clock: () => Date;
  audit: Pick<AuditLog, 'recordOnce'>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Sorts after the notes of removals and before the names of all units, so that neither reads these.
 */
const PREFIX = '#';

function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join(' '), 'utf8').digest('hex');
}

/** Whether a record with this note may take this leap now. */
function isFree(note: StoredDocument | undefined, rev: string, now: Date): boolean {
  if (note === undefined || note['rev'] === rev) return true;
  const age = now.getTime() - new Date(String(note['at'])).getTime();
  // The clock may have been set back since.
  return Math.abs(age) >= DAY_MS;
}

/** Opens the notes, which are stored in the same database as the log of pushes. */
export async function openLeapLog({ stores, clock, audit }: LeapLogOptions): Promise<LeapLog> {
  const store = await stores.open(PUSHES_DATABASE);
  return {
    async decide({ stakeDB, username, from, leaps }) {
      const now = clock();
      const at = now.toISOString();
      const noteId = (id: string): string => PREFIX + digestOf(stakeDB, id);
      const notes = await store.readMany(leaps.map(([id]) => noteId(id)));
      const decided = new Map(
        leaps.map(([id, rev]) => [id, isFree(notes.get(noteId(id)), rev, now)] as const),
      );
      const free = leaps.filter(([id]) => decided.get(id) === true);
      if (free.length === 0) return decided;
      // A conflict: another request of the same moment leaps.
      const written = await store.write(
        free.map(([id, rev]) => {
          const _id = noteId(id);
          const known = notes.get(_id)?._rev;
          return { _id, ...(known === undefined ? {} : { _rev: known }), stakeDB, id, rev, at };
        }),
      );
      for (const [i, [id]] of free.entries()) decided.set(id, written[i]?.ok === true);
      const entries = free
        .filter(([id]) => decided.get(id) === true)
        .map(([id, rev]) => ({
          what: 'revision-leapt' as const,
          who: username,
          whom: stakeDB,
          from,
          detail: `${id} ${rev}`,
          at,
          key: `l${digestOf(stakeDB, id, rev)}`,
        }));
      if (entries.length > 0 && !(await audit.recordOnce(entries))) {
        for (const [id] of free) decided.set(id, false);
      }
      return decided;
    },
  };
}
