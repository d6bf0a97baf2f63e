import { CONFLICT_RULES, kindOfId } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { Question } from './examine.ts';

/** Whether nobody is asked about a field: it is decided with the figures that are asked about. */
function isWithFigures(id: string, name: string): boolean {
  const kind = kindOfId(id);
  return kind !== null && CONFLICT_RULES[kind].figures.has(name);
}

/** The field whose side this one takes, when that one is contested too. */
function followed(id: string, name: string, contested: readonly string[]): string | undefined {
  const kind = kindOfId(id);
  const leader = kind === null ? undefined : CONFLICT_RULES[kind].leaders.get(name);
  return leader !== undefined && contested.includes(leader) ? leader : undefined;
}

/** Whether a version holds anything of the record; an erasure, or a foreign deletion, does not. */
export function hasContent(leaf: LeafDocument): boolean {
  return Object.keys(leaf).some(
    (name) => !name.startsWith('_') && !['why', 'stamp', 'removedAt', 'removedBy'].includes(name),
  );
}

/** The contested fields that a person is asked about, sorted; the others follow from the answers. */
export function askedFields({ kind, winner, other, contested }: Question): readonly string[] {
  // An erasure has no values to choose from.
  if (kind === 'removed' && !hasContent(other)) return [];
  return contested.filter(
    (name) =>
      !isWithFigures(winner._id, name) && followed(winner._id, name, contested) === undefined,
  );
}

/** Of all contested fields those that come from the other version, by what was chosen for the asked ones. */
export function takenFromOther(question: Question, chosen: ReadonlySet<string>): string[] {
  const { winner, contested } = question;
  const asked = askedFields(question);
  const isAllFromOther = asked.length > 0 && asked.every((name) => chosen.has(name));
  return contested.filter((name) => {
    // Where a screening cannot be assessed anew, one version as a whole is at least consistent.
    if (isWithFigures(winner._id, name)) return isAllFromOther;
    return chosen.has(followed(winner._id, name, contested) ?? name);
  });
}
