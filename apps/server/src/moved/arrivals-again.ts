import type { FastifyBaseLogger } from 'fastify';
import type { ErasedRegister } from '../erased/register.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { bringAgain } from './bring-again.ts';
import type { MoverOptions } from './mover.ts';

export interface ArrivalsOptions extends Pick<MoverOptions, 'onWritten'> {
  readonly stores: Pick<Stores, 'open' | 'has' | 'names'>;
  /** The units of the catalogue: only an administrator of CouchDB may ask it for all databases. */
  readonly units: () => Promise<readonly string[]>;
  /** Where the history is noted in which it was looked. */
  readonly notes: Pick<DocumentStore, 'readLocal' | 'writeLocal'>;
  readonly epoch: { current(): string };
  readonly erased: Pick<ErasedRegister, 'refresh' | 'has'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

const NOTE = 'sync_arrivals';

/**
 * Looks once in each history of the server whether units lack who moved there: a new one begins when a
 * unit was found to be older than it was.
 */
export class ArrivalsAgain {
  readonly #options: ArrivalsOptions;
  readonly #stopped = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /**
   * One look after the other. Never rejects: what cannot be read now is looked at after the next start.
   * Moves go on meanwhile: one writes into the new home before it deletes in the old one, which is
   * read first here.
   */
  look(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#look())
      .catch((error: unknown) => {
        if (this.#stopped.signal.aborted) return;
        this.#options.log.error(
          { err: error },
          'whether units lack who moved there cannot be told',
        );
      });
    return this.#last;
  }

  /** Ends a look that is under way; the next start begins it anew. */
  stop(): void {
    this.#stopped.abort();
  }

  async #look(): Promise<void> {
    const { stores, notes, epoch, erased, log, onWritten } = this.#options;
    const history = epoch.current();
    const note = await notes.readLocal(NOTE);
    if (note?.['history'] === history) return;
    await erased.refresh();
    const units: string[] = [];
    for (const unit of await this.#options.units()) {
      this.#stopped.signal.throwIfAborted();
      if (await stores.has(`unit_${unit}`)) units.push(unit);
    }
    const { records, unread } = await bringAgain(stores, {
      units,
      isErased: (stakeDB, id) => erased.has(stakeDB, id),
      mayMiss: () => true,
      signal: this.#stopped.signal,
    });
    for (const [stakeDB, count] of records) {
      log.warn({ stakeDB, records: count }, 'a unit lacked who had moved there, and has it again');
      await onWritten(stakeDB, await stores.open(`unit_${stakeDB}`));
    }
    for (const [stakeDB, err] of unread) {
      log.error({ err, stakeDB }, 'whether units lack who moved there cannot be told');
    }
    if (unread.size > 0) return;
    const _rev = note === null ? {} : { _rev: note._rev };
    await notes.writeLocal({ _id: NOTE, ..._rev, history });
  }
}
