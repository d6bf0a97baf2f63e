import { createHash } from 'node:crypto';
import type { ErasureReason } from '@crece/contract';
import { unitOfId } from '@crece/domain';
import { isEmptyVersion } from '@crece/replication';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import type { ErasedIds } from './erased-file.ts';

export const ERASED_DATABASE = 'sys_erased';

/** What was erased at once: a child with its screenings, or a mother. */
export interface Erasure {
  /** Of the child or the mother. */
  readonly id: string;
  readonly stakeDB: string;
  /** All its records, the first included. */
  readonly ids: readonly string[];
  /** ISO instant in UTC; `null`: known only from a list beside a backup. */
  readonly at: string | null;
  /** User name of the administrator. */
  readonly who: string | null;
  readonly why: ErasureReason | null;
  /** `begun`: something of it may still be on this server, and the next start goes on. */
  readonly state: 'begun' | 'done';
}

/** What the rule looks at in a revision. */
interface Offered {
  readonly _id: string;
  readonly _rev?: string;
  readonly _deleted?: boolean;
  readonly [field: string]: unknown;
}

const PREFIX = 'erased_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
const TRIES = 5;

/** Hashed, because the id of a record may be as long as the id of a document may be. */
function keyOf({ stakeDB, id }: Pick<Erasure, 'stakeDB' | 'id'>): string {
  return PREFIX + createHash('sha256').update(`${stakeDB} ${id}`, 'utf8').digest('hex');
}

function erasureOf(document: object): Erasure {
  // Only this room writes these documents, so their fields are not checked.
  const { id, stakeDB, ids, at, who, why, state } = document as Erasure;
  return { id, stakeDB, ids, at, who, why, state };
}

/**
 * The ids of records that were erased for good, without any name, and the one rule about them: no
 * content of theirs is taken again, from wherever it comes. Every process reads the same database.
 */
export class ErasedRegister {
  readonly #store: DocumentStore;
  /** By the unit in which they were erased. */
  readonly #ids = new Map<string, Set<string>>();
  #readTo = '0';

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Reads what was erased since the last call, by this process or another. */
  async refresh(): Promise<void> {
    const { updateSeq } = await this.#store.info();
    if (updateSeq === this.#readTo) return;
    const changed: string[] = [];
    for await (const { id } of this.#store.changes({ since: this.#readTo })) changed.push(id);
    for (const document of (await this.#store.readMany(changed)).values()) this.#know(document);
    this.#readTo = updateSeq;
  }

  #know(erasure: object): void {
    const { stakeDB, ids } = erasureOf(erasure);
    const known = this.#ids.get(stakeDB) ?? new Set();
    for (const id of ids) known.add(id);
    this.#ids.set(stakeDB, known);
  }

  /**
   * Whether a record of a unit was erased, as far as the last `refresh` knows. An id that names its
   * unit counts in every unit; ids of older systems may be in two, as two children.
   */
  has(stakeDB: string, id: string): boolean {
    if (this.#ids.size === 0) return false;
    return (
      this.#ids.get(stakeDB)?.has(id) === true ||
      this.#ids.get(unitOfId(id) ?? '')?.has(id) === true
    );
  }

  /**
   * Whether a revision may not be stored in a unit: it has content, and its record was erased or is
   * the screening of an erased child.
   */
  refuses(stakeDB: string, revision: Offered): boolean {
    if (this.#ids.size === 0) return false;
    const { _id, _rev = '', owner } = revision;
    const isErased =
      this.has(stakeDB, _id) || (typeof owner === 'string' && this.has(stakeDB, owner));
    return isErased && !isEmptyVersion({ ...revision, _id, _rev });
  }

  /** Every erasure, the newest first; those of unknown day at the end. */
  async all(): Promise<Erasure[]> {
    const found: Erasure[] = [];
    for await (const document of this.#store.list(RANGE)) found.push(erasureOf(document));
    const dayOf = ({ at }: Erasure) => at ?? '';
    return found.sort((a, b) => (dayOf(a) > dayOf(b) ? -1 : 1));
  }

  async read(place: Pick<Erasure, 'stakeDB' | 'id'>): Promise<Erasure | null> {
    const kept = await this.#store.read(keyOf(place));
    return kept === null ? null : erasureOf(kept);
  }

  /** Every erased id by its unit. */
  async ids(): Promise<ErasedIds> {
    const units = new Map<string, Set<string>>();
    for (const { stakeDB, ids } of await this.all()) {
      units.set(stakeDB, new Set([...(units.get(stakeDB) ?? []), ...ids]));
    }
    return units;
  }

  /** Enters an erasure; one that is there keeps its day and gets the ids that it lacks. */
  async enter(erasure: Erasure): Promise<Erasure> {
    const entered = await this.#change(erasure, (kept) =>
      kept === null
        ? erasure
        : { ...kept, ids: [...new Set([...kept.ids, ...erasure.ids])], state: erasure.state },
    );
    // Not before it is stored: a phone that hears "erased" drops the record for good. What is taken until
    // then is emptied when the erasure is carried out.
    this.#know(entered);
    return entered;
  }

  /** Puts a word in the place of who erased. */
  async rename(erasure: Erasure, who: string): Promise<void> {
    await this.#change(erasure, (kept) => ({ ...(kept ?? erasure), who }));
  }

  /** Takes over a list of another place: what it alone knows is still to be erased here. */
  async join(list: ErasedIds): Promise<void> {
    const known = await this.ids();
    for (const [stakeDB, ids] of list) {
      for (const id of ids) {
        if (known.get(stakeDB)?.has(id) === true) continue;
        const nobody = { at: null, who: null, why: null };
        await this.enter({ id, stakeDB, ids: [id], ...nobody, state: 'begun' });
      }
    }
  }

  async #change(
    place: Pick<Erasure, 'stakeDB' | 'id'>,
    decide: (kept: Erasure | null) => Erasure,
  ): Promise<Erasure> {
    const _id = keyOf(place);
    for (let i = 0; i < TRIES; i += 1) {
      const kept = await this.#store.read(_id);
      const next = decide(kept === null ? null : erasureOf(kept));
      const rev = kept === null ? {} : { _rev: kept._rev };
      const [written] = await this.#store.write([{ ...next, _id, ...rev }]);
      if (written?.ok === true) return next;
    }
    throw new Error('another process keeps writing an erasure');
  }
}

/** Opens the register, with all that is in it. */
export async function openErasedRegister(stores: Pick<Stores, 'open'>): Promise<ErasedRegister> {
  const register = new ErasedRegister(await stores.open(ERASED_DATABASE));
  await register.refresh();
  return register;
}
