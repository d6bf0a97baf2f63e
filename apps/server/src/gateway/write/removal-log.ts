import { createHash } from 'node:crypto';
import { compareRevisions } from '@crece/replication';
import type { Background } from '../../accounts/background.ts';
import type { AuditLog, KeyedRecord } from '../../audit/audit-log.ts';
import type { DocumentStore, Stores } from '../../store/document-store.ts';
import { PUSHES_DATABASE, type PushedRevision } from '../push-log.ts';
import { unitStoreName } from '../unit-place.ts';

/** Deletions that an account brings in one transaction. */
export interface OfferedDeletions {
  stakeDB: string;
  unit: Pick<DocumentStore, 'missingRevisions' | 'leaves'>;
  username: string;
  /** Address that the request came from. */
  from: string;
  deletions: readonly PushedRevision[];
}

/** What became of them. */
export interface EndedDeletions {
  /** Taken, and their record was removed by it. */
  removed: readonly PushedRevision[];
  /** Here before the transaction. */
  known: readonly PushedRevision[];
}

/**
 * Sees to it that each removal is in the audit log once, also when the server stops or the back end
 * fails between the write and the entry: every deletion is noted before it is written, and a note
 * that is found at a start, or when the deletion comes again, and is here, was never told.
 */
export interface RemovalLog {
  /** Tells what a server had no time to tell that was stopped; to be run once after a start. */
  repair(): Promise<void>;
  /** Notes deletions; the answer is told afterwards what became of them, and resolves when that is kept. */
  offer(offered: OfferedDeletions): Promise<(ended: EndedDeletions) => Promise<void>>;
}

export interface RemovalLogOptions {
  stores: Pick<Stores, 'open' | 'has'>;
  clock: () => Date;
  background: Background;
  audit: Pick<AuditLog, 'recordOnce'>;
}

/** Before the names of all units: the log of pushes lists by unit. */
const PREFIX = '!';
const AFTER_PREFIX = '"';

/** A deletion on its way; with `at` its id names the entry that it may become. */
interface Note {
  _id: string;
  stakeDB: string;
  id: string;
  rev: string;
  at: string;
  username: string;
  from: string;
}

type KeptNote = Note & { _rev: string };

/** Ids of records may be as long as those of notes. */
function noteId(stakeDB: string, [id, rev]: PushedRevision): string {
  const digest = createHash('sha256').update(`${stakeDB} ${rev} ${id}`, 'utf8').digest('hex');
  return PREFIX + digest;
}

function entryOf({ _id, stakeDB: whom, id: detail, at, username: who, from }: Note): KeyedRecord {
  const key = `r${_id.slice(PREFIX.length)}`;
  return { what: 'record-removed', who, whom, from, detail, at, key };
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
    ...new Map(byRev.map((note) => [`${note.at} ${note.stakeDB} ${note.id}`, note])).values(),
  ];
}

/** Of deletions that are here, those whose record is gone. */
async function removalsAmong<One extends Note>(
  unit: OfferedDeletions['unit'],
  notes: readonly One[],
): Promise<One[]> {
  const removals: One[] = [];
  for (const note of notes) {
    const leaves = await unit.leaves(note.id);
    if (leaves.every(({ deleted }) => deleted)) removals.push(note);
  }
  return removals;
}

/** Notes whose deletion a unit has, and the others. */
async function splitByPresence(
  unit: OfferedDeletions['unit'],
  notes: readonly KeptNote[],
): Promise<{ here: KeptNote[]; missing: KeptNote[] }> {
  const missing = await unit.missingRevisions(revsById(notes));
  const isHere = ({ id, rev }: Note): boolean => missing.get(id)?.missing.includes(rev) !== true;
  return { here: notes.filter(isHere), missing: notes.filter((note) => !isHere(note)) };
}

/** Opens the notes, kept beside the log of pushes. */
export async function openRemovalLog(options: RemovalLogOptions): Promise<RemovalLog> {
  const { stores, clock, background, audit } = options;
  const store = await stores.open(PUSHES_DATABASE);

  /** Writes notes; answers those that are kept by it: of others there is one already. */
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

  /** Tells removals; answers whether a note may be forgotten afterwards. */
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
        // What is not here may be on its way through another process.
        const { here } = await splitByPresence(unit, notes);
        const mayForget = await tell(await removalsAmong(unit, here));
        await forget(here.filter(mayForget));
      }
    },

    async offer({ stakeDB, unit, username, from, deletions }) {
      const at = clock().toISOString();
      const nameOf = (revision: PushedRevision): string => noteId(stakeDB, revision);
      const drafts = new Map<string, Note>(
        deletions.map((deletion) => {
          const [id, rev] = deletion;
          const _id = nameOf(deletion);
          return [_id, { _id, stakeDB, id, rev, at, username, from }];
        }),
      );
      const own = await keep([...drafts.values()]);
      const kept = new Set(own.map(({ _id }) => _id));
      // Of transactions that did not end. This server alone writes them, hence no check of every field.
      const found = await store.readMany([...drafts.keys()].filter((_id) => !kept.has(_id)));
      const earlier = [...found.values()] as unknown as KeptNote[];
      const { here: untold, missing } = await splitByPresence(unit, earlier);
      // Whoever offered these before has not brought them.
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
