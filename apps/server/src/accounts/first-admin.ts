import type { Services } from '../services.ts';
import type { OneUseAnswer } from './one-use.ts';

const LIFETIME_MS = 24 * 60 * 60_000;
/** Path of the page; the secret follows in the fragment, which no server and no proxy is told. */
const PAGE = '/authentication/first-admin';

export type FirstAdminServices = Pick<Services, 'accounts' | 'oneUse'>;

export type FirstAdminAnswer = { ok: true } | { ok: false; code: 'link-invalid' | 'link-expired' };

/**
 * The path of the page on which the first administrator is made, with a new secret; those of earlier
 * starts end. `null`: there is an administrator.
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
  // The command line may have made one since the start.
  if (await accounts.hasAdmin()) return { ok: false, code: 'link-invalid' };
  const answer: OneUseAnswer<unknown> = await oneUse[how]('first-admin', secret);
  if (answer.ok) return { ok: true };
  return { ok: false, code: answer.reason === 'expired' ? 'link-expired' : 'link-invalid' };
}

/** Whether the link's secret is good; it stays usable. */
export function checkFirstAdminSecret(
  services: FirstAdminServices,
  secret: string,
): Promise<FirstAdminAnswer> {
  return read(services, secret, 'peek');
}

/** Uses the secret up: of several at the same time, one gets it. */
export function takeFirstAdmin(
  services: FirstAdminServices,
  secret: string,
): Promise<FirstAdminAnswer> {
  return read(services, secret, 'take');
}

/** Makes a secret usable again with which no account could be made. */
export function giveBackFirstAdmin({ oneUse }: FirstAdminServices, secret: string): Promise<void> {
  return oneUse.giveBack('first-admin', secret, { purpose: 'first-admin' }, LIFETIME_MS);
}
