import {
  type AssessedChild,
  assessScreening,
  draftOfScreening,
  instantOfId,
  isAcuteStored,
  NO_Z_SCORES,
  SCREENING_FIELD_NAMES,
  type Screening,
  type ScreeningFields,
  sameContent,
  storedZScoresOf,
  withoutFields,
  withScreeningFields,
} from '@crece/domain';
import { screeningChanges } from './changes.ts';
import { IMPORT_FIELD_NAMES, type ImportField } from './fields.ts';
import type { FieldChange, Finding, FindingCode } from './findings.ts';
import type { ImportAnswers } from './questions.ts';
import type { ReadRow, RowScreening } from './row.ts';

const FIGURES = ['height', 'weight', 'muac'] as const;
const MEASURES = [...FIGURES, 'oedema'] as const;

/** How many measures of a row a screening has too; null when one of them differs. */
function agreement(screening: Screening, entry: RowScreening): number | null {
  const shared = MEASURES.filter(
    (name) => entry[name] !== undefined && screening[name] !== undefined,
  );
  if (shared.some((name) => entry[name] !== screening[name])) return null;
  // "No swelling" alone, said of every child of a list, tells no visit from another.
  const hasFigures = FIGURES.some((name) => entry[name] !== undefined);
  return shared.filter((name) => name !== 'oedema' || !hasFigures).length;
}

/**
 * The screening of that day that a row is: it has a measure of the row, and none that differs. Blank
 * cells say nothing; what the screening lacks is added to it.
 */
function sameVisit(entry: RowScreening, ofDay: readonly Screening[]): Screening | null {
  let best: { screening: Screening; shared: number } | null = null;
  for (const screening of ofDay) {
    const shared = agreement(screening, entry);
    if (shared !== null && shared > (best?.shared ?? 0)) best = { screening, shared };
  }
  return best?.screening ?? null;
}

const instantOf = ({ created = '', _id }: Screening): number =>
  Date.parse(created) || (instantOfId(_id) ?? 0);

/**
 * The instant one millisecond before the screenings of a day that show a refer sign or acute
 * evidence, so that a second visit of that day never becomes newer than one of them; null when there
 * is none.
 */
function instantBefore(ofDay: readonly Screening[], child: AssessedChild): string | null {
  const dangers = ofDay.filter((screening) => isAcuteStored(screening, child)).map(instantOf);
  return dangers.length === 0 ? null : new Date(Math.min(...dangers) - 1).toISOString();
}

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

const NOT_TYPED = ['figures', 'created', 'interviewer', 'followUp'] as const;

/** The typed fields of a screening. */
function typedFields(entry: RowScreening): ScreeningFields {
  return withoutFields(entry, NOT_TYPED);
}

/** A new screening. Its stored figures are kept where measures are missing. */
function newScreening(
  entry: RowScreening,
  facts: { id: string; owner: string; gender: Screening['gender']; created: string | undefined },
): Screening {
  const { figures, interviewer } = entry;
  const { created } = facts;
  const hasFigures = figures.ha !== null || figures.wa !== null || figures.wl !== null;
  return {
    ...typedFields(entry),
    ...entry.followUp,
    ...(interviewer === undefined ? {} : { interviewer }),
    ...(created === undefined ? {} : { created }),
    _id: facts.id,
    owner: facts.owner,
    gender: facts.gender,
    zScore: hasFigures ? storedZScoresOf(figures) : { ...NO_Z_SCORES },
    actions: [],
  };
}

/**
 * A stored screening changed by the row; a blank cell leaves the stored value. What became of a
 * referral is not taken from a file then: it may have been taken back since the file was made.
 */
function changedScreening(stored: Screening, entry: RowScreening): Screening {
  const typed = typedFields(entry);
  // A blank cell next to a comment "age=N" declines the override only if none was decided before.
  const answer =
    typed.ageOverride === false && stored.ageOverride !== undefined
      ? { ageOverride: stored.ageOverride }
      : {};
  const outside = typed.outsideLimits && {
    outsideLimits: { ...stored.outsideLimits, ...typed.outsideLimits },
  };
  const kept: Record<string, unknown> = {};
  for (const name of SCREENING_FIELD_NAMES) {
    if (stored[name] !== undefined) kept[name] = stored[name];
  }
  return withScreeningFields(stored, { ...kept, ...typed, ...outside, ...answer });
}

/** The effect of one row on the child's screenings. */
export interface ScreeningPlan {
  readonly screening: Screening | null;
  readonly outcome: 'created' | 'updated' | 'duplicate' | 'rejected';
  readonly findings: readonly Finding[];
  readonly changes: readonly FieldChange[];
}

export interface ScreeningContext {
  readonly child: AssessedChild & { readonly _id: string };
  /** Stored screenings and those from earlier rows of the file. */
  readonly screenings: readonly Screening[];
  /** Whether the file contains a screening with this id; no other row is the same as it. */
  readonly isNamed: (screeningId: string) => boolean;
  /** `again`: how many of the row's ids are taken. */
  readonly newId: (row: number, again: number) => string;
  /** What a row with other measures than the screening of its day is. */
  readonly sameDay: ImportAnswers['sameDay'];
  /** Instant of the import, for screenings that get a new id. */
  readonly now: string;
  readonly today: string;
}

function rejected(findings: readonly Finding[]): ScreeningPlan {
  return { screening: null, outcome: 'rejected', findings, changes: [] };
}

function onSurveyDate(code: FindingCode, level: Finding['level']): Finding {
  return { code, level, field: 'surveyDate' };
}

/** The stored screening that a row changes, or null for a new one; or why the row is refused. */
type Found =
  | { readonly stored: Screening | null; readonly findings: readonly Finding[] }
  | { readonly refusal: Finding };

/**
 * The screening that a row without an id is: the one of its day whose measures are equal, else what
 * was answered for the whole file. Without an answer the row is refused, so that nothing is hidden
 * by a second visit or lost by a correction that nobody meant. `brought`: the one that an earlier
 * upload of the file made of this row, which somebody may have corrected since, its day too.
 */
function withoutId(
  entry: RowScreening,
  brought: Screening | undefined,
  context: ScreeningContext,
): Found {
  const { screenings, isNamed, sameDay } = context;
  const isUnchanged =
    brought?.surveyDate === entry.surveyDate && agreement(brought, entry) !== null;
  if (isUnchanged) return { stored: brought, findings: [] };
  const ofDay = screenings.filter(
    (screening) => screening === brought || screening.surveyDate === entry.surveyDate,
  );
  const [only, ...others] = ofDay;
  if (only === undefined) return { stored: null, findings: [] };
  const stored = sameVisit(
    entry,
    ofDay.filter(({ _id, surveyDate }) => !isNamed(_id) && surveyDate === entry.surveyDate),
  );
  if (stored !== null) return { stored, findings: [] };
  if (sameDay === undefined) return { refusal: onSurveyDate('same-day', 'reject') };
  if (sameDay === 'correction') {
    return others.length > 0
      ? { refusal: onSurveyDate('same-day-several', 'reject') }
      : { stored: only, findings: [] };
  }
  const isHeldBack = instantBefore(ofDay, context.child) !== null;
  const code = isHeldBack ? 'before-danger-of-that-day' : 'another-visit-that-day';
  return { stored: null, findings: [onSurveyDate(code, 'warn')] };
}

/** When a screening that the file does not name was created. */
function createdAt(entry: RowScreening, { screenings, child, now }: ScreeningContext): string {
  const ofDay = screenings.filter(({ surveyDate }) => surveyDate === entry.surveyDate);
  return instantBefore(ofDay, child) ?? entry.created ?? now;
}

/** The first of a row's ids that no screening has. */
function freeId(row: number, { screenings, newId }: ScreeningContext): string {
  for (let again = 0; ; again += 1) {
    const id = newId(row, again);
    if (screenings.every(({ _id }) => _id !== id)) return id;
  }
}

/**
 * Plans the screening of one row: the one with the row's id, the one of that day with the same
 * measures, or a new one.
 */
export function planScreening(
  { screenId, row }: Pick<ReadRow, 'screenId' | 'row'>,
  entry: RowScreening,
  context: ScreeningContext,
): ScreeningPlan {
  const { child, screenings, today } = context;
  const isUnnamed = screenId === undefined;
  const known = screenId ?? context.newId(row, 0);
  const byId = screenings.find(({ _id }) => _id === known);
  const found: Found = isUnnamed
    ? withoutId(entry, byId, context)
    : { stored: byId ?? null, findings: [] };
  if ('refusal' in found) return rejected([found.refusal]);
  const { stored } = found;
  const screening =
    stored === null
      ? newScreening(entry, {
          id: screenId ?? freeId(row, context),
          owner: child._id,
          gender: child.gender,
          created: isUnnamed ? createdAt(entry, context) : entry.created,
        })
      : changedScreening(stored, entry);
  if (stored !== null && sameContent(stored, screening)) {
    return { screening: null, outcome: 'duplicate', findings: [], changes: [] };
  }
  const others = screenings.filter(({ _id }) => _id !== screening._id);
  const draft = { ...draftOfScreening(screening), zScoreConfirmed: screening.zScoreConfirmed };
  const checked = assessScreening(draft, child, others, today);
  const findings = [
    ...asFindings(checked.ok ? [] : checked.issues, screenId !== undefined),
    ...found.findings,
  ];
  if (findings.some(({ level }) => level === 'reject')) return rejected(findings);
  if (stored === null) return { screening, outcome: 'created', findings, changes: [] };
  const changes = screeningChanges(stored, screening);
  return { screening, outcome: 'updated', findings, changes };
}
