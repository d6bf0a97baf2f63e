import { canonical, PROVENANCE_NAMES, rulesText, sameContent } from '@crece/domain';
import { generationOf, parseRevision } from './tree/revision.ts';

/** Who writes a record, when, and on which device. */
export interface Signature {
  name: string;
  now: Date;
  device: string;
  /** Number of the programme's settings that the writer worked with; 0: none are known. */
  settings: number;
}

/** A stored document, or one that is about to be stored. */
export interface SignedDocument {
  _id: string;
  _rev?: string;
  [field: string]: unknown;
}

const PROVENANCE: ReadonlySet<string> = new Set(PROVENANCE_NAMES);

/** Whether a field is content: neither a protocol nor a provenance field. */
export function isContent(name: string): boolean {
  return !name.startsWith('_') && !PROVENANCE.has(name);
}

function stampOf(document: SignedDocument | undefined): Record<string, unknown> {
  const stamp = document?.['stamp'];
  return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {};
}

/**
 * Stamps of the next revision: each changed, added or removed field gets its generation. An edit of
 * `weight` on `3-…` adds `{ weight: 4 }` to the existing stamps.
 */
export function nextStamp(
  content: object,
  stored: SignedDocument | undefined,
): Record<string, unknown> {
  const parent = stored?._rev;
  const isRevision = parent !== undefined && parseRevision(parent) !== null;
  const generation = (isRevision ? generationOf(parent) : 0) + 1;
  const stamp = stampOf(stored);
  const names = new Set([...Object.keys(content), ...Object.keys(stored ?? {})]);
  for (const name of names) {
    if (!isContent(name)) continue;
    const after: unknown = Reflect.get(content, name);
    if (!sameContent(after, stored?.[name])) stamp[name] = generation;
  }
  return stamp;
}

/** Whether two versions of a document have the same content, ignoring author and time. */
export function hasSameContent(a: object, b: object): boolean {
  const contentOf = (document: object): object =>
    Object.fromEntries(Object.entries(document).filter(([name]) => isContent(name)));
  return sameContent(contentOf(a), contentOf(b));
}

/**
 * The document to write: the content with provenance and stamps, keys sorted, based on the stored
 * version (none for a new record).
 */
export function signedBy(
  { name, now, device, settings }: Signature,
  content: { _id: string },
  stored: SignedDocument | undefined,
): SignedDocument {
  const instant = now.toISOString();
  const document: SignedDocument = { ...content };
  if (stored === undefined) {
    document['created'] = instant;
    delete document._rev;
  } else {
    // The stored creation fields are copied as they are, because the gate's repairs are not this
    // writer's change.
    if ('created' in stored) document['created'] = stored['created'];
    if (stored._rev !== undefined) document._rev = stored._rev;
  }
  document['updatedAt'] = instant;
  document['updatedBy'] = name;
  document['device'] = device;
  document['rules'] = rulesText(settings);
  document['stamp'] = nextStamp(content, stored);
  return canonical(document);
}
