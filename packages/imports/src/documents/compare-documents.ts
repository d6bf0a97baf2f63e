import {
  CONFLICT_RULES,
  kindOfId,
  PROVENANCE_NAMES,
  type RawRecord,
  readDocument,
  sameContent,
} from '@crece/domain';

/** The record as the gate reads it, or the stored document when it is unreadable. */
function readable(document: RawRecord, timeZone: string): RawRecord {
  // The sex of a screening is copied from its child and not compared, so any value will do.
  const read = readDocument(document, { timeZone, sexOf: () => 'Girl' });
  if (read.kind === 'child') return { ...read.child };
  if (read.kind === 'screening') return { ...read.screening };
  return read.kind === 'mother' ? { ...read.mother } : document;
}

/**
 * Names of the fields in which a document of a file and the stored one differ. Derived and
 * provenance fields are ignored, because "Convert z-scores" and every later screening change them.
 */
export function differingFields(
  offered: RawRecord,
  kept: RawRecord,
  timeZone: string,
): readonly string[] {
  const kind = kindOfId(String(offered['_id']));
  const ignored = new Set<string>(PROVENANCE_NAMES);
  if (kind !== null) for (const name of CONFLICT_RULES[kind].winners) ignored.add(name);
  const [a, b] = [readable(offered, timeZone), readable(kept, timeZone)];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.filter(
    (name) => !name.startsWith('_') && !ignored.has(name) && !sameContent(a[name], b[name]),
  );
}
