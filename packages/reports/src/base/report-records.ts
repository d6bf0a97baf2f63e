import {
  type Child,
  childrenOnce,
  type FormerNames,
  type IsoDate,
  type Mother,
  NO_FORMER_NAMES,
  newestFirst,
  type ReadDocument,
  readDocument,
  type Screening,
  type Sex,
  shownAuthor,
  timeZoneOfCountry,
  type UnitDatabase,
  type Unreadable,
  withFamilyAnswers,
  withShownAnswers,
} from '@crece/domain';
import { inOneGo } from './steps.ts';

/** Other versions of a child and its screenings while they are in conflict. */
export interface VersionsInConflict {
  readonly child: readonly Child[];
  readonly screenings: readonly Screening[];
}

/** A child with all its screenings, the newest first. */
export interface ChildRecords {
  readonly child: Child;
  /** Other records of the same child, whose screenings are among these. */
  readonly others?: readonly Child[];
  readonly screenings: readonly Screening[];
  /** Absent without a conflict, as for nearly every child. */
  readonly versions?: VersionsInConflict;
}

/** A child that moved to another unit: without its name, because it is no longer of this one. */
export interface MovedAwayChild {
  /** The id that it had here. */
  readonly id: string;
  /** Name of the unit to which it moved. */
  readonly to: string;
  /** The day of the move; absent when it is not known. */
  readonly date?: IsoDate;
}

/** The records of one unit in the form that every report, figure and export uses. */
export interface ReportRecords {
  readonly unit: UnitDatabase;
  readonly children: readonly ChildRecords[];
  readonly mothers: readonly Mother[];
  /** Documents that cannot be repaired: to be reported, never dropped silently. */
  readonly unreadable: readonly Unreadable[];
  /** Screenings whose child is missing or unreadable. */
  readonly withoutChild: readonly Screening[];
  /** Children that moved away, where a report asks for them. */
  readonly movedAway?: readonly MovedAwayChild[];
}

/**
 * Collects the documents of one unit, in any order, and assigns screenings to their child. Where an
 * erased account wrote a record, `FORMER_VOLUNTEER` stands for its name.
 */
export class UnitCollector {
  readonly #unit: UnitDatabase;
  readonly #former: FormerNames;
  readonly #timeZone: string;
  readonly #children = new Map<string, Child>();
  readonly #mothers: Mother[] = [];
  readonly #unreadable: Unreadable[] = [];
  readonly #byOwner = new Map<string, Screening[]>();
  /** Screenings without a sex are read after all children. */
  readonly #unsexed: unknown[] = [];
  readonly #versions: unknown[] = [];

  constructor(unit: UnitDatabase, former: FormerNames = NO_FORMER_NAMES) {
    this.#unit = unit;
    this.#former = former;
    this.#timeZone = timeZoneOfCountry(unit.countryCode);
  }

  add(raw: unknown): void {
    const read = readDocument(raw, {
      timeZone: this.#timeZone,
      sexOf: (childId) => this.#children.get(childId)?.gender,
    });
    switch (read.kind) {
      case 'child':
        this.#children.set(read.child._id, this.#authored(read.child));
        break;
      case 'screening':
        this.#addScreening(read.screening);
        break;
      case 'mother':
        this.#mothers.push(this.#authored(read.mother));
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

  /**
   * Adds another version of a record in conflict (`contestedVersions` of the replication package):
   * until somebody chooses, the most severe outcome is shown.
   */
  addVersion(raw: unknown): void {
    this.#versions.push(raw);
  }

  /** The unit's records; nothing may be added afterwards. */
  finish(): ReportRecords {
    return inOneGo(this.finishInSteps());
  }

  /** As `finish`, in small steps of work, between which a phone may pause. */
  *finishInSteps(): Generator<null, ReportRecords> {
    for (const raw of this.#unsexed) {
      this.#addLate(raw);
      yield null;
    }
    const versions = this.#readVersions();
    const children: ChildRecords[] = [];
    for (const { child, others } of childrenOnce(this.#children.values())) {
      const ids = [child, ...others].map(({ _id }) => _id);
      const screenings = newestFirst(ids.flatMap((id) => this.#byOwner.get(id) ?? []));
      for (const id of ids) this.#byOwner.delete(id);
      const open = openOf(ids, versions);
      children.push({
        child: withFamilyAnswers(child, others),
        screenings,
        ...(others.length === 0 ? {} : { others }),
        ...(open === undefined ? {} : { versions: open }),
      });
      yield null;
    }
    return {
      unit: this.#unit,
      children,
      mothers: this.#mothers,
      unreadable: this.#unreadable,
      withoutChild: [...this.#byOwner.values()].flat(),
    };
  }

  #authored<Entity extends Child | Screening | Mother>(stored: Entity): Entity {
    if (this.#former.size === 0) return stored;
    const record = withShownAnswers(stored, (name, day) => shownAuthor(this.#former, name, day));
    const { interviewer, updatedBy } = record;
    const by = shownAuthor(this.#former, interviewer, record.created);
    const last = shownAuthor(this.#former, updatedBy, record.updatedAt);
    if (by === interviewer && last === updatedBy) return record;
    return {
      ...record,
      ...(by === undefined ? {} : { interviewer: by }),
      ...(last === undefined ? {} : { updatedBy: last }),
    };
  }

  #addScreening(read: Screening): void {
    const screening = this.#authored(read);
    const known = this.#byOwner.get(screening.owner);
    if (known === undefined) this.#byOwner.set(screening.owner, [screening]);
    else known.push(screening);
  }

  /** Reads a document once all children are known. */
  #readLate(raw: unknown): ReadDocument {
    const sexOf = (childId: string): Sex | undefined => this.#children.get(childId)?.gender;
    return readDocument(raw, { timeZone: this.#timeZone, sexOf });
  }

  /** The open versions by their child's id. */
  #readVersions(): ReadonlyMap<string, VersionsInConflict> {
    const byChild = new Map<string, { child: Child[]; screenings: Screening[] }>();
    const of = (childId: string) => {
      const known = byChild.get(childId) ?? { child: [], screenings: [] };
      byChild.set(childId, known);
      return known;
    };
    for (const raw of this.#versions) {
      const read = this.#readLate(raw);
      if (read.kind === 'child') of(read.child._id).child.push(this.#authored(read.child));
      else if (read.kind === 'screening') {
        of(read.screening.owner).screenings.push(this.#authored(read.screening));
      }
    }
    return byChild;
  }

  #addLate(raw: unknown): void {
    const read = this.#readLate(raw);
    if (read.kind === 'screening') this.#addScreening(read.screening);
    else if (read.kind === 'unreadable') this.#unreadable.push(read);
  }
}

/** The open versions of the leading record, and of every screening of the child. */
function openOf(
  [leadId, ...otherIds]: readonly string[],
  versions: ReadonlyMap<string, VersionsInConflict>,
): VersionsInConflict | undefined {
  const own = versions.get(leadId ?? '');
  const others = otherIds.flatMap((id) => versions.get(id)?.screenings ?? []);
  if (others.length === 0) return own;
  return { child: own?.child ?? [], screenings: [...(own?.screenings ?? []), ...others] };
}

/**
 * The records of a unit from its documents; see `UnitCollector` for documents that arrive one by
 * one.
 */
export function collectUnit(
  unit: UnitDatabase,
  documents: Iterable<unknown>,
  former?: FormerNames,
): ReportRecords {
  const collector = new UnitCollector(unit, former);
  for (const document of documents) collector.add(document);
  return collector.finish();
}
