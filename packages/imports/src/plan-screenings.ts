import {
  type AssessedChild,
  assessScreening,
  draftOfScreening,
  NO_Z_SCORES,
  SCREENING_FIELD_NAMES,
  type Screening,
  type ScreeningFields,
  sameContent,
  storedZScoresOf,
  withoutFields,
  withScreeningFields,
} from '@crece/domain';
import { IMPORT_FIELD_NAMES, type ImportField } from './fields.ts';
import type { Finding, FindingCode } from './findings.ts';
import type { ReadRow, RowScreening } from './row.ts';

/** Issues that a form refuses but an import only reports as warnings. */
const TOLD_ONLY: ReadonlySet<FindingCode> = new Set<FindingCode>([
  // Screenings past the fifth birthday are history.
  'child-graduated',
  // The form asks "save anyway?"; the import keeps the row, and the screening is marked wherever it
  // is shown.
  'z-score-implausible',
  // Nobody can be asked: the comment is read as in a record of an older system, and marked.
  'age-override-to-confirm',
  // Oedema alone refers a child.
  'height-weight-or-muac-required',
]);

/** The file's field for a form's field. */
function fieldOf(name: string | undefined): { field?: ImportField } {
  const field = IMPORT_FIELD_NAMES.find((known) => known === name);
  return field === undefined ? {} : { field };
}

/**
 * The form's issues as findings. A row with a record's id is accepted as it was stored, so its
 * issues become warnings, as in the gate; in any other row, issues that the form refuses are
 * refused.
 */
export function asFindings(
  issues: readonly { code: FindingCode; field?: string; params?: Finding['params'] }[],
  isStored: boolean,
): Finding[] {
  return issues.map(({ code, field, params }) => ({
    code,
    level: isStored || TOLD_ONLY.has(code) ? 'warn' : 'reject',
    ...fieldOf(field),
    ...(params === undefined ? {} : { params }),
  }));
}

const NOT_TYPED = ['figures', 'created', 'interviewer'] as const;

/** The typed fields of a screening. */
function typedFields(entry: RowScreening): ScreeningFields {
  return withoutFields(entry, NOT_TYPED);
}

/** Whether two screenings have the same date and measures; then they count as one. */
function isSameScreening(screening: Screening, entry: RowScreening): boolean {
  return (
    screening.surveyDate === entry.surveyDate &&
    screening.height === entry.height &&
    screening.weight === entry.weight &&
    screening.muac === entry.muac
  );
}

/** A new screening. Its stored figures are kept where measures are missing. */
function newScreening(
  entry: RowScreening,
  facts: { id: string; owner: string; gender: Screening['gender']; created: string | undefined },
): Screening {
  const { figures, interviewer } = entry;
  const created = entry.created ?? facts.created;
  const hasFigures = figures.ha !== null || figures.wa !== null || figures.wl !== null;
  return {
    ...typedFields(entry),
    ...(interviewer === undefined ? {} : { interviewer }),
    ...(created === undefined ? {} : { created }),
    _id: facts.id,
    owner: facts.owner,
    gender: facts.gender,
    zScore: hasFigures ? storedZScoresOf(figures) : { ...NO_Z_SCORES },
    actions: [],
  };
}

/** A stored screening changed by the row; a blank cell leaves the stored value. */
function changedScreening(stored: Screening, entry: RowScreening): Screening {
  const typed = typedFields(entry);
  // A blank cell next to a comment "age=N" declines the override only if none was decided before.
  const answer =
    typed.ageOverride === false && stored.ageOverride !== undefined
      ? { ageOverride: stored.ageOverride }
      : {};
  const kept: Record<string, unknown> = {};
  for (const name of SCREENING_FIELD_NAMES) {
    if (stored[name] !== undefined) kept[name] = stored[name];
  }
  return withScreeningFields(stored, { ...kept, ...typed, ...answer });
}

/** The effect of one row on the child's screenings. */
export interface ScreeningPlan {
  readonly screening: Screening | null;
  readonly outcome: 'created' | 'updated' | 'duplicate' | 'rejected';
  readonly findings: readonly Finding[];
}

export interface ScreeningContext {
  readonly child: AssessedChild & { readonly _id: string };
  /** Stored screenings and those from earlier rows of the file. */
  readonly screenings: readonly Screening[];
  /** Whether the file contains a screening with this id; no other row may match it. */
  readonly isNamed: (screeningId: string) => boolean;
  readonly newId: (row: number) => string;
  /** Instant of the import, for screenings that get a new id. */
  readonly now: string;
  readonly today: string;
}

function sameDay(screenings: readonly Screening[], entry: RowScreening): Finding[] {
  const other = screenings.some(({ surveyDate }) => surveyDate === entry.surveyDate);
  return other ? [{ code: 'another-visit-that-day', level: 'warn', field: 'surveyDate' }] : [];
}

/**
 * Plans the screening of one row: the one with the row's id, the one with the same content, or a
 * new one.
 */
export function planScreening(
  { screenId, row }: Pick<ReadRow, 'screenId' | 'row'>,
  entry: RowScreening,
  context: ScreeningContext,
): ScreeningPlan {
  const { child, screenings, isNamed, now, today } = context;
  const id = screenId ?? context.newId(row);
  const stored =
    screenings.find(({ _id }) => _id === id) ??
    screenings.find((known) => !isNamed(known._id) && isSameScreening(known, entry));
  const screening =
    stored === undefined
      ? newScreening(entry, {
          id,
          owner: child._id,
          gender: child.gender,
          created: screenId === undefined ? now : undefined,
        })
      : changedScreening(stored, entry);
  if (stored !== undefined && sameContent(stored, screening)) {
    return { screening: null, outcome: 'duplicate', findings: [] };
  }
  const others = screenings.filter(({ _id }) => _id !== screening._id);
  const draft = { ...draftOfScreening(screening), zScoreConfirmed: screening.zScoreConfirmed };
  const checked = assessScreening(draft, child, others, today);
  const findings = [
    ...asFindings(checked.ok ? [] : checked.issues, screenId !== undefined),
    ...(stored === undefined && screenId === undefined ? sameDay(others, entry) : []),
  ];
  if (findings.some(({ level }) => level === 'reject')) {
    return { screening: null, outcome: 'rejected', findings };
  }
  return { screening, outcome: stored === undefined ? 'created' : 'updated', findings };
}
