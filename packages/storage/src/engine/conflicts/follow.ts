import {
  ageOverrideFrom,
  assessStored,
  CHILD_TABLE,
  type Child,
  namesWhere,
  planChildEdit,
  planScreeningSave,
  readDocument,
  type Screening,
  withAssessment,
  withoutFields,
  Z_PLAUSIBLE,
} from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { Document } from '../../unit/records/unit-records.ts';
import { askedFields } from '../../unit/tasks/asked-fields.ts';
import { examine, type VersionQuestion } from '../../unit/tasks/examine.ts';
import { fieldOf } from '../../unit/tasks/fields.ts';
import { childIdOf } from '../../unit/tasks/tasks.ts';
import type { StoredChildRecords } from '../../unit/writes/child-records.ts';
import { documentsOf } from '../../unit/writes/child-writes.ts';
import { type Act, hasSameContent } from '../../unit/writes/provenance.ts';
import type { EngineParts } from '../core/engine.ts';
import type { WrittenByAct } from './carry-out.ts';
import { alsoEnding, type Settlement, signed } from './settlement.ts';

/** A screening that changes together with its child: settled or restored. */
export interface Companion {
  readonly settlement: Settlement;
  readonly screening: Screening;
}

/** Fields of a child that every assessment of it depends on. */
const ASSESSED_BY: readonly string[] = namesWhere(CHILD_TABLE, { decides: true } as const);

/** The outcome of a settlement that changes no other record. */
export function alone(
  act: Act,
  settlement: Settlement,
  content: LeafDocument = settlement.body,
): WrittenByAct {
  return { main: signed(act, content, settlement), followers: [], ends: settlement.ends };
}

function ageIn(comments: unknown): number | null {
  const typed = typeof comments === 'string' ? ageOverrideFrom(comments) : null;
  return typed !== null && 'ageMonths' in typed ? typed.ageMonths : null;
}

/**
 * The screening without an age override when that override came with the comment that was not
 * chosen. An override that was itself contested stays as chosen.
 */
function withItsOverride(
  screening: Screening,
  { contested, winner, other }: VersionQuestion,
): Screening {
  const { ageOverride, comments } = screening;
  const isOfComment = contested.includes('comments') && !contested.includes('ageOverride');
  if (!isOfComment || typeof ageOverride !== 'number' || ageIn(comments) === ageOverride) {
    return screening;
  }
  const isImposed = [winner, other].some((version) => ageIn(fieldOf(version, 'comments')) !== null);
  return isImposed ? { ...withoutFields(screening, ['ageOverride']) } : screening;
}

/** The screening assessed again from its chosen measurements and comment. */
function assessedAnew(
  screening: Screening,
  { child, screenings }: StoredChildRecords,
  question: VersionQuestion,
): Screening {
  const typed = withItsOverride(screening, question);
  const assessed = {
    ...withAssessment(typed, assessStored(typed, child, screenings)),
    gender: child.gender,
  };
  const { ha, wa } = assessed.zScore;
  const isImplausible = [ha, wa].some((z) => z !== null && Math.abs(z) > Z_PLAUSIBLE);
  const { winner, other } = question;
  const isConfirmed = [winner, other].some(
    (version) => fieldOf(version, 'zScoreConfirmed') === true,
  );
  const unconfirmed = withoutFields(assessed, ['zScoreConfirmed']);
  return isImplausible && isConfirmed ? { ...unconfirmed, zScoreConfirmed: true } : unconfirmed;
}

/**
 * Assesses a settled screening again, and updates the child's copy and the classes of the other
 * screenings.
 */
export async function followScreening(
  engine: EngineParts,
  settlement: Settlement,
  act: Act,
  question: VersionQuestion | null,
): Promise<WrittenByAct> {
  const { body } = settlement;
  const owner = childIdOf(body);
  const records = owner === undefined ? null : await engine.writer.childRecords(owner);
  if (records === null) return alone(act, settlement);
  const { child, screenings } = records;
  const { timeZone } = engine;
  const read = readDocument(body, { timeZone, sexOf: () => child.gender });
  if (read.kind !== 'screening') return alone(act, settlement);
  // A screening that is restored unchanged keeps the advice of its day.
  const assessed =
    question === null ? read.screening : assessedAnew(read.screening, records, question);
  const plan = planScreeningSave(child, screenings, assessed);
  const saved = plan.screenings.find(({ _id }) => _id === body._id) ?? assessed;
  return {
    main: signed(act, saved, settlement),
    followers: documentsOf(plan, records, act).filter(({ _id }) => _id !== body._id),
    ends: settlement.ends,
  };
}

/**
 * Screenings with an open question of their own that is answered by keeping the child with which
 * they were removed.
 */
export async function companionsOf(
  engine: EngineParts,
  { child, documents }: StoredChildRecords,
  isAnswered: (question: VersionQuestion) => boolean,
): Promise<Companion[]> {
  const companions: Companion[] = [];
  for (const id of documents.keys()) {
    if (id === child._id) continue;
    const { questions, winner } = examine(await engine.store.leaves(id)) ?? {};
    const answered = (questions ?? []).filter(
      (question) => askedFields(question).length === 0 && isAnswered(question),
    );
    if (winner === undefined || answered.length === 0) continue;
    const settlement = alsoEnding({ body: winner, stored: winner, ends: [] }, answered);
    const companion = companionOf(engine, settlement, child);
    if (companion !== null) companions.push(companion);
  }
  return companions;
}

/** The screening of a settlement; null when it cannot be read. */
export function companionOf(
  { timeZone }: Pick<EngineParts, 'timeZone'>,
  settlement: Settlement,
  child: Child,
): Companion | null {
  const read = readDocument(settlement.body, { timeZone, sexOf: () => child.gender });
  return read.kind === 'screening' ? { settlement, screening: read.screening } : null;
}

/**
 * Updates all screenings of a child to its current data, and the child's copy of the newest one.
 */
export function followChild(
  settlement: Settlement,
  next: Child,
  {
    records,
    companions,
    assessAgain,
  }: { records: StoredChildRecords; companions: readonly Companion[]; assessAgain: boolean },
  act: Act,
): WrittenByAct {
  const changing = new Map(companions.map((each) => [each.screening._id, each]));
  const screenings = [
    ...records.screenings.filter(({ _id }) => !changing.has(_id)),
    ...companions.map(({ screening }) => screening),
  ];
  const otherSex = next.gender === 'Boy' ? 'Girl' : 'Boy';
  // A child of the other sex as the previous state makes every screening be assessed again.
  const before: Child = assessAgain ? { ...records.child, gender: otherSex } : records.child;
  const plan = planChildEdit(before, next, screenings);
  const planned = new Map(plan.screenings.map((each) => [each._id, each]));
  const followers = screenings.flatMap((screening): Document[] => {
    const after = planned.get(screening._id) ?? screening;
    const companion = changing.get(screening._id);
    if (companion !== undefined) return [signed(act, after, companion.settlement)];
    if (hasSameContent(after, screening)) return [];
    return documentsOf({ child: records.child, screenings: [after] }, records, act);
  });
  return {
    main: signed(act, plan.child, settlement),
    followers,
    ends: [...settlement.ends, ...companions.flatMap((each) => each.settlement.ends)],
  };
}

/** Whether a question is about a field that determines age or sex at every screening. */
export function decidesAssessment({ contested }: VersionQuestion): boolean {
  return contested.some((name) => ASSESSED_BY.includes(name));
}
