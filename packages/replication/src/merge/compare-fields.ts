import { CONFLICT_RULES, kindOfId, PROVENANCE_NAMES, sameContent } from '@crece/domain';

/** One leaf of a document with its body. */
export interface LeafDocument {
  readonly _id: string;
  readonly _rev: string;
  readonly _deleted?: boolean;
  readonly [field: string]: unknown;
}

/** The fields in which two leaves differ, sorted by name. */
export interface FieldComparison {
  /** Changed only on the other side since the common revision: the winner takes its value. */
  readonly taken: readonly string[];
  /**
   * Changed on both sides, or on neither according to the stamps: a person chooses. Also fields that
   * follow the choice for such a field, whichever side changed them.
   */
  readonly contested: readonly string[];
}

/** Fields that a removal adds to the record that it keeps. */
const REMOVAL = ['why', 'removedAt', 'removedBy'] as const;

/**
 * A field that the document itself has: reading `constructor` must not return an inherited value.
 */
function ownValue(document: LeafDocument, name: string): unknown {
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
 * Derived fields are in neither list too, so that two corrections that merge leave no question.
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
  const isOthers = (name: string) => isChangedSince(stampsOfOther, name, commonGeneration);
  const isChangedAlike = (name: string) =>
    isChangedSince(stampsOfWinner, name, commonGeneration) === isOthers(name);
  const leaders = leadersOf(winner._id);
  const asked = new Set(differing.filter(isChangedAlike));
  // The note of one outcome must not stand beside the other: it follows the choice for its leader.
  const isContested = (name: string) => asked.has(name) || asked.has(leaders.get(name) ?? '');
  const contested = differing.filter(isContested);
  const taken = differing.filter((name) => !isContested(name) && isOthers(name));
  return { taken, contested: isAnyAsked(winner._id, contested) ? contested : [] };
}
