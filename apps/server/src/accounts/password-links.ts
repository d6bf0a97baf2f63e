import type { Accounts } from './accounts.ts';
import type { OneUse } from './one-use.ts';
import type { StoredAccount } from './stored-account.ts';

const HOUR_MS = 60 * 60_000;

/** How long a link to set a password is valid, in hours. */
export const LINK_HOURS = { reset: 1, invitation: 72 } as const;
export type LinkKind = keyof typeof LINK_HOURS;

export type LinkAnswer =
  | { ok: true; account: StoredAccount }
  | { ok: false; code: 'link-invalid' | 'link-expired' };

export interface PasswordLinks {
  issue(account: StoredAccount, kind: LinkKind): Promise<string>;
  /** Does as much work as making a link, without making one; the returned text is not valid. */
  pretend(): Promise<string>;
  /** The account of a link; it stays usable. */
  check(secret: string): Promise<LinkAnswer>;
  /** The account of a link, once. */
  take(secret: string): Promise<LinkAnswer>;
}

export interface PasswordLinksOptions {
  oneUse: OneUse;
  accounts: Pick<Accounts, 'byId'>;
}

/**
 * Links by which a person without the password sets one. Requesting another link leaves the former
 * one valid, so that nobody can disable another person's mail. The first link that is used ends
 * them all, and so does a change of the address to which they went.
 */
export function createPasswordLinks({ oneUse, accounts }: PasswordLinksOptions): PasswordLinks {
  async function read(secret: string, how: 'peek' | 'take'): Promise<LinkAnswer> {
    const answer = await oneUse[how]('password-link', secret);
    if (!answer.ok) {
      return { ok: false, code: answer.reason === 'expired' ? 'link-expired' : 'link-invalid' };
    }
    const { accountId, email, passwordChanged } = answer.payload;
    const account = await accounts.byId(accountId);
    const isGood =
      account !== null && account.passwordChanged === passwordChanged && account.email === email;
    return isGood ? { ok: true, account } : { ok: false, code: 'link-invalid' };
  }

  return {
    issue: ({ id, email, passwordChanged }, kind) =>
      oneUse.issue(
        'password-link',
        { accountId: id, email, passwordChanged },
        LINK_HOURS[kind] * HOUR_MS,
      ),
    pretend: () => oneUse.pretend('password-link', LINK_HOURS.reset * HOUR_MS),
    check: (secret) => read(secret, 'peek'),
    take: (secret) => read(secret, 'take'),
  };
}
