import { setTimeout as delay } from 'node:timers/promises';
import { type Home, homesIn, kindOfId, type UnitDatabase } from '@crece/domain';
import type { ReportRecords } from '@crece/reports';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { JobProblem } from '../jobs/job.ts';
import { type JobContext, JobFailure } from '../jobs/job-kind.ts';
import { awayOf, versionsById } from '../moved/versions.ts';
import type { StoredDocument, Stores } from '../store/document-store.ts';
import { readUnit } from './unit-reader.ts';

/** So often a unit is read in which somebody writes meanwhile. */
const READINGS = 3;
/** Children of a unit that is joined to another move one by one, for some minutes if they are many. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000] as const;
/** For somebody who waits for a preview. */
export const SHORT_PAUSES_MS = [300, 1_000] as const;

/** What the command line says, whose output cannot be taken back. */
export const MOVED_MEANWHILE =
  'Somebody moved from one unit to another meanwhile and is missing or stands twice: run it again.';

/** Somebody is in none of the units that were read, or in two. */
class MovedMeanwhile extends Error {}

/** What is known of a unit that was read. */
interface UnitRead {
  /** Its sequence before it was read. */
  readonly since: string;
  /** Somebody wrote during each reading: what came after the sequence may have been read or not. */
  readonly isTorn: boolean;
  /** Whoever was read there and had come from another unit. */
  readonly came: ReadonlySet<string>;
}

const isPerson = (id: string): boolean => kindOfId(id) === 'chld' || kindOfId(id) === 'mthr';
const textOf = ({ stakeDB, id }: Home): string => `${stakeDB} ${id}`;

/**
 * Units that are read one after the other for one file, and whether somebody moved from one to another
 * between their readings: whoever went to a unit that had been read already would be nowhere, and whoever
 * went to one that was read later would be there twice.
 */
export class UnitsInStep {
  readonly #stores: Pick<Stores, 'has' | 'open' | 'sequence'>;
  readonly #read = new Map<string, UnitRead>();

  constructor(stores: Pick<Stores, 'has' | 'open' | 'sequence'>) {
    this.#stores = stores;
  }

  async read(unit: UnitDatabase, signal?: AbortSignal): Promise<ReportRecords> {
    const { stakeDB } = unit;
    const name = unitStoreName(stakeDB);
    for (let readings = 1; ; readings += 1) {
      const since = await this.#stores.sequence(name);
      const came = new Set<string>();
      const note = (document: StoredDocument): void => {
        if (isPerson(document._id) && homesIn(document).length > 0) came.add(document._id);
      };
      let records: ReportRecords | null = await readUnit(this.#stores, unit, signal, note);
      const isTorn = (await this.#stores.sequence(name)) !== since;
      if (!isTorn || readings === READINGS) {
        this.#read.set(stakeDB, { since, isTorn, came });
        return records;
      }
      // Not held while the unit is read once more.
      records = null;
    }
  }

  /** Throws when somebody moved between the units since they were read: the file is made once more. */
  async settle(): Promise<void> {
    if (await this.hasMoved()) throw new MovedMeanwhile();
  }

  /** Whether somebody is in none of the units that were read, or in two. */
  async hasMoved(): Promise<boolean> {
    if (this.#read.size < 2) return false;
    const [left, arrived] = [new Set<string>(), new Set<string>()];
    for (const [stakeDB, { since, isTorn, came }] of this.#read) {
      const moves = await this.#movesSince(stakeDB, since);
      for (const { to, id } of moves) {
        if (isTorn) return true;
        if (to !== null) left.add(textOf(to));
        else if (!came.has(id)) arrived.add(textOf({ stakeDB, id }));
      }
    }
    // Who did both after the units were read stands where they lived before, once.
    return left.size !== arrived.size || [...left].some((home) => !arrived.has(home));
  }

  /** Whoever went to another of the units (`to`) or may have come from one since a sequence. */
  async #movesSince(stakeDB: string, since: string): Promise<{ to: Home | null; id: string }[]> {
    const name = unitStoreName(stakeDB);
    if ((await this.#stores.sequence(name)) === since) return [];
    const store = await this.#stores.open(name);
    const ids: string[] = [];
    for await (const { id } of store.changes({ since })) if (isPerson(id)) ids.push(id);
    return [...(await versionsById(store, ids))].flatMap(([id, versions]) => {
      const to = awayOf(versions)?.home ?? null;
      const living = versions.find(({ document }) => document._deleted !== true)?.document;
      const other = to ?? homesIn(living ?? {}).at(-1);
      return other !== undefined && this.#read.has(other.stakeDB) ? [{ to, id }] : [];
    });
  }
}

/** The part of a job's context that this needs. */
type Work = Pick<JobContext, 'stores' | 'signal' | 'problem'>;

/**
 * Makes something of several units, and again from the beginning while somebody moved from one to
 * another meanwhile. `make` calls `settle` at its end. Problems are told of the last time alone. Ends as
 * the failure `moving` when the moving does not end.
 */
export async function inStep<Made>(
  work: Work,
  make: (parts: { units: UnitsInStep; problem: Work['problem'] }) => Promise<Made>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Made> {
  for (const pauseMs of [...pausesMs, null]) {
    const told: { problem: JobProblem; error: unknown }[] = [];
    const tell = (): void => {
      for (const { problem, error } of told) work.problem(problem, error);
    };
    try {
      const made = await make({
        units: new UnitsInStep(work.stores),
        problem: (problem, error) => void told.push({ problem, error }),
      });
      tell();
      return made;
    } catch (error) {
      if (error instanceof MovedMeanwhile) {
        if (pauseMs === null) break;
      } else {
        tell();
        throw error;
      }
    }
    await delay(pauseMs ?? 0, undefined, { signal: work.signal }).catch(() => undefined);
    work.signal.throwIfAborted();
  }
  throw new JobFailure('moving');
}
