import type { SameAs } from '../base/words.ts';

/** The part of a child's record that says of which other records it is the same child. */
export interface Deciding {
  readonly sameAs?: readonly SameAs[] | undefined;
}

/** A child's record with its id. */
export interface DecidingRecord extends Deciding {
  readonly _id: string;
}

/** Several records of one child, the smallest id first; by the id of each of them. */
export type Groups = ReadonlyMap<string, readonly string[]>;

const saysSame = ({ decided }: SameAs): boolean => decided % 2 === 1;

/** The records that a record says to be of the same child. */
export function sameIds({ sameAs = [] }: Deciding): readonly string[] {
  return sameAs.filter(saysSame).map(({ id }) => id);
}

/** The records that a person has decided to be of other children. */
export function otherIds({ sameAs = [] }: Deciding): readonly string[] {
  return sameAs.filter((each) => !saysSame(each)).map(({ id }) => id);
}

/**
 * The groups of records that are of one child, from what each record says. Neither direction nor
 * order of what they say matters, so rings and chains are harmless. A record alone is in no group.
 */
export function groupsOf(said: Iterable<readonly [string, readonly string[]]>): Groups {
  const beside = new Map<string, string[]>();
  const note = (id: string, other: string): void => {
    const known = beside.get(id);
    if (known === undefined) beside.set(id, [other]);
    else known.push(other);
  };
  for (const [id, others] of said) {
    for (const other of others) {
      if (other === id) continue;
      note(id, other);
      note(other, id);
    }
  }
  const groups = new Map<string, readonly string[]>();
  for (const start of beside.keys()) {
    if (groups.has(start)) continue;
    const members = new Set([start]);
    for (const id of members) for (const other of beside.get(id) ?? []) members.add(other);
    const sorted = [...members].sort();
    for (const id of sorted) groups.set(id, sorted);
  }
  return groups;
}

/**
 * For each of several records of one child, the one that leads: the smallest id that is here. Of
 * `records` only those that say something are needed.
 */
export function leadsOf(
  records: Iterable<DecidingRecord>,
  isHere: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const groups = groupsOf(Array.from(records, (record) => [record._id, sameIds(record)]));
  return new Map(
    [...groups].flatMap(([id, members]) => {
      const lead = members.find(isHere);
      return lead === undefined ? [] : [[id, lead] as const];
    }),
  );
}
