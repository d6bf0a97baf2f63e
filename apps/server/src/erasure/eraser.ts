import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ErasureReason } from '@crece/contract';
import { type ActionPlace, actionPlaceOf, findUnit } from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import { CATALOGUE_DATABASE, type CatalogueStore } from '../catalogue/catalogue-store.ts';
import { RetriedQueue } from '../concurrency/retried-queue.ts';
import { eraseAgain } from '../erased/erase-again.ts';
import { belongingTo, emptyRecords, hasAnyOf } from '../erased/erase-records.ts';
import { addToErasedFile, ERASED_FILE, readErasedFile } from '../erased/erased-file.ts';
import type { ErasedRegister, Erasure } from '../erased/register.ts';
import { IMPORTS_DATABASE, openJournal } from '../imports/journal.ts';
import { JOBS_DATABASE, type Jobs } from '../jobs/jobs.ts';
import type { Mover } from '../moved/mover.ts';
import { homesOfAll } from '../moved/versions.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { dropTracesOfJobs } from './job-traces.ts';

export interface EraserOptions {
  readonly stores: Stores;
  readonly register: ErasedRegister;
  readonly jobs: Jobs;
  readonly mover: Pick<Mover, 'apart'>;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  readonly audit: Pick<AuditLog, 'recordOnce'>;
  readonly dataDir: string;
  /** Where the nightly backups lie; `null`: the server makes none. */
  readonly backupFolder: string | null;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Called after a unit was written, with its `stakeDB`. */
  readonly onWritten: (stakeDB: string, store: DocumentStore) => Promise<void>;
  /** Forgets the slips of what was erased, and the answers that wait for them. */
  readonly forgetSlips: () => Promise<void>;
  /** How long to wait before an erasure that failed is tried again. */
  readonly retryMs?: number;
}

/** Who is to be erased, by whom and why. */
export interface ErasureAsked {
  readonly stakeDB: string;
  /** Of a child or a mother. */
  readonly id: string;
  readonly who: string;
  readonly why: ErasureReason;
  /** Address of the request. */
  readonly from: string | null;
}

/** Children of one unit who are to be erased together. */
export interface ErasuresAsked extends Omit<ErasureAsked, 'id'> {
  /** Each with all its records, the child's own first. */
  readonly children: readonly (readonly [id: string, ...rest: string[]])[];
}

/** How often a unit is looked through again because somebody wrote meanwhile. */
const ROUNDS = 5;

/**
 * Erases for good what people ask for, one after the other, each to its end: entered in the register
 * first, so that whatever stops the server in between, the next start goes on.
 */
export class Eraser {
  readonly #options: EraserOptions;
  readonly #queue: RetriedQueue;

  constructor(options: EraserOptions) {
    this.#options = options;
    this.#queue = new RetriedQueue(options.retryMs);
  }

  /** Enters an erasure, from which moment nothing of it is taken any more, and carries it out later. */
  async begin({ from, ...asked }: ErasureAsked): Promise<Erasure> {
    const { register, clock } = this.#options;
    const at = clock().toISOString();
    const erasure = await register.enter({ ...asked, ids: [asked.id], at, state: 'begun' });
    await this.#beginEntered([erasure], from);
    return erasure;
  }

  /** The same for several children of a unit, whose files are rewritten once. */
  async beginAll({ children, stakeDB, who, why, from }: ErasuresAsked): Promise<void> {
    const { register, clock } = this.#options;
    const at = clock().toISOString();
    const erasures: Erasure[] = [];
    try {
      for (const ids of children) {
        const asked = { id: ids[0], stakeDB, who, why };
        erasures.push(await register.enter({ ...asked, ids, at, state: 'begun' }));
      }
    } finally {
      // Whoever is entered when the disk is full is refused to phones from then on: it is carried out, too.
      await this.#beginEntered(erasures, from);
    }
  }

  /** What is entered is refused to phones from now on: it is carried out, and told when it ends if not now. */
  async #beginEntered(erasures: readonly Erasure[], from: string | null): Promise<void> {
    try {
      await this.#tell(erasures, from);
    } catch (err) {
      const unit = erasures[0]?.stakeDB;
      this.#options.log.error({ err, unit }, 'an erasure is not in the audit log yet');
    }
    this.#carryOutLater(erasures);
  }

  /**
   * Goes on with what was begun, also what only the lists in the data folder and beside the backups
   * know, and looks whether something came back by a restore.
   */
  async resume(): Promise<void> {
    const { register, stores, dataDir, backupFolder, log } = this.#options;
    for (const folder of [dataDir, ...(backupFolder === null ? [] : [backupFolder])]) {
      try {
        const list = await readErasedFile(join(folder, ERASED_FILE));
        if (list !== null) await register.join(list);
      } catch (error) {
        // The register itself still counts; the list is not overwritten either.
        log.error({ err: error, folder }, 'the list of erasures cannot be read');
      }
    }
    const open = (await register.all()).filter(({ state }) => state === 'begun');
    for (const unit of new Set(open.map(({ stakeDB }) => stakeDB))) {
      this.#carryOutLater(open.filter(({ stakeDB }) => stakeDB === unit));
    }
    await this.#queue.once(async () => {
      const found = await eraseAgain(stores, register, (unit, error) =>
        log.error({ err: error, unit }, 'whether something erased came back cannot be told'),
      );
      if (found.length > 0)
        log.warn({ units: found }, 'what was erased had come back, and was erased');
      await this.#options.forgetSlips();
      await this.#keepLists();
    });
  }

  /** Resolves when everything that was begun has ended, or failed for now. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  /** @param erasures of one unit */
  #carryOutLater(erasures: readonly Erasure[]): void {
    this.#queue.add(
      () => this.#carryOut(erasures),
      (err) => {
        const unit = erasures[0]?.stakeDB;
        this.#options.log.error({ err, unit }, 'an erasure is not complete, and is tried again');
      },
    );
  }

  async #carryOut(erasures: readonly Erasure[]): Promise<void> {
    const { stores, register, dataDir, jobs, mover } = this.#options;
    const [first] = erasures;
    if (first === undefined) return;
    const { stakeDB } = first;
    await this.#keepLists();
    const name = `unit_${stakeDB}`;
    const unit = (await stores.has(name)) ? await stores.open(name) : null;
    const ids = new Set<string>();
    for (const erasure of erasures) {
      for (const id of (await register.read(erasure))?.ids ?? erasure.ids) ids.add(id);
    }
    // A child that is written into its new unit, and not yet deleted here, says nowhere where that is.
    if (unit !== null) await mover.apart(() => this.#emptyUnit(unit, first, ids));
    await dropTracesOfJobs(jobs, { place: await this.#placeOf(stakeDB), dataDir });
    await (await openJournal(stores)).forgetRecords(ids);
    await this.#options.forgetSlips();
    await unit?.scrub();
    for (const database of [JOBS_DATABASE, IMPORTS_DATABASE, CATALOGUE_DATABASE]) {
      await (await stores.open(database)).scrub();
    }
    // Something that came in while the jobs were ended.
    if (unit !== null && (await hasAnyOf(unit, [...ids]))) {
      throw new Error('something of an erased record was written meanwhile');
    }
    await this.#keepLists();
    await this.#tell(erasures, null);
    for (const erasure of erasures) await register.enter({ ...erasure, state: 'done' });
  }

  /**
   * Empties the records and what belongs to them, until a whole look through the unit finds nothing.
   * What it finds besides is entered with one of them.
   */
  async #emptyUnit(unit: DocumentStore, erasure: Erasure, ids: Set<string>): Promise<void> {
    const { register, onWritten } = this.#options;
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = [...(await belongingTo(unit, ids))].filter((id) => !ids.has(id));
      for (const id of found) ids.add(id);
      if (found.length > 0) {
        await register.enter({ ...erasure, ids: [...erasure.ids, ...found], state: 'begun' });
      }
      await this.#beginElsewhere(unit, erasure, ids);
      const changed = await emptyRecords(unit, [...ids]);
      await onWritten(erasure.stakeDB, unit);
      if (changed === 0) return;
    }
  }

  /**
   * A child that moved is erased in every unit in which it lived: a phone of any of them may have it.
   * Entered before anything is emptied here, because the versions say where that was.
   */
  async #beginElsewhere(
    unit: DocumentStore,
    erasure: Erasure,
    ids: ReadonlySet<string>,
  ): Promise<void> {
    const { register } = this.#options;
    for (const [stakeDB, homes] of await homesOfAll(unit, [...ids])) {
      const open = homes.filter((id) => !register.has(stakeDB, id));
      const [id] = open.sort();
      if (id === undefined) continue;
      this.#carryOutLater([
        await register.enter({ ...erasure, stakeDB, id, ids: open, state: 'begun' }),
      ]);
    }
  }

  async #placeOf(stakeDB: string): Promise<ActionPlace> {
    const found = findUnit((await this.#options.catalogue.current()).catalogue, stakeDB);
    // A unit that the catalogue no longer has may have been of any country.
    return found === null ? { stakeDB } : actionPlaceOf(found);
  }

  async #keepLists(): Promise<void> {
    const { register, dataDir, backupFolder } = this.#options;
    const ids = await register.ids();
    await addToErasedFile(dataDir, ids);
    // A disk for backups that is away must not keep anybody from being forgotten here.
    if (backupFolder !== null) await addToErasedFile(backupFolder, ids).catch(() => undefined);
  }

  /** One line each in the audit log, also when the server stopped before it was written. */
  async #tell(erasures: readonly Erasure[], from: string | null): Promise<void> {
    const entries = erasures.flatMap(({ stakeDB, id, who, at }) => {
      if (at === null) return [];
      const key = `e${createHash('sha256').update(`${stakeDB} ${id}`).digest('hex')}`;
      const what = 'record-erased' as const;
      return [{ what, who, whom: stakeDB, from, detail: id, at, key }];
    });
    if (entries.length > 0) await this.#options.audit.recordOnce(entries);
  }
}
