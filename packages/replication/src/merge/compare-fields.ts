import {
  CONFLICT_RULES,
  joinSameAs,
  kindOfId,
  PROVENANCE_NAMES,
  sameContent,
  sameIds,
} from '@crece/domain';
import { joinField } from './join-field.ts';

/** One leaf of a document with its body. */
export interface LeafDocument {
  readonly _id: string;
  readonly _rev: string;
  readonly _deleted?: boolean;
  readonly [field: string]: unknown;
}

/** A field that the winner takes from the other side; without a value the winner loses it. */
export interface TakenField {
  readonly name: string;
  readonly value: unknown;
}

/** The fields in which two leaves differ, sorted by name. */
export interface FieldComparison {
  /**
   * Changed only on the other side since the common revision: the winner takes its value. Also the
   * unions to which the other side adds something, and what counts of two answers about consent.
   */
  readonly taken: readonly TakenField[];
  /**
   * Changed on both sides, or on neither according to the stamps: a person chooses. Also fields that
   * follow the choice for such a field, whichever side changed them.
   */
  readonly contested: readonly string[];
}

/** Fields that a removal adds to the record that it keeps. */
const REMOVAL = ['why', 'removedAt', 'removedBy', 'movedTo'] as const;

/**
 * A field that the document itself has: reading `constructor` must not return an inherited value.
 */
export function ownValue(document: LeafDocument, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

/**
 * The stamps of a document: for each field, the generation of the revision that last changed it.
 */
export function stampsOf(document: LeafDocument): Readonly<Record<string, unknown>> {
  const { stamp } = document;
  return typeof stamp === 'object' && stamp !== null && !Array.isArray(stamp) ? { ...stamp } : {};
}

function isChangedSince(stamps: Readonly<Record<string, unknown>>, name: string, since: number) {
  const generation = Object.hasOwn(stamps, name) ? stamps[name] : undefined;
  return typeof generation === 'number' && generation > since;
}

/**
 * Names of fields that never cause a conflict: provenance, those of a removal, and derived ones.
 */
function ignoredNames(winner: LeafDocument, other: LeafDocument): Set<string> {
  // Author and time are not content: the winner's stay.
  const ignored = new Set<string>(PROVENANCE_NAMES);
  if (winner._deleted === true || other._deleted === true) {
    for (const name of REMOVAL) ignored.add(name);
  }
  const kind = kindOfId(winner._id);
  if (kind !== null) for (const name of CONFLICT_RULES[kind].winners) ignored.add(name);
  return ignored;
}

/** The fields in which both sides' values are put together. */
function unionsOf(id: string): ReadonlySet<string> {
  const kind = kindOfId(id);
  return kind === null ? new Set() : CONFLICT_RULES[kind].unions;
}

/** The fields of which, changed on both sides, one value counts by a rule. */
function settledOf(id: string): ReadonlySet<string> {
  const kind = kindOfId(id);
  return kind === null ? new Set() : CONFLICT_RULES[kind].settled;
}

/**
 * Whether a living version has changed nothing since `commonGeneration` but that it is of the same
 * child as another record. Such a record is shown nowhere by itself, so that its removal by somebody
 * who had not seen the merge leaves nothing to ask: the screenings added to it stay with the child.
 */
export function isOnlyMerged(winner: LeafDocument, commonGeneration: number): boolean {
  const { sameAs } = winner as { sameAs?: unknown };
  const kind = kindOfId(winner._id);
  if (kind === null || sameIds({ sameAs: joinSameAs(sameAs, undefined) }).length === 0)
    return false;
  const { winners } = CONFLICT_RULES[kind];
  const stamps = stampsOf(winner);
  const changed = Object.keys(stamps).filter((name) =>
    isChangedSince(stamps, name, commonGeneration),
  );
  return (
    changed.includes('sameAs') && changed.every((name) => name === 'sameAs' || winners.has(name))
  );
}

/**
 * Whether a person must be asked: `figures` fields are decided with other fields, so they need a
 * question about one of those.
 */
function isAnyAsked(id: string, contested: readonly string[]): boolean {
  const kind = kindOfId(id);
  return kind === null || contested.some((name) => !CONFLICT_RULES[kind].figures.has(name));
}

/** The fields that follow the choice for another field, by name. */
function leadersOf(id: string): ReadonlyMap<string, string> {
  const kind = kindOfId(id);
  return kind === null ? new Map() : CONFLICT_RULES[kind].leaders;
}

/**
 * Sorts the fields in which two leaves differ by which side changed them since `commonGeneration`,
 * the generation of their newest common revision (0: none). A field that one side lacks counts as
 * different. Fields that only the winner changed are in neither list, because nothing needs doing.
 * Derived fields are in neither list too, so that two corrections that merge leave no question;
 * neither unions nor settled fields are contested.
 */
export function compareFields(
  winner: LeafDocument,
  other: LeafDocument,
  commonGeneration: number,
): FieldComparison {
  const ignored = ignoredNames(winner, other);
  const stampsOfWinner = stampsOf(winner);
  const stampsOfOther = stampsOf(other);
  const differing = [...new Set([...Object.keys(winner), ...Object.keys(other)])]
    .sort()
    .filter((name) => !name.startsWith('_') && !ignored.has(name))
    .filter((name) => !sameContent(ownValue(winner, name), ownValue(other, name)));
  const unions = unionsOf(winner._id);
  const settled = settledOf(winner._id);
  const isOthers = (name: string) => isChangedSince(stampsOfOther, name, commonGeneration);
  const isChangedAlike = (name: string) =>
    isChangedSince(stampsOfWinner, name, commonGeneration) === isOthers(name);
  const leaders = leadersOf(winner._id);
  const isNeverAsked = (name: string) => unions.has(name) || settled.has(name);
  const asked = new Set(differing.filter((name) => !isNeverAsked(name) && isChangedAlike(name)));
  // The note of one outcome must not stand beside the other: it follows the choice for its leader.
  const isContested = (name: string) => asked.has(name) || asked.has(leaders.get(name) ?? '');
  const contested = differing.filter(isContested);
  const taken = differing.flatMap((name): TakenField[] => {
    const [own, theirs] = [ownValue(winner, name), ownValue(other, name)];
    if (unions.has(name)) {
      const value = joinField(name, own, theirs);
      return sameContent(value, own) ? [] : [{ name, value }];
    }
    // Taken also where the winner's stays, which stamps it: an answer by somebody who had seen only
    // one of the two must meet the other as a change.
    if (settled.has(name) && isChangedAlike(name)) {
      return [{ name, value: joinField(name, own, theirs) }];
    }
    return !isContested(name) && isOthers(name) ? [{ name, value: theirs }] : [];
  });
  return { taken, contested: isAnyAsked(winner._id, contested) ? contested : [] };
}
