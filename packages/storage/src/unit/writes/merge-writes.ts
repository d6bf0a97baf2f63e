import {
  CHILD_FIELD_NAMES,
  type Child,
  decidedOther,
  decidedSame,
  FAMILY_ANSWERS,
  groupsOf,
  planChildEdit,
  type Screening,
  sameContent,
  sameIds,
  withFamilyAnswers,
  withoutFields,
} from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import type { Document } from '../records/unit-records.ts';
import { found, type StoredChildRecords } from './child-records.ts';
import type { WritingUnit } from './child-writes.ts';
import { type Act, hasSameContent, removedBy, writtenBy } from './provenance.ts';
import type { ChildFieldName, ChildrenToMerge } from './types.ts';
import type { PlannedDocuments } from './unit-writer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Several children's records, each once, however many of them are of one child. */
interface Gathered {
  /** The children as they are listed, the smallest id first. */
  children: readonly StoredChildRecords[];
  /** All records of them. */
  records: readonly Child[];
  screenings: readonly Screening[];
  documents: ReadonlyMap<string, Document>;
}

async function gather(
  { writer }: Pick<WritingUnit, 'writer'>,
  ids: Iterable<string>,
): Promise<Gathered> {
  const byId = new Map<string, StoredChildRecords>();
  for (const id of ids) {
    const read = found(await writer.childRecords(id));
    byId.set(read.child._id, read);
  }
  const children = [...byId.values()].sort((a, b) => (a.child._id < b.child._id ? -1 : 1));
  return {
    children,
    records: children.flatMap(({ child, others }) => [child, ...others]),
    screenings: children.flatMap(({ screenings }) => screenings),
    documents: new Map(children.flatMap(({ documents }) => [...documents])),
  };
}

function recordOf({ records }: Gathered, id: string): Child {
  return found(records.find(({ _id }) => _id === id));
}

/** The child with these fields of another record, each absent where that one lacks it. */
function withFieldsOf(child: Child, source: Fields, names: readonly ChildFieldName[]): Child {
  const taken = names.filter((name) => source[name] !== undefined && source[name] !== null);
  const values = Object.fromEntries(taken.map((name) => [name, source[name]]));
  // The values are those of another child's record, so each has its field's type.
  return { ...withoutFields(child, names), ...values } as Child;
}

/** The child's record with a decision. */
function deciding(child: Child, sameAs: Child['sameAs']): Child {
  return sameAs === undefined ? child : { ...child, sameAs };
}

/** The documents of an act: those whose content differs from the stored one, and removals. */
function documentsOf(
  { records, screenings, documents }: Gathered,
  after: readonly (Child | Screening)[],
  removed: readonly string[],
  act: Act,
): Document[] {
  const before = new Map([...records, ...screenings].map((record) => [record._id, record]));
  const written = after.flatMap((record) => {
    const known = before.get(record._id);
    if (known !== undefined && hasSameContent(record, known)) return [];
    return [writtenBy(act, record, documents.get(record._id))];
  });
  const removals = removed.flatMap((id) => {
    const document = documents.get(id);
    return document === undefined ? [] : [removedBy(act, document)];
  });
  return [...written, ...removals];
}

function planned(mainId: string, documents: readonly Document[]): PlannedDocuments {
  return { main: documents.find(({ _id }) => _id === mainId) ?? { _id: mainId }, documents };
}

/**
 * Decides that two children are one. The record with the larger id says so, whichever was pressed,
 * and the other one takes the chosen values, and a refused consent or message unasked; screenings keep the
 * child that they name, and are written only when a birth date or sex was chosen. Resolves with the
 * id under which the child is listed. Refused while screenings of one of them may still arrive.
 */
export async function mergeChildren(
  context: WritingUnit,
  { ids, fromLarger, twice = [] }: ChildrenToMerge,
  act: Act,
): Promise<string> {
  // After a lost race the two may be one already, and the rest of the act is still to be written.
  let pair: readonly [string, string] | null = null;
  const main = await context.writer.act(async () => {
    const both = await gather(context, ids);
    const [first, second] = both.children;
    if (pair === null && first !== undefined && second === undefined) {
      return { main: { _id: first.child._id }, documents: [] };
    }
    refuseArriving(context, both);
    pair ??= [found(first).child._id, found(second).child._id];
    const [leadId, largerId] = pair;
    const lead = recordOf(both, leadId);
    const larger = recordOf(both, largerId);
    const agreed = withFamilyAnswers(lead, [larger]);
    const isTaken = (name: ChildFieldName) =>
      FAMILY_ANSWERS.some((answer) => answer === name)
        ? !sameContent(agreed[name], lead[name])
        : fromLarger.includes(name);
    const differing = CHILD_FIELD_NAMES.filter(
      (name) => isTaken(name) && !sameContent(lead[name], larger[name]),
    );
    const before = Object.fromEntries(differing.map((name) => [name, lead[name] ?? null]));
    const left = both.screenings.filter(({ _id }) => !twice.includes(_id));
    const plan = planChildEdit(lead, withFieldsOf(lead, { ...larger }, differing), left);
    const said = deciding(larger, decidedSame(larger, leadId, before));
    const after = [said, plan.child, ...plan.screenings];
    return planned(leadId, documentsOf(both, after, twice, act));
  }, act);
  return main._id;
}

function refuseArriving({ isArriving }: WritingUnit, { children }: Gathered): void {
  for (const { child, others, screenings } of children) {
    const isAny = [child, ...others].some(({ _id }) => isArriving(_id, screenings.length));
    if (isAny) throw new StorageError('still-arriving');
  }
}

/** The record without a decision, on either side, that holds it and the leaving one together. */
function parted(record: Child, leavingId: string, records: readonly Child[]): Child {
  const others = record._id === leavingId ? records.map(({ _id }) => _id) : [leavingId];
  return others
    .filter((id) => sameIds(record).includes(id))
    .reduce((child, id) => deciding(child, decidedOther(child, id)), record);
}

/** Records that stay together although the one between them leaves. */
function heldTogether(records: readonly Child[]): readonly Child[] {
  const [lead] = records;
  if (lead === undefined) return [];
  const groups = groupsOf(records.map((record) => [record._id, sameIds(record)]));
  return records.map((record) => {
    const isHeld = record === lead || groups.get(record._id)?.includes(lead._id) === true;
    return isHeld ? record : deciding(record, decidedSame(record, lead._id));
  });
}

/** What the other record said before this one's merge with it, in the fields that took this one's values. */
function beforeIn(source: Child, id: string): Fields {
  const before = source.sameAs?.find((each) => each.id === id)?.before;
  return sameIds(source).includes(id) ? (before ?? {}) : {};
}

const isSameValue = (a: unknown, b: unknown): boolean => sameContent(a ?? null, b ?? null);

const namesIn = (before: Fields): readonly ChildFieldName[] =>
  CHILD_FIELD_NAMES.filter((name) => Object.hasOwn(before, name));

/**
 * What a record said before the merges of others with it, in the fields that are still as those left
 * them. A later merge may have replaced what an earlier one had put there.
 */
function replacedIn(record: Child, sources: readonly Child[]): Fields {
  const replaced: Record<string, unknown> = {};
  for (const name of CHILD_FIELD_NAMES) {
    const left = new Set(sources.filter((each) => Object.hasOwn(beforeIn(each, record._id), name)));
    let value: unknown = record[name];
    for (;;) {
      const source = [...left].find((each) => isSameValue(each[name], value));
      if (source === undefined) break;
      left.delete(source);
      value = beforeIn(source, record._id)[name];
      replaced[name] = value;
    }
  }
  return replaced;
}

/** What a record's leaving changes in the values of it and of those that stay. */
class ValuesAfter {
  readonly #staying: readonly Child[];
  /** The fields that have another value then, by the record's id. */
  readonly #changed = new Map<string, Fields>();
  /** What a merge gives back then, by the ids of the record that gave a value and of the one that took it. */
  readonly #before = new Map<string, ReadonlyMap<string, Fields>>();

  constructor(leaving: Child, staying: readonly Child[]) {
    this.#staying = staying;
    this.#changed.set(leaving._id, replacedIn(leaving, staying));
    for (const record of staying) {
      const before = beforeIn(leaving, record._id);
      for (const name of namesIn(before)) this.#change(record, name, leaving[name], before[name]);
    }
  }

  /** The record with its values, and with what its own merges give back. */
  of(record: Child): Child {
    const fields = this.#changed.get(record._id) ?? {};
    const given = this.#before.get(record._id);
    const sameAs = record.sameAs?.map((each) => {
      const before = given?.get(each.id);
      return before === undefined ? each : { ...each, before };
    });
    return deciding(withFieldsOf(record, fields, namesIn(fields)), sameAs);
  }

  /** Changes what a record took of one that leaves, and what further records took of it. */
  #change(record: Child, name: ChildFieldName, from: unknown, to: unknown): void {
    const givers = this.#staying.filter((each) =>
      Object.hasOwn(this.#givenBack(each, record), name),
    );
    const later = givers.find((each) => isSameValue(this.#givenBack(each, record)[name], from));
    const isShown = isSameValue(record[name], from);
    const isOfOthers = givers.some((each) => isSameValue(each[name], from));
    if (later !== undefined && (!isShown || isOfOthers)) {
      // A later merge has replaced it, perhaps by the same value, and gives it back one day.
      const before = { ...this.#givenBack(later, record), [name]: to };
      this.#before.set(later._id, new Map(this.#before.get(later._id)).set(record._id, before));
      return;
    }
    const fields = this.#changed.get(record._id) ?? {};
    // What somebody has changed since stays. In a ring, which another program may have written, each is
    // changed once.
    if (!isShown || Object.hasOwn(fields, name)) return;
    this.#changed.set(record._id, { ...fields, [name]: to });
    for (const other of this.#staying) {
      if (Object.hasOwn(beforeIn(record, other._id), name)) this.#change(other, name, from, to);
    }
  }

  #givenBack(giver: Child, { _id }: Child): Fields {
    return this.#before.get(giver._id)?.get(_id) ?? beforeIn(giver, _id);
  }
}

/**
 * Decides that one of a child's records is of another child after all. What the merge replaced comes
 * back. Does nothing when the record is alone already.
 */
export async function unmergeChildren(
  context: Pick<WritingUnit, 'writer'>,
  recordId: string,
  act: Act,
): Promise<void> {
  // After a lost race part of it may be written, which then no longer says what was replaced.
  let meant: { ids: readonly string[]; values: ValuesAfter } | null = null;
  await context.writer.act(async () => {
    const all = await gather(context, meant?.ids ?? [recordId]);
    const leaving = recordOf(all, recordId);
    const staying = all.records.filter((record) => record !== leaving);
    if (staying.length === 0) return { main: { _id: recordId }, documents: [] };
    meant ??= {
      ids: all.records.map(({ _id }) => _id),
      values: new ValuesAfter(leaving, staying),
    };
    const { values } = meant;
    const after = (record: Child) => values.of(parted(record, recordId, staying));
    const groups = [[after(leaving)], heldTogether(staying.map(after))];
    const written = groups.flatMap((group): (Child | Screening)[] => {
      const [first, ...others] = group;
      if (first === undefined) return [];
      const own = all.screenings.filter(({ owner }) => group.some(({ _id }) => _id === owner));
      const plan = planChildEdit(recordOf(all, first._id), first, own);
      return [plan.child, ...plan.screenings, ...others];
    });
    return planned(recordId, documentsOf(all, written, [], act));
  }, act);
}

/** A screening that was removed and can be put back. */
interface RemovedScreening {
  readonly id: string;
  readonly owner: string;
  readonly removedAt: string;
}

/**
 * The ids of those screenings that a record's merge removed as typed twice: it wrote the record at the
 * same instant.
 */
export async function removedByMerge(
  context: Pick<WritingUnit, 'writer'>,
  recordId: string,
  removed: readonly RemovedScreening[],
): Promise<readonly string[]> {
  const { records, documents } = await gather(context, [recordId]);
  if (records.length === 1) return [];
  const owners = new Set(records.map(({ _id }) => _id));
  const mergedAt = documents.get(recordId)?.['updatedAt'];
  return removed
    .filter(({ owner, removedAt }) => removedAt === mergedAt && owners.has(owner))
    .map(({ id }) => id);
}

/** Remembers that two children are two, so that nobody is asked about them again. */
export async function keepApart(
  context: Pick<WritingUnit, 'writer'>,
  ids: readonly [string, string],
  act: Act,
): Promise<void> {
  await context.writer.act(async () => {
    const both = await gather(context, ids);
    const [smaller, larger] = both.children;
    // Somebody has decided meanwhile that they are one.
    if (smaller === undefined || larger === undefined) throw new StorageError('changed-meanwhile');
    const { child } = larger;
    const next = deciding(child, decidedOther(child, smaller.child._id));
    return planned(child._id, documentsOf(both, [next], [], act));
  }, act);
}
