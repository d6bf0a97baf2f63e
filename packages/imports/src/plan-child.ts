import {
  CHILD_FIELD_NAMES,
  type Child,
  checkChild,
  checkDocument,
  completedMonthsBetween,
  dateFromInstant,
  draftOfChild,
  type IsoDate,
  type PlannedWrites,
  planTogether,
  type Screening,
  sameContent,
  withChildFields,
  withoutFields,
} from '@crece/domain';
import { childChanges } from './changes.ts';
import {
  type ChildMatch,
  foundByNames,
  matchRefusalOf,
  motherRefusals,
  namesakes,
} from './child-match.ts';
import { changesByNames, differences, isBirthCorrected, together } from './child-of-rows.ts';
import type { FieldChange, Finding, RowReport } from './findings.ts';
import { asFindings, planScreening, type ScreeningPlan } from './plan-screenings.ts';
import type { ImportAnswers } from './questions.ts';
import { type ImportUnit, isRejected, type ReadRow, type RowChild } from './row.ts';

export interface ActContext {
  readonly unit: ImportUnit;
  readonly today: IsoDate;
  /** Instant of the import. */
  readonly now: string;
  /**
   * The id for a record that has none in the file: always the same for the same file and row.
   * `again`: another one, where so many are taken.
   */
  readonly newId: (kind: 'chld' | 'scr', row: number, again?: number) => string;
  /** Whether the file itself contains a screening with this id. */
  readonly isNamedScreening: (id: string) => boolean;
  /**
   * The child that owns a stored screening with this id in the unit; null when the unit has none.
   */
  readonly ownerOf: (screeningId: string) => string | null;
  /** What a row is whose child has another screening of that day. */
  readonly sameDay?: ImportAnswers['sameDay'];
}

/** The result of the rows of one child, written as a whole or not at all. */
export interface ChildAct {
  readonly childId: string | null;
  readonly rows: readonly RowReport[];
  /** Null: nothing needs to be written. */
  readonly writes: PlannedWrites | null;
}

/** More screenings than a child can have in five years: the file is not a list of screenings. */
export const MAX_ROWS_OF_CHILD = 300;

const RECORD_ONLY = ['created', 'interviewer', 'departed', 'agreed'] as const;

/** Completed months on the day of registration; undefined when the birth date is later. */
function monthsAtRegistration(
  birthDate: IsoDate,
  created: string,
  { timeZone }: ImportUnit,
): { monthAge?: number } {
  const day = dateFromInstant(created, timeZone);
  const months = day === null ? -1 : completedMonthsBetween(birthDate, day);
  return months < 0 ? {} : { monthAge: months };
}

function registered(said: RowChild, id: string, isNamed: boolean, context: ActContext): unknown {
  const { firstName = '', lastName = '', birthDate } = said;
  // A row with the record's id keeps its registration date, also a missing one.
  const created = said.created ?? (isNamed ? undefined : context.now);
  return {
    ...withoutFields(said, RECORD_ONLY),
    ...said.departed,
    ...said.agreed,
    ...(said.interviewer === undefined ? {} : { interviewer: said.interviewer }),
    ...(created === undefined ? {} : { created }),
    ...(created === undefined || birthDate === undefined
      ? {}
      : monthsAtRegistration(birthDate, created, context.unit)),
    _id: id,
    firstName,
    lastName,
    memberStatus: said.memberStatus ?? 'Unknown',
  };
}

type NextChild =
  | { readonly ok: true; readonly child: Child; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

function checkedChild(
  child: Child,
  stored: Child | undefined,
  isNamed: boolean,
  today: IsoDate,
): NextChild {
  const gate = checkDocument(child);
  if (!gate.ok)
    return {
      ok: false,
      findings: asFindings(
        gate.codes.map((code) => ({ code })),
        false,
      ),
    };
  const checked = checkChild(draftOfChild(child), today, stored);
  const findings = asFindings(checked.ok ? [] : checked.issues, isNamed);
  return isRejected(findings) ? { ok: false, findings } : { ok: true, child, findings };
}

/** What a new child lacks; the gate would call it unreadable. */
function lacking(said: RowChild): Finding[] {
  return [
    ...(said.gender === undefined
      ? [{ code: 'gender-required', level: 'reject', field: 'gender' } as const]
      : []),
    ...(said.birthDate === undefined
      ? [{ code: 'age-required', level: 'reject', field: 'birthDate' } as const]
      : []),
  ];
}

const storedOf = (match: ChildMatch) =>
  match?.by === 'id' || match?.by === 'names' ? match.stored : null;

/** The stored child changed as the rows require. */
function nextChild(rows: readonly ReadRow[], match: ChildMatch, context: ActContext): NextChild {
  const stored = storedOf(match)?.child;
  const said = together(rows);
  const named = rows.find(({ id }) => id !== undefined)?.id;
  const isNamed = named !== undefined;
  if (stored === undefined) {
    const id = named ?? context.newId('chld', rows[0]?.row ?? 0);
    const findings = lacking(said);
    if (findings.length > 0) return { ok: false, findings };
    const child = registered(said, id, isNamed, context) as Child;
    return checkedChild(child, undefined, isNamed, context.today);
  }
  const kept: Record<string, unknown> = {};
  for (const name of CHILD_FIELD_NAMES) {
    if (stored[name] !== undefined) kept[name] = stored[name];
  }
  const isById = isNamed && match?.by === 'id';
  const changed = isById ? said : changesByNames(said, stored);
  // An exact birth date replaces an estimated one, so the mark for "estimated" is removed.
  if (changed.birthDate !== undefined) delete kept['birthDateEstimated'];
  const fields = { ...kept, ...withoutFields(changed, RECORD_ONLY) };
  const child = withChildFields(stored, fields as Child);
  const findings: readonly Finding[] =
    !isById && isBirthCorrected(said, stored)
      ? [{ code: 'birth-date-kept', level: 'warn', field: 'birthDate' }]
      : [];
  if (sameContent(stored, child)) return { ok: true, child: stored, findings };
  const next = checkedChild(child, stored, isNamed, context.today);
  return { ...next, findings: [...findings, ...next.findings] };
}

function rejectedAct(rows: readonly ReadRow[], findings: readonly Finding[]): ChildAct {
  return {
    childId: null,
    writes: null,
    rows: rows.map((row) => ({
      row: row.row,
      outcome: 'rejected',
      findings: [...row.findings, ...findings],
    })),
  };
}

/** Plans the rows' screenings in order; each plan includes the screenings of earlier rows. */
function planScreenings(
  rows: readonly ReadRow[],
  child: Child,
  stored: readonly Screening[],
  context: ActContext,
): { plans: ReadonlyMap<number, ScreeningPlan>; incoming: readonly Screening[] } {
  const plans = new Map<number, ScreeningPlan>();
  const incoming = new Map<string, Screening>();
  for (const row of rows) {
    if (row.entry === undefined) continue;
    const owner = row.screenId === undefined ? null : context.ownerOf(row.screenId);
    if (owner !== null && owner !== child._id) {
      const findings = [
        { code: 'screening-of-another-child', level: 'reject', field: 'screenId' } as const,
      ];
      plans.set(row.row, { screening: null, outcome: 'rejected', findings, changes: [] });
      continue;
    }
    const plan = planScreening(row, row.entry, {
      child,
      screenings: [...stored.filter(({ _id }) => !incoming.has(_id)), ...incoming.values()],
      isNamed: context.isNamedScreening,
      newId: (number, again) => context.newId('scr', number, again),
      sameDay: context.sameDay,
      now: context.now,
      today: context.today,
    });
    plans.set(row.row, plan);
    if (plan.screening !== null) incoming.set(plan.screening._id, plan.screening);
  }
  return { plans, incoming: [...incoming.values()] };
}

/** The child after its rows, and the plan for each row. */
interface PlannedRows {
  readonly rows: readonly ReadRow[];
  readonly plans: ReadonlyMap<number, ScreeningPlan>;
  /** Findings about the child itself; reported with the first row that is imported. */
  readonly ofChild: readonly Finding[];
  /** The outcome of the child itself, and what changes in it. */
  readonly childOutcome: 'created' | 'updated' | 'duplicate';
  readonly childChanges: readonly FieldChange[];
}

function reportsOf(planned: PlannedRows): RowReport[] {
  const { rows, plans, ofChild, childOutcome } = planned;
  const said = together(rows);
  const first = rows.find(({ row }) => plans.get(row)?.outcome !== 'rejected');
  return rows.map((row): RowReport => {
    const plan = plans.get(row.row);
    const entry = plan?.outcome ?? 'duplicate';
    const changes = [...(row === first ? planned.childChanges : []), ...(plan?.changes ?? [])];
    return {
      row: row.row,
      outcome: row === first && entry === 'duplicate' ? childOutcome : entry,
      findings: [
        ...row.findings,
        ...differences(said, row),
        ...(row === first ? ofChild : []),
        ...(plan?.findings ?? []),
      ],
      ...(changes.length === 0 ? {} : { changes }),
    };
  });
}

/** The result of rows that are all readable; rows may still be refused here. */
function actOf(rows: readonly ReadRow[], match: ChildMatch, context: ActContext): ChildAct {
  const stored = storedOf(match);
  const next = nextChild(rows, match, context);
  if (!next.ok) return rejectedAct(rows, next.findings);
  const { child } = next;
  const findings = [...next.findings, ...namesakes(match)];
  const screenings = stored?.screenings ?? [];
  const { plans, incoming } = planScreenings(rows, child, screenings, context);
  const isChildChanged = stored !== null && !sameContent(stored.child, child);
  const childOutcome = stored === null ? 'created' : isChildChanged ? 'updated' : 'duplicate';
  // When every row is refused, the child is neither registered nor changed.
  const isAnyTaken = rows.some(({ row }) => plans.get(row)?.outcome !== 'rejected');
  const isWritten = isAnyTaken && (childOutcome !== 'duplicate' || incoming.length > 0);
  const before = { child: stored?.child ?? null, screenings };
  return {
    childId: child._id,
    rows: reportsOf({
      rows,
      plans,
      ofChild: findings,
      childOutcome,
      childChanges: stored === null ? [] : childChanges(stored.child, child),
    }),
    writes: isWritten ? planTogether(before, child, incoming) : null,
  };
}

/**
 * Plans all rows of one child: the child, its new and changed screenings, and the outcome of each
 * row. Rows whose content is stored already write nothing, even when a stored verdict is out of
 * date, because figures are reassessed when they are shown.
 */
export function planAct(all: readonly ReadRow[], match: ChildMatch, context: ActContext): ChildAct {
  if (all.length > MAX_ROWS_OF_CHILD) {
    const params = { max: MAX_ROWS_OF_CHILD };
    return rejectedAct(all, [{ code: 'too-many-rows-for-child', level: 'reject', params }]);
  }
  const byNames = foundByNames(match, all);
  const refused = all.filter(({ findings }) => isRejected(findings));
  const rows = all.flatMap((row) =>
    isRejected(row.findings) ? [] : [{ ...row, findings: [...row.findings, ...byNames] }],
  );
  const rejected = rejectedAct(refused, []).rows;
  if (rows.length === 0) return { childId: null, writes: null, rows: rejected };
  const reason = matchRefusalOf(match);
  const act = reason === null ? taken(rows, match, context) : rejectedAct(rows, [reason]);
  return { ...act, rows: [...rejected, ...act.rows].sort((a, b) => a.row - b.row) };
}

/** The act of readable rows, without those that may be another child's. */
function taken(rows: readonly ReadRow[], match: ChildMatch, context: ActContext): ChildAct {
  const isById = match?.by !== 'names' && rows.some(({ id }) => id !== undefined);
  const refusals = isById ? new Map<number, Finding>() : motherRefusals(rows, match);
  const clear = rows.filter(({ row }) => !refusals.has(row));
  const doubtful = rows.flatMap((row) => {
    const refusal = refusals.get(row.row);
    return refusal === undefined ? [] : rejectedAct([row], [refusal]).rows;
  });
  if (clear.length === 0) return { childId: null, writes: null, rows: doubtful };
  const act = actOf(clear, match, context);
  return { ...act, rows: [...doubtful, ...act.rows] };
}
