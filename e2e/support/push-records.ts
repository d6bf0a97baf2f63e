import { randomUUID } from 'node:crypto';
import { API_PATHS, type SyncCredentials } from '@crece/contract';
import type { RecordKind } from '@crece/domain';
import { answerOf } from './account-server.ts';
import type { Member } from './phones.ts';

/** A revision with its ancestry, in the form that a phone sends. */
export interface Pushed {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: readonly string[] };
}

let made = 0;

/** The id of a new record of a unit. */
export function newId(kind: RecordKind, unit: string): string {
  made += 1;
  return `${kind}_${unit}_${Date.now() + made}_${randomUUID().slice(0, 6)}`;
}

const newHash = () => randomUUID().replaceAll('-', '');

function revision(document: { _id: string }, ids: readonly string[]): Pushed {
  const start = ids.length;
  return { ...document, _rev: `${start}-${ids[0] ?? ''}`, _revisions: { start, ids } };
}

/** A record with one revision. */
export const written = (document: { _id: string }): Pushed => revision(document, [newHash()]);

/**
 * At most 16 versions of one record that phones wrote separately on the same revision. The first
 * one wins: it has the highest hash.
 */
export function versions<T extends { _id: string }>(documents: readonly T[]): Pushed[] {
  const root = newHash();
  return documents.map((document, at) =>
    revision(document, [(15 - at).toString(16) + newHash().slice(1), root]),
  );
}

/** Sends revisions to the server like another phone's push. */
export async function pushRecords(
  server: { url: string },
  { session }: Member,
  unit: string,
  documents: readonly Pushed[],
): Promise<void> {
  const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, {
    token: session.token,
  });
  const body = { new_edits: false, docs: documents };
  const rows = await answerOf<{ ok?: true; id: string; reason?: string }[]>(
    server,
    'POST',
    `/sync/${unit}/_bulk_docs`,
    { token: entity, body },
  );
  const refused = rows.filter(({ ok }) => ok !== true);
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
}
