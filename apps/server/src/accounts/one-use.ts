import { createHash, randomBytes } from 'node:crypto';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';

/**
 * The payload of each kind of one-use secret. Other modules add their kinds by declaration merging.
 * @public
 */
export interface OneUsePayloads {
  /** Its reader may set a password, as long as the account still has this address and password. */
  'password-link': { accountId: string; email: string; passwordChanged: string | null };
  /** Its reader receives the mail of the new address. */
  'email-confirm': { accountId: string; changeId: string };
  /** Its reader receives the mail of the address that is being or was replaced. */
  'email-take-back': { accountId: string; changeId: string };
  /** Its reader may create the first administrator. */
  'first-admin': { purpose: 'first-admin' };
}
export type OneUseKind = keyof OneUsePayloads;

export type OneUseAnswer<Payload> =
  | { ok: true; payload: Payload }
  | { ok: false; reason: 'unknown' | 'expired' };

export interface OneUse {
  /** Makes a secret of 256 bits, of which only the hash is stored. */
  issue<Kind extends OneUseKind>(
    kind: Kind,
    payload: OneUsePayloads[Kind],
    lifetimeMs: number,
  ): Promise<string>;
  /** The payload of a secret; it stays usable. */
  peek<Kind extends OneUseKind>(
    kind: Kind,
    secret: string,
  ): Promise<OneUseAnswer<OneUsePayloads[Kind]>>;
  /** The payload of a secret, once: of several simultaneous calls, one gets it. */
  take<Kind extends OneUseKind>(
    kind: Kind,
    secret: string,
  ): Promise<OneUseAnswer<OneUsePayloads[Kind]>>;
  /** Makes a used secret usable again when its purpose could not be carried out. */
  giveBack<Kind extends OneUseKind>(
    kind: Kind,
    secret: string,
    payload: OneUsePayloads[Kind],
    lifetimeMs: number,
  ): Promise<void>;
  /** Takes as long as `issue` but makes no secret: it always rewrites one document. */
  pretend(kind: OneUseKind, lifetimeMs: number): Promise<string>;
  /** Makes every secret of a kind invalid. */
  revokeAll(kind: OneUseKind): Promise<void>;
}

export interface OneUseOptions {
  store: DocumentStore;
  clock: () => Date;
}

export const ONE_USE_PREFIX = 'once_';

const SECRET_BYTES = 32;
/** Made so far ahead of the clock, it was made under a clock that was wrong and has been put right. */
const AHEAD_MS = 60 * 60_000;
const UNKNOWN = { ok: false, reason: 'unknown' } as const;

/** One-use secrets, stored by their hash; 256 random bits need no slow hash. */
export function createOneUse({ store, clock }: OneUseOptions): OneUse {
  const idOf = (kind: OneUseKind, secret: string): string =>
    `${ONE_USE_PREFIX}${kind}_${createHash('sha256').update(secret).digest('hex')}`;
  /** The times of a secret that is made now. */
  const validFor = (lifetimeMs: number): { made: string; expires: string } => {
    const now = clock();
    const expires = new Date(now.getTime() + lifetimeMs).toISOString();
    return { made: now.toISOString(), expires };
  };
  /** One of an earlier version does not say when it was made. */
  function isOver({ made, expires }: StoredDocument): boolean {
    const now = clock();
    if (now.toISOString() >= String(expires)) return true;
    return typeof made === 'string' && Date.parse(made) - now.getTime() > AHEAD_MS;
  }

  const peek: OneUse['peek'] = async <Kind extends OneUseKind>(kind: Kind, secret: string) => {
    const document = await store.readLocal(idOf(kind, secret));
    if (document === null) return UNKNOWN;
    if (isOver(document)) return { ok: false, reason: 'expired' };
    // Safe to trust: only `issue` writes these documents, with the payload of this kind.
    return { ok: true, payload: document['payload'] as OneUsePayloads[Kind] };
  };

  return {
    async issue(kind, payload, lifetimeMs) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await store.writeLocal({ _id: idOf(kind, secret), payload, ...validFor(lifetimeMs) });
      return secret;
    },
    peek,
    async take(kind, secret) {
      const document = await store.readLocal(idOf(kind, secret));
      const answer = await peek(kind, secret);
      if (document === null || !answer.ok) return answer;
      const { _id, _rev } = document;
      const taken = await store.writeLocal({ _id, _rev, _deleted: true });
      return taken.ok ? answer : UNKNOWN;
    },
    async giveBack(kind, secret, payload, lifetimeMs) {
      await store.writeLocal({ _id: idOf(kind, secret), payload, ...validFor(lifetimeMs) });
    },
    async pretend(kind, lifetimeMs) {
      // No secret has this id.
      const _id = `${ONE_USE_PREFIX}${kind}_nobody`;
      const _rev = (await store.readLocal(_id))?._rev;
      const before = _rev === undefined ? {} : { _rev };
      await store.writeLocal({ _id, ...before, payload: null, ...validFor(lifetimeMs) });
      return randomBytes(SECRET_BYTES).toString('base64url');
    },
    async revokeAll(kind) {
      for await (const { _id, _rev } of store.listLocal(`${ONE_USE_PREFIX}${kind}_`)) {
        await store.writeLocal({ _id, _rev, _deleted: true });
      }
    },
  };
}
