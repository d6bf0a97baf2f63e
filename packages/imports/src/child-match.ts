import { type Child, type IsoDate, newestScreening, type Screening } from '@crece/domain';
import type { Finding, FindingCode } from './findings.ts';
import type { ReadRow } from './row.ts';
import { mayBeSameMother } from './same-child.ts';

/** A child's stored records. */
export interface StoredChild {
  readonly child: Child;
  readonly screenings: readonly Screening[];
}

/** A child that rows may be about. */
export type Candidate =
  /** Another row of the file. */
  | { readonly row: number; readonly day?: IsoDate | undefined }
  /** A child of the unit, with the day of its last screening. */
  | {
      readonly birthDate: IsoDate;
      readonly day?: IsoDate | undefined;
      readonly mother?: string | undefined;
    };

/** How the rows of one child are matched with stored records. */
export type ChildMatch =
  | { readonly by: 'id' | 'names'; readonly stored: StoredChild }
  /** It is not clear which of these the child is. */
  | { readonly by: 'several'; readonly candidates: readonly Candidate[] }
  /** None; these children have the same names and another birth date. */
  | { readonly by: 'namesakes'; readonly birthDates: readonly IsoDate[] }
  /** The rows cannot be matched with stored records, for this reason. */
  | {
      readonly by: 'refused';
      readonly code: FindingCode;
      readonly params?: Finding['params'];
    }
  | null;

/** A row that names an id which the unit does not have was matched by its names. */
export function foundByNames(match: ChildMatch, rows: readonly ReadRow[]): Finding[] {
  return match?.by === 'names' && rows.some(({ id }) => id !== undefined)
    ? [{ code: 'matched-by-names', level: 'warn', field: 'id' }]
    : [];
}

/** `5 (2026-02-01)`, or the birth date of a stored child with its last visit and mother. */
function candidateText(candidate: Candidate): string {
  const { day } = candidate;
  const [name, mother] =
    'row' in candidate ? [candidate.row, undefined] : [candidate.birthDate, candidate.mother];
  const more = [day, mother].filter((part) => part !== undefined && part !== '');
  return more.length === 0 ? String(name) : `${name} (${more.join(', ')})`;
}

const MOST_CANDIDATES = 5;

/**
 * Where the candidates are: rows of the file, or children of the unit; or the rows, or the child,
 * that name another mother.
 */
type Where = 'file' | 'unit' | 'mothers' | 'mother';

function whichChild(candidates: readonly Candidate[], where: Where): Finding {
  const texts = candidates.slice(0, MOST_CANDIDATES).map(candidateText);
  const more = candidates.length > MOST_CANDIDATES ? ', …' : '';
  const params = { where, candidates: `${texts.join(', ')}${more}` };
  return { code: 'which-child', level: 'reject', params };
}

/** Why no row of the child can be taken; null: they can. */
export function matchRefusalOf(match: ChildMatch): Finding | null {
  if (match?.by === 'refused') {
    const { code, params } = match;
    return { code, level: 'reject', field: 'id', ...(params === undefined ? {} : { params }) };
  }
  if (match?.by !== 'several') return null;
  const isInFile = match.candidates.some((candidate) => 'row' in candidate);
  return whichChild(match.candidates, isInFile ? 'file' : 'unit');
}

/** The rows of a child that name a mother who is certainly another than one of the others. */
function withOtherMothers(rows: readonly ReadRow[]): readonly ReadRow[] {
  const named = rows.filter(({ child }) => child.mother !== undefined);
  const differs = (a: ReadRow, b: ReadRow) =>
    !mayBeSameMother(a.child.mother ?? '', b.child.mother ?? '');
  return named.filter((row) => named.some((other) => differs(row, other)));
}

/** Rows of the file whose mothers differ: none of them, nor a row without a mother, can be placed. */
function refusalsInFile(rows: readonly ReadRow[]): ReadonlyMap<number, Finding> {
  const differing = withOtherMothers(rows);
  if (differing.length === 0) return new Map();
  const candidatesFor = (row: ReadRow) =>
    differing
      .filter((other) => other.row !== row.row && other.child.mother !== row.child.mother)
      .map((other) => ({ row: other.row, day: other.entry?.surveyDate }));
  return new Map(rows.map((row) => [row.row, whichChild(candidatesFor(row), 'mothers')]));
}

/**
 * The rows without an id that may be another child's, by their number: their mother is certainly
 * another than the stored one, or they differ from each other where none is stored.
 */
export function motherRefusals(
  rows: readonly ReadRow[],
  match: ChildMatch,
): ReadonlyMap<number, Finding> {
  const stored = match?.by === 'names' || match?.by === 'id' ? match.stored : null;
  const known = stored?.child.mother;
  if (stored === null || known === undefined) return refusalsInFile(rows);
  const { child, screenings } = stored;
  const day = newestScreening(screenings)?.surveyDate;
  const finding = whichChild([{ birthDate: child.birthDate, day, mother: known }], 'mother');
  return new Map(
    rows.flatMap((row) => {
      const { mother } = row.child;
      return mother === undefined || mayBeSameMother(mother, known)
        ? []
        : [[row.row, finding] as const];
    }),
  );
}

/** A namesake is told, so that a child whose birth date was mistyped is not made twice unseen. */
export function namesakes(match: ChildMatch): Finding[] {
  if (match?.by !== 'namesakes') return [];
  const birthDates = match.birthDates.slice(0, MOST_CANDIDATES).join(', ');
  return [{ code: 'name-is-there', level: 'warn', field: 'birthDate', params: { birthDates } }];
}
