import {
  type Child,
  type Mother,
  newestFirst,
  readDocument,
  type Screening,
  type Sex,
  timeZoneOfCountry,
  type UnitDatabase,
  type Unreadable,
} from '@crece/domain';

/** A child with all its screenings, the newest first. */
export interface ChildRecords {
  readonly child: Child;
  readonly screenings: readonly Screening[];
}

/** The records of one unit as every report, figure and export reads them. */
export interface UnitRecords {
  readonly unit: UnitDatabase;
  readonly children: readonly ChildRecords[];
  readonly mothers: readonly Mother[];
  /** Documents that cannot be repaired: to be named, never to be dropped in silence. */
  readonly unreadable: readonly Unreadable[];
  /** Screenings whose child is not there or cannot be read. */
  readonly withoutChild: readonly Screening[];
}

/** Collects the documents of one unit, in any order, and puts each screening to its child. */
export class UnitCollector {
  readonly #unit: UnitDatabase;
  readonly #timeZone: string;
  readonly #children = new Map<string, Child>();
  readonly #mothers: Mother[] = [];
  readonly #unreadable: Unreadable[] = [];
  readonly #byOwner = new Map<string, Screening[]>();
  /** Screenings that do not name a sex are read once their child may be known. */
  readonly #unsexed: unknown[] = [];

  constructor(unit: UnitDatabase) {
    this.#unit = unit;
    this.#timeZone = timeZoneOfCountry(unit.countryCode);
  }

  add(raw: unknown): void {
    const read = readDocument(raw, {
      timeZone: this.#timeZone,
      sexOf: (childId) => this.#children.get(childId)?.gender,
    });
    switch (read.kind) {
      case 'child':
        this.#children.set(read.child._id, read.child);
        break;
      case 'screening':
        this.#addScreening(read.screening);
        break;
      case 'mother':
        this.#mothers.push(read.mother);
        break;
      case 'unreadable':
        if (read.codes.length === 1 && read.codes[0] === 'gender-invalid') this.#unsexed.push(raw);
        else this.#unreadable.push(read);
        break;
      case 'foreign':
        break;
      default:
    }
  }

  /** The unit's records; nothing may be added after it. */
  finish(): UnitRecords {
    for (const raw of this.#unsexed) this.#addLate(raw);
    const children = [...this.#children.values()].map((child) => {
      const screenings = this.#byOwner.get(child._id) ?? [];
      this.#byOwner.delete(child._id);
      return { child, screenings: newestFirst(screenings) };
    });
    return {
      unit: this.#unit,
      children,
      mothers: this.#mothers,
      unreadable: this.#unreadable,
      withoutChild: [...this.#byOwner.values()].flat(),
    };
  }

  #addScreening(screening: Screening): void {
    const known = this.#byOwner.get(screening.owner);
    if (known === undefined) this.#byOwner.set(screening.owner, [screening]);
    else known.push(screening);
  }

  #addLate(raw: unknown): void {
    const sexOf = (childId: string): Sex | undefined => this.#children.get(childId)?.gender;
    const read = readDocument(raw, { timeZone: this.#timeZone, sexOf });
    if (read.kind === 'screening') this.#addScreening(read.screening);
    else if (read.kind === 'unreadable') this.#unreadable.push(read);
  }
}

/** The records of a unit from its documents; see `UnitCollector` for documents that come one by one. */
export function collectUnit(unit: UnitDatabase, documents: Iterable<unknown>): UnitRecords {
  const collector = new UnitCollector(unit);
  for (const document of documents) collector.add(document);
  return collector.finish();
}
