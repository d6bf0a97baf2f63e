import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErasureReason } from '@crece/contract';
import { type ActionPlace, actionPlaceOf, findUnit } from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { eraseAgain } from '../erased/erase-again.ts';
import { belongingTo, emptyRecords, hasAnyOf } from '../erased/erase-records.ts';
import { addToErasedFile, ERASED_FILE, readErasedFile } from '../erased/erased-file.ts';
import type { ErasedRegister, Erasure } from '../erased/register.ts';
import { IMPORTS_DATABASE, openJournal } from '../imports/journal.ts';
import { JOBS_DATABASE, type Jobs } from '../jobs/jobs.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { dropTracesOfJobs } from './job-traces.ts';

export interface EraserOptions {
  readonly stores: Stores;
  readonly register: ErasedRegister;
  readonly jobs: Jobs;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  readonly audit: Pick<AuditLog, 'recordOnce'>;
  readonly dataDir: string;
  /** Where the nightly backups lie; `null`: the server makes none. */
  readonly backupFolder: string | null;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Called after a unit was written, with its `stakeDB`. */
  readonly onWritten: (stakeDB: string, store: DocumentStore) => Promise<void>;
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

const RETRY_MS = 10 * 60_000;
/** How often a unit is looked through again because somebody wrote meanwhile. */
const ROUNDS = 5;

/**
 * Erases for good what people ask for, one after the other, each to its end: entered in the register
 * first, so that whatever stops the server in between, the next start goes on.
 */
export class Eraser {
  readonly #options: EraserOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();

  constructor(options: EraserOptions) {
    this.#options = options;
  }

  /** Enters an erasure, from which moment nothing of it is taken any more, and carries it out later. */
  async begin({ from, ...asked }: ErasureAsked): Promise<Erasure> {
    const { register, clock } = this.#options;
    const at = clock().toISOString();
    const erasure = await register.enter({ ...asked, ids: [asked.id], at, state: 'begun' });
    await this.#tell(erasure, from);
    this.#carryOutLater(erasure);
    return erasure;
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
    for (const erasure of await register.all()) {
      if (erasure.state === 'begun') this.#carryOutLater(erasure);
    }
    await this.#queue.add(async () => {
      const found = await eraseAgain(stores, register);
      if (found.length > 0)
        log.warn({ units: found }, 'what was erased had come back, and was erased');
      await this.#keepLists();
    });
  }

  /** Resolves when everything that was begun has ended, or failed for now. */
  settled(): Promise<void> {
    return this.#queue.onIdle();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.onIdle();
  }

  #carryOutLater(erasure: Erasure): void {
    const { log, retryMs = RETRY_MS } = this.#options;
    const { signal } = this.#closing;
    void this.#queue.add(async () => {
      if (signal.aborted) return;
      try {
        await this.#carryOut(erasure);
      } catch (error) {
        log.error(
          { err: error, unit: erasure.stakeDB },
          'an erasure is not complete, and is tried again',
        );
        void delay(retryMs, undefined, { signal, ref: false }).then(
          () => this.#carryOutLater(erasure),
          () => undefined,
        );
      }
    });
  }

  async #carryOut(erasure: Erasure): Promise<void> {
    const { stores, register, dataDir, jobs } = this.#options;
    const { stakeDB } = erasure;
    await this.#keepLists();
    const name = `unit_${stakeDB}`;
    const unit = (await stores.has(name)) ? await stores.open(name) : null;
    const ids = new Set((await register.read(erasure))?.ids ?? erasure.ids);
    if (unit !== null) await this.#emptyUnit(unit, erasure, ids);
    await dropTracesOfJobs(jobs, { place: await this.#placeOf(stakeDB), dataDir });
    await (await openJournal(stores)).forgetRecords(ids);
    await unit?.scrub();
    for (const database of [JOBS_DATABASE, IMPORTS_DATABASE]) {
      await (await stores.open(database)).scrub();
    }
    // Something that came in while the jobs were ended.
    if (unit !== null && (await hasAnyOf(unit, [...ids]))) {
      throw new Error('something of an erased record was written meanwhile');
    }
    await this.#keepLists();
    await register.enter({ ...erasure, ids: [...ids], state: 'done' });
    await this.#tell(erasure, null);
  }

  /** Empties the records and what belongs to them, until a whole look through the unit finds nothing. */
  async #emptyUnit(unit: DocumentStore, erasure: Erasure, ids: Set<string>): Promise<void> {
    const { register, onWritten } = this.#options;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of await belongingTo(unit, ids)) ids.add(each);
      await register.enter({ ...erasure, ids: [...ids], state: 'begun' });
      const changed = await emptyRecords(unit, [...ids]);
      await onWritten(erasure.stakeDB, unit);
      if (changed === 0) return;
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

  /** One line in the audit log, also when the server stopped before it was written. */
  async #tell({ stakeDB, id, who, at }: Erasure, from: string | null): Promise<void> {
    if (at === null) return;
    const key = `e${createHash('sha256').update(`${stakeDB} ${id}`).digest('hex')}`;
    const entry = { what: 'record-erased' as const, who, whom: stakeDB, from, detail: id, at, key };
    await this.#options.audit.recordOnce([entry]);
  }
}
