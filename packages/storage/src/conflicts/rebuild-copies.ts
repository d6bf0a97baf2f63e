import {
  CHILD_SUMMARY_NAMES,
  canonical,
  kindOfId,
  readDocument,
  sameContent,
  summariseChild,
  withoutFields,
} from '@crece/domain';
import type { Inside } from '../stake/inside.ts';
import { RULES_VERSION } from '../stake/provenance.ts';
import type { ChildRow } from '../types.ts';
import type { Document } from '../unit/unit-database.ts';
import { fieldOf } from './fields.ts';

/** Documents looked at in one read. */
const PAGE = 500;

/** The children that changes concern: themselves, or by one of their screenings. */
async function childrenChangedSince({ store }: Inside, since: number): Promise<Set<string>> {
  const children = new Set<string>();
  let from = since;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    for (const { id, document } of changes) {
      const owner = kindOfId(id) === 'scr' ? fieldOf(document, 'owner') : undefined;
      if (kindOfId(id) === 'chld') children.add(id);
      else if (typeof owner === 'string') children.add(owner);
    }
    if (changes.length === 0 || sequence <= from) return children;
    from = sequence;
  }
}

/** The derived fields that a list's row stands for: its newest screening tells them. */
function summaryOfRow({ newest }: ChildRow): object {
  if (newest === undefined) return {};
  const { id, zscoreStatus, statusColor, supType, bmi, obese } = newest;
  // As `summariseChild` has it: a BMI comes with its verdict or not at all.
  const ofMass = obese === undefined ? {} : { bmi, obese };
  return { zscoreStatus, statusColor, lastScreening: id, supType, ...ofMass };
}

function summaryOf(child: object): object {
  return Object.fromEntries(CHILD_SUMMARY_NAMES.map((name) => [name, fieldOf(child, name)]));
}

/**
 * Whether this version may put a copy right: not one of an older system (the convert call does), nor
 * one by newer rules. Two versions that each wrote their own figures would answer each other for ever.
 */
function mayRebuild(document: Document): boolean {
  const rules = Number(document['rules']);
  return rules > 0 && rules <= Number(RULES_VERSION);
}

/** The child's document with the derived fields of its screenings; null when it has them already. */
async function rebuilt(inside: Inside, childId: string): Promise<Document | null> {
  const records = await inside.writer.childRecords(childId);
  const document = records?.documents.get(childId);
  if (records === null || document === undefined) return null;
  const summary = summariseChild(records.screenings);
  if (sameContent(summary, summaryOf(records.child))) return null;
  return canonical<Document>({
    ...withoutFields(document, CHILD_SUMMARY_NAMES),
    ...summary,
    _id: childId,
    rules: RULES_VERSION,
  });
}

/**
 * Rebuilds the derived fields of children whose records changed here after a local sequence, where
 * they differ from what their screenings say: two phones that each added a screening have each made
 * a copy that knows one. Nothing of this device is written, so that every phone with the same
 * screenings writes the same revision.
 */
export async function rebuildCopies(inside: Inside, since: number): Promise<{ written: number }> {
  const ids = [...(await childrenChangedSince(inside, since))];
  if (ids.length === 0) return { written: 0 };
  // Rows are asked for below: they must know what was pulled.
  await inside.announce();
  let written = 0;
  for (let start = 0; start < ids.length; start += PAGE) {
    const stored = await inside.store.readMany(ids.slice(start, start + PAGE));
    const documents: Document[] = [];
    for (const [id, document] of stored) {
      const row = inside.rowOf(id);
      if (row === undefined || !mayRebuild(document)) continue;
      const read = readDocument(document, inside);
      if (read.kind !== 'child') continue;
      const isTold = sameContent(summaryOfRow(row), summaryOf(read.child));
      // A row leaves out screenings dated too far ahead; a copy must not depend on today.
      if (isTold && row.dateToCheck !== true) continue;
      const next = await rebuilt(inside, id);
      if (next !== null) documents.push(next);
    }
    const rows = await inside.store.write(documents, 'strict');
    written += rows.filter(({ rev }) => rev !== null).length;
  }
  if (written > 0) await inside.announce();
  return { written };
}
