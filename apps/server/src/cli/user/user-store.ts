import { type Accounts, openAccounts } from '../../accounts/accounts.ts';
import { createOneUse } from '../../accounts/one-use.ts';
import { createPasswordLinks, type LinkKind } from '../../accounts/password-links.ts';
import { createPasswords, type Passwords } from '../../accounts/passwords.ts';
import type { StoredAccount } from '../../accounts/stored-account.ts';
import { reachableAddresses } from '../../http/addresses.ts';
import type { Config } from '../../start/config.ts';
import { publicUrlOfRunning } from '../../start/running-note.ts';
import type { Stores } from '../../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import { CliError } from '../cli-error.ts';
import { type CommandLineAudit, openCommandLineAudit } from '../command-line-audit.ts';
import { withStores } from '../with-stores.ts';
import { REFUSALS } from './account-words.ts';

/** The accounts of the data folder, for one command. */
export interface UserStore {
  dataDir: string;
  accounts: Accounts;
  passwords: Passwords;
  clock: () => Date;
  /** The account with that user name; throws a `CliError` if there is none. */
  account(username: string): Promise<StoredAccount>;
  /** A link by which its owner sets a password. */
  passwordLink(account: StoredAccount, kind: LinkKind): Promise<string>;
  /** Writes an action of the command line into the audit log. */
  record: CommandLineAudit;
}

const NO_SERVER =
  'No running server was found: the link has the address of HOST and PORT (CRECE_PUBLIC_URL names another).';

/** The origin of links: from the configuration of this command, else from the running server. */
async function originOf(
  { publicUrl, dataDir, host, port }: Config,
  say: (sentence: string) => void,
): Promise<string> {
  const known = publicUrl ?? (await publicUrlOfRunning(dataDir));
  if (known !== null) return known;
  say(NO_SERVER);
  return reachableAddresses(host, port)[0] ?? '';
}

async function userStore(stores: Stores, config: Config, say: (sentence: string) => void) {
  const clock = (): Date => new Date();
  const accounts = await openAccounts({ stores, clock });
  const oneUse = createOneUse({ store: await stores.open(ACCOUNTS_DATABASE), clock });
  const links = createPasswordLinks({ oneUse, accounts });
  const record = await openCommandLineAudit(stores, say);
  const { dataDir } = config;
  return {
    dataDir,
    accounts,
    passwords: createPasswords(),
    clock,
    account: async (username) => {
      const account = await accounts.byUsername(username.trim().toLowerCase());
      if (account !== null) return account;
      throw new CliError(`There is no account "${username}" in ${dataDir}.`, 1);
    },
    passwordLink: async (account, kind) =>
      `${await originOf(config, say)}/password/reset/${await links.issue(account, kind)}`,
    record,
  } satisfies UserStore;
}

/** Runs a command on the configured accounts; also works while a server is running. */
export async function withUserStore<T>(
  { mayBeNew, say }: { mayBeNew: boolean; say: (sentence: string) => void },
  run: (store: UserStore) => Promise<T>,
): Promise<T> {
  return withStores({ mayBeNew }, async (stores, config) =>
    run(await userStore(stores, config, say)),
  );
}

/** The account of a result; throws the refusal as a sentence. */
export function accountOrRefusal(result: Awaited<ReturnType<Accounts['update']>>): StoredAccount {
  if (result.ok) return result.account;
  throw new CliError(REFUSALS[result.code], 1);
}
