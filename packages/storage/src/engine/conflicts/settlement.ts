import { canonical } from '@crece/domain';
import {
  type LeafDocument,
  type MergedDeletion,
  planMerge,
  settleContest,
} from '@crece/replication';
import type { Document } from '../../unit/records/unit-records.ts';
import { askedFields } from '../../unit/tasks/asked-fields.ts';
import type { VersionQuestion } from '../../unit/tasks/examine.ts';
import { type Act, writtenBy } from '../../unit/writes/provenance.ts';

/** What ends a question: the resulting record, and the leaves that end. */
export interface Settlement {
  /**
   * Without the provenance of the settling person; its stamps count the contested fields as
   * changed.
   */
  readonly body: LeafDocument;
  /** The stored version that it succeeds. */
  readonly stored: LeafDocument;
  readonly ends: readonly MergedDeletion[];
}

/** Ends one question; the named contested fields are taken from the other version. */
export function settlementOf(question: VersionQuestion, fromOther: readonly string[]): Settlement {
  const { winner, other, common } = question;
  const { body, deleteOther } = settleContest(winner, other, common, fromOther);
  return { body, stored: winner, ends: [deleteOther] };
}

/**
 * Ends further questions of the same document that have no contested fields; each is planned on the
 * result of the previous one.
 */
export function alsoEnding(
  settlement: Settlement,
  questions: readonly VersionQuestion[],
): Settlement {
  let { body } = settlement;
  const ends = [...settlement.ends];
  for (const { other, common } of questions) {
    const plan = planMerge(body, other, common);
    if (plan.kind === 'settled' || plan.kind === 'merged') continue;
    const kind = plan.kind === 'contested' ? 'values' : plan.kind;
    const question: VersionQuestion = { kind, winner: body, other, common, contested: plan.fields };
    if (askedFields(question).length > 0) continue;
    const settled = settleContest(body, other, common, []);
    body = settled.body;
    ends.push(settled.deleteOther);
  }
  return { ...settlement, body, ends };
}

/**
 * The document that a person's act writes for a settlement: the record as the rules left it, with
 * the person's provenance. Contested fields are stamped even if the winner's value stays.
 */
export function signed(
  act: Act,
  content: { _id: string },
  { body, stored }: Pick<Settlement, 'body' | 'stored'>,
): Document {
  return canonical(writtenBy(act, content, { ...stored, stamp: body['stamp'] }));
}
