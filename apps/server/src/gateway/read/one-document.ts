import { randomBytes } from 'node:crypto';
import type { DocumentStore } from '../../store/document-store.ts';
import { conflictField, type FoundRevision, findRevisions, withRevisions } from './revisions.ts';

export interface DocumentOptions {
  rev?: string | undefined;
  revs: boolean;
  latest: boolean;
  conflicts: boolean;
}

export type DocumentAnswer =
  | { ok: true; document: Record<string, unknown> }
  /** CouchDB's two reasons for a document that is not there. */
  | { ok: false; reason: 'missing' | 'deleted' };

/** One revision of a document: the winner when none is named. */
export async function readOneDocument(
  store: DocumentStore,
  id: string,
  { rev, revs, latest, conflicts }: DocumentOptions,
): Promise<DocumentAnswer> {
  const [winner] = await store.leaves(id);
  if (winner === undefined) return { ok: false, reason: 'missing' };
  if (rev === undefined && winner.deleted) return { ok: false, reason: 'deleted' };
  const [found] = await findRevisions(store, id, [rev ?? winner.rev], latest);
  if (found === undefined || !('ok' in found)) return { ok: false, reason: 'missing' };
  const document = revs ? withRevisions(found.ok) : found.ok.document;
  return {
    ok: true,
    document: { ...document, ...(conflicts ? await conflictField(store, id) : {}) },
  };
}

export interface OpenRevisions {
  body: string;
  type: string;
}

type Part = { readonly ok: Record<string, unknown> } | { readonly missing: string };

function multipart(parts: readonly Part[]): OpenRevisions {
  const boundary = randomBytes(16).toString('hex');
  const lines = parts.map((part) =>
    'ok' in part
      ? `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part.ok)}\r\n`
      : `--${boundary}\r\nContent-Type: application/json; error="true"\r\n\r\n${JSON.stringify(part)}\r\n`,
  );
  return {
    body: `${lines.join('')}--${boundary}--`,
    type: `multipart/mixed; boundary="${boundary}"`,
  };
}

/**
 * Several revisions of one document, as a list, or as multipart for a CouchDB that asks for it
 * (before version 3.3 its replicator reads nothing else). `null`: no such document.
 */
export async function openRevisions(
  store: DocumentStore,
  id: string,
  {
    revs,
    withAncestry,
    latest,
    accept,
  }: {
    revs: 'all' | readonly string[];
    withAncestry: boolean;
    latest: boolean;
    accept: string | undefined;
  },
): Promise<OpenRevisions | null> {
  const found = await findRevisions(store, id, revs === 'all' ? 'leaves' : revs, latest);
  if (revs === 'all' && found.length === 0) return null;
  const parts = found.map((one: FoundRevision): Part => {
    if (!('ok' in one)) return one;
    return { ok: withAncestry ? withRevisions(one.ok) : { ...one.ok.document } };
  });
  if (accept?.includes('multipart/mixed') === true) return multipart(parts);
  return { body: JSON.stringify(parts), type: 'application/json; charset=utf-8' };
}
