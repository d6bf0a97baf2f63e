import { kindOfId, type RecordKind, SCREENING_ASSESSMENT_NAMES } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { Question } from './examine.ts';

/**
 * What a screening was told: the person chooses the measurements, these are computed anew. Its sex is
 * the child's, and "save anyway" belongs to figures that may not stand any more.
 */
const COMPUTED: ReadonlySet<string> = new Set([
  ...SCREENING_ASSESSMENT_NAMES,
  'gender',
  'zScoreConfirmed',
]);

/**
 * Fields that mean nothing without another one: when both are contested the person is asked for that
 * one, and they come from the same version.
 */
const FOLLOWED: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
  chld: { birthDateEstimated: 'birthDate' },
  scr: { longitude: 'latitude' },
  // Exactly one of the two dates tells whether a mother is pregnant or nursing.
  mthr: { childsBirthDate: 'deliveryDate' },
};

function isComputed(id: string, name: string): boolean {
  return kindOfId(id) === 'scr' && COMPUTED.has(name);
}

/** The field whose side this one takes, when that one is contested too. */
function followed(id: string, name: string, contested: readonly string[]): string | undefined {
  const kind = kindOfId(id);
  const leader = kind === null ? undefined : FOLLOWED[kind][name];
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
    (name) => !isComputed(winner._id, name) && followed(winner._id, name, contested) === undefined,
  );
}

/** Of all contested fields those that come from the other version, by what was chosen for the asked ones. */
export function takenFromOther(question: Question, chosen: ReadonlySet<string>): string[] {
  const { winner, contested } = question;
  const asked = askedFields(question);
  const isAllFromOther = asked.length > 0 && asked.every((name) => chosen.has(name));
  return contested.filter((name) => {
    // Where a screening cannot be assessed anew, one version as a whole is at least consistent.
    if (isComputed(winner._id, name)) return isAllFromOther;
    return chosen.has(followed(winner._id, name, contested) ?? name);
  });
}
