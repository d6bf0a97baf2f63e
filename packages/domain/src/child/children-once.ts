import { type DecidingRecord, groupsOf, sameIds } from './same-child.ts';

/** A child with the other records of it. */
export interface ChildOnce<Record> {
  readonly child: Record;
  readonly others: readonly Record[];
}

/**
 * Each child once: of several records of one child the one with the smallest id leads. In the order
 * of the records that lead.
 */
export function childrenOnce<Record extends DecidingRecord>(
  records: Iterable<Record>,
): ChildOnce<Record>[] {
  const byId = new Map([...records].map((record) => [record._id, record]));
  const groups = groupsOf([...byId.values()].map((record) => [record._id, sameIds(record)]));
  return [...byId.values()].flatMap((record) => {
    const members = groups.get(record._id);
    if (members === undefined) return { child: record, others: [] };
    const [child, ...others] = members.flatMap((id) => byId.get(id) ?? []);
    return child === record ? { child, others } : [];
  });
}
