import { changeLocal } from '../records/change-local.ts';
import type { Document, UnitRecords } from '../records/unit-records.ts';

/**
 * How long an act that can be taken back is held back from the server, in milliseconds; the notice
 * that offers it stands as long.
 */
export const HOLD_MS = 10_000;

/** Local document of a unit's database with the holds. */
const HOLDS_ID = 'crece-holds';

/** Records of one act that no push takes along yet. */
interface Hold {
  ids: readonly string[];
  /** Milliseconds since 1970 by this device's clock. */
  until: number;
  /** Name of the lock that the tab of the act keeps; the hold ends with it. */
  by: string;
}

interface HoldsOptions {
  database: UnitRecords;
  clock: () => Date;
  /** Locks shared by all tabs; null where the browser has none (plain http). */
  locks: LockManager | null;
}

/**
 * What a person has just done and may still take back: for a few seconds the push leaves these
 * records out, in every tab. The hold ends by its time, when the act is taken back, and when the tab
 * of the act has ended, because then nobody can take it back.
 */
export class Holds {
  readonly #options: HoldsOptions;
  #lock: { name: string; release: () => void } | null = null;

  constructor(options: HoldsOptions) {
    this.#options = options;
  }

  /** Holds records; call it before they are written, so that no push sees them earlier. */
  async hold(ids: readonly string[]): Promise<void> {
    const by = await this.#ownLock();
    const until = this.#now() + HOLD_MS;
    await this.#change((holds) => [...holds, { ids, until, by }]);
  }

  /** Ends the holds of the act that this record belongs to. */
  async release(id: string): Promise<void> {
    await this.#change((holds) => holds.filter(({ ids }) => !ids.includes(id)));
  }

  /** The records held now, each with the time at which its hold ends. */
  async held(): Promise<ReadonlyMap<string, number>> {
    const holds = await this.#standing(await this.#options.database.readLocal(HOLDS_ID));
    return new Map(holds.flatMap(({ ids, until }) => ids.map((id) => [id, until] as const)));
  }

  /** Ends the holds of this tab; to be called when the unit is closed. */
  close(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  /** The lock by which other tabs see that this one is still there; taken once. */
  async #ownLock(): Promise<string> {
    if (this.#lock !== null) return this.#lock.name;
    const { locks, database } = this.#options;
    const name = `${database.name}_hold_${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
    let release = (): void => undefined;
    const isOver = new Promise<void>((resolve) => {
      release = resolve;
    });
    if (locks !== null) {
      await new Promise<void>((taken, failed) => {
        const keep = (): Promise<void> => {
          taken();
          return isOver;
        };
        locks.request(name, keep).catch(failed);
      });
    }
    this.#lock = { name, release };
    return name;
  }

  /** Holds whose time is not over and whose tab is still there. */
  async #standing(stored: Document | null): Promise<readonly Hold[]> {
    const now = this.#now();
    // After a clock was set back a hold would last for hours.
    const timely = holdsIn(stored).filter(({ until }) => until > now && until <= now + HOLD_MS);
    const { locks } = this.#options;
    if (timely.length === 0 || locks === null) return timely;
    const { held = [] } = await locks.query();
    const names = new Set(held.map(({ name }) => name));
    return timely.filter(({ by }) => names.has(by));
  }

  async #change(change: (holds: readonly Hold[]) => readonly Hold[]): Promise<void> {
    const { database } = this.#options;
    await changeLocal(database, HOLDS_ID, async (stored) => {
      const holds = change(await this.#standing(stored));
      return holdsIn(stored).length === 0 && holds.length === 0 ? null : { holds };
    });
  }
}

function holdsIn(stored: Document | null): readonly Hold[] {
  const holds: unknown = stored?.['holds'];
  return Array.isArray(holds) ? (holds as Hold[]) : [];
}
