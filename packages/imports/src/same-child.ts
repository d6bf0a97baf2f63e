import { daysBetween, foldText, type IsoDate } from '@crece/domain';

/** A birth date as a file or a record has it. */
export interface Birth {
  readonly birthDate: IsoDate;
  /** It was worked out from an age in months. */
  readonly isEstimated: boolean;
}

/** A birth date that occurs in a file beside a name, and the child's id where its rows have one. */
export interface NamedBirth extends Birth {
  readonly id: string | null;
}

/**
 * Two estimates of one birth lie up to a month apart, as an age in whole months leaves it open; the
 * rest is for ages that somebody rounded.
 */
export const ESTIMATED_WITHIN_DAYS = 45;

/** The names by which rows and children without an id are compared; null without any. */
export function namesKey({
  firstName,
  lastName,
}: {
  readonly firstName?: string;
  readonly lastName?: string;
}): string | null {
  if ((firstName ?? lastName) === undefined) return null;
  return `${foldText(firstName ?? '')}|${foldText(lastName ?? '')}`;
}

/**
 * Whether two birth dates beside the same names are one child's: they are equal, or one of them is
 * estimated and they are at most 45 days apart.
 */
export function isSameBirth(a: Birth, b: Birth): boolean {
  if (a.birthDate === b.birthDate) return true;
  const days = Math.abs(daysBetween(a.birthDate, b.birthDate));
  return (a.isEstimated || b.isEstimated) && days <= ESTIMATED_WITHIN_DAYS;
}

const wordsOf = (name: string) => foldText(name).split(' ');

/** Whether a name has every word of another: "Rosa Xol Caal" has those of "ROSA XOL". */
export function hasAllWords(name: string, other: string): boolean {
  const words = wordsOf(name);
  return wordsOf(other).every((word) => words.includes(word));
}

/** Whether two names of a mother may be one person's: one has every word of the other. */
export function mayBeSameMother(a: string, b: string): boolean {
  return hasAllWords(a, b) || hasAllWords(b, a);
}

/** Groups of estimated births, each at most 45 days from the one before it. */
function chainsOf(births: readonly NamedBirth[]): NamedBirth[][] {
  const sorted = [...births].sort((a, b) => (a.birthDate < b.birthDate ? -1 : 1));
  const chains: NamedBirth[][] = [];
  for (const birth of sorted) {
    const chain = chains.at(-1);
    const before = chain?.at(-1);
    if (chain !== undefined && before !== undefined && isSameBirth(before, birth)) {
      chain.push(birth);
    } else chains.push([birth]);
  }
  return chains;
}

/**
 * Which births beside one name are one child: the label of its child for each birth, null where it
 * may be several. A birth with an id is that child; one without joins the only one near it.
 */
export function childrenOfName(births: readonly NamedBirth[]): (string | null)[] {
  const named = births.filter(({ id }) => id !== null);
  const exact = births.filter(({ id, isEstimated }) => id === null && !isEstimated);
  const idsNear = (birth: NamedBirth) =>
    named.flatMap((other) => (isSameBirth(birth, other) ? [`id:${other.id}`] : []));
  const only = (labels: readonly string[], none: string): string | null => {
    const [label = none, ...others] = new Set(labels);
    return others.length > 0 ? null : label;
  };
  const ofExact = (birth: NamedBirth) => only(idsNear(birth), `born:${birth.birthDate}`);

  const alone: NamedBirth[] = [];
  const labels = new Map<NamedBirth, string | null>();
  for (const birth of births) {
    if (birth.id !== null) labels.set(birth, `id:${birth.id}`);
    else if (!birth.isEstimated) labels.set(birth, ofExact(birth));
    else {
      const near = exact.filter((other) => isSameBirth(birth, other)).map(ofExact);
      const all = [...idsNear(birth), ...near];
      if (all.length === 0) alone.push(birth);
      else labels.set(birth, all.includes(null) ? null : only(all as string[], ''));
    }
  }
  for (const chain of chainsOf(alone)) {
    const [first] = chain;
    const last = chain.at(-1);
    if (first === undefined || last === undefined) continue;
    const label = isSameBirth(first, last) ? `about:${first.birthDate}` : null;
    for (const birth of chain) labels.set(birth, label);
  }
  return births.map((birth) => labels.get(birth) ?? null);
}
