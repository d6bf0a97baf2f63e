import type { AuditEntry, AuditEvent } from '@crece/contract';
import { type ActionPlace, actionPlaceOf, can, findUnit, isAccountWithin } from '@crece/domain';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import type { AdminServices } from './admin-services.ts';

/** Events whose `whom` is a place: a unit's database, a country's code, or `all`. */
const ABOUT_PLACES: readonly AuditEvent[] = [
  'record-removed',
  'record-put-back',
  'sync-refused',
  'report-made',
  'records-imported',
  'records-converted',
  'revision-dropped',
  'revision-leapt',
  'file-downloaded',
];

/** Events about the programme as a whole. */
const ABOUT_EVERYTHING: readonly AuditEvent[] = ['settings-changed'];

const isOneOf = (events: readonly AuditEvent[], what: string) =>
  events.some((event) => event === what);

/**
 * Which entries an administrator with a scope may see: those about places in the scope, and about
 * accounts that are now completely within it. An entry without an affected person counts for the
 * acting one. `undefined`: all, for an administrator without a scope.
 */
export async function seenEntries(
  by: StoredAccount,
  { accounts, catalogue }: Pick<AdminServices, 'accounts' | 'catalogue'>,
): Promise<((entry: AuditEntry) => boolean) | undefined> {
  if (by.scope === undefined) return undefined;
  const { catalogue: places } = await catalogue.current();
  /** Since when each account exists, by user name; another account may have had the name before. */
  const since = new Map<string, string>();
  for await (const account of accounts.list()) {
    if (isAccountWithin(account, by, places)) since.set(account.username, account.created);
  }
  const isOwnPlace = (name: string): boolean => {
    const unit = findUnit(places, name);
    const place: ActionPlace = unit === null ? { countryCode: name } : actionPlaceOf(unit);
    return can(accountOf(by), 'manage-users', place);
  };
  return ({ what, who, whom, at }) => {
    if (isOneOf(ABOUT_EVERYTHING, what)) return false;
    if (isOneOf(ABOUT_PLACES, what)) return whom !== null && isOwnPlace(whom);
    const created = since.get(whom ?? who ?? '');
    return created !== undefined && created <= at;
  };
}
