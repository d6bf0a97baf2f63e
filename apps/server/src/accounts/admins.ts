import type { DocumentStore } from '../store/document-store.ts';

const ID = 'admins';
const TRIES = 20;

/**
 * The list of administrators without a scope, in one document. Two administrators who demote each
 * other at the same time change the same document, so the store lets only one of them go first.
 * After a crash between two writes it may list too few, which is safe. Each listed account is
 * looked up, because older versions listed limited administrators too.
 */
export interface Admins {
  has(): Promise<boolean>;
  add(...ids: readonly string[]): Promise<void>;
  /** Removes an administrator; returns `false` if none would remain. */
  drop(id: string): Promise<boolean>;
}

/** Guards the last administrator; `isAdmin` reads an account itself. */
export function createAdmins(
  store: DocumentStore,
  isAdmin: (id: string) => Promise<boolean>,
): Admins {
  async function change(
    next: (ids: readonly string[]) => Promise<readonly string[] | null>,
  ): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const document = await store.read(ID);
      const ids = Array.isArray(document?.['ids']) ? document['ids'].map(String) : [];
      const changed = await next(ids);
      if (changed === null) return false;
      if (changed.length === ids.length && changed.every((id, i) => id === ids[i])) return true;
      const [result] = await store.write([
        { _id: ID, ...(document === null ? {} : { _rev: document._rev }), ids: changed },
      ]);
      if (result?.ok === true) return true;
    }
    throw new Error('the list of administrators is being changed too often');
  }

  return {
    async has() {
      const document = await store.read(ID);
      const ids = Array.isArray(document?.['ids']) ? document['ids'].map(String) : [];
      for (const id of ids) if (await isAdmin(id)) return true;
      return false;
    },
    async add(...added) {
      await change(async (ids) => [...ids, ...added.filter((id) => !ids.includes(id))]);
    },
    drop: (id) =>
      change(async (ids) => {
        const others = ids.filter((other) => other !== id);
        const areAdmins = await Promise.all(others.map(isAdmin));
        const left = others.filter((_, i) => areAdmins[i]);
        return left.length === 0 ? null : left;
      }),
  };
}
