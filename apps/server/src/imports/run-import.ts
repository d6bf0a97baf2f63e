import { createHash } from 'node:crypto';
import { type PlannedWrites, timeZoneOfUnit, todayIn } from '@crece/domain';
import {
  type ActContext,
  type ChildAct,
  type ColumnMapping,
  type ImportRowContext,
  MAX_ROWS_OF_CHILD,
  namesKey,
  planAct,
  type RowReport,
} from '@crece/imports';
import type { Signature } from '@crece/replication';
import type { ErasedRegister } from '../erased/register.ts';
import { SERVER_DEVICE } from '../gateway/child/child-routes.ts';
import type { PushLog } from '../gateway/push-log.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import { settingsNumber } from '../settings/programme-store.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { groupRows, readKept } from './group-rows.ts';
import { indexUnit } from './index-unit.ts';
import type { ImportJournal } from './journal.ts';
import { type FoundChild, findChild } from './match-child.ts';
import { MovedChildren } from './moved-children.ts';
import { columnFieldsOf, type FileAnswers, type FileScan, scanFile } from './scan.ts';
import { asWritten, draftsOf } from './stored-records.ts';
import type { WorkFile } from './work-file.ts';
import { type PreparedAct, writeActs } from './write-acts.ts';

/**
 * The instant in such an id is artificial and never read; these records contain their own dates.
 */
const INSTANTS_FROM = 1_000_000_000_000;
const RANDOM_LENGTH = 6;

/**
 * Ids of records that the file does not name. They are the same for the same file and row, so that
 * a second run writes the same records instead of adding others.
 */
function recordIds(stakeDB: string, fileDigest: string): ActContext['newId'] {
  return (kind, row, again = 0) => {
    const name = `${fileDigest}:${kind}:${row}${again === 0 ? '' : `:${again}`}`;
    const digest = createHash('sha256').update(name).digest();
    const part = digest.readBigUInt64BE().toString(36).slice(-RANDOM_LENGTH);
    return `${kind}_${stakeDB}_${INSTANTS_FROM + row}_${part.padStart(RANDOM_LENGTH, '0')}`;
  };
}

/** A file to be checked or imported. */
export interface ImportTask {
  readonly importId: string;
  readonly path: string;
  /** Digest of the file's bytes. */
  readonly fileDigest: string;
  readonly stakeDB: string;
  readonly isDryRun: boolean;
  readonly answers: FileAnswers;
  readonly mapping: ColumnMapping;
  readonly accountId: string;
  readonly username: string;
  /** The name with which the records are signed. */
  readonly author: string;
  readonly now: Date;
}

/** What an import works with. */
export interface ImportTools {
  readonly stores: Stores;
  readonly work: WorkFile;
  readonly journal: ImportJournal;
  readonly pushLog: PushLog;
  readonly erased: ErasedRegister;
  readonly signal: AbortSignal;
  /** Called with the number of finished rows and the total. */
  readonly progress: (done: number, rows: number) => void;
}

const DRAFTS_AT_ONCE = 200;
const CHILDREN_AT_ONCE = 300;
/** How often a child is written again when other writers change it at the same moment. */
const TRIES = 5;

/** A unit that has no database yet. */
const EMPTY_UNIT = {
  readMany: async () => new Map(),
  async *list() {
    // Empty.
  },
} satisfies Pick<DocumentStore, 'readMany' | 'list'>;

interface Planned {
  readonly key: string;
  readonly first: number;
  readonly act: ChildAct;
  readonly prepared: PreparedAct | null;
}

class ImportRun {
  readonly #task: ImportTask;
  readonly #tools: ImportTools;
  readonly #store: Pick<DocumentStore, 'readMany'>;
  readonly #rows: ImportRowContext;
  readonly #acts: ActContext;
  readonly #signature: Signature;
  /** The rows of the batches that a kill interrupted, by their number. */
  #begun = new Map<number, RowReport>();
  #batch = 0;
  readonly #moved: MovedChildren;
  /** What a check would have written of children to which rows of another key may lead, by their id. */
  readonly #checked = new Map<string, PlannedWrites>();
  #pending: Planned[] = [];
  #done = 0;

  constructor(
    task: ImportTask,
    tools: ImportTools,
    scan: FileScan,
    store: Pick<DocumentStore, 'readMany'>,
    settings: number,
  ) {
    const { stakeDB, now, author, fileDigest } = task;
    const timeZone = timeZoneOfUnit(stakeDB);
    const unit = { stakeDB, timeZone };
    this.#task = task;
    this.#tools = tools;
    this.#store = store;
    this.#moved = new MovedChildren(tools.stores, stakeDB);
    this.#rows = { unit, answers: scan.answers, fields: columnFieldsOf(scan) };
    this.#acts = {
      unit,
      today: todayIn(timeZone, now),
      now: now.toISOString(),
      newId: recordIds(stakeDB, fileDigest),
      isNamedScreening: (id) => tools.work.isNamed(id),
      ownerOf: (id) => tools.work.ownerOf(id),
      sameDay: scan.answers.sameDay,
    };
    this.#signature = { name: author, now, device: SERVER_DEVICE, settings };
  }

  async run(rows: number): Promise<void> {
    const { work, signal, progress } = this.#tools;
    for (const { key, first } of work.children(await this.#takeUp())) {
      signal.throwIfAborted();
      const planned = await this.#plan(key, first);
      // Two keys may match one child; the second is then planned after the first is written.
      const isWaiting = this.#pending.some(
        ({ prepared }) => prepared !== null && prepared.childId === planned.act.childId,
      );
      if (isWaiting) await this.#flush();
      this.#pending.push(isWaiting ? await this.#plan(key, first) : planned);
      if (this.#isFull()) await this.#flush();
      progress(this.#done, rows);
    }
    await this.#flush();
    progress(rows, rows);
  }

  /**
   * Continues where a kill interrupted an earlier attempt; returns the row to begin with. A check begins
   * anew: what it has planned so far, on which later rows depend, is written nowhere.
   */
  async #takeUp(): Promise<number> {
    const { work, journal } = this.#tools;
    if (this.#task.isDryRun) return 0;
    const { batches = 0, doneBefore = 0 } = work.state();
    this.#done = Object.values(work.counts()).reduce((sum, count) => sum + count, 0);
    this.#batch = batches;
    for (;;) {
      const begun = await journal.batch(this.#task.importId, this.#batch);
      if (begun === null) return doneBefore;
      for (const report of begun.flatMap(({ rows }) => rows)) {
        if (!this.#begun.has(report.row)) this.#begun.set(report.row, report);
      }
      this.#batch += 1;
    }
  }

  async #plan(key: string, first: number): Promise<Planned> {
    const { work } = this.#tools;
    const { stakeDB } = this.#task;
    const rows = work.rowsOf(key, MAX_ROWS_OF_CHILD).map((kept) => readKept(kept, this.#rows));
    const { match, stored } = this.#afterChecked(
      await findChild(key, rows, {
        work,
        store: this.#store,
        stakeDB,
        erased: this.#tools.erased,
        moved: this.#moved,
        newId: this.#acts.newId,
      }),
    );
    const act = planAct(rows, match, this.#acts);
    // One transaction for each child takes less time than one for each of its screenings.
    work.atomically(() => {
      for (const { _id, owner, surveyDate } of act.writes?.screenings ?? []) {
        work.addScreening(_id, work.leadOf(owner), surveyDate);
      }
    });
    if (act.writes === null || act.childId === null) return { key, first, act, prepared: null };
    // A check writes nothing, so its documents need not be signed.
    const drafts = this.#task.isDryRun ? [] : draftsOf(act.writes, stored, this.#signature);
    const prepared = { childId: act.childId, drafts, stored, rows: act.rows };
    return { key, first, act, prepared };
  }

  /** A child with what a check has planned for it under other keys: an import has written that by then. */
  #afterChecked({ match, stored }: FoundChild): FoundChild {
    const writes = stored === null ? undefined : this.#checked.get(stored.child._id);
    if (stored === null || writes === undefined || match === null || !('stored' in match))
      return { match, stored };
    const written = asWritten(stored, writes);
    return { match: { ...match, stored: written }, stored: written };
  }

  /** Keeps what is checked of a child to which rows of another key may lead, too. */
  #keepChecked({ key, act, prepared }: Planned): void {
    if (!this.#task.isDryRun || act.writes === null || !prepared?.stored) return;
    const { records } = prepared.stored;
    const name = namesKey(records[0] ?? {});
    const isFoundTwice =
      records.length > 1 || (name !== null && this.#tools.work.rowsNamed(name, key, 1).length > 0);
    if (!isFoundTwice) return;
    const { _id } = act.writes.child;
    const before = this.#checked.get(_id)?.screenings ?? [];
    this.#checked.set(_id, { ...act.writes, screenings: [...before, ...act.writes.screenings] });
  }

  #isFull(): boolean {
    const drafts = this.#pending.reduce(
      (sum, { prepared }) => sum + (prepared?.drafts.length ?? 0),
      0,
    );
    return drafts >= DRAFTS_AT_ONCE || this.#pending.length >= CHILDREN_AT_ONCE;
  }

  async #write(acts: readonly PreparedAct[]): Promise<ReadonlySet<string>> {
    const { stores, journal, pushLog, erased } = this.#tools;
    const { stakeDB } = this.#task;
    const batch = this.#batch;
    this.#batch += 1;
    const store = await stores.open(unitStoreName(stakeDB));
    return writeActs(acts, batch, { ...this.#task, store, journal, pushLog, erased });
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const last = pending.at(-1);
    if (last === undefined) return;
    const done = new Map(pending.map(({ key, act }) => [key, act.rows]));
    for (const planned of pending) this.#keepChecked(planned);
    if (!this.#task.isDryRun) {
      const prepared = pending.flatMap((planned) => planned.prepared ?? []);
      const lost = await this.#write(prepared);
      for (const { key, first, prepared: wanted } of pending) {
        if (wanted !== null && lost.has(wanted.childId)) {
          done.set(key, await this.#writeAgain(key, first));
        }
      }
    }
    this.#keep(pending, done, last.first + 1);
  }

  /** Plans and writes one child until no other writer comes in between. */
  async #writeAgain(key: string, first: number): Promise<readonly RowReport[]> {
    let act: ChildAct | null = null;
    for (let i = 0; i < TRIES; i += 1) {
      const planned = await this.#plan(key, first);
      act = planned.act;
      const { prepared } = planned;
      if (prepared === null || (await this.#write([prepared])).size === 0) return act.rows;
    }
    return (act?.rows ?? []).map((report) => ({
      ...report,
      outcome: 'rejected',
      findings: [...report.findings, { code: 'changed-meanwhile', level: 'reject' }],
    }));
  }

  /** Stores the outcome of the rows, together with the progress of the import. */
  #keep(
    pending: readonly Planned[],
    done: ReadonlyMap<string, readonly RowReport[]>,
    doneBefore: number,
  ): void {
    const { work } = this.#tools;
    work.atomically(() => {
      for (const { key, act } of pending) {
        const planned = done.get(key) ?? act.rows;
        const isBegun = !this.#task.isDryRun && act.childId !== null;
        const reports = isBegun ? planned.map((row) => this.#begun.get(row.row) ?? row) : planned;
        for (const report of reports) work.report(report);
        this.#done += this.#reportOthers(key, reports);
      }
      work.keepState({ doneBefore, batches: this.#batch });
    });
  }

  /** Rows beyond the limit per child get the refusal of the others. Returns the number of rows. */
  #reportOthers(key: string, reports: readonly RowReport[]): number {
    const [first] = reports;
    if (first === undefined || reports.length <= MAX_ROWS_OF_CHILD) return reports.length;
    const all = this.#tools.work.rowNumbersOf(key);
    for (const row of all) this.#tools.work.report({ ...first, row });
    return all.length;
  }
}

/** The scan of the file, made once and stored. */
async function scanned(task: ImportTask, { work, signal }: ImportTools): Promise<FileScan> {
  const kept = work.state().scan;
  // Safe to trust: written by this function.
  if (kept !== undefined) return kept as FileScan;
  const scan = await scanFile(work, { ...task, signal });
  work.keepState({ scan });
  return scan;
}

/**
 * Checks a file, and imports it unless it is a dry run; each child with its screenings is one act.
 * Nothing is written while columns are missing or a question is open. An interrupted import
 * continues with the same work file; without it, it starts again and recognises what it has
 * written.
 */
export async function runImport(task: ImportTask, tools: ImportTools): Promise<FileScan> {
  const { stores, work, signal } = tools;
  const scan = await scanned(task, tools);
  if (scan.problems.length > 0 || scan.questions.length > 0) return scan;
  const timeZone = timeZoneOfUnit(task.stakeDB);
  if (work.state().isKeyed !== true) {
    const unit = { stakeDB: task.stakeDB, timeZone };
    groupRows(work, { unit, answers: scan.answers, fields: columnFieldsOf(scan) }, signal);
    work.keepState({ isKeyed: true });
  }
  const name = unitStoreName(task.stakeDB);
  // Checking a unit that has no database creates none.
  const isThere = !task.isDryRun || (await stores.has(name));
  const store = isThere ? await stores.open(name) : EMPTY_UNIT;
  await indexUnit(work, store, task.stakeDB, signal);
  await new ImportRun(task, tools, scan, store, await settingsNumber(stores)).run(scan.rows);
  return scan;
}
