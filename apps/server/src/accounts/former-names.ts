import { type FormerNames, NO_FORMER_NAMES, nameMark } from '@crece/domain';
import { ErasedAccounts } from '../erased/erased-accounts.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { ACCOUNT_RANGE, marksOf, readAccount } from './stored-account.ts';

/** What readers of records must know about erased accounts. */
export interface FormerAccounts {
  readonly names: FormerNames;
  /** `nameMark` of the id of each erased account. */
  readonly ids: readonly number[];
}

type ReadStores = Pick<Stores, 'has' | 'open' | 'sequence'>;

interface Known {
  readonly sequence: string;
  readonly former: FormerAccounts;
}

const NOBODY: FormerAccounts = { names: NO_FORMER_NAMES, ids: [] };

/** By the databases of a server, as of this sequence of its accounts. */
const kept = new WeakMap<ReadStores, Known>();

async function read(stores: ReadStores): Promise<FormerAccounts> {
  const store = await stores.open(ACCOUNTS_DATABASE);
  const erased = await new ErasedAccounts(store).all();
  if (erased.length === 0) return NOBODY;
  const names = new Map<number, string | null>();
  for (const { marks } of erased) for (const mark of marks) names.set(mark, null);
  for await (const document of store.list(ACCOUNT_RANGE)) {
    const account = readAccount(document);
    for (const mark of marksOf(account)) {
      const until = names.get(mark);
      if (until === undefined) continue;
      const isFirst = until === null || account.created < until;
      if (isFirst) names.set(mark, account.created);
    }
  }
  return { names, ids: erased.map(({ id }) => nameMark(id)) };
}

/**
 * Which names in records are erased accounts', as the accounts are now; in any thread. Read again only
 * when an account was written since.
 */
export async function formerAccounts(stores: ReadStores): Promise<FormerAccounts> {
  if (!(await stores.has(ACCOUNTS_DATABASE))) return NOBODY;
  const sequence = await stores.sequence(ACCOUNTS_DATABASE);
  const known = kept.get(stores);
  if (known?.sequence === sequence) return known.former;
  const former = await read(stores);
  kept.set(stores, { sequence, former });
  return former;
}
