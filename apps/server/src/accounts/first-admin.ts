import type { AccountParts } from './account-parts.ts';
import type { OneUseAnswer } from './one-use.ts';

const LIFETIME_MS = 24 * 60 * 60_000;
/**
 * Path of the page; the secret follows in the fragment, which is not sent to servers or proxies.
 */
const PAGE = '/authentication/first-admin';

export type FirstAdminServices = Pick<AccountParts, 'accounts' | 'oneUse'>;

export type FirstAdminAnswer = { ok: true } | { ok: false; code: 'link-invalid' | 'link-expired' };

/**
 * The path of the page that creates the first administrator, with a new secret; secrets of earlier
 * starts become invalid. `null`: there is an administrator already.
 */
export async function issueFirstAdminPath({
  accounts,
  oneUse,
}: FirstAdminServices): Promise<string | null> {
  await oneUse.revokeAll('first-admin');
  if (await accounts.hasAdmin()) return null;
  const secret = await oneUse.issue('first-admin', { purpose: 'first-admin' }, LIFETIME_MS);
  return `${PAGE}#${secret}`;
}

async function read(
  { accounts, oneUse }: FirstAdminServices,
  secret: string,
  how: 'peek' | 'take',
): Promise<FirstAdminAnswer> {
  // The command line may have created one since the start.
  if (await accounts.hasAdmin()) return { ok: false, code: 'link-invalid' };
  const answer: OneUseAnswer<unknown> = await oneUse[how]('first-admin', secret);
  if (answer.ok) return { ok: true };
  return { ok: false, code: answer.reason === 'expired' ? 'link-expired' : 'link-invalid' };
}

/** Whether the link's secret is valid; it stays usable. */
export function checkFirstAdminSecret(
  services: FirstAdminServices,
  secret: string,
): Promise<FirstAdminAnswer> {
  return read(services, secret, 'peek');
}

/** Uses the secret; of several simultaneous calls, one succeeds. */
export function takeFirstAdmin(
  services: FirstAdminServices,
  secret: string,
): Promise<FirstAdminAnswer> {
  return read(services, secret, 'take');
}

/** Makes a secret usable again when no account could be created with it. */
export function giveBackFirstAdmin({ oneUse }: FirstAdminServices, secret: string): Promise<void> {
  return oneUse.giveBack('first-admin', secret, { purpose: 'first-admin' }, LIFETIME_MS);
}
