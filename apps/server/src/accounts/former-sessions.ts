import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { Accounts } from './accounts.ts';
import { TOKEN_LIFE_MS } from './tokens.ts';

// Builds up to c6b4d99 named the document of a session by the session alone and kept its account and
// its end. Such sessions go on: a phone must not be signed out by an upgrade.

const FORMER_ID = /^session_[0-9a-f]{32}$/;

export function formerSessionId(sessionId: string): string {
  return `session_${sessionId}`;
}

function isFormerSession({ _id }: Pick<StoredDocument, '_id'>): boolean {
  return FORMER_ID.test(_id);
}

/** What a former session did not say: it was begun when it was last used. */
export function completedSession(document: StoredDocument): StoredDocument {
  const used = new Date(Date.parse(String(document['expires'])) - TOKEN_LIFE_MS).toISOString();
  return { begun: used, used, device: { browser: null, system: null }, ...document };
}

/**
 * Moves a former session to the document that is named by its account too. A kill leaves it in one
 * place or in both, and the next call goes on.
 */
async function moveSession(
  store: DocumentStore,
  accounts: Pick<Accounts, 'byId'>,
  { _id }: Pick<StoredDocument, '_id'>,
): Promise<void> {
  for (;;) {
    const former = await store.readLocal(_id);
    if (former === null) return;
    const account = await accounts.byId(String(former['account']));
    const to = `session_${String(former['account'])}_${_id.slice('session_'.length)}`;
    if (account !== null) {
      const there = await store.readLocal(to);
      const { _rev, ...fields } = completedSession(former);
      const version = account.sessionVersion;
      const named = there === null ? {} : { _rev: there._rev };
      await store.writeLocal({ ...fields, version, _id: to, ...named });
    }
    const gone = await store.writeLocal({ _id, _rev: former._rev, _deleted: true });
    if (gone.ok) return;
    // It was renewed meanwhile, and is moved again; or it was ended, and must stay so.
    const moved = await store.readLocal(to);
    if (moved !== null && (await store.readLocal(_id)) === null) {
      await store.writeLocal({ _id: to, _rev: moved._rev, _deleted: true });
    }
  }
}

/** Moves all former sessions; they are read before and after. */
export async function moveFormerSessions(
  store: DocumentStore,
  accounts: Pick<Accounts, 'byId'>,
): Promise<void> {
  for await (const document of store.listLocal('session_')) {
    if (isFormerSession(document)) await moveSession(store, accounts, document);
  }
}
