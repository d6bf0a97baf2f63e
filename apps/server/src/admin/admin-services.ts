import { isAccountWithin, isOwnAccount } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import type { AccountParts } from '../accounts/account-parts.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import type { StoredAccount } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import type { PhoneLog } from '../phones/phone-log.ts';
import type { PictureFiles } from '../pictures/picture-files.ts';

/** The services that administration uses. */
export type AdminServices = Pick<
  AccountParts,
  'accountStore' | 'accounts' | 'audit' | 'clock' | 'mailer' | 'passwordLinks'
> & {
  catalogue: CatalogueStore;
  config: { readonly mail: Pick<MailConfig, 'smtpUrl'> };
  pictures: PictureFiles;
  phones: PhoneLog;
};

/** Whether the account is the administrator's own. */
export function isOwn(request: FastifyRequest, accountId: string): boolean {
  return isOwnAccount(signedInOf(request).account, { id: accountId });
}

/**
 * Returns the check which accounts the requesting administrator may see and change, by the places
 * that each account has at that moment.
 */
export async function reachOf(
  request: FastifyRequest,
  { catalogue }: Pick<AdminServices, 'catalogue'>,
): Promise<(account: Pick<StoredAccount, 'id' | 'scope'>) => boolean> {
  const { account: by } = signedInOf(request);
  const { catalogue: places } = await catalogue.current();
  return (account) => isAccountWithin(account, by, places);
}

/** The accounts that pass the check. */
export async function* within(
  accounts: AsyncIterable<StoredAccount>,
  isWithin: (account: StoredAccount) => boolean,
): AsyncGenerator<StoredAccount> {
  for await (const account of accounts) if (isWithin(account)) yield account;
}
