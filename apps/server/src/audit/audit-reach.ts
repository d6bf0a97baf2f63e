import type { AuditEntry, AuditEvent } from '@crece/contract';
import { type ActionPlace, actionPlaceOf, can, findUnit, isAccountWithin } from '@crece/domain';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import type { Services } from '../services.ts';

/** Events whose `whom` is a place: a unit's database, a country's code, or `all`. */
const ABOUT_PLACES: readonly AuditEvent[] = [
  'record-removed',
  'sync-refused',
  'report-made',
  'records-imported',
  'records-converted',
  'revision-dropped',
  'file-downloaded',
];

/** Events about the programme as a whole. */
const ABOUT_EVERYTHING: readonly AuditEvent[] = ['settings-changed'];

const isOneOf = (events: readonly AuditEvent[], what: string) =>
  events.some((event) => event === what);

/**
 * Which entries an administrator who is limited to places may see: about places of theirs, and about
 * accounts that lie wholly within them as they stand now. Where an entry names nobody it was done to,
 * it is about whoever did it. `undefined`: all, for an administrator who is not limited.
 */
export async function seenEntries(
  by: StoredAccount,
  { accounts, catalogue }: Pick<Services, 'accounts' | 'catalogue'>,
): Promise<((entry: AuditEntry) => boolean) | undefined> {
  if (by.scope === undefined) return undefined;
  const { catalogue: places } = await catalogue.current();
  /** By user name, since when the account has been there: the name may have been another's before. */
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
