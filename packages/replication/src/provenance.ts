import { canonical, PROVENANCE_NAMES, sameContent } from '@crece/domain';
import { generationOf, parseRevision } from './tree/revision.ts';

/** Version of the rules and settings by which records are assessed; every write says it. */
export const RULES_VERSION = '1';

/** Who writes a record, when, and on which installation. */
export interface Signature {
  name: string;
  now: Date;
  device: string;
}

/** A stored document, or one that is about to be. */
export interface SignedDocument {
  _id: string;
  _rev?: string;
  [field: string]: unknown;
}

const PROVENANCE: ReadonlySet<string> = new Set(PROVENANCE_NAMES);

/** Whether a field is content: neither the protocol's nor provenance. */
export function isContent(name: string): boolean {
  return !name.startsWith('_') && !PROVENANCE.has(name);
}

function stampOf(document: SignedDocument | undefined): Record<string, unknown> {
  const stamp = document?.['stamp'];
  return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {};
}

/**
 * Stamps of the next revision: a field that was changed, added or removed gets its generation. An
 * edit of `weight` on `3-…` stamps `{ weight: 4 }` beside the stamps that were there.
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

/** Whether two forms of a document hold the same content, whoever wrote them when. */
export function hasSameContent(a: object, b: object): boolean {
  const contentOf = (document: object): object =>
    Object.fromEntries(Object.entries(document).filter(([name]) => isContent(name)));
  return sameContent(contentOf(a), contentOf(b));
}

/**
 * The document that a write makes: the content with provenance and stamps, keys sorted, on top of
 * the stored form (none for a new record).
 */
export function signedBy(
  { name, now, device }: Signature,
  content: { _id: string },
  stored: SignedDocument | undefined,
): SignedDocument {
  const instant = now.toISOString();
  const document: SignedDocument = { ...content };
  if (stored === undefined) {
    document['created'] = instant;
    delete document._rev;
  } else {
    // What the gate repaired in provenance is not this writer's doing.
    if ('created' in stored) document['created'] = stored['created'];
    if (stored._rev !== undefined) document._rev = stored._rev;
  }
  document['updatedAt'] = instant;
  document['updatedBy'] = name;
  document['device'] = device;
  document['rules'] = RULES_VERSION;
  document['stamp'] = nextStamp(content, stored);
  return canonical(document);
}
