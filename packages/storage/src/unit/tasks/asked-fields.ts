import { CONFLICT_RULES, kindOfId } from '@crece/domain';
import { hasContent } from '@crece/replication';
import type { VersionQuestion } from './examine.ts';

/** Whether a field is not asked about because it is decided together with contested figures. */
function isWithFigures(id: string, name: string): boolean {
  const kind = kindOfId(id);
  return kind !== null && CONFLICT_RULES[kind].figures.has(name);
}

/** The contested field whose choice also decides this field. */
function followed(id: string, name: string, contested: readonly string[]): string | undefined {
  const kind = kindOfId(id);
  const leader = kind === null ? undefined : CONFLICT_RULES[kind].leaders.get(name);
  return leader !== undefined && contested.includes(leader) ? leader : undefined;
}

/**
 * The contested fields that a person is asked about, sorted; the others follow from the choices.
 */
export function askedFields({
  kind,
  winner,
  other,
  contested,
}: VersionQuestion): readonly string[] {
  // An erased version has no values to choose from.
  if (kind === 'removed' && !hasContent(other)) return [];
  return contested.filter(
    (name) =>
      !isWithFigures(winner._id, name) && followed(winner._id, name, contested) === undefined,
  );
}

/** All contested fields to take from the other version, given the choices for the asked fields. */
export function takenFromOther(question: VersionQuestion, chosen: ReadonlySet<string>): string[] {
  const { winner, contested } = question;
  const asked = askedFields(question);
  const isAllFromOther = asked.length > 0 && asked.every((name) => chosen.has(name));
  return contested.filter((name) => {
    // If a screening cannot be assessed again, one whole version is at least consistent.
    if (isWithFigures(winner._id, name)) return isAllFromOther;
    return chosen.has(followed(winner._id, name, contested) ?? name);
  });
}
