import { canonical, type Provenance, sameContent } from '@crece/domain';
import type { Author } from '../types.ts';
import type { Document } from '../unit/unit-database.ts';

/** Version of the rules and settings by which records are assessed; every write says it. */
export const RULES_VERSION = '1';

/** Signs no device: demonstration records belong to nobody and are never pending. */
const NO_DEVICE = 'demo';

/** One act of a person: who, when, on which installation. */
export interface Act {
  author: Author;
  now: Date;
  device: string;
}

const PROVENANCE: ReadonlySet<string> = new Set<keyof Provenance>([
  'created',
  'updatedAt',
  'updatedBy',
  'device',
  'rules',
  'stamp',
]);

/** Whether a field is content: neither the protocol's nor provenance. */
function isContent(name: string): boolean {
  return !name.startsWith('_') && !PROVENANCE.has(name);
}

/** Generation of a revision: `12-9f…` has 12; none has 0. */
function generationOf(revision: string | undefined): number {
  const generation = Number.parseInt(revision ?? '', 10);
  return Number.isNaN(generation) ? 0 : generation;
}

function stampOf(document: Document | undefined): Record<string, unknown> {
  const stamp = document?.['stamp'];
  return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {};
}

/** Stamps of the next revision: a field that was changed, added or removed gets its generation. */
function nextStamp(content: object, stored: Document | undefined): Record<string, unknown> {
  const generation = generationOf(stored?._rev) + 1;
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
 * The document that an act writes: the content with provenance and stamps, keys sorted, on top of the
 * stored form (none for a new record).
 */
export function writtenBy(
  { author, now, device }: Act,
  content: { _id: string },
  stored: Document | undefined,
): Document {
  const instant = now.toISOString();
  const document: Document = { ...content };
  if (stored === undefined) {
    document['created'] = instant;
    delete document._rev;
  } else {
    // What the gate repaired in provenance is not this person's doing.
    if ('created' in stored) document['created'] = stored['created'];
    if (stored._rev !== undefined) document._rev = stored._rev;
  }
  document['updatedAt'] = instant;
  document['updatedBy'] = author.name;
  document['device'] = device;
  document['rules'] = RULES_VERSION;
  document['stamp'] = nextStamp(content, stored);
  return canonical(document);
}

/** The deletion that a removal writes: its body keeps the record. */
export function removedBy(act: Act, stored: Document): Document {
  const body = {
    ...stored,
    why: 'removed',
    removedAt: act.now.toISOString(),
    removedBy: act.author.name,
  };
  return canonical({ ...writtenBy(act, body, stored), _deleted: true });
}

/** The document that a bulk load of demonstration records writes; what they say of themselves stays. */
export function demonstration(record: {
  _id: string;
  created?: string;
  interviewer?: string;
}): Document {
  const document: Document = {
    rules: RULES_VERSION,
    ...(record.created === undefined ? {} : { updatedAt: record.created }),
    ...(record.interviewer === undefined ? {} : { updatedBy: record.interviewer }),
    ...record,
    device: NO_DEVICE,
    stamp: nextStamp(record, undefined),
  };
  delete document._rev;
  return canonical(document);
}
