import { createHash } from 'node:crypto';
import { compareRevisions } from '@crece/replication';
import type { AuditLog, KeyedRecord } from '../../audit/audit-log.ts';
import type { Background } from '../../base/background.ts';
import type { DocumentStore, Stores } from '../../store/document-store.ts';
import { PUSHES_DATABASE, type PushedRevision } from '../push-log.ts';
import { unitStoreName } from '../unit-place.ts';
import type { DecisionEvent, RevisionDecision } from './decisions.ts';

/** Deletions, and decisions about records of one child, that an account brings in one transaction. */
export interface OfferedDeletions {
  stakeDB: string;
  unit: Pick<DocumentStore, 'missingRevisions' | 'leaves'>;
  username: string;
  /** Address that the request came from. */
  from: string;
  deletions: readonly PushedRevision[];
  decisions?: readonly RevisionDecision[];
}

/** The result of the deletions of one transaction. */
export interface EndedDeletions {
  /** Accepted deletions that removed their record, and accepted decisions. */
  removed: readonly PushedRevision[];
  /** Deletions that were stored before the transaction. */
  known: readonly PushedRevision[];
}

/**
 * Makes sure that each removal, and each decision about two records of one child, is in the audit log
 * once, even when the server stops or the back end fails between the write and the entry. Each is noted
 * before it is written. When a note is found later (at a start, or when the deletion comes again) and
 * its revision is stored, the entry is still missing and is written then.
 */
export interface RemovalLog {
  /** Writes the entries that a stopped server did not write; to be run once after a start. */
  repair(): Promise<void>;
  /**
   * Notes deletions before they are written. The returned function takes the result and resolves
   * when the entries are stored.
   */
  offer(offered: OfferedDeletions): Promise<(ended: EndedDeletions) => Promise<void>>;
}

export interface RemovalLogOptions {
  stores: Pick<Stores, 'open' | 'has'>;
  clock: () => Date;
  background: Background;
  audit: Pick<AuditLog, 'recordOnce'>;
}

/**
 * Sorts before the names of all units, so the log of pushes, which lists by unit, skips the notes.
 */
const PREFIX = '!';
const AFTER_PREFIX = '"';

/** A deletion or decision on its way; the id of its future entry in the audit log is made with `at`. */
interface Note {
  _id: string;
  stakeDB: string;
  id: string;
  rev: string;
  at: string;
  /** Absent for a deletion. */
  decides?: DecisionEvent;
  username: string;
  from: string;
}

type KeptNote = Note & { _rev: string };

/** Hashed, because the id of a record may be as long as the id of a note may be. */
function noteId(stakeDB: string, [id, rev]: PushedRevision): string {
  const digest = createHash('sha256').update(`${stakeDB} ${rev} ${id}`, 'utf8').digest('hex');
  return PREFIX + digest;
}

function entryOf(note: Note): KeyedRecord {
  const { _id, stakeDB: whom, id: detail, at, username: who, from } = note;
  const key = `r${_id.slice(PREFIX.length)}`;
  return { what: note.decides ?? 'record-removed', who, whom, from, detail, at, key };
}

function revsById(notes: readonly Note[]): Map<string, string[]> {
  const revs = new Map<string, string[]>();
  for (const { id, rev } of notes) revs.set(id, [...(revs.get(id) ?? []), rev]);
  return revs;
}

/** One note per record and moment: several versions that end together are one removal. */
function oncePerRecord(notes: readonly Note[]): Note[] {
  const byRev = notes.toSorted((a, b) => compareRevisions(a.rev, b.rev));
  return [
    ...new Map(
      byRev.map((note) => [`${note.at} ${note.stakeDB} ${note.id} ${note.decides ?? ''}`, note]),
    ).values(),
  ];
}

/** Of revisions that are stored, the decisions, and the deletions whose record is gone. */
async function removalsAmong<One extends Note>(
  unit: OfferedDeletions['unit'],
  notes: readonly One[],
): Promise<One[]> {
  const removals: One[] = [];
  for (const note of notes) {
    const leaves = await unit.leaves(note.id);
    const isTold = note.decides !== undefined || leaves.every(({ deleted }) => deleted);
    if (isTold) removals.push(note);
  }
  return removals;
}

/** Splits notes into those whose deletion the unit has, and the others. */
async function splitByPresence(
  unit: OfferedDeletions['unit'],
  notes: readonly KeptNote[],
): Promise<{ here: KeptNote[]; missing: KeptNote[] }> {
  const missing = await unit.missingRevisions(revsById(notes));
  const isHere = ({ id, rev }: Note): boolean => missing.get(id)?.missing.includes(rev) !== true;
  return { here: notes.filter(isHere), missing: notes.filter((note) => !isHere(note)) };
}

/** Opens the notes, which are stored in the same database as the log of pushes. */
export async function openRemovalLog(options: RemovalLogOptions): Promise<RemovalLog> {
  const { stores, clock, background, audit } = options;
  const store = await stores.open(PUSHES_DATABASE);

  /** Writes notes; returns those written now. The others existed already. */
  async function keep(notes: readonly (Note | KeptNote)[]): Promise<KeptNote[]> {
    if (notes.length === 0) return [];
    const results = await store.write(notes.map((note) => ({ ...note })));
    return results.flatMap((result, i) => {
      const note = notes[i];
      return result.ok && note !== undefined ? [{ ...note, _rev: result.rev }] : [];
    });
  }

  async function forget(notes: readonly KeptNote[]): Promise<void> {
    if (notes.length === 0) return;
    await store.write(notes.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })));
  }

  /** Writes the audit entries; returns a function that says whether a note may be deleted. */
  async function tell(removals: readonly Note[]): Promise<(note: Note) => boolean> {
    const entries = oncePerRecord(removals).map(entryOf);
    if (entries.length === 0 || (await audit.recordOnce(entries))) return () => true;
    const open = new Set(removals.map(({ _id }) => _id));
    return ({ _id }) => !open.has(_id);
  }

  return {
    async repair() {
      const byUnit = new Map<string, KeptNote[]>();
      for await (const document of store.list({ from: PREFIX, to: AFTER_PREFIX })) {
        const note = document as unknown as KeptNote;
        byUnit.set(note.stakeDB, [...(byUnit.get(note.stakeDB) ?? []), note]);
      }
      for (const [stakeDB, notes] of byUnit) {
        const name = unitStoreName(stakeDB);
        if (!(await stores.has(name))) continue;
        const unit = await stores.open(name);
        // A missing deletion may be on its way through another process, so its note stays.
        const { here } = await splitByPresence(unit, notes);
        const mayForget = await tell(await removalsAmong(unit, here));
        await forget(here.filter(mayForget));
      }
    },

    async offer({ stakeDB, unit, username, from, deletions, decisions = [] }) {
      const at = clock().toISOString();
      const nameOf = (revision: PushedRevision): string => noteId(stakeDB, revision);
      const noteOf = (revision: PushedRevision, decides?: DecisionEvent): [string, Note] => {
        const [id, rev] = revision;
        const _id = nameOf(revision);
        const draft = { _id, stakeDB, id, rev, at, username, from };
        return [_id, decides === undefined ? draft : { ...draft, decides }];
      };
      // A deletion that also decides is a deletion.
      const drafts = new Map([
        ...decisions.map(({ revision, what }) => noteOf(revision, what)),
        ...deletions.map((deletion) => noteOf(deletion)),
      ]);
      const own = await keep([...drafts.values()]);
      const kept = new Set(own.map(({ _id }) => _id));
      // Left over from transactions that did not end. Only this server writes them, so their fields
      // are not checked.
      const found = await store.readMany([...drafts.keys()].filter((_id) => !kept.has(_id)));
      const earlier = [...found.values()] as unknown as KeptNote[];
      const { here: untold, missing } = await splitByPresence(unit, earlier);
      // The account that offered these before did not bring them: they were never stored.
      own.push(...(await keep(missing.map((note) => ({ ...note, at, username, from })))));

      return async ({ removed, known }) => {
        const isKnown = new Set(known.map(nameOf));
        const mayForget = await tell([
          ...removed.flatMap((revision) => drafts.get(nameOf(revision)) ?? []),
          ...(await removalsAmong(
            unit,
            untold.filter(({ _id }) => isKnown.has(_id)),
          )),
        ]);
        background.run(() => forget([...own, ...untold].filter(mayForget)));
      };
    },
  };
}
