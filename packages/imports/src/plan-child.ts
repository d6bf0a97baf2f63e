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
import type { Finding, FindingCode, RowReport } from './findings.ts';
import { asFindings, planScreening, type ScreeningPlan } from './plan-screenings.ts';
import { type ImportUnit, isRejected, type ReadRow, type RowChild } from './row.ts';

/** A child's records as they are stored. */
export interface StoredChild {
  readonly child: Child;
  readonly screenings: readonly Screening[];
}

/** How the rows of one child find what is stored. */
export type ChildMatch =
  | { readonly by: 'id' | 'names'; readonly stored: StoredChild }
  /** Names and birth date fit several children of the unit. */
  | { readonly by: 'several'; readonly count: number }
  /** The rows cannot be brought together with what is stored: why. */
  | { readonly by: 'refused'; readonly code: FindingCode }
  | null;

export interface ActContext {
  readonly unit: ImportUnit;
  readonly today: IsoDate;
  /** Instant of the import. */
  readonly now: string;
  /** The id of a record that the file does not name: the same for the same file and row. */
  readonly newId: (kind: 'chld' | 'scr', row: number) => string;
  /** Screenings that the file names itself. */
  readonly isNamedScreening: (id: string) => boolean;
  /** The child to whom a screening that the file names belongs in the unit; null when it is not there. */
  readonly ownerOf: (screeningId: string) => string | null;
}

/** What the rows of one child come to: one act, written as a whole or not at all. */
export interface ChildAct {
  readonly childId: string | null;
  readonly rows: readonly RowReport[];
  /** Null: nothing has to be written. */
  readonly writes: PlannedWrites | null;
}

/** More screenings than a child can have in five years: this is no list of children. */
export const MAX_ROWS_OF_CHILD = 300;

const RECORD_ONLY = ['created', 'interviewer'] as const;

/** Fields that tell who a child is: rows that differ in them are pointed out. */
const IDENTITY = ['firstName', 'lastName', 'birthDate', 'gender'] as const;

/** What the rows say of the child together: of each field the first that is not blank. */
function together(rows: readonly ReadRow[]): RowChild {
  const merged: Record<string, unknown> = {};
  for (const { child } of rows) {
    for (const [name, value] of Object.entries(child)) merged[name] ??= value;
  }
  return merged as RowChild;
}

function differences(said: RowChild, { child }: ReadRow): Finding[] {
  return IDENTITY.flatMap((field) =>
    child[field] === undefined || child[field] === said[field]
      ? []
      : [{ code: 'differs-from-earlier-row' as const, level: 'warn' as const, field }],
  );
}

/** Completed months on the day of registration; a birth date after it gives none. */
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
  // A record that is named keeps what it says of its registration, also when that is nothing.
  const created = said.created ?? (isNamed ? undefined : context.now);
  return {
    ...withoutFields(said, RECORD_ONLY),
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

/** The child as the rows want it, on top of the stored one. */
function nextChild(
  rows: readonly ReadRow[],
  stored: Child | undefined,
  context: ActContext,
): NextChild {
  const said = together(rows);
  const named = rows.find(({ id }) => id !== undefined)?.id;
  const isNamed = named !== undefined;
  if (stored === undefined) {
    const id = named ?? context.newId('chld', rows[0]?.row ?? 0);
    // Sex and birth date may be missing here: the gate, asked next, says so.
    const child = registered(said, id, isNamed, context) as Child;
    return checkedChild(child, undefined, isNamed, context.today);
  }
  const kept: Record<string, unknown> = {};
  for (const name of CHILD_FIELD_NAMES) {
    if (stored[name] !== undefined) kept[name] = stored[name];
  }
  // An exact birth date takes the place of an estimated one, and says so by leaving the mark out.
  if (said.birthDate !== undefined) delete kept['birthDateEstimated'];
  const fields = { ...kept, ...withoutFields(said, RECORD_ONLY) };
  const child = withChildFields(stored, fields as Child);
  if (sameContent(stored, child)) return { ok: true, child: stored, findings: [] };
  return checkedChild(child, stored, isNamed, context.today);
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

/** Plans the rows' screenings one after another; each sees those that came before it. */
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
      plans.set(row.row, { screening: null, outcome: 'rejected', findings });
      continue;
    }
    const plan = planScreening(row, row.entry, {
      child,
      screenings: [...stored.filter(({ _id }) => !incoming.has(_id)), ...incoming.values()],
      isNamed: context.isNamedScreening,
      newId: (number) => context.newId('scr', number),
      now: context.now,
      today: context.today,
    });
    plans.set(row.row, plan);
    if (plan.screening !== null) incoming.set(plan.screening._id, plan.screening);
  }
  return { plans, incoming: [...incoming.values()] };
}

/** The child after its rows, and what each of its rows comes to. */
interface PlannedRows {
  readonly rows: readonly ReadRow[];
  readonly plans: ReadonlyMap<number, ScreeningPlan>;
  /** What is said of the child, at the first row that is taken. */
  readonly ofChild: readonly Finding[];
  /** What becomes of the child itself. */
  readonly childOutcome: 'created' | 'updated' | 'duplicate';
}

function reportsOf({ rows, plans, ofChild, childOutcome }: PlannedRows): RowReport[] {
  const said = together(rows);
  const first = rows.find(({ row }) => plans.get(row)?.outcome !== 'rejected');
  return rows.map((row): RowReport => {
    const plan = plans.get(row.row);
    const entry = plan?.outcome ?? 'duplicate';
    return {
      row: row.row,
      outcome: row === first && entry === 'duplicate' ? childOutcome : entry,
      findings: [
        ...row.findings,
        ...differences(said, row),
        ...(row === first ? ofChild : []),
        ...(plan?.findings ?? []),
      ],
    };
  });
}

function foundByNames(match: ChildMatch, rows: readonly ReadRow[]): Finding[] {
  return match?.by === 'names' && rows.some(({ id }) => id !== undefined)
    ? [{ code: 'matched-by-names', level: 'warn', field: 'id' }]
    : [];
}

function refusalOf(match: ChildMatch): Finding | null {
  if (match?.by === 'refused') return { code: match.code, level: 'reject', field: 'id' };
  if (match?.by !== 'several') return null;
  const params = { count: match.count };
  return { code: 'several-children-match', level: 'reject', params };
}

/** The act of rows that can all be read; what is refused of them is refused here. */
function actOf(
  rows: readonly ReadRow[],
  stored: StoredChild | null,
  context: ActContext,
): ChildAct {
  const next = nextChild(rows, stored?.child, context);
  if (!next.ok) return rejectedAct(rows, next.findings);
  const { child, findings } = next;
  const screenings = stored?.screenings ?? [];
  const { plans, incoming } = planScreenings(rows, child, screenings, context);
  const isChildChanged = stored !== null && !sameContent(stored.child, child);
  const childOutcome = stored === null ? 'created' : isChildChanged ? 'updated' : 'duplicate';
  // A child whose every row is refused is neither registered nor changed for their sake.
  const isAnyTaken = rows.some(({ row }) => plans.get(row)?.outcome !== 'rejected');
  const isWritten = isAnyTaken && (childOutcome !== 'duplicate' || incoming.length > 0);
  const before = { child: stored?.child ?? null, screenings };
  return {
    childId: child._id,
    rows: reportsOf({ rows, plans, ofChild: findings, childOutcome }),
    writes: isWritten ? planTogether(before, child, incoming) : null,
  };
}

/**
 * Plans all rows of one child: the child, its new and changed screenings, and what becomes of each row.
 * Nothing is written for rows that say what is stored already, also where a stored verdict is out of
 * date: what is shown is assessed at reading.
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
  const reason = refusalOf(match);
  const act =
    reason === null
      ? actOf(rows, match?.by === 'id' || match?.by === 'names' ? match.stored : null, context)
      : rejectedAct(rows, [reason]);
  return { ...act, rows: [...rejected, ...act.rows].toSorted((a, b) => a.row - b.row) };
}
