import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type FormerNames,
  type IsoDate,
  type ProgrammeRules,
  timeZoneOfCountry,
  type UnitDatabase,
} from '@crece/domain';
import { UnitCollector } from '@crece/reports';
import { type DeskLine, type DeskUnit, readDeskUnit } from '@crece/reports/desk';
import PQueue from 'p-queue';
import { formerAccounts } from '../accounts/former-names.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import { collectFrom } from '../reports/unit-reader.ts';
import type { Stores } from '../store/document-store.ts';

/** A unit to be counted, with the date in its zone. */
export interface UnitAsked {
  readonly unit: UnitDatabase;
  readonly today: IsoDate;
  /** How old the cached sequence may be, in milliseconds; 0: it is always read. */
  readonly believeMs: number;
}

/** By what the units of one answer are counted. */
export interface CountingRules {
  readonly programme: ProgrammeRules;
  /** The month from which months are counted in all units, by one of its days. */
  readonly month: IsoDate;
  /** Erased accounts, as they were when the answer began. */
  readonly former: FormerNames;
  /** Differs when one of them does. */
  readonly text: string;
}

/** A unit's counts, and the children behind them as JSON, which is far smaller than objects. */
interface Counted {
  readonly key: string;
  /** Date, rules of next visits and erased accounts, without the sequence. */
  readonly rules: string;
  /** When the sequence was last read, by `performance.now()`. */
  askedAt: number;
  readonly counts: DeskUnit;
  /** Dropped when the lines of all units grow too large; read again on demand. */
  lines: string | null;
}

/** Two at once: while one waits for its database the other is counted. */
const AT_ONCE = 2;

/**
 * The counts of every requested unit, cached until its database, the date in its zone or the rules
 * of next visits (the table and the infant's MUAC line) or the erased accounts change. Simultaneous
 * requests share one reading.
 */
export class UnitCountsCache {
  readonly #stores: Stores;
  readonly #mostCharacters: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Counted>();
  readonly #reading = new Map<string, { key: string; counted: Promise<Counted> }>();
  readonly #queue = new PQueue({ concurrency: AT_ONCE });

  /** @param mostCharacters limit of all cached lines */
  constructor(stores: Stores, mostCharacters: number) {
    this.#stores = stores;
    this.#mostCharacters = mostCharacters;
  }

  /** Asked for once for all units of an answer. Rejects when the accounts cannot be read. */
  async rulesBy({
    programme,
    today,
  }: {
    programme: ProgrammeRules;
    today: IsoDate;
  }): Promise<CountingRules> {
    const month = `${today.slice(0, 7)}-01`;
    const { names: former } = await formerAccounts(this.#stores);
    return { programme, month, former, text: JSON.stringify([programme, month, [...former]]) };
  }

  /** The counts of a unit's database as it is now. Rejects when it cannot be read. */
  async countsOf(asked: UnitAsked, by: CountingRules): Promise<DeskUnit> {
    const { counts } = await this.#counted(asked, by, false);
    // The name in the catalogue may have changed since.
    return { ...counts, unit: asked.unit };
  }

  /** The children behind the counts. */
  async linesOf(asked: UnitAsked, by: CountingRules): Promise<readonly DeskLine[]> {
    const { lines } = await this.#counted(asked, by, true);
    // Written by this class, from lines.
    return JSON.parse(lines ?? '[]') as readonly DeskLine[];
  }

  async #counted(asked: UnitAsked, by: CountingRules, withLines: boolean) {
    const { stakeDB } = asked.unit;
    const rules = `${asked.today} ${by.text}`;
    const known = this.#kept.get(stakeDB);
    const isBelieved =
      known?.rules === rules && performance.now() - known.askedAt < asked.believeMs;
    if (isBelieved && (!withLines || known.lines !== null)) return known;
    const askedAt = performance.now();
    const key = `${await this.#stores.sequence(unitStoreName(stakeDB))} ${rules}`;
    const kept = this.#kept.get(stakeDB);
    if (kept?.key === key && (!withLines || kept.lines !== null)) {
      kept.askedAt = askedAt;
      this.#kept.delete(stakeDB);
      this.#kept.set(stakeDB, kept);
      return kept;
    }
    const reading = this.#reading.get(stakeDB);
    if (reading?.key === key) return reading.counted;
    const counted = this.#queue.add(() => this.#count(asked, by, { key, rules, askedAt }));
    this.#reading.set(stakeDB, { key, counted });
    try {
      return await counted;
    } finally {
      if (this.#reading.get(stakeDB)?.counted === counted) this.#reading.delete(stakeDB);
    }
  }

  async #count(
    { unit, today }: UnitAsked,
    { programme, month, former }: CountingRules,
    known: Pick<Counted, 'key' | 'rules' | 'askedAt'>,
  ): Promise<Counted> {
    const collector = new UnitCollector(unit, former);
    const name = unitStoreName(unit.stakeDB);
    if (await this.#stores.has(name)) {
      await collectFrom(await this.#stores.open(name), collector, () => yieldToEventLoop());
    }
    const { counts, lines } = readDeskUnit(collector.finish(), {
      today,
      timeZone: timeZoneOfCountry(unit.countryCode),
      countryCode: unit.countryCode,
      programme,
      month,
    });
    await yieldToEventLoop();
    const counted: Counted = { ...known, counts, lines: JSON.stringify(lines) };
    this.#keep(unit.stakeDB, counted);
    return counted;
  }

  #keep(stakeDB: string, counted: Counted): void {
    this.#kept.delete(stakeDB);
    this.#kept.set(stakeDB, counted);
    let characters = 0;
    for (const { lines } of this.#kept.values()) characters += lines?.length ?? 0;
    for (const oldest of this.#kept.values()) {
      if (characters <= this.#mostCharacters || oldest === counted) break;
      characters -= oldest.lines?.length ?? 0;
      oldest.lines = null;
    }
  }
}
