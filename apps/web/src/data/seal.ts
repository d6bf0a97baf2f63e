import { SEALED } from './lock.ts';

/**
 * The seal of a phone whose last PIN was removed by somebody else than its owner: it stays locked
 * until a sign-in, although nobody has a PIN here any more. The seal names the accounts that are not
 * new to the phone. A sign-in or a new PIN ends it.
 */
export function sealFor(accountIds: readonly string[]): void {
  localStorage.setItem(SEALED, JSON.stringify(accountIds));
}

/** Ids of the accounts that the sealed phone knows; `null`: it is not sealed. */
export function sealedFor(): readonly string[] | null {
  const text = localStorage.getItem(SEALED);
  if (text === null) return null;
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Settles the seal of a phone from which the server took an account: it is one only if somebody had
 * a PIN here. A phone that never locked stays open.
 */
export function settleSeal(hadPins: boolean): void {
  if (localStorage.getItem(SEALED) !== '?') return;
  if (hadPins) sealFor([]);
  else breakSeal();
}

export function breakSeal(): void {
  localStorage.removeItem(SEALED);
}
