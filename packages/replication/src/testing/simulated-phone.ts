import { createHash } from 'node:crypto';
import { type Consent, decidedOther, decidedSame, joinSameAs } from '@crece/domain';
import { type LeafDocument, stampsOf } from '../merge/compare-fields.ts';
import { planMerge, settleContest } from '../merge/plan-merge.ts';
import { newRevision } from '../revision-id.ts';
import { addPath } from '../tree/add-path.ts';
import { ancestryOf, commonGeneration, isKnown, type Leaf, leavesOf } from '../tree/read-tree.ts';
import { generationOf } from '../tree/revision.ts';
import { emptyTree, type RevisionTree } from '../tree/revision-tree.ts';

/** Fields to merge, and a field that every edit recalculates with a new value. */
const RECORDS = {
  child: { id: 'chld_test_stake_gtm_1746878400000_0a1b2c', derived: 'statusColor' },
  screening: { id: 'scr_test_stake_gtm_1746878700000_3d4e5f', derived: 'zScore' },
} as const;
export type SimulatedRecord = keyof typeof RECORDS;

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

/**
 * One device's copy of one document in memory: it edits, merges and exchanges like a phone. A
 * server is an instance that is never edited and never merges. Only leaves have bodies.
 */
export class SimulatedPhone {
  readonly #name: string;
  readonly #record: (typeof RECORDS)[SimulatedRecord];
  #acts = 0;
  #tree: RevisionTree = emptyTree;
  #bodies = new Map<string, LeafDocument>();

  constructor(name: string, record: SimulatedRecord = 'child') {
    this.#name = name;
    this.#record = RECORDS[record];
  }

  /** Equal for two devices exactly when they have the same content. */
  get state(): string {
    const bodies = leavesOf(this.#tree).map(({ rev }) => this.#body(rev));
    return JSON.stringify([this.#tree, bodies]);
  }

  /** Every leaf with its body, the winner first. */
  get leaves(): LeafDocument[] {
    return leavesOf(this.#tree).map(({ rev }) => this.#body(rev));
  }

  /**
   * The record as a person sees it: the winner, or for a removed record the removal that keeps its
   * content (the winner may be an empty leaf that a merge ended).
   */
  get shown(): LeafDocument | undefined {
    const { leaves } = this;
    const removal = leaves.find(({ why }) => why === 'removed');
    return leaves[0]?._deleted === true ? (removal ?? leaves[0]) : leaves[0];
  }

  /** A person types a value into a field of the shown record; this restores a removed record. */
  edit(field: string, value: string): void {
    this.#change(field, value, value);
  }

  /** A person decides whether the shown record is of the same child as another one. */
  decide(otherId: string, isSame: boolean): void {
    const { shown } = this;
    if (shown === undefined || shown._deleted === true) return;
    const record = { sameAs: joinSameAs(shown['sameAs'], undefined) };
    const decided = isSame ? decidedSame(record, otherId) : decidedOther(record, otherId);
    this.#change('sameAs', decided, `${this.#name} ${this.#acts}`);
  }

  /** A person types the family's answer about its records. */
  answer(consent: Consent): void {
    this.#change('consent', consent, `${this.#name} ${this.#acts}`);
  }

  #change(field: string, value: unknown, derivedValue: string): void {
    const { shown } = this;
    const generation = shown === undefined ? 1 : generationOf(shown._rev) + 1;
    const { _deleted, why, removedAt, removedBy, ...kept }: Record<string, unknown> = shown ?? {};
    const { derived } = this.#record;
    const before = shown === undefined ? {} : stampsOf(shown);
    const stamp = { ...before, [derived]: generation, [field]: generation };
    this.#write(shown?._rev ?? null, {
      ...kept,
      ...this.#provenance(),
      [derived]: derivedValue,
      [field]: value,
      stamp,
    });
  }

  /** The fields of all open versions that a person would be asked about. */
  get contested(): string[] {
    const [winner, ...others] = this.leaves;
    if (winner === undefined) return [];
    return others.flatMap((other) => {
      const common = commonGeneration(this.#tree, winner._rev, other._rev);
      const plan = planMerge(winner, other, common);
      return plan.kind === 'contested' || plan.kind === 'removed' ? plan.fields : [];
    });
  }

  /** A person removes the shown record. */
  remove(): void {
    const { shown } = this;
    if (shown === undefined || shown._deleted === true) return;
    const removal = { why: 'removed', removedAt: `${this.#acts}`, removedBy: this.#name };
    this.#write(shown._rev, { ...shown, ...this.#provenance(), ...removal, _deleted: true });
  }

  /**
   * A person resolves the first open question, if there is one: every second contested field from
   * the other leaf; a removed record is kept. Returns the rejected values.
   */
  settle(parity: 0 | 1): unknown[] {
    const [winner, ...others] = this.leaves;
    if (winner === undefined) return [];
    for (const other of others) {
      const common = commonGeneration(this.#tree, winner._rev, other._rev);
      const plan = planMerge(winner, other, common);
      if (plan.kind !== 'contested' && plan.kind !== 'removed') continue;
      const fromOther = plan.fields.filter((_, i) => i % 2 === parity);
      const { body, deleteOther } = settleContest(winner, other, common, fromOther);
      this.#write(winner._rev, { ...body, ...this.#provenance() });
      this.#write(other._rev, deleteOther);
      return plan.fields.map((name) => (fromOther.includes(name) ? winner : other)[name]);
    }
    return [];
  }

  /** Merges everything that needs no question; returns the number of revisions written. */
  merge(): number {
    let written = 0;
    for (const { rev } of leavesOf(this.#tree).slice(1)) {
      const winner = this.leaves[0];
      if (winner === undefined) break;
      const common = commonGeneration(this.#tree, winner._rev, rev);
      const plan = planMerge(winner, this.#body(rev), common);
      if (plan.kind === 'settled' || plan.kind === 'removed') continue;
      if (plan.body !== null) written += this.#write(winner._rev, plan.body);
      if (plan.kind === 'merged') written += this.#write(rev, plan.deleteOther);
    }
    return written;
  }

  /** Takes every leaf of the other device, as replication does. */
  pullFrom(other: SimulatedPhone): void {
    for (const { rev } of leavesOf(other.#tree)) {
      this.#take(ancestryOf(other.#tree, rev), other.#body(rev));
    }
  }

  #body(rev: Leaf['rev']): LeafDocument {
    const body = this.#bodies.get(rev);
    if (body === undefined) throw new Error(`no body of ${rev}`);
    return body;
  }

  #provenance(): object {
    this.#acts += 1;
    return { updatedAt: `${this.#name} ${this.#acts}`, updatedBy: this.#name, device: this.#name };
  }

  #write(parent: string | null, content: object): number {
    const fields = { ...content, _id: this.#record.id };
    const isDeletion = '_deleted' in fields && fields._deleted === true;
    const rev = newRevision(parent, fields, isDeletion, md5);
    const isNew = !isKnown(this.#tree, rev);
    this.#take([rev, ...(parent === null ? [] : [parent])], { ...fields, _rev: rev });
    return isNew ? 1 : 0;
  }

  #take(ancestry: readonly string[], body: LeafDocument): void {
    const { tree } = addPath(this.#tree, ancestry, { deleted: body._deleted === true });
    if (tree === this.#tree) return;
    this.#tree = tree;
    this.#bodies.set(body._rev, body);
    const leaves = new Set(leavesOf(tree).map(({ rev }) => rev));
    for (const rev of this.#bodies.keys()) if (!leaves.has(rev)) this.#bodies.delete(rev);
  }
}
