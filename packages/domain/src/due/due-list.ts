import { familyTexts } from '../child/family.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { NextVisitRules } from '../screening/next-visit.ts';
import {
  DUE_SECTIONS,
  type DueSection,
  type Standing,
  type StandingChild,
  standingOn,
} from '../standing/standing.ts';
import { standingSeverity } from '../standing/standing-mark.ts';
import { type DueVisit, dueVisitOf } from './due-visit.ts';

/** What the due list needs of a child's list row. */
export interface DueChild extends StandingChild {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ward?: string;
  readonly mother?: string;
  readonly phone?: string;
}

/** A child with the visit that it is due for. */
export interface DueEntry<T extends DueChild = DueChild> {
  readonly child: T;
  readonly visit: DueVisit;
  readonly standing: Standing;
}

/** Children of one mother in one ward; a child without a mother's name stands alone. */
export interface DueFamily<T extends DueChild = DueChild> {
  /** Stable for this list. */
  readonly key: string;
  readonly mother?: string;
  readonly phone?: string;
  readonly entries: readonly DueEntry<T>[];
}

export interface DueWard<T extends DueChild = DueChild> {
  /** Empty for children without a ward; they come last. */
  readonly ward: string;
  readonly families: readonly DueFamily<T>[];
}

/** Everybody who is due, by section. */
export type DueList<T extends DueChild = DueChild> = ReadonlyMap<
  DueSection,
  readonly DueEntry<T>[]
>;

/** The place of an entry: danger first, then the earlier day. */
function byDanger(a: DueEntry, b: DueEntry): number {
  const danger = severityOf(b) - severityOf(a);
  if (danger !== 0) return danger;
  return compare(a.visit.date ?? '', b.visit.date ?? '');
}

const severityOf = ({ child: { newest }, standing }: DueEntry) =>
  standingSeverity(newest ?? null, standing);

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Everybody who is due today, in the sections of the list, each by danger and date. */
export function dueList<T extends DueChild>(
  children: readonly T[],
  today: IsoDate,
  rules: NextVisitRules,
): DueList<T> {
  const sections = new Map<DueSection, DueEntry<T>[]>(DUE_SECTIONS.map((name) => [name, []]));
  for (const child of children) {
    const standing = standingOn(child, today, rules);
    const visit = dueVisitOf(standing);
    if (visit !== null) sections.get(visit.section)?.push({ child, visit, standing });
  }
  for (const entries of sections.values()) {
    entries.sort((a, b) => byDanger(a, b) || compare(a.child.id, b.child.id));
  }
  return sections;
}

/** Texts by which wards and families are ordered and told apart. */
function textsOf({ child }: DueEntry) {
  const { ward, lastName, mother } = familyTexts(child);
  return { ward, family: lastName, key: mother === null ? child.id : `${lastName}/${mother}` };
}

/**
 * Entries as somebody walks them: by ward, in it by family name, in a family by danger and date as
 * they came.
 */
export function byWardAndFamily<T extends DueChild>(
  entries: readonly DueEntry<T>[],
): readonly DueWard<T>[] {
  const placed = entries.map((entry, position) => ({ entry, position, ...textsOf(entry) }));
  placed.sort(
    (a, b) =>
      Number(a.ward === '') - Number(b.ward === '') ||
      compare(a.ward, b.ward) ||
      compare(a.family, b.family) ||
      compare(a.key, b.key) ||
      a.position - b.position,
  );
  const wards: { ward: string; folded: string; families: Family<T>[] }[] = [];
  for (const { entry, ward, key } of placed) {
    const last = wards.at(-1);
    const family = last?.folded === ward ? last.families.at(-1) : undefined;
    if (last?.folded !== ward) {
      const families = [{ key, entries: [entry] }];
      wards.push({ ward: entry.child.ward ?? '', folded: ward, families });
    } else if (family?.key === key) family.entries.push(entry);
    else last.families.push({ key, entries: [entry] });
  }
  return wards.map(({ ward, families }) => ({ ward, families: families.map(named) }));
}

interface Family<T extends DueChild> {
  key: string;
  entries: DueEntry<T>[];
}

/** The family under the name and the number that its children's records give first. */
function named<T extends DueChild>({ key, entries }: Family<T>): DueFamily<T> {
  const mother = entries[0]?.child.mother;
  const phone = entries.find(({ child }) => child.phone !== undefined)?.child.phone;
  return {
    key,
    entries,
    ...(mother === undefined ? {} : { mother }),
    ...(phone === undefined ? {} : { phone }),
  };
}
